/* SPDX-License-Identifier: Apache-2.0 */
/* The ownership of mutexes; see ownership.h. */
#include "objects/ownership.h"
#include "cores/shared.h"

void lm_mutex_hand_over_ceiling(struct lm_cpu *cpu, struct lm_mutex *mutex,
                                struct lm_thread *waiter)
{
    lm_wait_leave(cpu, waiter);
    lm_mutex_own(mutex, waiter);
    lm_priority_update(cpu, waiter, LM_CHANGE_CEILING);
    lm_wait_end(cpu, waiter, LM_OK);
}

void lm_mutex_release(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    struct lm_thread *owner = mutex->owner;

    LM_IF_CORES(if (lm_is_shared_any(&mutex->object)) {
        lm_mutex_release_shared(cpu, mutex);
        return;
    })
    lm_mutex_lose_owner(mutex);
    lm_priority_update(cpu, owner, lm_priority_reason(mutex));
    lm_mutex_hand_over(cpu, mutex);
}
