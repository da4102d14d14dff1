/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive mutexes. */
#include "limen.h"

TX_MUTEX *_tx_mutex_created_ptr;
ULONG _tx_mutex_created_count;

#define CHECK_MUTEX(m) TX_LIMEN_CHECK_OBJECT(m, tx_mutex_id, TX_MUTEX_ID, TX_MUTEX_ERROR)

UINT _tx_mutex_create(TX_MUTEX *mutex_ptr, CHAR *name_ptr, UINT inherit)
{
    memset(mutex_ptr, 0, sizeof *mutex_ptr);
    LM_LAYER_CREATE(lm_mutex_create_shared(&mutex_ptr->limen, name_ptr, 0),
                    lm_mutex_create(&mutex_ptr->limen, name_ptr,
                                    inherit == TX_INHERIT ? LM_INHERIT : LM_PLAIN, 0, LM_FIFO));
    lm_object_attach_counters(&mutex_ptr->limen.object, &mutex_ptr->limen_counters);
    mutex_ptr->tx_mutex_inherit = inherit;

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_mutex_created_ptr, _tx_mutex_created_count, mutex_ptr, tx_mutex_created_next,
                  tx_mutex_created_previous);
    mutex_ptr->tx_mutex_id = TX_MUTEX_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_mutex_create(TX_MUTEX *mutex_ptr, CHAR *name_ptr, UINT inherit,
                       UINT mutex_control_block_size)
{
    TX_LIMEN_CALL_CREATES(MUTEX_CREATE, mutex_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(mutex_ptr != NULL && TX_LIMEN_IS_SIZE(mutex_control_block_size, TX_MUTEX),
                   TX_MUTEX_ERROR);
    TX_LIMEN_FIND(exists, TX_MUTEX, _tx_mutex_created_ptr, _tx_mutex_created_count, mutex_ptr,
                  tx_mutex_created_next);
    TX_LIMEN_CHECK_OF(mutex_ptr, !exists, TX_MUTEX_ERROR);
    TX_LIMEN_CHECK(inherit == TX_INHERIT || inherit == TX_NO_INHERIT, TX_INHERIT_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_mutex_create(mutex_ptr, name_ptr, inherit);
}

UINT _tx_mutex_delete(TX_MUTEX *mutex_ptr)
{
    uint32_t key = lm_interrupts_disable();

    mutex_ptr->tx_mutex_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_mutex_created_ptr, _tx_mutex_created_count, mutex_ptr,
                    tx_mutex_created_next, tx_mutex_created_previous);
    lm_interrupts_enable(key);
    (void)lm_mutex_delete(&mutex_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_mutex_delete(TX_MUTEX *mutex_ptr)
{
    TX_LIMEN_CALL_ON(MUTEX_DELETE, mutex_ptr);
    CHECK_MUTEX(mutex_ptr);
    TX_LIMEN_CHECK_OWN(mutex_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_mutex_delete(mutex_ptr);
}

UINT _tx_mutex_get(TX_MUTEX *mutex_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    enum lm_status status = lm_mutex_lock(&mutex_ptr->limen, wait.timeout);

    return tx_limen_answer(wait, status, TX_NOT_AVAILABLE);
}

UINT _txe_mutex_get(TX_MUTEX *mutex_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(MUTEX_GET, mutex_ptr);
    CHECK_MUTEX(mutex_ptr);
    TX_LIMEN_CHECK_WAIT(wait_option);
    TX_LIMEN_CHECK_CALLER(TX_FROM_START | TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_mutex_get(mutex_ptr, wait_option);
}

UINT _tx_mutex_put(TX_MUTEX *mutex_ptr)
{
    return lm_mutex_unlock(&mutex_ptr->limen) == LM_OK ? TX_SUCCESS : TX_NOT_OWNED;
}

UINT _txe_mutex_put(TX_MUTEX *mutex_ptr)
{
    TX_LIMEN_CALL_ON(MUTEX_PUT, mutex_ptr);
    CHECK_MUTEX(mutex_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_START | TX_FROM_THREAD | TX_FROM_TIMER);

    return _tx_mutex_put(mutex_ptr);
}

UINT _tx_mutex_prioritize(TX_MUTEX *mutex_ptr)
{
    (void)lm_mutex_prioritize(&mutex_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_mutex_prioritize(TX_MUTEX *mutex_ptr)
{
    TX_LIMEN_CALL_ON(MUTEX_PRIORITIZE, mutex_ptr);
    CHECK_MUTEX(mutex_ptr);
    TX_LIMEN_CHECK_OWN(mutex_ptr);

    return _tx_mutex_prioritize(mutex_ptr);
}

UINT _tx_mutex_info_get(TX_MUTEX *mutex_ptr, CHAR **name, ULONG *count, TX_THREAD **owner,
                        TX_THREAD **first_suspended, ULONG *suspended_count, TX_MUTEX **next_mutex)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_mutex_info info;

    (void)lm_mutex_get_info(&mutex_ptr->limen, &info);
    TX_LIMEN_GIVE(name, mutex_ptr->tx_mutex_name);
    TX_LIMEN_GIVE(count, info.held);
    TX_LIMEN_GIVE(owner, tx_limen_thread(info.owner));
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_mutex, mutex_ptr->tx_mutex_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_mutex_info_get(TX_MUTEX *mutex_ptr, CHAR **name, ULONG *count, TX_THREAD **owner,
                         TX_THREAD **first_suspended, ULONG *suspended_count, TX_MUTEX **next_mutex)
{
    TX_LIMEN_CALL_ON(MUTEX_INFO_GET, mutex_ptr);
    CHECK_MUTEX(mutex_ptr);
    TX_LIMEN_CHECK_OWN(mutex_ptr);

    return _tx_mutex_info_get(mutex_ptr, name, count, owner, first_suspended, suspended_count,
                              next_mutex);
}
