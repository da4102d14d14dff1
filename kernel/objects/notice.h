/* SPDX-License-Identifier: Apache-2.0 */
/* The usual parts of the calls on notices, common to the native calls and to those of compat/.
 * Context: the kernel lock. */
#ifndef LIMEN_NOTICE_INTERNAL_H
#define LIMEN_NOTICE_INTERNAL_H

#include "core/door.h"
#include "cores/notice_parts.h"
#include "time/wait.h"
#include <limen/notice.h>

/* Complete a satisfied wait, and free the lock. Returns: the value that the wait finds. */
static inline uint32_t lm_notice_take_at_once(struct lm_notice *notice, uint32_t wanted,
                                              uint32_t clear, lm_lock_key key)
{
    uint32_t found = lm_notice_receive(notice, clear);

    lm_notice_observe_wait(notice, LM_OUTCOME_DONE, wanted);
    lm_port_unlock(key);
    return found;
}

/* Let the threads that wait have what they wait for, free the lock and switch. Requires: a thread
 * waits. Returns: the value that is left. */
uint32_t lm_notice_serve(struct lm_notice *notice, lm_lock_key key);

/* The calling thread waits, and the lock becomes free. Returns: the status of the wait. */
static inline enum lm_status lm_notice_wait_in(struct lm_notice *notice,
                                               struct lm_notice_request *wait, lm_timeout timeout)
{
    wait->found = notice->value;
    lm_notice_observe_wait(notice, LM_OUTCOME_WAITS, wait->wanted);
    lm_cpu()->running->wait_data = wait;
    return lm_wait_in(&notice->waiters, timeout);
}

#endif
