/* SPDX-License-Identifier: Apache-2.0 */
/* Services for an existing thread. */
#include "limen.h"

#pragma weak tx_limen_stack_check

#define CHECK_THREAD(t) TX_LIMEN_CHECK_OBJECT(t, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR)

TX_THREAD *_tx_thread_identify(VOID)
{
    lm_trace_service(TX_SERVICE_THREAD_IDENTIFY, NULL, 0);
    return tx_limen_thread(lm_thread_self());
}

/* A thread that waits with a pending suspension continues to wait without it. */
UINT _tx_limen_lift(TX_THREAD *thread_ptr)
{
    return lm_thread_resume(&thread_ptr->limen) == LM_OK ? TX_SUSPEND_LIFTED : TX_RESUME_ERROR;
}

/* A thread that is on its way to another core is suspended as far as an application knows. */
UINT _tx_thread_resume(TX_THREAD *thread_ptr)
{
    bool is_here = LM_CORES_OR(tx_limen_is_own(&thread_ptr->limen.object), true);

    if (is_here && thread_ptr->limen.suspend_pending) {
        return _tx_limen_lift(thread_ptr);
    }
    return lm_thread_resume(&thread_ptr->limen) == LM_OK ? TX_SUCCESS : TX_RESUME_ERROR;
}

UINT _txe_thread_resume(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_RESUME, thread_ptr);
    CHECK_THREAD(thread_ptr);

    return _tx_thread_resume(thread_ptr);
}

UINT _tx_thread_suspend(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_SUSPEND, thread_ptr);
    bool itself = lm_thread_self() == &thread_ptr->limen && !lm_in_interrupt();

    if (!itself && tx_limen_stack_check != NULL) {
        tx_limen_stack_check(thread_ptr);
    }
    if (itself && tx_limen_is_locked()) {
        return TX_LIMEN_REFUSE(TX_SUSPEND_ERROR);
    }
    bool off = itself && lm_interrupts_are_disabled();
    enum lm_status status = lm_thread_suspend(&thread_ptr->limen);

    if (off && !lm_interrupts_are_disabled()) {
        (void)lm_interrupts_disable();
    }
    return status == LM_OK ? TX_SUCCESS : TX_SUSPEND_ERROR;
}

UINT _txe_thread_suspend(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_SUSPEND, thread_ptr);
    CHECK_THREAD(thread_ptr);

    return _tx_thread_suspend(thread_ptr);
}

UINT _tx_thread_sleep(ULONG timer_ticks)
{
    TX_LIMEN_CALL(THREAD_SLEEP);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);
    if (timer_ticks == 0) {
        return TX_SUCCESS;
    }
    TX_LIMEN_CHECK(!tx_limen_is_locked(), TX_CALLER_ERROR);

    bool off = lm_interrupts_are_disabled();
    enum lm_status status = lm_thread_sleep_until(lm_layer_instant(timer_ticks));

    if (off) {
        (void)lm_interrupts_disable();
    }
    return status == LM_OK ? TX_SUCCESS : TX_WAIT_ABORTED;
}

VOID _tx_thread_relinquish(VOID)
{
    (void)lm_thread_yield();
}

VOID _txe_thread_relinquish(VOID)
{
    tx_limen_preemption_follow();
    if (_tx_thread_preempt_disable == 0 &&
        tx_limen_is_called_from(TX_FROM_THREAD | TX_FROM_TIMER)) {
        _tx_thread_relinquish();
    }
}

UINT _tx_thread_wait_abort(TX_THREAD *thread_ptr)
{
    enum lm_status status = lm_thread_abort_wait(&thread_ptr->limen);

    return status == LM_OK ? TX_SUCCESS : TX_WAIT_ABORT_ERROR;
}

UINT _txe_thread_wait_abort(TX_THREAD *thread_ptr)
{
    TX_LIMEN_CALL_ON(THREAD_WAIT_ABORT, thread_ptr);
    CHECK_THREAD(thread_ptr);

    return _tx_thread_wait_abort(thread_ptr);
}

