/* SPDX-License-Identifier: Apache-2.0 */
/* One producer, three consumers: what a preemption threshold saves.
 *
 * D sends three messages to each of three queues; A, B and C receive one queue each. In case
 * "preemptive" every message lets its receiver in at once. In case "threshold" D's threshold holds them off
 * until its cycle is complete, and D yields. One cycle is nine messages.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { CONSUMERS = 3, ROUNDS = 3, CAPACITY = 8, CYCLES = 8 };

static struct lm_thread consumer[CONSUMERS];
static struct lm_thread producer;
static struct lm_queue queue[CONSUMERS];
static uint32_t storage[CONSUMERS][CAPACITY];
static uint32_t received, sent;
static bool yields;

LM_STACK(stack_a, 512);
LM_STACK(stack_b, 512);
LM_STACK(stack_c, 512);
LM_STACK(stack_d, 512);

static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(16, 1024)];

/* Where the emulator counts instructions: passed once in each cycle. */
__attribute__((noinline)) void lab_mark(void);
void lab_mark(void)
{
    __asm__ volatile("");
}

static void consume(void *argument)
{
    uint32_t message;

    for (;;) {
        lm_queue_receive(argument, &message, LM_FOREVER);
        received++;
    }
}

static void report(void)
{
    lm_trace_stop();
    lm_board_printf("result messages_sent %u\n", (unsigned)(sent / CYCLES));
    lm_board_printf("result messages_received %u\n", (unsigned)(received / CYCLES));
    lm_board_save("trace.limen", trace, sizeof trace);
    lm_board_exit(0);
}

static void produce(void *argument)
{
    (void)argument;
    for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
        lm_trace_user(1, cycle);
        lab_mark();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < CONSUMERS; i++) {
                lm_queue_send(&queue[i], &sent, LM_FOREVER);
                sent++;
            }
        }
        if (yields) {
            lm_thread_yield();
        }
    }
    report();
}

int main(int argc, char **argv)
{
    yields = argc > 1 && strcmp(argv[1], "threshold") == 0;
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, 16);

    static const char *const names[] = {"A", "B", "C"};
    unsigned char *const stacks[] = {stack_a, stack_b, stack_c};

    for (uint16_t i = 0; i < CONSUMERS; i++) {
        lm_queue_create(&queue[i], names[i], storage[i], CAPACITY, sizeof(uint32_t), LM_FIFO);
        lm_thread_create(&consumer[i], &(struct lm_thread_config){.name = names[i],
                                                                  LM_PREEMPTIVE(i + 1),
                                                                  .entry = consume,
                                                                  .argument = &queue[i],
                                                                  .stack = stacks[i],
                                                                  .stack_bytes = sizeof stack_a});
    }
    lm_thread_create(&producer, &(struct lm_thread_config){.name = "D",
                                                           .priority = 4,
                                                           .threshold = yields ? 1 : 4,
                                                           .entry = produce,
                                                           LM_USE_STACK(stack_d)});
    lm_kernel_start();
    return 1;
}
