/* SPDX-License-Identifier: Apache-2.0 */
/* Ends or restarts the user thread that has caused a fault, and affects no other thread. */
#include "behind.h"
#include "budget/owner_died.h"
#include "core/door.h"

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
    lm_owner_died(&user->thread);
    if (user->policy == LM_USER_HALT) {
        __builtin_trap();
    }
    while (!may_begin_again(user)) {
        (void)lm_thread_terminate(&user->thread);
    }
    begin_again(user);
}
