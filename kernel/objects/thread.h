/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of threads for ports and for the rest of the kernel. */
#ifndef LIMEN_THREAD_INTERNAL_H
#define LIMEN_THREAD_INTERNAL_H

#include "state.h"
#include <limen/area.h>

/* The pattern of a new stack, which shows later how far the stack was used. */
enum { LM_STACK_FILL = 0xEF };

/* Can this be a stack? */
static inline bool lm_stack_is_possible(const void *stack, uint32_t bytes)
{
    return lm_area_is_possible(stack, bytes, LM_PORT_STACK_ALIGN) && bytes >= LM_PORT_STACK_MIN;
}

/* End a thread in any state. how: LM_HAS_RETURNED or LM_WAS_TERMINATED. Returns: the key.
 * Context: the kernel lock, which is open between two resources that the thread releases. */
lm_lock_key lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                          lm_lock_key key);

/* The part of lm_thread_end for a thread that may own something. */
lm_lock_key lm_thread_give_back(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                                lm_lock_key key);

/* The part of lm_thread_give_back that does not end the waits of lm_thread_join. */
lm_lock_key lm_thread_give_back_all(struct lm_cpu *cpu, struct lm_thread *thread,
                                    enum lm_waits_for how, lm_lock_key key);

/* The last part of lm_thread_end: stop the thread, which owns nothing any more. Returns: the
 * key. */
lm_lock_key lm_thread_stop(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                           lm_lock_key key);

/* lm_thread_suspend of a thread that continues its wait, if it waits. Frees the lock. */
enum lm_status lm_thread_suspend_locked(struct lm_thread *thread, lm_lock_key key);

/* Take a blocked thread out of its wait. */
void lm_thread_unblock(struct lm_cpu *cpu, struct lm_thread *thread);

/* For the port: the function with which a new thread begins. argument: the thread. Context: thread.
 * The attribute keeps it if only assembly names it and the compiler optimises when linking. */
void lm_thread_main(void *argument) __attribute__((noreturn, used));

#endif
