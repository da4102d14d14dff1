/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated cores with trace: how many switches of bare stacks take as long as an event, and
 * whether the trace is the same in each run.
 *
 *     bench-relay CORES [EVENTS]    1,000,000 events
 *
 * Units go around the cores: a thread of each core waits for the shared semaphore of its core,
 * works, and posts that of the next core. A periodic thread of each core preempts it, and all lock
 * a shared mutex. A ring that is full is added to a sum of all records, which the program prints.
 */
#include "bare.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/trace.h>
#include <stdlib.h>

enum { OBJECTS = 16, EVENTS = 4096, BARE_SWITCHES = 10000000, STACK_BYTES = 4096 };

static _Alignas(8) unsigned char traces[LM_CORES][LM_TRACE_BYTES(OBJECTS, EVENTS)];
static unsigned char stacks[LM_CORES][2][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
LM_STACK(judge_stack, STACK_BYTES);
static struct lm_thread relays[LM_CORES], clocks[LM_CORES], judge_thread;
static struct lm_period periods[LM_CORES];
static struct lm_semaphore units[LM_CORES];
static struct lm_mutex mutex;
static unsigned cores = LM_CORES;
static uint64_t goal = 1000000, events, sum = 0xCBF29CE484222325U;

/* A ring is full: each word of it changes the sum. */
static void add(void *ring)
{
    const uint64_t *word = (const uint64_t *)ring + LM_TRACE_BYTES(OBJECTS, 0) / sizeof *word;

    for (unsigned i = 0; i < EVENTS * sizeof(uint64_t[2]) / sizeof *word; i++) {
        sum = (sum ^ word[i]) * 0x100000001B3U;
        sum ^= sum >> 32;
    }
    events += EVENTS;
}

static void relay(void *argument)
{
    unsigned core = lm_core_self();

    (void)argument;
    for (;;) {
        lm_semaphore_wait(&units[core], LM_FOREVER);
        lm_work(20 + core);
        lm_semaphore_post(&units[(core + 1) % cores]);
    }
}

static void run_jobs(void *argument)
{
    (void)argument;
    for (;;) {
        lm_mutex_lock(&mutex, LM_FOREVER);
        lm_work(3);
        lm_mutex_unlock(&mutex);
        lm_thread_wait_period();
    }
}

static void judge(void *argument)
{
    (void)argument;
    double bare = bare_seconds(BARE_SWITCHES);
    double start = wall_seconds();

    while (events < goal) {
        lm_thread_sleep(10000);
    }
    double wall = wall_seconds() - start;
    double again = bare_seconds(BARE_SWITCHES);
    double count = (double)events;

    bare = again < bare ? again : bare;
    lm_board_printf("result relay_events %.0f\n", count);
    /* 48 bits, which a double can represent. */
    lm_board_printf("result relay_sum %llu\n", (unsigned long long)(sum >> 16));
    lm_board_printf("result relay_seconds %.2f\n", wall);
    lm_board_printf("result relay_event_to_bare_ratio %.0f\n", wall / count * BARE_SWITCHES / bare);
    lm_board_exit(0);
}

static void prepare(void)
{
    unsigned core = lm_core_self();

    lm_trace_start(traces[core], sizeof traces[core], OBJECTS);
    lm_trace_set_notify(add);
    periods[core] = (struct lm_period)LM_PERIOD(100 + 7 * core, 0, 0);
    lm_thread_create(&relays[core], &(struct lm_thread_config){.name = "relay",
                                                               LM_PREEMPTIVE(4),
                                                               .entry = relay,
                                                               LM_USE_STACK(stacks[core][0])});
    lm_thread_create(&clocks[core], &(struct lm_thread_config){.name = "clock",
                                                               LM_PREEMPTIVE(3),
                                                               .entry = run_jobs,
                                                               .period = &periods[core],
                                                               LM_USE_STACK(stacks[core][1])});
}

int main(int count, char **arguments)
{
    cores = count > 1 ? (unsigned)atoi(arguments[1]) : cores;
    goal = count > 2 ? strtoull(arguments[2], NULL, 10) : goal;
    if (cores < 1 || cores > LM_CORES) {
        lm_board_printf("the number of cores: 1 to %u\n", (unsigned)LM_CORES);
        return 2;
    }
    lm_kernel_init();
    prepare();
    lm_mutex_create_shared(&mutex, "mutex", 0);
    for (unsigned core = 0; core < cores; core++) {
        lm_semaphore_create_shared(&units[core], "units", core % 2);
    }
    lm_thread_create(&judge_thread, &(struct lm_thread_config){.name = "judge",
                                                               LM_PREEMPTIVE(1),
                                                               .entry = judge,
                                                               LM_USE_STACK(judge_stack)});
    for (unsigned core = 1; core < cores; core++) {
        lm_core_start(core, prepare);
    }
    lm_kernel_start();
    return 1;
}
