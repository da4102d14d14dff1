/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: queues deliver every message once, complete and in order, to the first waiting thread. A
 * thread waits exactly if it has to.
 *
 * Method: small worlds. They have every size of queue and message, aligned or not, both orders, and
 * all priorities. Each makes every sequence of sends and receives by the running thread, with and
 * without waiting, and of waits that end by their timeouts. A reference of plain arrays says where
 * each message has to be.
 */
#include "check.h"
#include "explore.h"
#include "port.h"
#include "threads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, DEPTH = 5, DEPTH_LONG = 7, CAPACITY_MAX = 3, BYTES_MAX = 12, NOBODY = -1 };

enum op { SEND, RECEIVE, TRY_SEND, TRY_RECEIVE, YIELD, TICK, OPS };

struct waiting {
    int thread;
    unsigned message;
};

/* The reference. */
static struct {
    unsigned count;
    unsigned message[CAPACITY_MAX];
    unsigned senders;
    struct waiting sender[THREADS];
    unsigned receivers;
    int receiver[THREADS];
    int got[THREADS]; /* the last message that a thread has received, NOBODY: none */
} expected;

static struct explore explore;
static struct lm_queue queue;
static _Alignas(8) unsigned char storage[CAPACITY_MAX * BYTES_MAX + 8];
static _Alignas(8) unsigned char out[THREADS][BYTES_MAX + 8];
static _Alignas(8) unsigned char in[THREADS][BYTES_MAX + 8];
static unsigned capacity, bytes, shift, by_priority;
static unsigned priority[THREADS];
static unsigned next_message;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "capacity %u, %u bytes, shift %u, by priority: %u, priorities %u %u %u\n",
            capacity, bytes, shift, by_priority, priority[0], priority[1], priority[2]);
    explore_print(&explore);
}

static void fill(unsigned char *to, unsigned message)
{
    for (unsigned i = 0; i < bytes; i++) {
        to[i] = (unsigned char)(message * 17 + i);
    }
}

static void begin(void)
{
    static const unsigned sizes[] = {1, 4, 5, 12};

    capacity = 1 + explore_choose(&explore, CAPACITY_MAX);
    bytes = sizes[explore_choose(&explore, 4)];
    shift = explore_choose(&explore, 2);
    by_priority = explore_choose(&explore, 2);
    for (unsigned i = 0; i < THREADS; i++) {
        priority[i] = explore_choose(&explore, 2);
        expected.got[i] = NOBODY;
    }
    expected.count = 0;
    expected.senders = 0;
    expected.receivers = 0;
    next_message = 0;
    memset(in, 0xEE, sizeof in);
    threads_begin(THREADS, priority);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage + shift, capacity, bytes,
                                 by_priority == 1 ? LM_BY_PRIORITY : LM_FIFO),
                 LM_OK);
}

/* The place of a thread in a list of waiting threads. */
static unsigned place(int thread, const int *waiting, unsigned count)
{
    unsigned at = count;

    while (by_priority == 1 && at > 0 && priority[waiting[at - 1]] > priority[thread]) {
        at--;
    }
    return at;
}

static void expect_send(int thread, unsigned message, bool waits)
{
    int who[THREADS];

    if (expected.receivers > 0) {
        expected.got[expected.receiver[0]] = (int)message;
        expected.receivers--;
        memmove(expected.receiver, expected.receiver + 1, sizeof(int) * expected.receivers);
    } else if (expected.count < capacity) {
        expected.message[expected.count++] = message;
    } else if (waits) {
        for (unsigned i = 0; i < expected.senders; i++) {
            who[i] = expected.sender[i].thread;
        }
        unsigned at = place(thread, who, expected.senders);

        memmove(&expected.sender[at + 1], &expected.sender[at],
                sizeof(struct waiting) * (expected.senders - at));
        expected.sender[at] = (struct waiting){thread, message};
        expected.senders++;
    }
}