/* The threshold changes with the priority. */
UINT _tx_thread_priority_change(TX_THREAD *thread_ptr, UINT new_priority, UINT *old_priority)
{
    *old_priority = thread_ptr->tx_thread_user_priority;
    (void)lm_thread_set_priority(&thread_ptr->limen, new_priority, new_priority);
    return TX_SUCCESS;
}

UINT _txe_thread_priority_change(TX_THREAD *thread_ptr, UINT new_priority, UINT *old_priority)
{
    TX_LIMEN_CALL_ON(THREAD_PRIORITY_CHANGE, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK(old_priority != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK(new_priority < TX_MAX_PRIORITIES, TX_PRIORITY_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_thread_priority_change(thread_ptr, new_priority, old_priority);
}

UINT _tx_thread_preemption_change(TX_THREAD *thread_ptr, UINT new_threshold, UINT *old_threshold)
{
    unsigned old = 0;
    enum lm_status status = lm_thread_set_threshold(&thread_ptr->limen, new_threshold, &old);

    if (status != LM_OK) {
        return TX_THRESH_ERROR;
    }
    *old_threshold = old;
    return TX_SUCCESS;
}

UINT _txe_thread_preemption_change(TX_THREAD *thread_ptr, UINT new_threshold, UINT *old_threshold)
{
    TX_LIMEN_CALL_ON(THREAD_PREEMPTION_CHANGE, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK(old_threshold != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_thread_preemption_change(thread_ptr, new_threshold, old_threshold);
}

/* The next thread in the wait list. The links are used for other lists too; middleware has lists of
 * its own. */
static TX_THREAD *next_waiter(const TX_THREAD *thread_ptr)
{
    if (thread_ptr->limen.waits_for == LM_WAITS_FOR_MIDDLEWARE) {
        return thread_ptr->limen_middlewares_tx_thread_suspended_next;
    }
    bool waits = thread_ptr->limen.waits_for >= LM_WAITS_FOR_QUEUE &&
                 thread_ptr->limen.waits_for <= LM_WAITS_FOR_MUTEX;

    return waits ? thread_ptr->tx_thread_suspended_next : NULL;
}

UINT _tx_thread_info_get(TX_THREAD *thread_ptr, CHAR **name, UINT *state, ULONG *run_count,
                         UINT *priority, UINT *preemption_threshold, ULONG *time_slice,
                         TX_THREAD **next_thread, TX_THREAD **next_suspended_thread)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_thread_info info;

    (void)lm_thread_get_info(&thread_ptr->limen, &info);
    TX_LIMEN_GIVE(name, thread_ptr->tx_thread_name);
    TX_LIMEN_GIVE(state, info.waits_for);
    TX_LIMEN_GIVE(run_count, thread_ptr->tx_thread_run_count);
    TX_LIMEN_GIVE(priority, info.base_priority);
    TX_LIMEN_GIVE(preemption_threshold, info.base_threshold);
    TX_LIMEN_GIVE(time_slice, thread_ptr->tx_thread_time_slice);
    TX_LIMEN_GIVE(next_thread, thread_ptr->tx_thread_created_next);
    TX_LIMEN_GIVE(next_suspended_thread, next_waiter(thread_ptr));
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_thread_info_get(TX_THREAD *thread_ptr, CHAR **name, UINT *state, ULONG *run_count,
                          UINT *priority, UINT *preemption_threshold, ULONG *time_slice,
                          TX_THREAD **next_thread, TX_THREAD **next_suspended_thread)
{
    TX_LIMEN_CALL_ON(THREAD_INFO_GET, thread_ptr);
    CHECK_THREAD(thread_ptr);
    TX_LIMEN_CHECK_OWN(thread_ptr);

    return _tx_thread_info_get(thread_ptr, name, state, run_count, priority, preemption_threshold,
                               time_slice, next_thread, next_suspended_thread);
}
