/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the fields of queues and semaphores that applications read are right at every moment:
 * while threads wait, time out, are aborted and served.
 */
#include "suite.h"

static TX_QUEUE queue, next_queue;
static TX_SEMAPHORE semaphore, next_semaphore;
static ULONG area[2], next_area[1];

static VOID receive(ULONG input)
{
    ULONG message;

    (void)input;
    (void)tx_queue_receive(&queue, &message, 4);
}

static VOID send(ULONG input)
{
    ULONG message = 3;

    (void)input;
    (void)tx_queue_send(&queue, &message, TX_WAIT_FOREVER);
}

static VOID send_to_the_front(ULONG input)
{
    ULONG message = 4;

    (void)input;
    (void)tx_queue_front_send(&queue, &message, TX_WAIT_FOREVER);
}

static VOID take(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, 4);
}

static VOID take_for_ever(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
}

static void queue_is(ULONG enqueued, ULONG available, ULONG suspended, TX_THREAD *first)
{
    EQUAL(enqueued, queue.tx_queue_enqueued);
    EQUAL(available, queue.tx_queue_available_storage);
    EQUAL(suspended, queue.tx_queue_suspended_count);
    EQUAL(first, queue.tx_queue_suspension_list);
}

static void semaphore_is(ULONG count, ULONG suspended, TX_THREAD *first)
{
    EQUAL(count, semaphore.tx_semaphore_count);
    EQUAL(suspended, semaphore.tx_semaphore_suspended_count);
    EQUAL(first, semaphore.tx_semaphore_suspension_list);
}

static void put_in_interrupt(void)
{
    EQUAL(TX_SUCCESS, tx_semaphore_put(&semaphore));
    semaphore_is(0, 0, TX_NULL);
}

static void post(void)
{
    ULONG message = 9;

    EQUAL(TX_SUCCESS, tx_queue_send(&queue, &message, TX_NO_WAIT));
}

static void collect(void)
{
    ULONG message;

    EQUAL(TX_SUCCESS, tx_queue_receive(&queue, &message, TX_NO_WAIT));
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_queue_create(&queue, "queue", 1, area, sizeof area));
    queue_is(0, 2, 0, TX_NULL);
    EQUAL(&queue, queue.tx_queue_created_next);
    EQUAL(TX_SUCCESS, tx_semaphore_create(&semaphore, "semaphore", 3));
    semaphore_is(3, 0, TX_NULL);
    EQUAL(&semaphore, semaphore.tx_semaphore_created_next);
}

static void created_lists(void)
{
    EQUAL(0, next_queue.tx_queue_id);
    EQUAL(TX_SUCCESS, tx_queue_create(&next_queue, "next", 1, next_area, sizeof next_area));
    EQUAL(queue.tx_queue_id, next_queue.tx_queue_id);
    CHECK(queue.tx_queue_id != 0);
    EQUAL(&next_queue, queue.tx_queue_created_next);
    EQUAL(&queue, next_queue.tx_queue_created_next);
    EQUAL(TX_SUCCESS, tx_queue_delete(&next_queue));
    EQUAL(0, next_queue.tx_queue_id);
    EQUAL(&queue, queue.tx_queue_created_next);

    EQUAL(TX_SUCCESS, tx_semaphore_create(&next_semaphore, "next", 0));
    EQUAL(semaphore.tx_semaphore_id, next_semaphore.tx_semaphore_id);
    CHECK(semaphore.tx_semaphore_id != 0);
    EQUAL(&next_semaphore, semaphore.tx_semaphore_created_next);
    EQUAL(&semaphore, next_semaphore.tx_semaphore_created_next);
    EQUAL(TX_SUCCESS, tx_semaphore_delete(&next_semaphore));
    EQUAL(0, next_semaphore.tx_semaphore_id);
    EQUAL(&semaphore, semaphore.tx_semaphore_created_next);
}

static void receivers(void)
{
    TX_THREAD *a, *b;

    a = started("a", receive, 10);
    queue_is(0, 2, 1, a);
    (void)tx_thread_sleep(2);
    b = started("b", receive, 8);
    queue_is(0, 2, 2, a);
    (void)tx_thread_sleep(3); /* a has timed out */
    queue_is(0, 2, 1, b);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(b));
    queue_is(0, 2, 0, TX_NULL);
    retire_all();
    a = started("a", receive, 10);
    post(); /* straight to the receiver */
    queue_is(0, 2, 0, TX_NULL);
    retire_all();
    a = started("a", receive, 10);
    EQUAL(TX_SUCCESS, tx_thread_terminate(a));
    queue_is(0, 2, 0, TX_NULL);
    retire_all();
}

static void senders(void)
{
    TX_THREAD *a, *b;

    post();
    queue_is(1, 1, 0, TX_NULL);
    post();
    queue_is(2, 0, 0, TX_NULL);
    a = started("a", send, 10);
    b = started("b", send_to_the_front, 12);
    queue_is(2, 0, 2, b); /* ahead of the line */
    EQUAL(a, b->tx_thread_suspended_next);
    collect();
    queue_is(2, 0, 1, a);
    collect();
    queue_is(2, 0, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_queue_flush(&queue));
    queue_is(0, 2, 0, TX_NULL);
    retire_all();
}

static void takers(void)
{
    TX_THREAD *a, *b;

    for (ULONG left = 3; left-- > 0;) {
        EQUAL(TX_SUCCESS, tx_semaphore_get(&semaphore, TX_NO_WAIT));
        semaphore_is(left, 0, TX_NULL);
    }
    a = started("a", take, 10);
    b = started("b", take_for_ever, 8);
    semaphore_is(0, 2, a);
    (void)tx_thread_sleep(5);
    semaphore_is(0, 1, b);
    in_interrupt(put_in_interrupt);
    semaphore_is(0, 0, TX_NULL);
    retire_all();
    a = started("a", take_for_ever, 10);
    b = started("b", take_for_ever, 8);
    EQUAL(TX_SUCCESS, tx_semaphore_prioritize(&semaphore));
    semaphore_is(0, 2, b);
    EQUAL(a, b->tx_thread_suspended_next);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(b));
    semaphore_is(0, 1, a);
    EQUAL(TX_SUCCESS, tx_thread_terminate(a));
    semaphore_is(0, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_semaphore_put(&semaphore));
    semaphore_is(1, 0, TX_NULL);
    retire_all();
}

void program_main(void)
{
    created_lists();
    receivers();
    senders();
    takers();
}
