/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting, for an object, for an instant, or for both.
 *
 * A waiting thread is in at most one wait list and has at most one timeout. The end of the wait, by
 * the object, the timeout or another thread's call, takes it out of both.
 *
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_WAIT_H
#define LIMEN_WAIT_H

#include "core/wait_list.h"
#include "state.h"
#include "time/alarm.h"

/* Start the timeout of the running thread, which then waits in a list. Requires: not LM_FOREVER. */
void lm_wait_start_timeout(lm_timeout timeout);

/* Make the running thread wait in the list. */
void lm_wait_enter(struct lm_cpu *cpu, struct lm_wait_list *list);

/* lm_wait_enter with a timeout. The timeout is started first, so that the argument need not be
 * kept. */
static inline void lm_wait(struct lm_cpu *cpu, struct lm_wait_list *list, lm_timeout timeout)
{
    if (timeout != LM_FOREVER) {
        lm_wait_start_timeout(timeout);
    }
    lm_wait_enter(cpu, list);
}

/* Make the running thread wait for an instant. */
void lm_wait_until(struct lm_cpu *cpu, enum lm_waits_for waits_for, uint64_t instant);

/* End the wait of the thread with this status. It becomes ready, or suspended if that is
 * pending. */
void lm_wait_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status);

/* End the wait of a thread that has got its unit, message or mutex. The mutex has no owner yet. */
void lm_wait_satisfy(struct lm_cpu *cpu, struct lm_thread *thread);

/* Two ends of a call (core/door.h). lm_wait_in: the calling thread waits in the list. lm_wake: the
 * wait of the first thread of the list is satisfied. Both free the lock and switch. They are the
 * last calls of the most used functions, which therefore need no stack.
 * Returns: the status of the wait; LM_OK. */
enum lm_status lm_wait_forever(struct lm_wait_list *list);
enum lm_status lm_wait_up_to(struct lm_wait_list *list, lm_timeout timeout);
enum lm_status lm_wake(struct lm_wait_list *list, lm_lock_key key);

/* The two parts of lm_wait_end. Take the thread out of its wait list and cancel its timeout; then
 * it becomes ready or suspended. */
void lm_wait_leave(struct lm_cpu *cpu, struct lm_thread *thread);
void lm_wait_finish(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status);

/* lm_wait_leave for a thread whose timeout has expired. */
void lm_wait_leave_list(struct lm_cpu *cpu, struct lm_thread *thread);

static inline enum lm_status lm_wait_in(struct lm_wait_list *list, lm_timeout timeout)
{
    return LM_IS_FOREVER(timeout) ? lm_wait_forever(list) : lm_wait_up_to(list, timeout);
}

/* Does the thread wait for a time or an object? */
static inline bool lm_wait_may_be_aborted(const struct lm_thread *thread)
{
    return thread->waits_for >= LM_WAITS_FOR_TIME && thread->waits_for <= LM_WAITS_FOR_MUTEX;
}

/* The instant of a timeout. Requires: it is not LM_FOREVER. */
static inline uint64_t lm_wait_instant(lm_timeout timeout)
{
    return (timeout & LM_UNTIL_FLAG) != 0 ? timeout & ~LM_UNTIL_FLAG : lm_port_now() + timeout;
}

#endif