static void expect_receive(int thread, bool waits)
{
    expected.got[thread] = NOBODY;
    if (expected.count > 0) {
        expected.got[thread] = (int)expected.message[0];
        memmove(expected.message, expected.message + 1, sizeof(unsigned) * --expected.count);
        if (expected.senders > 0) {
            expected.message[expected.count++] = expected.sender[0].message;
            expected.senders--;
            memmove(expected.sender, expected.sender + 1,
                    sizeof(struct waiting) * expected.senders);
        }
    } else if (waits) {
        unsigned at = place(thread, expected.receiver, expected.receivers);

        memmove(&expected.receiver[at + 1], &expected.receiver[at],
                sizeof(int) * (expected.receivers - at));
        expected.receiver[at] = thread;
        expected.receivers++;
    }
}

/* One tick passes. It ends all waits of this world. */
static void expect_tick(void)
{
    expected.senders = 0;
    expected.receivers = 0;
}

static void apply(enum op op)
{
    int self = threads_running();
    bool full = expected.count == capacity;
    bool empty = expected.count == 0;

    if (op == TICK) {
        expect_tick();
        null_set_clock(lm_null.now + 1);
        return;
    }
    if (self == NOBODY) {
        return;
    }
    lm_timeout timeout = op == TRY_SEND || op == TRY_RECEIVE ? LM_NO_WAIT : 1;

    switch (op) {
    case SEND:
    case TRY_SEND:
        fill(out[self] + shift, ++next_message);
        full = full && expected.receivers == 0;
        expect_send(self, next_message, op == SEND);
        CHECK(lm_queue_send(&queue, out[self] + shift, timeout) ==
                  (full && op == TRY_SEND ? LM_UNAVAILABLE : LM_OK) ||
              (full && op == SEND));
        break;
    case RECEIVE:
    case TRY_RECEIVE:
        expect_receive(self, op == RECEIVE);
        CHECK(lm_queue_receive(&queue, in[self] + shift, timeout) ==
                  (empty && op == TRY_RECEIVE ? LM_UNAVAILABLE : LM_OK) ||
              (empty && op == RECEIVE));
        break;
    default:
        CHECK_STATUS(lm_thread_yield(), LM_OK);
        break;
    }
}

static bool is_expected_to_wait(int thread)
{
    bool waits = false;

    for (unsigned i = 0; i < expected.senders; i++) {
        waits = waits || expected.sender[i].thread == thread;
    }
    for (unsigned i = 0; i < expected.receivers; i++) {
        waits = waits || expected.receiver[i] == thread;
    }
    return waits;
}

static void compare(void)
{
    CHECK_EQUAL(lm_queue_used(&queue), expected.count);
    for (int i = 0; i < THREADS; i++) {
        struct lm_thread_info info;
        unsigned char message[BYTES_MAX];

        CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
        CHECK_EQUAL(info.state == LM_SUSPENDED, is_expected_to_wait(i));
        if (expected.got[i] != NOBODY) {
            fill(message, (unsigned)expected.got[i]);
            CHECK(memcmp(message, in[i] + shift, bytes) == 0);
        }
        CHECK_EQUAL(in[i][shift + bytes], 0xEE); /* the byte behind it is unchanged */
    }
}

/* The remaining messages come out in order. */
static void drain(void)
{
    unsigned char message[BYTES_MAX];

    null_set_clock(lm_null.now + 1);
    for (unsigned i = 0; i < expected.count; i++) {
        CHECK_STATUS(lm_queue_receive(&queue, in[0] + shift, LM_NO_WAIT), LM_OK);
        fill(message, expected.message[i]);
        CHECK(memcmp(message, in[0] + shift, bytes) == 0);
    }
    CHECK_STATUS(lm_queue_receive(&queue, in[0] + shift, LM_NO_WAIT), LM_UNAVAILABLE);
}

static void deleting_a_queue_wakes_all(void)
{
    unsigned char message = 0;

    THREADS_BEGIN(1, 1, 1);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 1, 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(threads[0].wait_status, LM_DELETED);
    CHECK_STATUS(threads[1].wait_status, LM_DELETED);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 1, 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_OK);
    (void)lm_queue_send(&queue, &message, LM_FOREVER); /* thread 2 waits */
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(threads[2].wait_status, LM_DELETED);
}

int main(int argc, char **argv)
{
    unsigned depth = getenv("LIMEN_LONG") != NULL ? DEPTH_LONG : DEPTH;

    deleting_a_queue_wakes_all();
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < depth; i++) {
            apply((enum op)explore_choose(&explore, OPS));
            if (explore_is_new(&explore)) {
                compare();
            }
        }
        drain();
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
