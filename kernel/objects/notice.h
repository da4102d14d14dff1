/* SPDX-License-Identifier: Apache-2.0 */
/* The usual parts of the calls on notices, common to the native calls and to those of compat/.
 * Context: the kernel lock. */
#ifndef LIMEN_NOTICE_INTERNAL_H
#define LIMEN_NOTICE_INTERNAL_H

#include "core/door.h"
#include "time/wait.h"
#include <limen/notice.h>

/* Record a wait. */
static inline void lm_notice_observe_wait(const struct lm_notice *notice, enum lm_outcome outcome,
                                          uint32_t wanted)
{
    lm_observe(LM_EVENT_FLAGS_WAIT, notice, outcome, wanted);
}

static inline bool lm_notice_is_satisfied(const struct lm_notice *notice, uint32_t wanted,
                                          enum lm_notice_mode mode)
{
    uint32_t met = notice->value & wanted;

    if (mode == LM_NOTICE_GIVEN) {
        return notice->given;
    }
    return mode == LM_NOTICE_ALL ? met == wanted : met != 0;
}

/* Receive the notice, which clears these bits. Returns: the value that a satisfied wait finds. */
static inline uint32_t lm_notice_receive(struct lm_notice *notice, uint32_t clear)
{
    uint32_t found = notice->value;

    notice->value = found & ~clear;
    notice->given = false;
    return found;
}

/* Set the value of a notice, and record bits. */
static inline void lm_notice_give(struct lm_notice *notice, uint32_t value, uint32_t bits)
{
    lm_observe(LM_EVENT_FLAGS_SET, notice, 0, bits);
    notice->value = value;
    notice->given = true;
}

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
