/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the clock of a board with a counter that it does not use; see test_judged.py.
 *
 * A thread sleeps repeatedly for 1 to 3,000 ticks. The advance of the clock since the last reading
 * is compared with that of the other counter. Arguments: idle or busy (a less urgent thread works
 * all the time, so that the processor never waits for an interrupt); quiet or urgent (an interrupt
 * above the mask of the kernel comes at uneven times); the number of sleeps; a seed.
 */
#include "judge.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { LONGEST = 3000, JUMP_TICKS = 32, LOOKS = 16, LOOK_MORE = 4 };

#pragma weak urgent_start
#pragma weak urgent_ended

struct look {
    uint64_t clock;
    uint32_t count;
};

LM_STACK(sleeper_stack, 1024);
LM_STACK(worker_stack, 512);
static struct lm_thread sleeper, worker;
static char **words;
static uint32_t look_counts; /* counts that a look takes */
static uint64_t passed;      /* counts of the judge, in all */

static uint32_t since(uint32_t count)
{
    return (judge_count() - count) & judge_mask;
}

/* Read both counters without an interrupt in between. */
static struct look look(void)
{
    struct look now;

    do {
        now.count = judge_count();
        now.clock = lm_now();
    } while (since(now.count) > look_counts + LOOK_MORE);
    return now;
}

static void measure_look(void)
{
    look_counts = judge_mask / 2;
    for (unsigned i = 0; i < LOOKS; i++) {
        struct look now = look();
        uint32_t counts = since(now.count);

        look_counts = counts < look_counts ? counts : look_counts;
    }
}

static uint32_t random_of(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

static uint32_t number(const char *digits)
{
    uint32_t value = 0;

    for (; *digits >= '0' && *digits <= '9'; digits++) {
        value = value * 10 + (uint32_t)(*digits - '0');
    }
    return value;
}

static int32_t ticks_of(uint64_t counts)
{
    return (int32_t)(counts * judge_ticks / judge_counts);
}

static struct {
    unsigned sleeps;
    unsigned jumps;
    unsigned early;
    int32_t drift; /* of the clock against the judge: more is fast */
    int32_t latest;
} result;

/* The lateness of the thread after a sleep of this number of ticks from that reading: since it was
 * due, or since the end of an urgent interrupt that was served at that time. */
static int32_t late(struct look before, uint32_t ticks)
{
    uint32_t asleep = since(before.count);
    int32_t since_due = ticks_of(asleep) - (int32_t)ticks;

    if (urgent_start != NULL) {
        uint32_t after_urgent = since(urgent_ended);

        if (after_urgent < asleep && ticks_of(after_urgent) < since_due) {
            return ticks_of(after_urgent);
        }
    }
    return since_due;
}

/* One sleep, from one reading to the next. */
static struct look sleep_once(struct look before, uint64_t first, uint32_t ticks)
{
    (void)lm_thread_sleep_until(before.clock + ticks);

    int32_t late_now = late(before, ticks);
    struct look now = look();

    passed += (now.count - before.count) & judge_mask;
    int32_t drift = (int32_t)(now.clock - first) - ticks_of(passed);
    int32_t step = drift - result.drift;

    result.sleeps++;
    result.jumps += step > JUMP_TICKS || step < -JUMP_TICKS;
    result.early += late_now < -1; /* the error of a reading is a tick at most */
    result.latest = late_now > result.latest ? late_now : result.latest;
    result.drift = drift;
    return now;
}

static void sleep_all(void *argument)
{
    unsigned sleeps = number(words[3]);
    uint32_t state = number(words[4]);

    (void)argument;
    measure_look();
    if (strcmp(words[2], "urgent") == 0) {
        urgent_start();
    }
    struct look before = look();
    uint64_t first = before.clock;

    while (result.sleeps < sleeps) {
        before = sleep_once(before, first, 1 + random_of(&state) % LONGEST);
    }
    lm_board_printf("%u sleeps, %u jumps, %u early, drift %d, latest %d\n", result.sleeps,
                    result.jumps, result.early, (int)result.drift, (int)result.latest);
    lm_board_exit(0);
}

static void work(void *argument)
{
    volatile unsigned turns = 0;

    (void)argument;
    for (;;) {
        turns++;
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        lm_board_print("idle|busy quiet|urgent SLEEPS SEED\n");
        return 2;
    }
    words = argv;
    judge_start();
    lm_kernel_init();
    lm_thread_create(&sleeper, &(struct lm_thread_config){.name = "sleeper",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = sleep_all,
                                                          LM_USE_STACK(sleeper_stack)});
    if (strcmp(argv[1], "busy") == 0) {
        lm_thread_create(&worker, &(struct lm_thread_config){.name = "worker",
                                                             LM_PREEMPTIVE(9),
                                                             .entry = work,
                                                             LM_USE_STACK(worker_stack)});
    }
    lm_kernel_start();
    return 1;
}
