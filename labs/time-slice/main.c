/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads of one priority share blocks of time: 25, 10, 10 and 55 percent.
 *
 * A more urgent thread checks after a number of whole blocks how long each of them has run. The
 * cases are lengths of the block: 1,000 ticks of the clock, or a number of microseconds. In case
 * ends two threads work until their slices end, from which the host predicts the cost of an end
 * (limen lab calibrate).
 */
#include "lab.h"
#include <stdlib.h>

enum { BLOCKS = 20, SHARERS = 4, BASIS_POINTS = 10000, CYCLES = 8, SLICE = 4000, WORK = 40 };

static const struct {
    const char *name, *result;
    uint32_t percent;
} sharers[SHARERS] = {
    {"A", "share_A", 25}, {"B", "share_B", 10}, {"C", "share_C", 10}, {"D", "share_D", 55}};

static const struct lm_thread *threads[SHARERS];
static uint32_t block_ticks;

static void use_all(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_US(100));
    }
}

static uint64_t time_of(const struct lm_thread *thread)
{
    uint64_t ticks = 0;

    (void)thread;
    LM_IF_COUNTED(ticks = thread->counters->run_time;)
    return ticks;
}

/* In basis points: the share of each thread, and the largest deviation from a configured share. */
static void print_shares(void)
{
    uint64_t all = 0;
    int worst = 0;

    for (size_t i = 0; i < SHARERS; i++) {
        all += time_of(threads[i]);
    }
    for (size_t i = 0; i < SHARERS && all != 0; i++) {
        int share = (int)((time_of(threads[i]) * BASIS_POINTS + all / 2) / all);
        int error = abs(share - (int)sharers[i].percent * 100);

        lab_result(sharers[i].result, (uint64_t)share);
        worst = error > worst ? error : worst;
    }
    lab_result("share_error", (uint64_t)worst);
}

static void watch(void *argument)
{
    uint64_t begin = lm_now();

    (void)argument;
    lab_cycle();
    lm_thread_sleep_until(begin + (uint64_t)BLOCKS * block_ticks);
    lab_cycle();
    print_shares();
    lab_end();
}

static void share(uint32_t block)
{
    static struct lm_slice slices[SHARERS];

    block_ticks = block;
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(1), .entry = watch});
    for (size_t i = 0; i < SHARERS; i++) {
        slices[i] = (struct lm_slice)LM_SLICE(block * sharers[i].percent / 100);
        threads[i] = lab_thread((struct lm_thread_config){
            .name = sharers[i].name, LM_PREEMPTIVE(4), .entry = use_all, .slice = &slices[i]});
    }
}

static void block_1000(void)
{
    share(1000);
}

#define SHARE_IN(microseconds)                                                                     \
    static void us_##microseconds(void)                                                            \
    {                                                                                              \
        share((uint32_t)LM_US(microseconds));                                                      \
    }

SHARE_IN(20)
SHARE_IN(40)
SHARE_IN(60)
SHARE_IN(80)
SHARE_IN(100)
SHARE_IN(200)
SHARE_IN(400)
SHARE_IN(1000)
SHARE_IN(4000)
SHARE_IN(40000)

/* Two threads work until their slices end. The one with an argument ends the lab. */
static void use_slices(void *ends)
{
    static const void *volatile last;
    static int switches;
    const void *own = &ends;

    for (;;) {
        last = own;
        lab_cycle();
        if (++switches > CYCLES && ends != NULL) {
            lab_end();
        }
        while (last == own) {
            lm_work(WORK);
        }
    }
}

static void ends(void)
{
    static struct lm_slice slices[2] = {LM_SLICE(SLICE), LM_SLICE(SLICE)};

    for (int i = 0; i < 2; i++) {
        lab_thread((struct lm_thread_config){.name = i == 0 ? "one" : "other",
                                             LM_PREEMPTIVE(5),
                                             .entry = use_slices,
                                             .argument = i == 0 ? slices : NULL,
                                             .slice = &slices[i]});
    }
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"block-1000", block_1000}, {"us-20", us_20},       {"us-40", us_40},
        {"us-60", us_60},           {"us-80", us_80},       {"us-100", us_100},
        {"us-200", us_200},         {"us-400", us_400},     {"us-1000", us_1000},
        {"us-4000", us_4000},       {"us-40000", us_40000}, {"ends", ends},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
