/* SPDX-License-Identifier: Apache-2.0 */
/* What a fault does to the user thread that has caused it, and to nobody else. */
#include "behind.h"
#include "core/door.h"
#include "cores/shared.h"
#include "objects/ownership.h"

/* The next owner learns that the data of the mutex may be half written: now, if it waits, else when
 * it locks the mutex. */
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
        lm_mutex_release(cpu, mutex);
    } else {
        lm_mutex_lose_owner(mutex);
        lm_priority_update(cpu, thread, lm_priority_reason(mutex));
        pass_on(cpu, mutex);
    }
    (void)lm_unlock(cpu, key);
    return true;
}

static void record(struct lm_thread *thread, const struct lm_user_fault *fault)
{
    lm_lock_key key = lm_lock();

    lm_observe_thread(LM_EVENT_FAULT, thread, fault->cause, (uint32_t)fault->address);
    lm_observe_thread(LM_EVENT_FAULT_AT, thread, 0, (uint32_t)fault->pc);
    lm_port_unlock(key);
}

static bool may_begin_again(struct lm_user_thread *user)
{
    if (user->policy != LM_USER_RESTART || user->restarts_left == 0) {
        return false;
    }
    user->restarts_left--;
    return true;
}

static __attribute__((noreturn)) void begin_again(struct lm_user_thread *user)
{
    (void)lm_thread_sleep(user->restart_ticks);

    lm_lock_key key = lm_lock();

    lm_observe_thread(LM_EVENT_THREAD_RESTART, &user->thread, 0, 0);
    lm_port_unlock(key);
    user->thread.entry(user);
    __builtin_unreachable();
}

void lm_user_faulted(const struct lm_user_fault *fault)
{
    struct lm_user_thread *user = lm_user_self();

    user->fault = *fault;
    user->faults++;
    record(&user->thread, fault);
    while (take_mutex(lm_cpu(), &user->thread)) {
    }
    if (user->policy == LM_USER_HALT) {
        __builtin_trap();
    }
    while (!may_begin_again(user)) {
        (void)lm_thread_terminate(&user->thread);
    }
    begin_again(user);
}
