/* SPDX-License-Identifier: Apache-2.0 */
/* Application timers. The native timer contains the next expiry; an inactive timer contains its
 * remaining ticks.
 */
#include "limen.h"
#include "tx_start.h"

TX_TIMER *_tx_timer_created_ptr;
ULONG _tx_timer_created_count;

#define CHECK_TIMER(t) TX_LIMEN_CHECK_OBJECT(t, tx_timer_id, TX_TIMER_ID, TX_TIMER_ERROR)

/* Weak: see tx_timer_interrupt.c. */
__attribute__((weak)) VOID tx_limen_timer_expire(void *argument)
{
    TX_TIMER *timer_ptr = argument;

    tx_limen_timer_end(timer_ptr);
    tx_limen_timer_expired(timer_ptr);
}

UINT _tx_timer_create(TX_TIMER *timer_ptr, CHAR *name_ptr, VOID (*expiration_function)(ULONG input),
                      ULONG expiration_input, ULONG initial_ticks, ULONG reschedule_ticks,
                      UINT auto_activate)
{
    memset(timer_ptr, 0, sizeof *timer_ptr);
    (void)lm_timer_create(&timer_ptr->limen, name_ptr, tx_limen_timer_expire, timer_ptr);
    lm_object_attach_counters(&timer_ptr->limen.object, &timer_ptr->limen_counters);
    timer_ptr->tx_timer_internal.tx_timer_internal_remaining_ticks = initial_ticks;
    timer_ptr->tx_timer_internal.tx_timer_internal_re_initialize_ticks = reschedule_ticks;
    timer_ptr->tx_timer_internal.tx_timer_internal_timeout_function = expiration_function;
    timer_ptr->tx_timer_internal.tx_timer_internal_timeout_param = expiration_input;

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_timer_created_ptr, _tx_timer_created_count, timer_ptr, tx_timer_created_next,
                  tx_timer_created_previous);
    timer_ptr->tx_timer_id = TX_TIMER_ID;
    if (auto_activate == TX_AUTO_ACTIVATE) {
        (void)_tx_timer_activate(timer_ptr);
    }
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_timer_create(TX_TIMER *timer_ptr, CHAR *name_ptr,
                       VOID (*expiration_function)(ULONG input), ULONG expiration_input,
                       ULONG initial_ticks, ULONG reschedule_ticks, UINT auto_activate,
                       UINT timer_control_block_size)
{
    TX_LIMEN_CALL_CREATES(TIMER_CREATE, timer_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(timer_ptr != NULL && TX_LIMEN_IS_SIZE(timer_control_block_size, TX_TIMER),
                   TX_TIMER_ERROR);
    TX_LIMEN_FIND(exists, TX_TIMER, _tx_timer_created_ptr, _tx_timer_created_count, timer_ptr,
                  tx_timer_created_next);
    TX_LIMEN_CHECK_OF(timer_ptr, !exists, TX_TIMER_ERROR);
    TX_LIMEN_CHECK(initial_ticks != 0, TX_TICK_ERROR);
    TX_LIMEN_CHECK(auto_activate == TX_AUTO_ACTIVATE || auto_activate == TX_NO_ACTIVATE,
                   TX_ACTIVATE_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_timer_create(timer_ptr, name_ptr, expiration_function, expiration_input,
                            initial_ticks, reschedule_ticks, auto_activate);
}

UINT _tx_timer_activate(TX_TIMER *timer_ptr)
{
    TX_LIMEN_CALL_ON(TIMER_ACTIVATE, timer_ptr);
    const TX_TIMER_INTERNAL *internal = &timer_ptr->tx_timer_internal;
    uint32_t key = lm_interrupts_disable();
    ULONG ticks = internal->tx_timer_internal_remaining_ticks;
    UINT status = TX_ACTIVATE_ERROR;

    if (!timer_ptr->limen_active && ticks != 0) {
        uint64_t period = internal->tx_timer_internal_re_initialize_ticks;

        timer_ptr->limen_active = TX_TRUE;
        (void)lm_timer_start(&timer_ptr->limen, LM_UNTIL(lm_layer_instant(ticks)),
                             period * lm_layer_tick);
        status = TX_SUCCESS;
    } else {
        lm_trace_service(TX_SERVICE_TIMER_ACTIVATE, &timer_ptr->limen.object, status);
        (void)TX_LIMEN_REFUSE(status);
    }
    lm_interrupts_enable(key);
    return status;
}

UINT _txe_timer_activate(TX_TIMER *timer_ptr)
{
    TX_LIMEN_CALL_ON(TIMER_ACTIVATE, timer_ptr);
    CHECK_TIMER(timer_ptr);

    return _tx_timer_activate(timer_ptr);
}

/* The ticks until the timer expires: at least one as long as it is active, even if its tick has
 * passed and the interrupt of the alarm is still pending. A full period if it has just expired.
 * Requires: interrupts are disabled. */
static ULONG ticks_left(const TX_TIMER *timer_ptr)
{
    const TX_TIMER_INTERNAL *internal = &timer_ptr->tx_timer_internal;
    ULONG period = internal->tx_timer_internal_re_initialize_ticks;

    if (!timer_ptr->limen_active) {
        return internal->tx_timer_internal_remaining_ticks;
    }
    uint64_t due = timer_ptr->limen.due / lm_layer_tick;
    uint64_t now = lm_now() / lm_layer_tick;
    ULONG left = due > now ? (ULONG)(due - now) : 1;

    return left < period && tx_limen_timer_is_called(timer_ptr) ? period : left;
}

UINT _tx_timer_deactivate(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    timer_ptr->tx_timer_internal.tx_timer_internal_remaining_ticks = ticks_left(timer_ptr);
    if (timer_ptr->limen_active) {
        timer_ptr->limen_active = TX_FALSE;
        (void)lm_timer_stop(&timer_ptr->limen);
    } else {
        lm_trace_service(TX_SERVICE_TIMER_DEACTIVATE, &timer_ptr->limen.object, 0);
    }
    tx_limen_timer_forget(timer_ptr);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_timer_deactivate(TX_TIMER *timer_ptr)
{
    TX_LIMEN_CALL_ON(TIMER_DEACTIVATE, timer_ptr);
    CHECK_TIMER(timer_ptr);

    return _tx_timer_deactivate(timer_ptr);
}

UINT _tx_timer_change(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks)
{
    uint32_t key = lm_interrupts_disable();

    lm_trace_service(TX_SERVICE_TIMER_CHANGE, &timer_ptr->limen.object, (uint32_t)initial_ticks);
    if (!timer_ptr->limen_active) {
        timer_ptr->tx_timer_internal.tx_timer_internal_remaining_ticks = initial_ticks;
        timer_ptr->tx_timer_internal.tx_timer_internal_re_initialize_ticks = reschedule_ticks;
    }
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_timer_change(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks)
{
    TX_LIMEN_CALL_ON(TIMER_CHANGE, timer_ptr);
    CHECK_TIMER(timer_ptr);
    TX_LIMEN_CHECK(initial_ticks != 0, TX_TICK_ERROR);

    return _tx_timer_change(timer_ptr, initial_ticks, reschedule_ticks);
}

/* With TX_LIMEN_AS_6_4. */
UINT _txe_timer_change_as_6_4(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks)
{
    TX_LIMEN_CALL_ON(TIMER_CHANGE, timer_ptr);
    CHECK_TIMER(timer_ptr);
    TX_LIMEN_CHECK(initial_ticks != 0, TX_TICK_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD | TX_FROM_TIMER | TX_FROM_INTERRUPT);

    return _tx_timer_change(timer_ptr, initial_ticks, reschedule_ticks);
}

UINT _tx_timer_delete(TX_TIMER *timer_ptr)
{
    uint32_t key = lm_interrupts_disable();

    timer_ptr->tx_timer_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_timer_created_ptr, _tx_timer_created_count, timer_ptr,
                    tx_timer_created_next, tx_timer_created_previous);
    tx_limen_timer_forget(timer_ptr);
    timer_ptr->limen_active = TX_FALSE;
    (void)lm_timer_delete(&timer_ptr->limen);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_timer_delete(TX_TIMER *timer_ptr)
{
    TX_LIMEN_CALL_ON(TIMER_DELETE, timer_ptr);
    CHECK_TIMER(timer_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_timer_delete(timer_ptr);
}

UINT _tx_timer_info_get(TX_TIMER *timer_ptr, CHAR **name, UINT *active, ULONG *remaining_ticks,
                        ULONG *reschedule_ticks, TX_TIMER **next_timer)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_timer_info info;

    (void)lm_timer_get_info(&timer_ptr->limen, &info);
    TX_LIMEN_GIVE(name, timer_ptr->tx_timer_name);
    TX_LIMEN_GIVE(active, timer_ptr->limen_active);
    TX_LIMEN_GIVE(remaining_ticks, ticks_left(timer_ptr));
    TX_LIMEN_GIVE(reschedule_ticks,
                  timer_ptr->tx_timer_internal.tx_timer_internal_re_initialize_ticks);
    TX_LIMEN_GIVE(next_timer, timer_ptr->tx_timer_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_timer_info_get(TX_TIMER *timer_ptr, CHAR **name, UINT *active, ULONG *remaining_ticks,
                         ULONG *reschedule_ticks, TX_TIMER **next_timer)
{
    TX_LIMEN_CALL_ON(TIMER_INFO_GET, timer_ptr);
    CHECK_TIMER(timer_ptr);

    return _tx_timer_info_get(timer_ptr, name, active, remaining_ticks, reschedule_ticks,
                              next_timer);
}
