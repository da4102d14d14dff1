/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a peek shows the message that the next receive takes, and changes nothing; an overwrite
 * leaves exactly its message in a queue of one, and releases waiting threads as a send does.
 *
 * Method: every sequence of five calls on queues of one and of two messages is compared with an
 * array. Examples have a thread that waits to receive, and one that waits to send.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <stdio.h>

enum { CAPACITY_MAX = 2, STEPS = 5 };
enum action { SEND, SEND_FRONT, RECEIVE, PEEK, OVERWRITE, ACTIONS };

static struct lm_queue queue;
static uint32_t storage[CAPACITY_MAX];
static uint32_t capacity;
static struct explore explore;

/* The reference. */
static uint32_t held[CAPACITY_MAX];
static uint32_t count;

static uint32_t taken[WAITERS];
static enum lm_status ends[WAITERS];

static void explain(void *context)
{
    (void)context;
    explore_print(&explore);
}

static void begin(uint32_t messages, void (*play)(void *), void (*wait)(void *))
{
    lm_kernel_init();
    count = 0;
    capacity = messages;
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, capacity, 4, LM_FIFO), LM_OK);
    play_with_waiters(play, wait, taken, sizeof taken[0]);
}

static void nothing(void *argument)
{
    (void)argument;
}

static void put(uint32_t place, uint32_t message)
{
    for (uint32_t i = count++; i > place; i--) {
        held[i] = held[i - 1];
    }
    held[place] = message;
}

static void take(void)
{
    count--;
    for (uint32_t i = 0; i < count; i++) {
        held[i] = held[i + 1];
    }
}

static void step(enum action action, uint32_t message)
{
    bool is_full = count == capacity, is_empty = count == 0;
    uint32_t got = 0;

    switch (action) {
    case SEND:
    case SEND_FRONT:
        CHECK_STATUS(action == SEND ? lm_queue_send(&queue, &message, LM_NO_WAIT)
                                    : lm_queue_send_front(&queue, &message, LM_NO_WAIT),
                     is_full ? LM_UNAVAILABLE : LM_OK);
        if (!is_full) {
            put(action == SEND ? count : 0, message);
        }
        break;
    case OVERWRITE:
        CHECK_STATUS(lm_queue_overwrite(&queue, &message), capacity == 1 ? LM_OK : LM_BAD_STATE);
        if (capacity == 1) {
            held[0] = message;
            count = 1;
        }
        break;
    default:
        CHECK_STATUS(action == PEEK ? lm_queue_peek(&queue, &got)
                                    : lm_queue_receive(&queue, &got, LM_NO_WAIT),
                     is_empty ? LM_UNAVAILABLE : LM_OK);
        CHECK_EQUAL(got, is_empty ? 0 : held[0]);
        if (action == RECEIVE && !is_empty) {
            take();
        }
    }
    CHECK_EQUAL(lm_queue_used(&queue), count);
}

static void compare(void *argument)
{
    (void)argument;
    for (uint32_t i = 0; i < STEPS; i++) {
        step((enum action)explore_choose(&explore, ACTIONS), i + 1);
    }
}

static void all_sequences(void)
{
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        begin(1 + explore_choose(&explore, CAPACITY_MAX), compare, nothing);
    }
}

static void receive(void *argument)
{
    uint32_t *message = argument;

    ends[message - taken] = lm_queue_receive(&queue, message, LM_FOREVER);
}

static void check_receivers(void *argument)
{
    uint32_t message = 7;

    (void)argument;
    CHECK_STATUS(lm_queue_peek(&queue, &message), LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_overwrite(&queue, &message), LM_OK);
    CHECK_EQUAL(taken[0], 7);
    CHECK_EQUAL(lm_queue_used(&queue), 0);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(ends[1], LM_DELETED);
}

static void send(void *argument)
{
    uint32_t *message = argument;

    *message = (uint32_t)(message - taken) + 1;
    ends[message - taken] = lm_queue_send(&queue, message, LM_FOREVER);
}

/* The first waiter's message is there, the second one waits with its own. */
static void check_senders(void *argument)
{
    uint32_t message = 7;

    (void)argument;
    CHECK_STATUS(lm_queue_overwrite(&queue, &message), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(message, 7);
    CHECK_STATUS(ends[1], LM_OK);
    CHECK_STATUS(lm_queue_peek(&queue, &message), LM_OK);
    CHECK_EQUAL(message, 2);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    all_sequences();
    begin(1, check_receivers, receive);
    begin(1, check_senders, send);
    puts("peek and overwrite: as an array");
    return 0;
}
