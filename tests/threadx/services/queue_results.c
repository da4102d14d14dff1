/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of queues refuse wrong calls, in the order of their checks, in each context,
 * and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

enum { CAPACITY = 3 };

static TX_QUEUE queue, second, refused, never_created;
static ULONG area[CAPACITY], second_area[32], free_area[8];

static void ignore(TX_QUEUE *notified)
{
    (void)notified;
}

static void refuse_creation(void)
{
    CALL(tx_queue_create, TX_QUEUE_ERROR, TX_NULL, "q", 1, free_area, sizeof free_area);
    CALL(tx_queue_create, TX_QUEUE_ERROR, &queue, "q", 1, free_area, sizeof free_area);
    CALL(_txe_queue_create, TX_QUEUE_ERROR, &refused, "q", 1, free_area, sizeof free_area,
         sizeof(TX_QUEUE) + 1);
    BOTH(tx_queue_create, TX_QUEUE_ERROR, TX_PTR_ERROR, TX_NULL, "q", 1, TX_NULL, sizeof free_area);
    CALL(tx_queue_create, TX_PTR_ERROR, &refused, "q", 1, TX_NULL, sizeof free_area);
    CALL(tx_queue_create, TX_PTR_ERROR, &refused, "q", 1, free_area, (ULONG)-4);
    BOTH(tx_queue_create, TX_PTR_ERROR, TX_SIZE_ERROR, &refused, "q", 0, TX_NULL, sizeof free_area);
    CALL(tx_queue_create, TX_SIZE_ERROR, &refused, "q", 0, free_area, sizeof free_area);
    CALL(tx_queue_create, TX_SIZE_ERROR, &refused, "q", 17, free_area, sizeof free_area);
    CALL(tx_queue_create, TX_SIZE_ERROR, &refused, "q", 2, free_area, 7);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_queue_create, TX_SIZE_ERROR, TX_CALLER_ERROR, &refused, "q", 0, free_area,
             sizeof free_area);
        CALL(tx_queue_create, TX_CALLER_ERROR, &refused, "q", 1, free_area, sizeof free_area);
    }
}

static void refuse_object(TX_QUEUE *invalid)
{
    ULONG message = 0;

    CALL(tx_queue_flush, TX_QUEUE_ERROR, invalid);
    CALL(tx_queue_send, TX_QUEUE_ERROR, invalid, &message, TX_NO_WAIT);
    CALL(tx_queue_front_send, TX_QUEUE_ERROR, invalid, &message, TX_NO_WAIT);
    CALL(tx_queue_receive, TX_QUEUE_ERROR, invalid, &message, TX_NO_WAIT);
    BOTH(tx_queue_send, TX_QUEUE_ERROR, TX_PTR_ERROR, invalid, TX_NULL, TX_NO_WAIT);
    BOTH(tx_queue_front_send, TX_QUEUE_ERROR, TX_PTR_ERROR, invalid, TX_NULL, TX_NO_WAIT);
    BOTH(tx_queue_receive, TX_QUEUE_ERROR, TX_PTR_ERROR, invalid, TX_NULL, TX_NO_WAIT);
    CALL(tx_queue_prioritize, TX_QUEUE_ERROR, invalid);
    CALL(tx_queue_send_notify, TX_QUEUE_ERROR, invalid, ignore);
    CALL(tx_queue_info_get, TX_QUEUE_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() != 'T') {
        BOTH(tx_queue_delete, TX_QUEUE_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_queue_delete, TX_CALLER_ERROR, &queue);
    } else {
        CALL(tx_queue_delete, TX_QUEUE_ERROR, invalid);
    }
}

/* Only a thread waits. The queue is full. */
static void refuse_waiting(void)
{
    ULONG message = 9;

    BOTH(tx_queue_send, TX_PTR_ERROR, TX_WAIT_ERROR, &queue, TX_NULL, 1);
    BOTH(tx_queue_front_send, TX_PTR_ERROR, TX_WAIT_ERROR, &queue, TX_NULL, 1);
    BOTH(tx_queue_receive, TX_PTR_ERROR, TX_WAIT_ERROR, &queue, TX_NULL, 1);
    BOTH(tx_queue_send, TX_WAIT_ERROR, TX_QUEUE_FULL, &queue, &message, 1);
    BOTH(tx_queue_front_send, TX_WAIT_ERROR, TX_QUEUE_FULL, &queue, &message, TX_WAIT_FOREVER);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    BOTH(tx_queue_receive, TX_WAIT_ERROR, TX_QUEUE_EMPTY, &queue, &message, 1);
}

