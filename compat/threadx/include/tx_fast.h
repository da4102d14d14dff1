/* SPDX-License-Identifier: Apache-2.0 */
/* The short services, for applications with TX_DISABLE_ERROR_CHECKING. They consist of the native
 * call, and one test of its status if the caller uses the result. A wait option that is a
 * compile-time constant costs nothing. The library has the same functions out of line, which do
 * slightly more: see compat/threadx/README.md.
 */
#ifndef TX_FAST_H
#define TX_FAST_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_services.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With TX_DISABLE_NOTIFY_CALLBACKS the application has no such function, so no call looks for
 * it. */
#ifdef TX_DISABLE_NOTIFY_CALLBACKS
#define TX_FAST_NOTIFY(notify, object, status) ((void)(notify), (void)(object), (void)(status))
#else
#define TX_FAST_NOTIFY(notify, object, status) TX_LIMEN_NOTIFY(notify, object, status)
#endif

/* Never emitted here: the library contains them. */
#define TX_FAST extern __inline__ __attribute__((__gnu_inline__, __always_inline__))

TX_FAST lm_timeout _tx_fast_timeout(ULONG wait_option)
{
    if (__builtin_constant_p(wait_option) && wait_option == TX_NO_WAIT) {
        return LM_NO_WAIT;
    }
    if (__builtin_constant_p(wait_option) && wait_option == TX_WAIT_FOREVER) {
        return LM_FOREVER;
    }
    return _tx_limen_timeout(wait_option);
}

TX_FAST UINT _tx_fast_answer(enum lm_status status, UINT unavailable)
{
    return __builtin_expect(status == LM_OK, 1) ? TX_SUCCESS
                                                : _tx_limen_status(status, unavailable);
}

TX_FAST TX_THREAD *_tx_thread_identify(VOID)
{
    return (TX_THREAD *)(void *)lm_thread_self();
}

TX_FAST VOID _tx_thread_relinquish(VOID)
{
    (void)lm_thread_yield();
}

TX_FAST UINT _tx_thread_resume(TX_THREAD *thread_ptr)
{
    if (thread_ptr->tx_thread_delayed_suspend) {
        return _tx_limen_lift(thread_ptr);
    }
    return _tx_fast_answer(lm_thread_resume(&thread_ptr->limen), TX_RESUME_ERROR);
}

TX_FAST UINT _tx_thread_suspend(TX_THREAD *thread_ptr)
{
    return _tx_fast_answer(lm_thread_suspend(&thread_ptr->limen), TX_SUSPEND_ERROR);
}

TX_FAST UINT _tx_thread_wait_abort(TX_THREAD *thread_ptr)
{
    return _tx_fast_answer(lm_thread_abort_wait(&thread_ptr->limen), TX_WAIT_ABORT_ERROR);
}

TX_FAST UINT _tx_thread_preemption_change(TX_THREAD *thread_ptr, UINT new_threshold,
                                          UINT *old_threshold)
{
    return _tx_fast_answer(
        lm_thread_set_threshold(&thread_ptr->limen, new_threshold, old_threshold), TX_THRESH_ERROR);
}

TX_FAST UINT _tx_thread_priority_change(TX_THREAD *thread_ptr, UINT new_priority,
                                        UINT *old_priority)
{
    *old_priority = thread_ptr->tx_thread_user_priority;
    (void)lm_thread_set_priority(&thread_ptr->limen, new_priority, new_priority);
    return TX_SUCCESS;
}

TX_FAST UINT _tx_thread_time_slice_change(TX_THREAD *thread_ptr, ULONG new_time_slice,
                                          ULONG *old_time_slice)
{
    *old_time_slice = thread_ptr->tx_thread_new_time_slice;
    (void)lm_thread_set_slice(&thread_ptr->limen, &thread_ptr->limen_slice,
                              (uint32_t)new_time_slice);
    return TX_SUCCESS;
}

/* Here and below, the timeout is a variable because the compiler can know the value of a variable,
 * but not that of a call. */
TX_FAST UINT _tx_semaphore_get(TX_SEMAPHORE *semaphore_ptr, ULONG wait_option)
{
    lm_timeout timeout = _tx_fast_timeout(wait_option);

    return _tx_fast_answer(lm_semaphore_wait(&semaphore_ptr->limen, timeout), TX_NO_INSTANCE);
}

TX_FAST UINT _tx_semaphore_put(TX_SEMAPHORE *semaphore_ptr)
{
    VOID (*notify)(TX_SEMAPHORE *) = semaphore_ptr->tx_semaphore_put_notify;
    enum lm_status status = lm_semaphore_post(&semaphore_ptr->limen);

    TX_FAST_NOTIFY(notify, semaphore_ptr, status);
    return TX_SUCCESS;
}

