/* SPDX-License-Identifier: Apache-2.0 */
/* Locks for which a core spins (MSRP). The level of the thread is 0 from the ticket on, so that it
 * is not preempted while others wait for it, and it is not terminated before it frees the lock. */
#include "core/preempt.h"
#include "cores/cores.h"

enum lm_status lm_core_enter(struct lm_core_lock *lock)
{
    LM_CALL(CORE_ENTER);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lock != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT(key);
    struct lm_cpu *cpu = lm_cpu();

    lm_preempt_off(cpu);
    cpu->running->in_long_call = true;
    uint32_t ticket = __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELAXED);

    lm_port_unlock(key);
    while (lock->serving != ticket) {
        lm_port_spin();
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    lock->owner = cpu->running;
    return LM_OK;
}

enum lm_status lm_core_leave(struct lm_core_lock *lock)
{
    LM_CALL(CORE_LEAVE);
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lock != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE(key, lock->owner == thread && !lm_port_in_interrupt(), LM_NOT_OWNER);
    lock->owner = NULL;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    lock->serving = lock->serving + 1;
    thread->in_long_call = false;
    if (thread->end_pending) {
        thread->end_pending = false;
        lm_port_unlock(key);
        return lm_thread_terminate(thread);
    }
    lm_preempt_on(cpu);
    return lm_unlock_rarely(cpu, key);
}
