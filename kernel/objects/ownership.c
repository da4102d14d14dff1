/* SPDX-License-Identifier: Apache-2.0 */
/* Who owns a mutex; see ownership.h. */
#include "objects/ownership.h"
#include "core/priority.h"
#include "time/wait.h"

void lm_mutex_release(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    struct lm_thread *old = mutex->owner;
    struct lm_thread *waiter = mutex->waiters.first;

    lm_list_remove(&mutex->owned);
    mutex->owner = NULL;
    mutex->held = 0;
    lm_observe_inversion_end_all(mutex);
    if (mutex->protocol != LM_PLAIN) {
        lm_priority_update(cpu, old, lm_priority_reason(mutex));
    }
    if (waiter != NULL) {
        lm_mutex_own(mutex, waiter);
        LM_COUNT_OBJECT(&mutex->object, taken);
        lm_wait_end(cpu, waiter, LM_OK);
    }
}
