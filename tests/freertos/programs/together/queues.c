/* SPDX-License-Identifier: Apache-2.0 */
/* Queues: producers and consumers of different priorities, polling, sets, mailboxes. */
#include "together.h"

/* Numbers arrive in their order, whether the sender or the receiver waits. */
struct pair {
    QueueHandle_t queue;
    TickType_t sender_waits, receiver_waits;
};

static void produce(void *parameter)
{
    struct pair *pair = parameter;

    for (uint16_t number = 0;; number++) {
        while (xQueueSend(pair->queue, &number, pair->sender_waits) != pdPASS) {
            EXPECT(exchange, pair->sender_waits == 0);
            taskYIELD();
        }
    }
}

static void consume(void *parameter)
{
    struct pair *pair = parameter;
    uint16_t number = 0;

    for (uint16_t expected = 0;; expected++) {
        while (xQueueReceive(pair->queue, &number, pair->receiver_waits) != pdPASS) {
            EXPECT(exchange, pair->receiver_waits == 0);
            taskYIELD();
        }
        EXPECT(exchange, number == expected);
        exchange.rounds++;
        if (number % 64 == 0) {
            vTaskDelay(1);
        }
    }
}

static void begin_exchange(void)
{
    static struct pair pairs[] = {{.sender_waits = 1000, .receiver_waits = 0},
                                  {.sender_waits = 0, .receiver_waits = 1000},
                                  {.sender_waits = 1000, .receiver_waits = 1000}};
    static const UBaseType_t lengths[] = {1, 1, 5}, senders[] = {2, 0, 0}, receivers[] = {0, 2, 0};

    for (int i = 0; i < 3; i++) {
        pairs[i].queue = xQueueCreate(lengths[i], sizeof(uint16_t));
        (void)start(produce, "produce", senders[i], &pairs[i]);
        (void)start(consume, "consume", receivers[i], &pairs[i]);
    }
}

struct group exchange = {"exchange", begin_exchange, NULL, 0};

/* A producer sends three numbers in 100 ms, a consumer of the same priority polls. */
static QueueHandle_t polled;

static void poll_in(void *parameter)
{
    uint16_t number = 0;

    (void)parameter;
    for (;;) {
        for (int i = 0; i < 3; i++, number++) {
            EXPECT(poll, xQueueSend(polled, &number, 0) == pdPASS);
        }
        vTaskDelay(pdMS_TO_TICKS(100));
    }
}

static void poll_out(void *parameter)
{
    uint16_t number, expected = 0;

    (void)parameter;
    for (;;) {
        while (uxQueueMessagesWaiting(polled) != 0) {
            EXPECT(poll, xQueueReceive(polled, &number, 0) == pdPASS && number == expected);
            expected++;
            poll.rounds++;
        }
        vTaskDelay(pdMS_TO_TICKS(80));
    }
}

static void begin_poll(void)
{
    polled = xQueueCreate(10, sizeof(uint16_t));
    (void)start(poll_out, "poll out", 1, NULL);
    (void)start(poll_in, "poll in", 1, NULL);
}

struct group poll = {"poll", begin_poll, NULL, 0};

/* Two tasks and the tick hook send to the members of a set; one task selects. The numbers of each
 * sender arrive in their order. */
enum { MEMBERS = 3 };
static QueueHandle_t members[MEMBERS];
static QueueSetHandle_t set;

struct item {
    unsigned sender, number;
};

static void send_to_any(void *parameter)
{
    struct item item = {.sender = (unsigned)(uintptr_t)parameter};
    unsigned random = item.sender + 1;

    for (;; item.number++) {
        random = random * 1103515245U + 12345U;
        EXPECT(sets, xQueueSend(members[(random >> 16) % MEMBERS], &item, portMAX_DELAY) == pdPASS);
        if (random >> 29 == 0) {
            vTaskPrioritySet(NULL, 1 + (random >> 20) % 4);
            vTaskDelay(10 + (random >> 24) % 16);
        }
    }
}

static void send_in_tick(void)
{
    static struct item item = {.sender = 2};
    static unsigned tick;

    if (set != NULL && tick++ % 3 == 0 &&
        xQueueSendFromISR(members[tick % MEMBERS], &item, NULL) == pdPASS) {
        item.number++;
    }
}

static void select_one(void *parameter)
{
    unsigned last[3] = {0};
    struct item item;

    (void)parameter;
    for (;;) {
        QueueHandle_t member = xQueueSelectFromSet(set, portMAX_DELAY);

        EXPECT(sets, member != NULL && xQueueReceive(member, &item, 0) == pdPASS);
        EXPECT(sets, item.sender < 3);
        if (item.sender == 2) {
            EXPECT(sets, item.number >= last[2]);
        }
        last[item.sender] = item.number;
        sets.rounds++;
    }
}

static void begin_sets(void)
{
    QueueSetHandle_t made = xQueueCreateSet(MEMBERS * 3);

    for (int i = 0; i < MEMBERS; i++) {
        members[i] = xQueueCreate(3, sizeof(struct item));
        EXPECT(sets, xQueueAddToSet(members[i], made) == pdPASS);
    }
    set = made;
    (void)start(select_one, "select", 2, NULL);
    (void)start(send_to_any, "any 0", 1, (void *)0);
    (void)start(send_to_any, "any 1", 3, (void *)1);
}

struct group sets = {"sets", begin_sets, send_in_tick, 0};

/* A mailbox: the tick hook overwrites, one task peeks, a less urgent one too. */
static QueueHandle_t box;

static void write_in_tick(void)
{
    static uint32_t number;

    if (box != NULL) {
        number++;
        EXPECT(mailbox, xQueueOverwriteFromISR(box, &number, NULL) == pdPASS);
        EXPECT(mailbox, xQueueIsQueueFullFromISR(box));
    }
}

static void read(void *parameter)
{
    uint32_t number, last = 0;

    (void)parameter;
    for (;;) {
        EXPECT(mailbox, xQueuePeek(box, &number, portMAX_DELAY) == pdPASS && number >= last);
        last = number;
        mailbox.rounds++;
        if (number % 16 == 0) {
            (void)xQueueReceive(box, &number, 0); /* the other one may have been first */
        } else {
            vTaskDelay(3);
        }
    }
}

static void begin_mailbox(void)
{
    box = xQueueCreate(1, sizeof(uint32_t));
    (void)start(read, "read", 1, NULL);
    (void)start(read, "read too", 3, NULL);
}

struct group mailbox = {"mailbox", begin_mailbox, write_in_tick, 0};
