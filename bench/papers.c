/* SPDX-License-Identifier: Apache-2.0 */
/* The example of the white papers as a bare loop, as other kernels were measured: the programs of
 * labs/ record and print more. D sends three messages to each of three threads; argv[1] selects
 * their priorities, argv[2] the words of a message (1 or 4).
 */
#include "marks.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { ROUNDS = 30, STACK = 512, RECEIVERS = 3, MESSAGES = 3, CAPACITY = 8, WORDS_MAX = 4 };

struct papers_case {
    const char *name;
    uint16_t priorities[RECEIVERS];
    uint16_t threshold; /* of D, which has priority 4 */
    bool yields;        /* D yields at the end of a cycle */
};

static struct lm_thread receivers[RECEIVERS], sender;
static unsigned char stacks[RECEIVERS][LM_PORT_STACK_BYTES(STACK)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
LM_STACK(sender_stack, STACK);
static struct lm_queue queues[RECEIVERS];
static uint32_t storage[RECEIVERS][CAPACITY * WORDS_MAX];
static uint32_t message[WORDS_MAX];

BENCH_MARK(bench_mark)

static void receive(void *argument)
{
    uint32_t received[WORDS_MAX];

    for (;;) {
        lm_queue_receive(argument, received, LM_FOREVER);
    }
}

static void send_all(void)
{
    for (int i = 0; i < RECEIVERS; i++) {
        for (int j = 0; j < MESSAGES; j++) {
            lm_queue_send(&queues[i], message, LM_FOREVER);
        }
    }
}

static void send(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        send_all();
    }
    lm_board_exit(0);
}

static void send_and_yield(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        send_all();
        lm_thread_yield();
    }
    lm_board_exit(0);
}

static const struct papers_case cases[] = {
    {"preemptive", {1, 2, 3}, 4, false},
    {"threshold", {1, 2, 3}, 1, true},
    {"equal", {4, 4, 4}, 4, true},
};

static int run(const struct papers_case *chosen, uint32_t words)
{
    lm_kernel_init();
    for (int i = 0; i < RECEIVERS; i++) {
        lm_queue_create(&queues[i], "queue", storage[i], CAPACITY, words * sizeof(uint32_t),
                        LM_FIFO);
        lm_thread_create(&receivers[i],
                         &(struct lm_thread_config){.name = "receiver",
                                                    .entry = receive,
                                                    .argument = &queues[i],
                                                    LM_PREEMPTIVE(chosen->priorities[i]),
                                                    .stack = stacks[i],
                                                    .stack_bytes = sizeof stacks[i]});
    }
    lm_thread_create(&sender,
                     &(struct lm_thread_config){.name = "D",
                                                .entry = chosen->yields ? send_and_yield : send,
                                                LM_THRESHOLD(4, chosen->threshold),
                                                LM_USE_STACK(sender_stack)});
    lm_kernel_start();
    return 1;
}

int main(int argc, char **argv)
{
    uint32_t words = argc > 2 && strcmp(argv[2], "4") == 0 ? 4 : 1;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            return run(&cases[i], words);
        }
    }
    lm_board_print("usage: bench-papers CASE [WORDS], with CASE one of:\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lm_board_printf("  %s\n", cases[i].name);
    }
    return 2;
}