static void inform(void)
{
    CHAR *name;
    ULONG enqueued, available, suspended;
    TX_THREAD *first = &(TX_THREAD){0};
    TX_QUEUE *next;

    CALL(tx_queue_info_get, TX_SUCCESS, &queue, &name, &enqueued, &available, &first, &suspended,
         &next);
    EQUAL(0, strcmp(name, "queue"));
    EQUAL(CAPACITY, enqueued);
    EQUAL(0, available);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&second, next);
    CALL(tx_queue_info_get, TX_SUCCESS, &second, TX_NULL, &enqueued, &available, TX_NULL, TX_NULL,
         &next);
    EQUAL(&queue, next);
    EQUAL(0, enqueued);
    EQUAL(2, available); /* floor(32 / 16) */
    CALL(tx_queue_info_get, TX_SUCCESS, &queue, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

/* All calls that succeed without waiting. The queue is empty at the beginning and at the end. */
static void use(void)
{
    ULONG message;

    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    CALL(tx_queue_send, TX_PTR_ERROR, &queue, TX_NULL, TX_NO_WAIT);
    CALL(tx_queue_front_send, TX_PTR_ERROR, &queue, TX_NULL, TX_NO_WAIT);
    CALL(tx_queue_receive, TX_PTR_ERROR, &queue, TX_NULL, TX_NO_WAIT);
    message = 2;
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    message = 3;
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    message = 1;
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_send, TX_QUEUE_FULL, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_front_send, TX_QUEUE_FULL, &queue, &message, TX_NO_WAIT);
    inform();
    for (ULONG i = 1; i <= CAPACITY; i++) {
        CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
        EQUAL(i, message);
    }
    CALL(tx_queue_receive, TX_QUEUE_EMPTY, &queue, &message, TX_NO_WAIT);
    EQUAL(CAPACITY, message);
    CALL(tx_queue_prioritize, TX_SUCCESS, &queue);
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, ignore);
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, TX_NULL);
    for (ULONG i = 0; i < CAPACITY; i++) {
        CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    }
    if (context() != 'T') {
        refuse_waiting();
    }
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    CALL(tx_queue_receive, TX_QUEUE_EMPTY, &queue, &message, TX_NO_WAIT);
}

/* Each size of message: exactly all words are copied. */
static void copy_all_sizes(void)
{
    TX_QUEUE sized = {0};
    ULONG sent[18], received[18];

    for (UINT words = TX_1_ULONG; words <= TX_16_ULONG; words++) {
        CALL(tx_queue_create, TX_SUCCESS, &sized, "sized", words, second_area, sizeof second_area);
        for (ULONG i = 0; i < 18; i++) {
            sent[i] = words * 100 + i;
            received[i] = 5;
        }
        for (ULONG i = 0; i < 32 / words; i++) {
            CALL(tx_queue_send, TX_SUCCESS, &sized, sent + 1, TX_NO_WAIT);
        }
        CALL(tx_queue_send, TX_QUEUE_FULL, &sized, sent + 1, TX_NO_WAIT);
        CALL(tx_queue_receive, TX_SUCCESS, &sized, received + 1, TX_NO_WAIT);
        EQUAL(0, memcmp(received + 1, sent + 1, words * sizeof(ULONG)));
        EQUAL(5, received[0]);
        EQUAL(5, received[words + 1]);
        CALL(tx_queue_delete, TX_SUCCESS, &sized);
    }
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", TX_1_ULONG, area, sizeof area + 3);
    CALL(tx_queue_create, TX_SUCCESS, &second, "second", TX_16_ULONG, second_area,
         sizeof second_area);
    use();
}

void program_main(void)
{
    TX_QUEUE *next;

    in_each(use);
    CALL(tx_queue_delete, TX_SUCCESS, &second);
    refuse_object(&second);
    CALL(tx_queue_info_get, TX_SUCCESS, &queue, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&queue, next); /* the only one */
    copy_all_sizes();
}
