/* SPDX-License-Identifier: Apache-2.0 */
/* Gives back the mutexes of a thread that is about to be ended; see owner_died.h. */
#include "budget/owner_died.h"
#include "core/door.h"
#include "cores/shared.h"
#include "objects/ownership.h"

/* Pass the mutex on. The lock of its next owner returns LM_OWNER_DIED, because the data may be half
 * written: now, if that thread waits, else when it locks the mutex. */
static void pass_on(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    struct lm_thread *waiter = mutex->waiters.first;

    if (waiter == NULL) {
        mutex->was_wanted = LM_OWNER_DIED;
        return;
    }
    LM_COUNT_OBJECT(&mutex->object, taken);
    lm_wait_leave(cpu, waiter);
    lm_mutex_own(mutex, waiter);
    lm_priority_update(cpu, waiter, LM_CHANGE_CEILING);
    lm_wait_end(cpu, waiter, LM_OWNER_DIED);
}

/* Take one mutex from the thread. Returns: had it one? */
static bool take_mutex(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_lock_key key = lm_lock();
    struct lm_list *owned = thread->owned.next;

    if (owned == &thread->owned) {
        lm_port_unlock(key);
        return false;
    }
    struct lm_mutex *mutex = LM_CONTAINER(owned, struct lm_mutex, owned);

    if (lm_is_shared_any(&mutex->object)) {
        LM_IF_CORES(lm_mutex_release_died(cpu, mutex);)
    } else {
        lm_mutex_lose_owner(mutex);
        lm_priority_update(cpu, thread, lm_priority_reason(mutex));
        pass_on(cpu, mutex);
    }
    (void)lm_unlock(cpu, key);
    return true;
}

void lm_owner_died(struct lm_thread *thread)
{
    while (take_mutex(lm_cpu(), thread)) {
    }
}
