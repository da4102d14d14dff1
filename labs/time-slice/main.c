/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads of one priority share blocks of time: 25, 10, 10 and 55 percent.
 *
 * A more urgent thread checks after a number of whole blocks how long each of them has run.
 */
#include "lab.h"

enum { BLOCKS = 20 };

static uint32_t block_ticks;

static void use_all(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_US(100));
    }
}

static void watch(void *argument)
{
    uint64_t begin = lm_now();

    (void)argument;
    lab_cycle();
    lm_thread_sleep_until(begin + (uint64_t)BLOCKS * block_ticks);
    lab_cycle();
    lab_end();
}

static void share(uint32_t block)
{
    static const struct {
        const char *name;
        uint32_t percent;
    } threads[] = {{"A", 25}, {"B", 10}, {"C", 10}, {"D", 55}};
    static struct lm_slice slices[LAB_LENGTH(threads)];

    block_ticks = block;
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(1), .entry = watch});
    for (size_t i = 0; i < LAB_LENGTH(threads); i++) {
        slices[i] = (struct lm_slice)LM_SLICE(block / 100 * threads[i].percent);
        lab_thread((struct lm_thread_config){
            .name = threads[i].name, LM_PREEMPTIVE(4), .entry = use_all, .slice = &slices[i]});
    }
}

static void block_1000(void)
{
    share(1000);
}

static void block_1000000(void)
{
    share(1000000);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"block-1000", block_1000},
                                            {"block-1000000", block_1000000}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
