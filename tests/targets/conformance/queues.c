/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: messages arrive once and in order. Threads wait at both ends, for a message or for space,
 * in FIFO order or by priority, until a timeout or until the queue is deleted.
 */
#include "conformance.h"

enum { CAPACITY = 2 };

struct message {
    uint32_t number;
    char letter;
};

static struct lm_queue fifo, ranked;
static struct message fifo_storage[CAPACITY], ranked_storage[CAPACITY];

static void send(struct lm_queue *queue, char letter)
{
    static uint32_t number;
    const struct message message = {number++, letter};

    CHECK(lm_queue_send(queue, &message, LM_FOREVER) == LM_OK);
}

static char receive(struct lm_queue *queue)
{
    struct message message;

    CHECK(lm_queue_receive(queue, &message, LM_FOREVER) == LM_OK);
    return message.letter;
}

static void send_to_fifo(void *letter)
{
    send(&fifo, *(const char *)letter);
}

static void send_to_ranked(void *letter)
{
    send(&ranked, *(const char *)letter);
}

static void receive_from_ranked(void *letter)
{
    mark(receive(&ranked));
    mark(*(const char *)letter);
}

static void wait_until_deleted(void *letter)
{
    struct message message;

    CHECK(lm_queue_receive(&ranked, &message, LM_FOREVER) == LM_DELETED);
    mark(*(const char *)letter);
}

static void create(uint16_t priority, void (*entry)(void *), const char *name)
{
    lab_thread((struct lm_thread_config){.name = name,
                                         LM_PREEMPTIVE(priority),
                                         .entry = entry,
                                         .argument = (void *)(uintptr_t)name});
}

/* Two messages fill the queue. Three senders wait and are served in their order. */
static void senders_wait(void)
{
    create(7, send_to_fifo, "x");
    create(6, send_to_fifo, "y");
    create(5, send_to_fifo, "z");
    create(4, send_to_fifo, "0");
    create(3, send_to_fifo, "1");
    CHECK(lm_queue_used(&fifo) == CAPACITY);
    for (int i = 0; i < 5; i++) {
        mark(receive(&fifo));
    }
    told("xyz01");
    CHECK(lm_queue_used(&fifo) == 0);
}

static void senders_wait_by_priority(void)
{
    create(7, send_to_ranked, "a");
    create(7, send_to_ranked, "b");
    create(7, send_to_ranked, "c");
    create(5, send_to_ranked, "d");
    for (int i = 0; i < 4; i++) {
        mark(receive(&ranked));
    }
    told("abdc");
}

static void receivers_wait_by_priority(void)
{
    create(7, receive_from_ranked, "l");
    create(5, receive_from_ranked, "h");
    send(&ranked, 'm');
    send(&ranked, 'n');
    told("mhnl");
}

static void time_passes(void)
{
    struct message message = {0, 't'};

    CHECK(lm_queue_receive(&fifo, &message, LM_NO_WAIT) == LM_UNAVAILABLE);
    CHECK(lm_queue_receive(&fifo, &message, LM_MS(2)) == LM_TIMEOUT);
    send(&fifo, 'p');
    send(&fifo, 'q');
    CHECK(lm_queue_send(&fifo, &message, LM_NO_WAIT) == LM_UNAVAILABLE);
    CHECK(lm_queue_send(&fifo, &message, LM_MS(2)) == LM_TIMEOUT);
    CHECK(receive(&fifo) == 'p' && receive(&fifo) == 'q');
    CHECK(lm_queue_used(&fifo) == 0);
}

static void story(void *argument)
{
    (void)argument;
    senders_wait();
    senders_wait_by_priority();
    receivers_wait_by_priority();
    time_passes();
    create(5, wait_until_deleted, "e");
    CHECK(lm_queue_delete(&ranked) == LM_OK);
    told("e");
    conformance_end();
}

static void set_up(void)
{
    lm_queue_create(&fifo, "fifo", fifo_storage, CAPACITY, sizeof(struct message), LM_FIFO);
    lm_queue_create(&ranked, "ranked", ranked_storage, CAPACITY, sizeof(struct message),
                    LM_BY_PRIORITY);
    create(9, story, "story");
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
