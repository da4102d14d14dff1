/* SPDX-License-Identifier: Apache-2.0 */
/* Initialise and start the kernel.
 *
 *     int main(void)
 *     {
 *         lm_kernel_init();
 *         lm_thread_create(&blinker, &blinker_config);
 *         lm_kernel_start();
 *     }
 */
#ifndef LIMEN_KERNEL_H
#define LIMEN_KERNEL_H

#include <limen/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_thread;

/* Priorities are 0 (the most urgent) to LM_LEVELS - 1. At most 1,024. */
#ifndef LM_LEVELS
#define LM_LEVELS 32
#endif

/* What happened since lm_kernel_init, counted by the kernel itself (library limen-traced; all
 * zero in the others). Of a thread: what it did or suffered; interrupts and from_idle count for the
 * system only. run_time is charged when a thread leaves the processor. */
struct lm_counters {
    uint32_t switches;            /* from a thread to another thread */
    uint32_t to_idle;             /* from a thread to the idle thread */
    uint32_t from_idle;           /* from the idle thread to a thread */
    uint32_t preemptions_by_call; /* left the processor because of a call of its own */
    uint32_t preemptions_by_interrupt;
    uint32_t slices; /* time slices that ended */
    uint32_t yields;
    uint32_t suspensions; /* stopped being ready */
    uint32_t resumptions; /* became ready */
    uint32_t interrupts;
    uint32_t inversions;           /* waits for a mutex of a less urgent owner */
    uint32_t inversions_unbounded; /* ... during which a thread of a priority between ran */
    uint32_t overruns;
    uint32_t deadline_misses;
    uint32_t runs;                  /* switches to it */
    uint32_t timeouts;              /* waits for an object that ended by their time */
    uint32_t aborts;                /* waits that another thread ended */
    uint64_t run_time;              /* ticks; system: of all threads without idle */
    struct lm_thread *preempted_by; /* the last time, or NULL */
};

/* Make the kernel ready to create objects, with interrupts off until lm_kernel_start.
 * Context: start-up, before any other call; on the host also again after lm_kernel_start
 *          returned. */
void lm_kernel_init(void);

/* Dispatch the most urgent thread.
 * Requires: lm_kernel_init.
 * Context:  start-up.
 * Returns:  never on a target; on the host, when the simulation ended (docs: ports/host). */
void lm_kernel_start(void);

/* Keep every other thread off the processor until lm_preempt_enable; pairs nest. The running
 * thread has level 0 meanwhile: not even priority 0 preempts. Interrupts go on.
 * Context: thread. Waiting calls answer LM_BAD_CONTEXT meanwhile.
 * Returns: LM_OK; LM_BAD_CONTEXT in an interrupt and, disable, with interrupts off; LM_TOO_MANY;
 *          enable: LM_BAD_STATE without disable.
 * Cost:    O(mutexes owned). */
enum lm_status lm_preempt_disable(void);
enum lm_status lm_preempt_enable(void);

/* Keep all interrupts off that may call the kernel, until lm_interrupts_enable(key); pairs nest,
 * each with its own key. Switches wait meanwhile, and waiting calls answer LM_BAD_CONTEXT.
 * Context: any. Cost: O(1); each tick in between delays interrupts. */
uint32_t lm_interrupts_disable(void);
void lm_interrupts_enable(uint32_t key);
bool lm_interrupts_are_disabled(void);

/* The same for drivers: in the trace, so that its statistics show how long interrupts were off and
 * who was late for that. */
uint32_t lm_irq_off(void);
void lm_irq_on(uint32_t key);

/* Bracket an interrupt handler. Needed for the trace and the counters only: without the calls
 * kernel calls in a handler work all the same. number: as the board counts its interrupts.
 * Context: interrupt. Cost: O(1). */
void lm_interrupt_enter(unsigned number);
void lm_interrupt_exit(unsigned number);

/* Is the caller an interrupt handler? Context: any. Cost: O(1). */
bool lm_in_interrupt(void);

/* The system's counters. Context: any. Cost: O(1). */
struct lm_counters lm_kernel_counters(void);

#ifdef __cplusplus
}
#endif

#endif
