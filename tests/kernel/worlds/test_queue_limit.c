/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the limit of a queue (kernel/objects/queue.c) has the value that keeps the usual calls
 * short, and has it again after unusual calls.
 *
 * Method: examples. The tests against the model show that the effect of the calls does not depend
 * on the limit, and that the limit never promises too much (tests/kernel/model/kernel/snapshot.c).
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <string.h>

enum { CAPACITY = 3, LOOK_AT_ALL = -1 };

static struct lm_queue queue;
static _Alignas(8) unsigned char storage[CAPACITY * 64 + 1];
static _Alignas(8) unsigned char message[64], received[64];

static void create(void *memory, unsigned bytes)
{
    lm_kernel_init();
    THREADS_BEGIN(5, 6);
    queue = (struct lm_queue){0};
    CHECK_STATUS(lm_queue_create(&queue, "queue", memory, CAPACITY, bytes, LM_FIFO), LM_OK);
}

static int32_t limit_of(void *memory, unsigned bytes)
{
    create(memory, bytes);
    CHECK_STATUS(lm_queue_send(&queue, message, LM_NO_WAIT), LM_OK);
    return queue.limit;
}

static void it_is_the_capacity_for_a_few_whole_words(void)
{
    for (unsigned bytes = 1; bytes <= 64; bytes++) {
        bool few = bytes % 4 == 0 && bytes <= 28;

        CHECK_EQUAL(limit_of(storage, bytes), few ? CAPACITY : LOOK_AT_ALL);
        for (unsigned offset = 1; offset < 4; offset++) {
            CHECK_EQUAL(limit_of(storage + offset, bytes), LOOK_AT_ALL);
        }
    }
    CHECK_EQUAL(limit_of(storage + 4, 4), CAPACITY);
}

static void send(bool forever)
{
    if (forever) {
        CHECK_STATUS(lm_queue_send(&queue, message, LM_FOREVER), LM_OK);
    } else {
        CHECK_STATUS(lm_queue_send(&queue, message, LM_NO_WAIT), LM_OK);
    }
}

static void receive(bool forever)
{
    if (forever) {
        CHECK_STATUS(lm_queue_receive(&queue, received, LM_FOREVER), LM_OK);
    } else {
        CHECK_STATUS(lm_queue_receive(&queue, received, LM_NO_WAIT), LM_OK);
    }
}

/* Thread 0 waits, and thread 1 sends. The second message is not aligned, unless at is 0. */
static void it_is_none_while_threads_wait_to_receive(bool forever, unsigned at)
{
    create(storage, 4);
    lm_null.blocked_result = LM_OK;
    (void)lm_queue_receive(&queue, received, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(queue.limit, 0);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK); /* as soon as it has the message */
    message[0] = 7;
    send(forever);
    CHECK_EQUAL(received[0], 7);
    CHECK_EQUAL(queue.used, 0);
    CHECK_EQUAL(queue.limit, 0);
    message[at] = 8;
    if (forever) {
        CHECK_STATUS(lm_queue_send(&queue, message + at, LM_FOREVER), LM_OK);
    } else {
        CHECK_STATUS(lm_queue_send(&queue, message + at, LM_NO_WAIT), LM_OK);
    }
    CHECK_EQUAL(queue.used, 1);
    CHECK_EQUAL(queue.limit, CAPACITY);
    receive(forever);
    CHECK_EQUAL(received[0], 8);
    CHECK_EQUAL(queue.limit, CAPACITY);
    CHECK_STATUS(lm_queue_receive(&queue, received, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_EQUAL(queue.limit, CAPACITY);
}

/* Neither a message that is not aligned, nor a place for one. */
static void addresses_of_no_words_are_looked_at(void)
{
    for (unsigned at = 1; at < 4; at++) {
        create(storage, 4);
        (void)lm_queue_receive(&queue, received + at, LM_FOREVER);
        CHECK_EQUAL(queue.limit, LOOK_AT_ALL);
        CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
        message[0] = (unsigned char)(at + 10);
        send(true);
        CHECK_EQUAL(received[at], at + 10);
        send(true);
        CHECK_EQUAL(queue.limit, CAPACITY);
    }
}

static void fill(void)
{
    for (unsigned i = 0; i < CAPACITY; i++) {
        send(false);
    }
    CHECK_STATUS(lm_queue_send(&queue, message, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_EQUAL(queue.limit, CAPACITY);
}

/* Thread 0 waits, and thread 1 receives. */
static void while_threads_wait_to_send_all_is_looked_at(bool receives)
{
    create(storage, 8);
    fill();
    lm_null.blocked_result = LM_ABORTED;
    CHECK_STATUS(lm_queue_send(&queue, message, LM_FOREVER), LM_ABORTED);
    lm_null.blocked_result = LM_OK;
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(queue.limit, LOOK_AT_ALL);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    receive(false);
    CHECK_EQUAL(queue.used, CAPACITY);
    CHECK_EQUAL(queue.limit, LOOK_AT_ALL);
    receive(false);
    CHECK_EQUAL(queue.limit, CAPACITY);
    if (receives) {
        receive(true);
    } else {
        CHECK_STATUS(lm_queue_send_front(&queue, message, LM_NO_WAIT), LM_OK);
    }
    CHECK_EQUAL(queue.limit, CAPACITY);
}

/* A wait does not set the limit to the usual value, because other conditions may not hold. */
static void a_wait_to_receive_leaves_it_if_all_is_looked_at(void)
{
    create(storage, 64);
    (void)lm_queue_receive(&queue, received, LM_FOREVER);
    CHECK_EQUAL(queue.limit, LOOK_AT_ALL);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    memset(message, 7, sizeof message);
    send(true);
    CHECK(memcmp(received, message, sizeof message) == 0);
    memset(message, 0, sizeof message);
}

int main(void)
{
    it_is_the_capacity_for_a_few_whole_words();
    for (unsigned at = 0; at < 4; at++) {
        it_is_none_while_threads_wait_to_receive(false, at);
        it_is_none_while_threads_wait_to_receive(true, at);
    }
    addresses_of_no_words_are_looked_at();
    while_threads_wait_to_send_all_is_looked_at(false);
    while_threads_wait_to_send_all_is_looked_at(true);
    a_wait_to_receive_leaves_it_if_all_is_looked_at();
    return 0;
}
