/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the kernel needs from a processor and its board. A port is correct if it
 * passes tests/targets/conformance. Each function is O(1), bounded by a constant of the port.
 *
 * The kernel decides (cpu->next), and the port executes the decision. It saves the context of the
 * running thread, calls a function of kernel/core/dispatch.h, and restores the context of the
 * thread that is running then.
 *
 * The functions marked "inline" are in port_inline.h of the port, whose folder is on the include
 * path. limen_port.h in its include/ folder is public: it defines the size of stacks.
 */
#ifndef LIMEN_PORT_H
#define LIMEN_PORT_H

#include <limen/status.h>
#include <limen_port.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct lm_cpu;
struct lm_kernel;
struct lm_thread;

/* Zero: the lock was free before. */
typedef uint32_t lm_lock_key;

/* inline struct lm_kernel *lm_port_kernel(void);
 *     The instance that this code belongs to.
 * inline lm_lock_key lm_port_lock(void);
 *     Exclude all interrupts that call the kernel. Nests: the key restores what was before.
 * inline void lm_port_take_lock(void);
 *     lm_port_lock for a caller that knows that the lock is free.
 * inline void lm_port_unlock(lm_lock_key key);
 * inline bool lm_port_is_locked(void);
 * inline void lm_port_check_caller(void);
 *     End the program with a fault if the caller is an interrupt that the lock does not exclude.
 *     Only the checked libraries call it, in each call.
 * inline bool lm_port_in_interrupt(void);
 * inline uint32_t lm_port_bit(unsigned number);
 *     A bit for each number from 0 to 31.
 * inline unsigned lm_port_first_bit(uint32_t word);
 *     The smallest number whose bit is set; 32 if none is.
 * inline unsigned lm_port_leading_zeros(uint32_t word);
 *     Requires: word is not 0.
 * inline void lm_port_copy_words(void *to, const void *from, uint32_t bytes);
 *     Copy at least a word, for the short messages of most queues, for which a call of memcpy would
 *     cost more than the copy. A port that defines LM_PORT_COPIES_WORDS has it; otherwise it is a
 *     loop in C. Requires: pointers and size are aligned to words.
 * inline uint32_t lm_port_stamp(void);
 *     The lower half of lm_port_now(), at the least cost. Requires: the lock.
 * inline void lm_port_observed(unsigned event, unsigned manner);
 *     The kernel does the work that this event of the trace represents (enum lm_event, enum
 *     lm_manner). On a simulated processor it may take time. Only libraries with trace call it.
 *     Requires: the lock.
 * inline void lm_port_spin(void);
 *     Called again and again by code that waits for another core, with interrupts open. On a
 *     simulated processor time has to pass. Only limen-cores calls it.
 * LM_PORT_INSTANCE
 *     A macro that precedes the type of a static variable of which each instance of the kernel has
 *     its own. It is empty if there is only one instance.
 * LM_PORT_SHARED
 *     A macro that precedes the type of a variable that all cores of a system share. It is empty if
 *     the program has only one system.
 * LM_PORT_CALLER
 *     An expression: the address to which the function in which it is used returns, for reports of
 *     misuse; NULL where the processor does not show it.
 * enum { LM_PORT_TIME_LEAPS };
 *     1: more than 2^32 ticks may pass from one event to the next.
 */

/* In port_switch.h of the port, inline or not, since they may contain the kernel's dispatch:
 *
 * enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
 *                                      enum lm_status result);
 *     Switch to cpu->next now. The call returns result, with the lock free, when the caller is
 *     dispatched again. cpu->next may be the caller.
 *     Requires: from, which is the running thread, calls it, with the lock taken once.
 * void lm_port_switch_later(lm_lock_key key);
 *     End a locked section in which cpu->next has become another thread than cpu->running, in an
 *     interrupt or with another key than 0. The switch happens when the outermost interrupt has
 *     ended and the lock is free, even if cpu->next is the running thread again by then.
 * void lm_port_use_switch_hooks(void);
 *     From now on, switches may have hooks (cpu->has_switch_hooks). The call may take the code for
 *     them into the program.
 * void lm_port_set_result(struct lm_thread *thread, enum lm_status result);
 *     Let lm_port_switch_thread return another result in this thread.
 *     Requires: the thread is blocked in the call.
 */

/* Prepare the processor, the clock, which begins at 0, and the interrupts. The lock stays taken. */
void lm_port_init(void);

/* Dispatch cpu->next for the first time and free the lock. Returns, if at all, at the end
 * of the simulation. */
void lm_port_start(void);

/* Write a context to the thread's stack that calls lm_thread_main(thread) (kernel/objects/thread.h)
 * with the lock free, and store its address in stack_pointer. The kernel may write to the stack
 * below. */
void lm_port_prepare(struct lm_thread *thread);

/* Call function(argument) with the stack pointer at top, and return to the caller's stack.
 * Requires: the running context is that of a thread, whose watched is the other end of that stack.
 */
void lm_port_call_on(void *top, void (*function)(void *argument), void *argument);

/* Give the kernel's idle thread a stack and a context: it waits for interrupts for ever. */
void lm_port_prepare_idle(struct lm_thread *idle);

/* lm_idle_hook_set (limen/idle_hook.h) is a function of the ports whose idle thread waits. */

/* Set the clock forward, by at least one tick. A board whose clock cannot be set lacks it: then no
 * program with lm_idle_make_up links. Requires: the lock; no thread is ready. */
void lm_port_clock_advance(uint64_t ticks);

/* Ticks since lm_port_init. The time never goes back and never wraps. Requires: the lock. */
uint64_t lm_port_now(void);

/* Call lm_alarm (kernel/time/alarm.h) in an interrupt at the instant, or as soon as possible if the
 * instant has passed. It replaces the instant that was set before. UINT64_MAX: never.
 * Where LM_PORT_TIME_LEAPS is 0, lm_alarm is nevertheless called at least twice in 2^32 ticks.
 * Requires: the lock. */
void lm_port_set_alarm(uint64_t instant);

/* 1: the compiler optimises for size, so the common part of several calls is a function. */
#if defined(__OPTIMIZE_SIZE__) || LM_SMALL
enum { LM_PORT_IS_SMALL = 1 };
#else
enum { LM_PORT_IS_SMALL = 0 };
#endif

/* For several cores (kernel/cores), on ports that have them. lm_port_core of limen_port.h is the
 * number of the core on which this code runs.
 *
 * Let another core begin with lm_core_main, on a stack of its own, with the lock taken. Requires:
 * it does not run yet. All cores have one clock. */
void lm_port_start_core(unsigned core);

/* Let lm_cores_serve be called in an interrupt of this core, if another one asks for it. */
void lm_port_attach_core(void);

/* Ask the core to call lm_cores_serve, and free the lock; no effect on a core that does not run
 * yet. Earlier stores of this core are complete when that core is interrupted, and its reads in the
 * interrupt come after it has withdrawn the interrupt. Requires: the lock. Returns: LM_OK. */
enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key);

/* Functions of the kernel. lm_core_main does not return. lm_cores_serve is called in the interrupt,
 * without the lock, even if no core has asked for it. */
void lm_core_main(void);
void lm_cores_serve(void);

#include "port_inline.h"

#ifndef LM_PORT_COPIES_WORDS
static inline __attribute__((always_inline)) void lm_port_copy_words(void *to, const void *from,
                                                                     uint32_t bytes)
{
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);
    const unsigned char *end = source + bytes;

    do {
        memcpy(target, source, 4);
        target += 4;
        source += 4;
    } while (source != end);
}
#endif

#endif
