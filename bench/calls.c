/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of kernel calls: a loop around each, with marks between which the emulator counts.
 *
 * argv[1] is the case. An iteration of the loop is the call or the calls that give the case its
 * name, and a call of bench_mark. An iteration of case "empty" is the cost of the loop itself.
 */
#include "marks.h"
#include "ping_pong.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { ROUNDS = 50, STACK = 512 };

LM_STACK(stack_a, STACK);
LM_STACK(stack_b, STACK);

static struct lm_thread a, b;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static uint32_t storage[8 * 4];
static uint32_t message[4];

BENCH_MARK(bench_mark)
BENCH_MARK(bench_arrived) /* an interrupt has arrived in the thread */

static void empty(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
    }
    lm_board_exit(0);
}

static void yield(void *argument)
{
    bool marks = argument != NULL;

    for (int i = 0; i < ROUNDS; i++) {
        if (marks) {
            bench_mark();
        }
        lm_thread_yield();
    }
    lm_board_exit(0);
}

/* From its first instruction of the FPU on, a thread has floats. */
static void yield_with_floats(void *argument)
{
    volatile float value = 1;

    value = value * 3;
    yield(argument);
}

static void uncontended_semaphore(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_semaphore_post(&semaphore);
        lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    lm_board_exit(0);
}

static void uncontended_mutex(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_mutex_lock(&mutex, LM_FOREVER);
        lm_mutex_unlock(&mutex);
    }
    lm_board_exit(0);
}

static void send_and_receive(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_queue_send(&queue, message, LM_FOREVER);
        lm_queue_receive(&queue, message, LM_FOREVER);
    }
    lm_board_exit(0);
}

static void wait_side(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
        bench_arrived();
    }
}

static void post_from_interrupt(void *argument)
{
    lm_semaphore_post(argument);
}

static void raise_side(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(0, 1, post_from_interrupt, &semaphore);
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_board_interrupt_raise(0);
    }
    lm_board_exit(0);
}

static void sleep_side(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_thread_sleep(LM_MS(1));
    }
    lm_board_exit(0);
}

struct bench_case {
    const char *name;
    void (*entry_a)(void *);
    void (*entry_b)(void *);
    uint16_t priority_b; /* thread a has priority 5 */
    uint32_t message_bytes;
};

static const struct bench_case cases[] = {
    {"empty", empty, NULL, 0, 4},
    {"yield", yield, yield, 5, 4},
    {"yield-floats", yield_with_floats, yield_with_floats, 5, 4},
    {"yield-to-floats", yield, yield_with_floats, 5, 4},
    {"semaphore", uncontended_semaphore, NULL, 0, 4},
    {"mutex", uncontended_mutex, NULL, 0, 4},
    {"queue-4", send_and_receive, NULL, 0, 4},
    {"queue-16", send_and_receive, NULL, 0, 16},
    {"ping-pong", bench_ping, bench_pong, 5, 4},
    {"ping-pong-preempting", bench_ping, bench_pong, 4, 4},
    {"interrupt", raise_side, wait_side, 4, 4},
    {"sleep", sleep_side, NULL, 0, 4},
};

static int run(const struct bench_case *chosen)
{
    lm_kernel_init();
    bench_ping_pong_init(ROUNDS);
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 8, chosen->message_bytes, LM_FIFO);
    lm_thread_create(&a, &(struct lm_thread_config){.name = "a",
                                                    .entry = chosen->entry_a,
                                                    .argument = &a,
                                                    LM_PREEMPTIVE(5),
                                                    LM_USE_STACK(stack_a)});
    if (chosen->entry_b != NULL) {
        lm_thread_create(&b, &(struct lm_thread_config){.name = "b",
                                                        .entry = chosen->entry_b,
                                                        LM_PREEMPTIVE(chosen->priority_b),
                                                        LM_USE_STACK(stack_b)});
    }
    lm_kernel_start();
    return 1;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            return run(&cases[i]);
        }
    }
    lm_board_print("usage: bench-calls CASE, with CASE one of:\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lm_board_printf("  %s\n", cases[i].name);
    }
    return 2;
}
