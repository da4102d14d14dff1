/* SPDX-License-Identifier: Apache-2.0 */
/* The example of the two white papers; see messages.h. */
#include "messages.h"
#include "lab.h"

enum { ROUNDS = 3, CAPACITY = 8, CYCLES = 8 };

static struct lm_queue queue[LAB_CONSUMERS];
static uint32_t storage[LAB_CONSUMERS][CAPACITY];
static uint32_t received, sent;
static bool gives_way;

static void consume(void *argument)
{
    uint32_t message;

    for (;;) {
        lm_queue_receive(argument, &message, LM_FOREVER);
        received++;
    }
}

static void produce(void *argument)
{
    (void)argument;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        lab_cycle();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < LAB_CONSUMERS; i++) {
                lm_queue_send(&queue[i], &sent, LM_FOREVER);
                sent++;
            }
        }
        if (gives_way) {
            lm_thread_yield();
        }
    }
    lab_cycle();
    lab_result("messages_sent_in_all", sent);
    lab_result("messages_received_in_all", received);
    lab_end();
}

void lab_messages(const struct lab_messages *settings)
{
    static const char *const names[] = {"A", "B", "C"};
    static const char *const queues[] = {"queue A", "queue B", "queue C"};

    gives_way = settings->gives_way;
    for (int i = 0; i < LAB_CONSUMERS; i++) {
        lm_queue_create(&queue[i], queues[i], storage[i], CAPACITY, sizeof(uint32_t), LM_FIFO);
        lab_thread((struct lm_thread_config){.name = names[i],
                                             LM_PREEMPTIVE(settings->consumers[i]),
                                             .entry = consume,
                                             .argument = &queue[i]});
    }
    lab_thread((struct lm_thread_config){
        .name = "D", LM_THRESHOLD(settings->priority, settings->threshold), .entry = produce});
}
