/* SPDX-License-Identifier: Apache-2.0 */
/* The example of the two white papers; see messages.h. */
#include "messages.h"
#include "lab.h"

enum { ROUNDS = 3, CYCLES = 8 };

static struct lm_queue queue[LAB_CONSUMERS];
static uint32_t storage[LAB_CONSUMERS][LAB_CAPACITY];
static bool gives_way;

static void consume(void *argument)
{
    uint32_t message;

    for (;;) {
        lm_queue_receive(argument, &message, LM_FOREVER);
    }
}

static void produce(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        lab_cycle();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < LAB_CONSUMERS; i++) {
                lm_queue_send(&queue[i], &message, LM_FOREVER);
            }
        }
        if (gives_way) {
            lm_thread_yield();
        }
    }
    lab_cycle();
    lab_end();
}

/* The consumers run only while this thread waits. */
static volatile bool has_waited;

static void consume_and_tell(void *argument)
{
    uint32_t message;

    for (;;) {
        lm_queue_receive(argument, &message, LM_FOREVER);
        has_waited = true;
    }
}

static void fill(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    for (int cycle = 0; cycle <= CYCLES;) {
        for (int i = 0; i < LAB_CONSUMERS; i++) {
            lm_queue_send(&queue[i], &message, LM_FOREVER);
            if (has_waited) {
                has_waited = false;
                lab_cycle();
                cycle++;
            }
        }
    }
    lab_end();
}

void lab_messages(const struct lab_messages *settings)
{
    static const char *const names[] = {"A", "B", "C"};
    static const char *const queues[] = {"queue A", "queue B", "queue C"};

    bool fills = settings->capacity != 0;
    uint32_t capacity = fills ? settings->capacity : LAB_CAPACITY;

    gives_way = settings->gives_way;
    for (int i = 0; i < LAB_CONSUMERS; i++) {
        lm_queue_create(&queue[i], queues[i], storage[i], capacity, sizeof(uint32_t), LM_FIFO);
        lab_thread((struct lm_thread_config){.name = names[i],
                                             LM_PREEMPTIVE(settings->consumers[i]),
                                             .entry = fills ? consume_and_tell : consume,
                                             .argument = &queue[i]});
    }
    lab_thread((struct lm_thread_config){.name = "D",
                                         LM_THRESHOLD(settings->priority, settings->threshold),
                                         .entry = fills ? fill : produce});
}
