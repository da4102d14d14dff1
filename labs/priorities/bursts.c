/* SPDX-License-Identifier: Apache-2.0 */
/* Latency and throughput under bursts: each period D sends nine messages, three to each of A, B and
 * C, as fast as it can. A message contains the time at which D sends it, so that its receiver knows
 * its delay.
 */
#include "bursts.h"
#include "lab.h"

enum { CONSUMERS = 3, ROUNDS = 3, BURSTS = 20, NS_IN_S = 1000000000 };

static struct lm_queue queue[CONSUMERS];
static uint32_t storage[CONSUMERS][ROUNDS];
static struct lm_period period;
static uint64_t sum, busy; /* ticks */
static uint32_t longest, received;

static void consume(void *argument)
{
    uint32_t sent;

    for (;;) {
        lm_queue_receive(argument, &sent, LM_FOREVER);

        uint32_t latency = (uint32_t)lm_now() - sent;

        sum += latency;
        longest = latency > longest ? latency : longest;
        received++;
    }
}

static void send_burst(void)
{
    uint64_t begin = lm_now();

    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CONSUMERS; i++) {
            uint32_t sent = (uint32_t)lm_now();

            lm_queue_send(&queue[i], &sent, LM_FOREVER);
        }
    }
    lm_thread_yield(); /* threads of equal priority run now; the others have run */
    busy += lm_now() - begin;
}

static uint64_t in_ns(uint64_t ticks)
{
    return ticks * (NS_IN_S / LM_CLOCK_HZ);
}

static void produce(void *argument)
{
    (void)argument;
    for (int burst = 0; burst < BURSTS; burst++) {
        lab_cycle();
        send_burst();
        lm_thread_wait_period();
    }
    lab_cycle();
    lab_result("latency_mean", in_ns(sum / received));
    lab_result("latency_max", in_ns(longest));
    lab_result("messages", received);
    lab_result("busy", in_ns(busy));
    lab_end();
}

void bursts(const uint16_t priorities[])
{
    static const char *const names[] = {"A", "B", "C"};
    static const char *const queues[] = {"queue A", "queue B", "queue C"};

    for (int i = 0; i < CONSUMERS; i++) {
        lm_queue_create(&queue[i], queues[i], storage[i], ROUNDS, sizeof(uint32_t), LM_FIFO);
        lab_thread((struct lm_thread_config){.name = names[i],
                                             LM_PREEMPTIVE(priorities[i]),
                                             .entry = consume,
                                             .argument = &queue[i]});
    }
    period = (struct lm_period)LM_PERIOD(LM_MS(1), 0, 0);
    lab_thread((struct lm_thread_config){
        .name = "D", LM_PREEMPTIVE(4), .entry = produce, .period = &period});
}
