/* SPDX-License-Identifier: Apache-2.0 */
/* One stack for the jobs of several threads that do not preempt each other.
 *
 * A job that has begun is preempted only by threads more urgent than its threshold. Threads whose
 * thresholds keep each other off (./limen analyze: non-preemptive groups) have one job at a time
 * in progress, so one stack serves all their jobs. Each thread keeps a small stack of its own, on
 * which it waits (LM_WAIT_STACK_BYTES):
 *
 *     LM_STACK(waiting, LM_WAIT_STACK_BYTES);
 *
 *     static void loop(void *argument)
 *     {
 *         for (;;) {
 *             lm_shared_stack_run(&shared, job, argument);
 *             lm_thread_wait_period();
 *         }
 *     }
 *
 * A job must not wait: another job of the group would then find the stack in use. Its call is
 * refused with any thresholds, so two jobs never use the stack at once.
 */
#ifndef LIMEN_SHARED_STACK_H
#define LIMEN_SHARED_STACK_H

#include <limen/status.h>
#include <limen_port.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For LM_STACK: the bytes that lm_shared_stack_run and a wait need of a thread's own stack. */
#define LM_WAIT_STACK_BYTES LM_PORT_WAIT_STACK_BYTES

struct lm_thread;

struct lm_shared_stack {
    unsigned char *stack;
    uint32_t bytes;
    const struct lm_thread *user;       /* whose job is in progress, or NULL */
    const struct lm_shared_stack *self; /* this address, so that other memory is not taken for a
                                         * stack */
};

/* Prepare a stack.
 * Requires: no job uses it. stack and bytes: as those of a thread (limen/thread.h, LM_USE_STACK).
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (a job uses it). Cost: O(bytes). */
enum lm_status lm_shared_stack_init(struct lm_shared_stack *shared, void *stack, uint32_t bytes);

/* Call job(argument) on the shared stack. While it runs, lm_stack_check looks at the end of this
 * stack, and once more when the job has ended.
 * Context: thread, with interrupts on. Returns: LM_OK, LM_BAD_ARGUMENT (no such stack, or no job),
 *          LM_BAD_CONTEXT, LM_BAD_STATE (another job is in progress; this one was not called).
 * Cost:    O(1) and the job. */
enum lm_status lm_shared_stack_run(struct lm_shared_stack *shared, void (*job)(void *argument),
                                   void *argument);

/* Bytes of the stack that no job has used since lm_shared_stack_init.
 * Context: any. Cost: O(bytes). */
uint32_t lm_shared_stack_unused(const struct lm_shared_stack *shared);

#ifdef __cplusplus
}
#endif

#endif
