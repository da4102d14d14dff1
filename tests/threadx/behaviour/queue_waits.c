/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the threads that wait for a queue, their order and their results: senders, front senders
 * and receivers, timeouts, flush, notification, deletion.
 */
#include "suite.h"
#include <string.h>

static TX_QUEUE queue;
static ULONG area[2];
static UINT notified;

static VOID send_10(ULONG input)
{
    ULONG message = 10;

    (void)input;
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_WAIT_FOREVER);
    say("sent10");
}

static VOID send_20(ULONG input)
{
    ULONG message = 20;

    (void)input;
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, 100);
    say("sent20");
}

static VOID send_30_to_the_front(ULONG input)
{
    ULONG message = 30;

    (void)input;
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, TX_WAIT_FOREVER);
    say("sent30");
}

static VOID send_40_to_the_front(ULONG input)
{
    ULONG message = 40;

    (void)input;
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, 100);
    say("sent40");
}

static VOID receive_a(ULONG input)
{
    ULONG message = 0;

    (void)input;
    CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, TX_WAIT_FOREVER);
    say(message == 1 ? "a1" : message == 2 ? "a2" : "a?");
}

static VOID receive_b(ULONG input)
{
    ULONG message = 0;

    (void)input;
    CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, 100);
    say(message == 1 ? "b1" : message == 2 ? "b2" : "b?");
}

static VOID wait_for_deletion(ULONG input)
{
    ULONG message = 0;

    (void)input;
    say("waits");
    CALL(tx_queue_receive, TX_DELETED, &queue, &message, TX_WAIT_FOREVER);
    say("deleted");
}

static VOID send_until_deletion(ULONG input)
{
    ULONG message = 0;

    (void)input;
    CALL(tx_queue_send, TX_DELETED, &queue, &message, TX_WAIT_FOREVER);
    say("deleted");
}

static VOID front_send_until_deletion(ULONG input)
{
    ULONG message = 0;

    (void)input;
    CALL(tx_queue_front_send, TX_DELETED, &queue, &message, 50);
    say("deleted-front");
}

static void count_notified(TX_QUEUE *told_of)
{
    EQUAL(&queue, told_of);
    notified++;
    say("notify");
}

static void create(void)
{
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", 1, area, sizeof area);
}

static void fill(void)
{
    for (ULONG message = 1; message <= 2; message++) {
        CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    }
}

static void receive(ULONG expected)
{
    ULONG message = 0;

    CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    EQUAL(expected, message);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    create();
}

/* Senders in the order of arrival, regardless of their priorities. */
static void senders_wait_in_line(void)
{
    fill();
    started("send_10", send_10, 12);
    started("send_20", send_20, 8);
    EQUAL(2, queue.tx_queue_suspended_count);
    receive(1);
    told("sent10");
    receive(2);
    told("sent20");
    receive(10);
    receive(20);
    retire_all();
}

/* Front senders ahead of all others, the last first; their messages are the next received. */
static void front_senders_come_first(void)
{
    fill();
    started("send_10", send_10, 12);
    started("send_30", send_30_to_the_front, 12);
    started("send_40", send_40_to_the_front, 12);
    receive(40);
    told("sent40");
    receive(30);
    told("sent30");
    receive(1);
    told("sent10");
    receive(2);
    receive(10);
    retire_all();
}

/* Receivers in the order of arrival; a message goes straight to the first. */
static void receivers_wait_in_line(void)
{
    ULONG message = 1;

    started("a", receive_a, 12);
    started("b", receive_b, 8);
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    told("a1");
    message = 2;
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    told("b2");
    EQUAL(0, queue.tx_queue_enqueued);
    retire_all();
}

/* A flush releases all senders, whose messages are lost, and no receivers. */
static void flush(void)
{
    fill();
    started("send_10", send_10, 12);
    started("send_30", send_30_to_the_front, 11);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    EQUAL(0, queue.tx_queue_enqueued);
    EQUAL(0, queue.tx_queue_suspended_count);
    told("sent30 sent10");
    retire_all();
    started("a", receive_a, 12);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    EQUAL(1, queue.tx_queue_suspended_count);
    retire_all();
}

static void time_out(void)
{
    ULONG message = 5, before = tx_time_get();

    CALL(tx_queue_receive, TX_QUEUE_EMPTY, &queue, &message, 3);
    EQUAL(3, tx_time_get() - before);
    EQUAL(5, message);
    fill();
    CALL(tx_queue_send, TX_QUEUE_FULL, &queue, &message, 2);
    CALL(tx_queue_front_send, TX_QUEUE_FULL, &queue, &message, 1);
    EQUAL(6, tx_time_get() - before);
    EQUAL(2, queue.tx_queue_enqueued);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
}

/* After each send, also to the front, to a receiver, after a wait, and when flushed. */
static void notify(void)
{
    ULONG message = 1;

    notified = 0;
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, count_notified);
    fill();
    EQUAL(2, notified);
    CALL(tx_queue_send, TX_QUEUE_FULL, &queue, &message, TX_NO_WAIT);
    EQUAL(2, notified);
    started("send_10", send_10, 12);
    EQUAL(2, notified);
    receive(1);
    EQUAL(3, notified);
    told("notify notify notify sent10");
    started("send_20", send_20, 12);
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    told("notify sent20");
    started("a", receive_a, 20); /* less urgent: runs after the notification */
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    told("notify");
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    told("a1");
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, TX_NULL);
    fill();
    told("");
    CALL(tx_queue_flush, TX_SUCCESS, &queue);
    retire_all();
}

/* A send notifies the function that was set at its beginning, also if the queue is gone when the
 * call returns. */
static void notify_of_sends_that_began(void)
{
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, count_notified);
    fill();
    told("notify notify");
    started("send_10", send_10, 12);
    started("send_30", send_30_to_the_front, 20);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    CALL(tx_queue_send_notify, TX_SUCCESS, &queue, TX_NULL);
    receive(30);
    receive(1);
    told("notify sent10");
    CALL(tx_queue_delete, TX_SUCCESS, &queue);
    memset(&queue, 0xFF, sizeof queue);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    told("notify sent30");
    create();
    retire_all();
}

static void delete_object(void)
{
    started("a", wait_for_deletion, 12);
    started("b", wait_for_deletion, 8);
    CALL(tx_queue_delete, TX_SUCCESS, &queue);
    told("waits waits deleted deleted");
    EQUAL(0, queue.tx_queue_id);
    retire_all();
    create();
    fill();
    started("a", send_until_deletion, 12);
    started("b", front_send_until_deletion, 12);
    CALL(tx_queue_delete, TX_SUCCESS, &queue);
    told("deleted-front deleted");
}

void program_main(void)
{
    senders_wait_in_line();
    front_senders_come_first();
    receivers_wait_in_line();
    flush();
    time_out();
    notify();
    notify_of_sends_that_began();
    delete_object();
}
