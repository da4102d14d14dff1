/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. */
#include "limen.h"

TX_SEMAPHORE *_tx_semaphore_created_ptr;
ULONG _tx_semaphore_created_count;

#define CHECK_SEMAPHORE(s)                                                                         \
    TX_LIMEN_CHECK_OBJECT(s, tx_semaphore_id, TX_SEMAPHORE_ID, TX_SEMAPHORE_ERROR)

UINT _tx_semaphore_create(TX_SEMAPHORE *semaphore_ptr, CHAR *name_ptr, ULONG initial_count)
{
    memset(semaphore_ptr, 0, sizeof *semaphore_ptr);
    LM_LAYER_CREATE(
        lm_semaphore_create_shared(&semaphore_ptr->limen, name_ptr, (uint32_t)initial_count),
        lm_semaphore_create(&semaphore_ptr->limen, name_ptr, (uint32_t)initial_count, LM_FIFO));
    lm_object_attach_counters(&semaphore_ptr->limen.object, &semaphore_ptr->limen_counters);

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_semaphore_created_ptr, _tx_semaphore_created_count, semaphore_ptr,
                  tx_semaphore_created_next, tx_semaphore_created_previous);
    semaphore_ptr->tx_semaphore_id = TX_SEMAPHORE_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_semaphore_create(TX_SEMAPHORE *semaphore_ptr, CHAR *name_ptr, ULONG initial_count,
                           UINT semaphore_control_block_size)
{
    TX_LIMEN_CALL_CREATES(SEMAPHORE_CREATE, semaphore_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(semaphore_ptr != NULL &&
                       TX_LIMEN_IS_SIZE(semaphore_control_block_size, TX_SEMAPHORE),
                   TX_SEMAPHORE_ERROR);
    TX_LIMEN_FIND(exists, TX_SEMAPHORE, _tx_semaphore_created_ptr, _tx_semaphore_created_count,
                  semaphore_ptr, tx_semaphore_created_next);
    TX_LIMEN_CHECK_OF(semaphore_ptr, !exists, TX_SEMAPHORE_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_semaphore_create(semaphore_ptr, name_ptr, initial_count);
}

UINT _tx_semaphore_delete(TX_SEMAPHORE *semaphore_ptr)
{
    uint32_t key = lm_interrupts_disable();

    semaphore_ptr->tx_semaphore_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_semaphore_created_ptr, _tx_semaphore_created_count, semaphore_ptr,
                    tx_semaphore_created_next, tx_semaphore_created_previous);
    lm_interrupts_enable(key);
    (void)lm_semaphore_delete(&semaphore_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_semaphore_delete(TX_SEMAPHORE *semaphore_ptr)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_DELETE, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);
    TX_LIMEN_CHECK_OWN(semaphore_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_semaphore_delete(semaphore_ptr);
}

UINT _tx_semaphore_get(TX_SEMAPHORE *semaphore_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    enum lm_status status = lm_semaphore_wait(&semaphore_ptr->limen, wait.timeout);

    return tx_limen_answer(wait, status, TX_NO_INSTANCE);
}

UINT _txe_semaphore_get(TX_SEMAPHORE *semaphore_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_GET, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_semaphore_get(semaphore_ptr, wait_option);
}

/* A count at its maximum does not change. */
UINT _tx_semaphore_put(TX_SEMAPHORE *semaphore_ptr)
{
    VOID (*notify)(TX_SEMAPHORE *) = semaphore_ptr->tx_semaphore_put_notify;
    enum lm_status status = lm_semaphore_post(&semaphore_ptr->limen);

    TX_LIMEN_NOTIFY(notify, semaphore_ptr, status);
    return TX_SUCCESS;
}

UINT _txe_semaphore_put(TX_SEMAPHORE *semaphore_ptr)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PUT, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);

    return _tx_semaphore_put(semaphore_ptr);
}

UINT _tx_semaphore_ceiling_put(TX_SEMAPHORE *semaphore_ptr, ULONG ceiling)
{
    VOID (*notify)(TX_SEMAPHORE *) = semaphore_ptr->tx_semaphore_put_notify;
    enum lm_status status = lm_semaphore_post_below(&semaphore_ptr->limen, (uint32_t)ceiling);

    TX_LIMEN_NOTIFY(notify, semaphore_ptr, status);
    return status == LM_OK ? TX_SUCCESS : TX_CEILING_EXCEEDED;
}

UINT _txe_semaphore_ceiling_put(TX_SEMAPHORE *semaphore_ptr, ULONG ceiling)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_CEILING_PUT, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);
    TX_LIMEN_CHECK_OWN(semaphore_ptr);
    TX_LIMEN_CHECK(ceiling != 0, TX_INVALID_CEILING);

    return _tx_semaphore_ceiling_put(semaphore_ptr, ceiling);
}

UINT _tx_semaphore_prioritize(TX_SEMAPHORE *semaphore_ptr)
{
    (void)lm_semaphore_prioritize(&semaphore_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_semaphore_prioritize(TX_SEMAPHORE *semaphore_ptr)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PRIORITIZE, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);
    TX_LIMEN_CHECK_OWN(semaphore_ptr);

    return _tx_semaphore_prioritize(semaphore_ptr);
}

UINT _tx_semaphore_put_notify(TX_SEMAPHORE *semaphore_ptr,
                              VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr))
{
    semaphore_ptr->tx_semaphore_put_notify = semaphore_put_notify;
    lm_trace_service(TX_SERVICE_SEMAPHORE_PUT_NOTIFY, &semaphore_ptr->limen.object,
                     semaphore_put_notify != NULL);
    return TX_SUCCESS;
}

UINT _txe_semaphore_put_notify(TX_SEMAPHORE *semaphore_ptr,
                               VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr))
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PUT_NOTIFY, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);

    return _tx_semaphore_put_notify(semaphore_ptr, semaphore_put_notify);
}

UINT _tx_semaphore_info_get(TX_SEMAPHORE *semaphore_ptr, CHAR **name, ULONG *current_value,
                            TX_THREAD **first_suspended, ULONG *suspended_count,
                            TX_SEMAPHORE **next_semaphore)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_semaphore_info info;

    (void)lm_semaphore_get_info(&semaphore_ptr->limen, &info);
    TX_LIMEN_GIVE(name, semaphore_ptr->tx_semaphore_name);
    TX_LIMEN_GIVE(current_value, info.count);
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_semaphore, semaphore_ptr->tx_semaphore_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_semaphore_info_get(TX_SEMAPHORE *semaphore_ptr, CHAR **name, ULONG *current_value,
                             TX_THREAD **first_suspended, ULONG *suspended_count,
                             TX_SEMAPHORE **next_semaphore)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_INFO_GET, semaphore_ptr);
    CHECK_SEMAPHORE(semaphore_ptr);
    TX_LIMEN_CHECK_OWN(semaphore_ptr);

    return _tx_semaphore_info_get(semaphore_ptr, name, current_value, first_suspended,
                                  suspended_count, next_semaphore);
}
