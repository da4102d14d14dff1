/* SPDX-License-Identifier: Apache-2.0 */
/* What a fault does to the user thread that has caused it, and to nobody else. */
#include "behind.h"
#include "core/door.h"
#include "cores/shared.h"
#include "objects/ownership.h"

/* Give one mutex of the thread to the next waiting thread, which learns that its data may be half
 * written. Returns: was there one? */
static bool give_mutex(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_lock_key key = lm_lock();
    struct lm_list *owned = thread->owned.next;

    if (owned == &thread->owned) {
        lm_port_unlock(key);
        return false;
    }
    struct lm_mutex *mutex = LM_CONTAINER(owned, struct lm_mutex, owned);
    bool is_shared = lm_is_shared_any(&mutex->object);
    struct lm_thread *waiter = is_shared ? NULL : mutex->waiters.first;

    lm_mutex_release(cpu, mutex);
    if (waiter != NULL) {
        lm_port_set_result(waiter, LM_OWNER_DIED);
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

void lm_user_faulted(const struct lm_user_fault *fault)
{
    struct lm_user_thread *user = lm_user_self();

    user->fault = *fault;
    user->faults++;
    record(&user->thread, fault);
    while (give_mutex(lm_cpu(), &user->thread)) {
    }
    if (user->policy == LM_USER_HALT) {
        __builtin_trap();
    }
    while (!may_begin_again(user)) {
        (void)lm_thread_terminate(&user->thread);
    }
    (void)lm_thread_sleep(user->restart_ticks);
    user->thread.entry(user);
    __builtin_unreachable();
}