TX_FAST UINT _tx_semaphore_ceiling_put(TX_SEMAPHORE *semaphore_ptr, ULONG ceiling)
{
    VOID (*notify)(TX_SEMAPHORE *) = semaphore_ptr->tx_semaphore_put_notify;
    enum lm_status status = lm_semaphore_post_below(&semaphore_ptr->limen, (uint32_t)ceiling);

    TX_FAST_NOTIFY(notify, semaphore_ptr, status);
    return _tx_fast_answer(status, TX_CEILING_EXCEEDED);
}

TX_FAST UINT _tx_mutex_get(TX_MUTEX *mutex_ptr, ULONG wait_option)
{
    lm_timeout timeout = _tx_fast_timeout(wait_option);

    return _tx_fast_answer(lm_mutex_lock(&mutex_ptr->limen, timeout), TX_NOT_AVAILABLE);
}

TX_FAST UINT _tx_mutex_put(TX_MUTEX *mutex_ptr)
{
    return _tx_fast_answer(lm_mutex_unlock(&mutex_ptr->limen), TX_NOT_OWNED);
}

TX_FAST UINT _tx_queue_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    lm_timeout timeout = _tx_fast_timeout(wait_option);
    VOID (*notify)(TX_QUEUE *) = queue_ptr->tx_queue_send_notify;
    enum lm_status status = lm_queue_send(&queue_ptr->limen, source_ptr, timeout);

    TX_FAST_NOTIFY(notify, queue_ptr, status);
    return _tx_fast_answer(status, TX_QUEUE_FULL);
}

TX_FAST UINT _tx_queue_front_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    lm_timeout timeout = _tx_fast_timeout(wait_option);
    VOID (*notify)(TX_QUEUE *) = queue_ptr->tx_queue_send_notify;
    enum lm_status status = lm_queue_send_front(&queue_ptr->limen, source_ptr, timeout);

    TX_FAST_NOTIFY(notify, queue_ptr, status);
    return _tx_fast_answer(status, TX_QUEUE_FULL);
}

TX_FAST UINT _tx_queue_receive(TX_QUEUE *queue_ptr, VOID *destination_ptr, ULONG wait_option)
{
    lm_timeout timeout = _tx_fast_timeout(wait_option);

    return _tx_fast_answer(lm_queue_receive(&queue_ptr->limen, destination_ptr, timeout),
                           TX_QUEUE_EMPTY);
}

/* The bits of the options are those of the native modes in reverse order. */
TX_FAST UINT _tx_event_flags_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG requested_flags,
                                 UINT get_option, ULONG *actual_flags_ptr, ULONG wait_option)
{
    UINT mode = (get_option & TX_AND) >> 1 | (get_option & TX_OR_CLEAR) << 1;

    if (requested_flags == 0) {
        *actual_flags_ptr = group_ptr->tx_event_flags_group_current;
        return TX_NO_EVENTS;
    }
    return _tx_fast_answer(
        lm_event_flags_wait(&group_ptr->limen, (uint32_t)requested_flags, (enum lm_event_mode)mode,
                            (uint32_t *)(void *)actual_flags_ptr, _tx_fast_timeout(wait_option)),
        TX_NO_EVENTS);
}

TX_FAST UINT _tx_event_flags_set(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG flags_to_set,
                                 UINT set_option)
{
    if ((set_option & TX_AND) != 0) {
        (void)lm_event_flags_clear(&group_ptr->limen, (uint32_t)~flags_to_set);
    } else {
        VOID (*notify)(TX_EVENT_FLAGS_GROUP *) = group_ptr->tx_event_flags_group_set_notify;
        enum lm_status status = lm_event_flags_set(&group_ptr->limen, (uint32_t)flags_to_set);

        TX_FAST_NOTIFY(notify, group_ptr, status);
    }
    return TX_SUCCESS;
}

TX_FAST UINT _tx_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option)
{
    return _tx_fast_answer(
        lm_block_allocate(&pool_ptr->limen, block_ptr, _tx_fast_timeout(wait_option)),
        TX_NO_MEMORY);
}

/* A pointer to the pool precedes the block. */
TX_FAST UINT _tx_block_release(VOID *block_ptr)
{
    uintptr_t pool = ((uintptr_t *)block_ptr)[-1] & ~(uintptr_t)1;

    (void)lm_block_release((struct lm_block_pool *)pool, block_ptr);
    return TX_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#endif
