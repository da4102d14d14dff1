/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages of 1 to 16 words. */
#include "limen.h"

TX_QUEUE *_tx_queue_created_ptr;
ULONG _tx_queue_created_count;

enum { WORDS_MAX = 16 };

#define CHECK_QUEUE(q) TX_LIMEN_CHECK_OBJECT(q, tx_queue_id, TX_QUEUE_ID, TX_QUEUE_ERROR)

UINT _tx_queue_create(TX_QUEUE *queue_ptr, CHAR *name_ptr, UINT message_size, VOID *queue_start,
                      ULONG queue_size)
{
    uint32_t bytes = message_size * (uint32_t)sizeof(ULONG);

    memset(queue_ptr, 0, sizeof *queue_ptr);
    LM_LAYER_CREATE(lm_queue_create_shared(&queue_ptr->limen, name_ptr, queue_start,
                                           (uint32_t)queue_size / bytes, bytes),
                    lm_queue_create(&queue_ptr->limen, name_ptr, queue_start,
                                    (uint32_t)queue_size / bytes, bytes, LM_FIFO));
    lm_object_attach_counters(&queue_ptr->limen.object, &queue_ptr->limen_counters);
    queue_ptr->tx_queue_message_size = message_size;

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_queue_created_ptr, _tx_queue_created_count, queue_ptr, tx_queue_created_next,
                  tx_queue_created_previous);
    queue_ptr->tx_queue_id = TX_QUEUE_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_queue_create(TX_QUEUE *queue_ptr, CHAR *name_ptr, UINT message_size, VOID *queue_start,
                       ULONG queue_size, UINT queue_control_block_size)
{
    TX_LIMEN_CALL_CREATES(QUEUE_CREATE, queue_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(queue_ptr != NULL && TX_LIMEN_IS_SIZE(queue_control_block_size, TX_QUEUE),
                   TX_QUEUE_ERROR);
    TX_LIMEN_FIND(exists, TX_QUEUE, _tx_queue_created_ptr, _tx_queue_created_count, queue_ptr,
                  tx_queue_created_next);
    TX_LIMEN_CHECK_OF(queue_ptr, !exists, TX_QUEUE_ERROR);
    TX_LIMEN_CHECK(lm_area_is_possible(queue_start, queue_size, 1), TX_PTR_ERROR);
    TX_LIMEN_CHECK(message_size >= 1 && message_size <= WORDS_MAX &&
                       queue_size / sizeof(ULONG) >= message_size,
                   TX_SIZE_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_queue_create(queue_ptr, name_ptr, message_size, queue_start, queue_size);
}

UINT _tx_queue_delete(TX_QUEUE *queue_ptr)
{
    uint32_t key = lm_interrupts_disable();

    queue_ptr->tx_queue_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_queue_created_ptr, _tx_queue_created_count, queue_ptr,
                    tx_queue_created_next, tx_queue_created_previous);
    lm_interrupts_enable(key);
    (void)lm_queue_delete(&queue_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_queue_delete(TX_QUEUE *queue_ptr)
{
    TX_LIMEN_CALL_ON(QUEUE_DELETE, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK_OWN(queue_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_queue_delete(queue_ptr);
}

UINT _tx_queue_flush(TX_QUEUE *queue_ptr)
{
    (void)lm_queue_flush(&queue_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_queue_flush(TX_QUEUE *queue_ptr)
{
    TX_LIMEN_CALL_ON(QUEUE_FLUSH, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK_OWN(queue_ptr);

    return _tx_queue_flush(queue_ptr);
}

UINT _tx_queue_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    VOID (*notify)(TX_QUEUE *) = queue_ptr->tx_queue_send_notify;
    enum lm_status status = lm_queue_send(&queue_ptr->limen, source_ptr, wait.timeout);

    TX_LIMEN_NOTIFY(notify, queue_ptr, status);
    return tx_limen_answer(wait, status, TX_QUEUE_FULL);
}

UINT _txe_queue_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(QUEUE_SEND, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK(source_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_queue_send(queue_ptr, source_ptr, wait_option);
}

UINT _tx_queue_front_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    VOID (*notify)(TX_QUEUE *) = queue_ptr->tx_queue_send_notify;
    enum lm_status status = lm_queue_send_front(&queue_ptr->limen, source_ptr, wait.timeout);

    TX_LIMEN_NOTIFY(notify, queue_ptr, status);
    return tx_limen_answer(wait, status, TX_QUEUE_FULL);
}

UINT _txe_queue_front_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(QUEUE_FRONT_SEND, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK_OWN(queue_ptr);
    TX_LIMEN_CHECK(source_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_queue_front_send(queue_ptr, source_ptr, wait_option);
}

UINT _tx_queue_receive(TX_QUEUE *queue_ptr, VOID *destination_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    enum lm_status status = lm_queue_receive(&queue_ptr->limen, destination_ptr, wait.timeout);

    return tx_limen_answer(wait, status, TX_QUEUE_EMPTY);
}

UINT _txe_queue_receive(TX_QUEUE *queue_ptr, VOID *destination_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(QUEUE_RECEIVE, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK(destination_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_queue_receive(queue_ptr, destination_ptr, wait_option);
}

UINT _tx_queue_prioritize(TX_QUEUE *queue_ptr)
{
    (void)lm_queue_prioritize(&queue_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_queue_prioritize(TX_QUEUE *queue_ptr)
{
    TX_LIMEN_CALL_ON(QUEUE_PRIORITIZE, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK_OWN(queue_ptr);

    return _tx_queue_prioritize(queue_ptr);
}

UINT _tx_queue_send_notify(TX_QUEUE *queue_ptr,
                           VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr))
{
    queue_ptr->tx_queue_send_notify = queue_send_notify;
    lm_trace_service(TX_SERVICE_QUEUE_SEND_NOTIFY, &queue_ptr->limen.object,
                     queue_send_notify != NULL);
    return TX_SUCCESS;
}

UINT _txe_queue_send_notify(TX_QUEUE *queue_ptr,
                            VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr))
{
    TX_LIMEN_CALL_ON(QUEUE_SEND_NOTIFY, queue_ptr);
    CHECK_QUEUE(queue_ptr);

    return _tx_queue_send_notify(queue_ptr, queue_send_notify);
}

UINT _tx_queue_info_get(TX_QUEUE *queue_ptr, CHAR **name, ULONG *enqueued, ULONG *available_storage,
                        TX_THREAD **first_suspended, ULONG *suspended_count, TX_QUEUE **next_queue)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_queue_info info;

    (void)lm_queue_get_info(&queue_ptr->limen, &info);
    TX_LIMEN_GIVE(name, queue_ptr->tx_queue_name);
    TX_LIMEN_GIVE(enqueued, info.used);
    TX_LIMEN_GIVE(available_storage, info.capacity - info.used);
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_queue, queue_ptr->tx_queue_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_queue_info_get(TX_QUEUE *queue_ptr, CHAR **name, ULONG *enqueued,
                         ULONG *available_storage, TX_THREAD **first_suspended,
                         ULONG *suspended_count, TX_QUEUE **next_queue)
{
    TX_LIMEN_CALL_ON(QUEUE_INFO_GET, queue_ptr);
    CHECK_QUEUE(queue_ptr);
    TX_LIMEN_CHECK_OWN(queue_ptr);

    return _tx_queue_info_get(queue_ptr, name, enqueued, available_storage, first_suspended,
                              suspended_count, next_queue);
}
