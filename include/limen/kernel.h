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

#include <limen/library.h>
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

/* Events since lm_kernel_init. The library limen-traced counts them; in the others all counters are
 * 0. The counters of a thread count its own calls and their effects on it; interrupts and
 * from_idle are counted for the system only. run_time grows when a thread leaves the processor. */
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
    uint32_t timeouts;              /* waits for an object that ended by their timeout */
    uint32_t aborts;                /* waits that another thread ended */
    uint64_t run_time;              /* ticks; system: of all threads without idle */
    struct lm_thread *preempted_by; /* the last time, or NULL */
};

/* The symbol of lm_kernel_init contains the options that a program and its library must share, so
 * that the linker refuses a program that was compiled with others: see limen/library.h. LM_LEVELS
 * and LM_CLOCK_HZ are therefore plain numbers. */
#define LM_KERNEL_INIT_SYMBOL(levels, hz, layout)                                                  \
    lm_kernel_init_##levels##_levels_##hz##_hz_##layout
#define LM_KERNEL_INIT(levels, hz, layout) LM_KERNEL_INIT_SYMBOL(levels, hz, layout)
#define LM_LAYOUT                                                                                  \
    LM_COUNTED_OR(with_counters, LM_SMALL_OR(small, LM_CORES_OR(LM_CORES_LAYOUT, without_counters)))
#define LM_CORES_LAYOUT_SYMBOL(cores) cores##_cores
#define LM_CORES_LAYOUT_OF(cores) LM_CORES_LAYOUT_SYMBOL(cores)
#define LM_CORES_LAYOUT LM_CORES_LAYOUT_OF(LM_CORES)
#define lm_kernel_init LM_KERNEL_INIT(LM_LEVELS, LM_CLOCK_HZ, LM_LAYOUT)

/* Make the kernel ready to create objects, with interrupts off until lm_kernel_start.
 * Context: start-up, before any other call; on the host also again after lm_kernel_start
 *          returned. */
void lm_kernel_init(void);

/* Dispatch the most urgent thread.
 * Requires: lm_kernel_init, and no other call of this function since then, else the call has no
 *           effect in the checked libraries.
 * Context:  start-up.
 * Returns:  never on a target; on the host when the simulation has ended (docs/host.md). */
void lm_kernel_start(void);

/* Keep every other thread from running until lm_preempt_enable. Pairs nest. The running thread has
 * level 0 meanwhile, so that not even priority 0 preempts it. Interrupts continue. Calls that wait
 * return LM_BAD_CONTEXT meanwhile.
 * Context: thread.
 * Returns: LM_OK; LM_BAD_CONTEXT in an interrupt, disable also with interrupts off; LM_TOO_MANY;
 *          enable: LM_BAD_STATE without disable.
 * Cost:    O(1). */
enum lm_status lm_preempt_disable(void);
enum lm_status lm_preempt_enable(void);

/* Disable all interrupts that may call the kernel, until lm_interrupts_enable(key). Pairs nest,
 * each with its own key. Context switches are delayed until then, and calls that wait return
 * LM_BAD_CONTEXT.
 * Context: any. Cost: O(1). Interrupts are late by the time in between. */
uint32_t lm_interrupts_disable(void);
void lm_interrupts_enable(uint32_t key);
bool lm_interrupts_are_disabled(void);

/* Disable and enable interrupts in a driver. Unlike the calls above, these are recorded in the
 * trace, so that its statistics show how long interrupts were off and which threads were late for
 * that reason. */
uint32_t lm_irq_off(void);
void lm_irq_on(uint32_t key);

/* Mark the beginning and the end of an interrupt handler. Only the trace and the counters need
 * these calls; the kernel's calls work in a handler without them. number: as the board numbers its
 * interrupts.
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
