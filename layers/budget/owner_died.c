/* SPDX-License-Identifier: Apache-2.0 */
/* The mutexes of a thread that is about to be ended; see owner_died.h. */
#include "budget/owner_died.h"
#include "core/door.h"
#include "objects/ownership.h"

/* Returns: did the thread own a mutex? */
static bool give_mutex(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_lock_key key = lm_lock();
    struct lm_list *owned = thread->owned.next;

    if (owned == &thread->owned) {
        lm_port_unlock(key);
        return false;
    }
    struct lm_mutex *mutex = LM_CONTAINER(owned, struct lm_mutex, owned);
    struct lm_thread *waiter = mutex->waiters.first;

    lm_mutex_release(cpu, mutex);
    if (waiter != NULL) {
        lm_port_set_result(waiter, LM_OWNER_DIED);
    }
    (void)lm_unlock(cpu, key);
    return true;
}

void lm_owner_died(struct lm_thread *thread)
{
    while (give_mutex(lm_cpu(), thread)) {
    }
}
