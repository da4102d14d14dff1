/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of operations among many threads: the cost of a call must not grow with their number,
 * and threads that wake at one instant should cost less than each alone.
 *
 * argv[1] is the case and argv[2] the number of threads in the system, or of those that sleep. A
 * round begins at bench_mark.
 */
#include "marks.h"
#include "ping_pong.h"
#include "trap.h"
#include <limen/board.h>
#include <limen/cyclic.h>
#include <limen/limen.h>
#include <string.h>

enum { ROUNDS = 10, STACK = 128, LARGER_STACK = 512, PRIORITY = 5, FIRST_MS = 50 };

struct crowd_case {
    const char *name;
    void (*entry_a)(void *); /* the argument is the number of threads */
    void (*entry_b)(void *);
    void (*entry_others)(void *);
    uint16_t priority_b; /* a and the others have PRIORITY */
};

static struct lm_thread a, b, others[BENCH_THREADS];
LM_STACK(stack_a, LARGER_STACK);
LM_STACK(stack_b, LARGER_STACK);
static unsigned char stacks[BENCH_THREADS][LM_PORT_STACK_BYTES(STACK)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static struct lm_semaphore posted, never;
static struct lm_tick tick;
static uint64_t sleep_ticks;

BENCH_MARK(bench_mark)
BENCH_MARK(bench_arrived)
BENCH_MARK(bench_back)

/* All wake at the same instants, and sleep again. The first one marks. */
static void sleep_first(void *argument)
{
    uint64_t instant = LM_MS(FIRST_MS);

    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        instant += sleep_ticks;
        lm_thread_sleep_until(instant);
        bench_mark();
    }
    lm_board_exit(0);
}

static void sleep_other(void *argument)
{
    uint64_t instant = LM_MS(FIRST_MS);

    (void)argument;
    for (;;) {
        instant += sleep_ticks;
        lm_thread_sleep_until(instant);
    }
}

static void yield_first(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        bench_mark();
        lm_thread_yield();
    }
    lm_board_exit(0);
}

static void yield_other(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_yield();
    }
}

static void wait_for_ever(void *argument)
{
    (void)argument;
    lm_semaphore_wait(&never, LM_FOREVER);
}

/* The handler is the first thing that the processor executes for the interrupt. */
__attribute__((noinline)) void bench_handler(void *argument);
void bench_handler(void *argument)
{
    (void)argument;
    lm_semaphore_post(&posted);
}

static void trap_side(void *argument)
{
    (void)argument;
    trap_attach(bench_handler);
    for (int i = 0; i < ROUNDS; i++) {
        trap();
        bench_back();
    }
    lm_board_exit(0);
}

static void arrive_side(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&posted, LM_FOREVER);
        bench_arrived();
    }
}

/* No timeout is due at a tick: the idle thread is interrupted, and runs again. */
static void tick_side(void *argument)
{
    (void)argument;
    lm_tick_create(&tick, &(struct lm_tick_config){.name = "tick", .length = LM_MS(1)});
    lm_tick_start(&tick);
    lm_thread_sleep(LM_MS(ROUNDS) + LM_US(500));
    lm_board_exit(0);
}

static const struct crowd_case cases[] = {
    {"sleep", sleep_first, NULL, sleep_other, 0},
    {"yield", yield_first, yield_other, yield_other, PRIORITY},
    {"ping-pong", bench_ping, bench_pong, wait_for_ever, PRIORITY - 1},
    {"interrupt", trap_side, arrive_side, wait_for_ever, PRIORITY - 1},
    {"tick", tick_side, NULL, wait_for_ever, 0},
};

static void create(struct lm_thread *thread, void (*entry)(void *), uint16_t priority, void *stack,
                   uint32_t stack_bytes)
{
    lm_thread_create(thread, &(struct lm_thread_config){.name = "thread",
                                                        .entry = entry,
                                                        LM_PREEMPTIVE(priority),
                                                        .stack = stack,
                                                        .stack_bytes = stack_bytes});
}

static int run(const struct crowd_case *chosen, unsigned threads)
{
    unsigned named = chosen->entry_b != NULL ? 2 : 1;

    /* Long enough for all threads to finish before they are due again. */
    sleep_ticks = LM_MS(1 + threads / 8);
    lm_kernel_init();
    bench_ping_pong_init(ROUNDS);
    lm_semaphore_create(&posted, "posted", 0, LM_FIFO);
    lm_semaphore_create(&never, "never", 0, LM_FIFO);
    create(&a, chosen->entry_a, PRIORITY, stack_a, sizeof stack_a);
    if (chosen->entry_b != NULL) {
        create(&b, chosen->entry_b, chosen->priority_b, stack_b, sizeof stack_b);
    }
    for (unsigned i = named; i < threads; i++) {
        create(&others[i], chosen->entry_others, PRIORITY, stacks[i], sizeof stacks[i]);
    }
    lm_kernel_start();
    return 1;
}

static unsigned number(const char *text)
{
    unsigned value = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10 + (unsigned)(*text - '0');
    }
    return value;
}

int main(int argc, char **argv)
{
    unsigned threads = argc > 2 ? number(argv[2]) : 0;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0 && threads > 0 &&
            threads <= BENCH_THREADS) {
            return run(&cases[i], threads);
        }
    }
    lm_board_printf("usage: bench-crowd CASE THREADS, up to %u, with CASE one of:\n",
                    (unsigned)BENCH_THREADS);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lm_board_printf("  %s\n", cases[i].name);
    }
    return 2;
}
