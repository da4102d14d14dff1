/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the rule holds at both ends of the priorities, for any number of levels.
 *
 * Method: the least urgent thread runs with each threshold, and a thread of each priority becomes
 * ready. It preempts if and only if its priority is more urgent than the threshold. The test is
 * built with several LM_LEVELS.
 */
#include "check.h"
#include "port.h"
#include "threads.h"

enum { LEAST = LM_LEVELS - 1, STEP = LM_LEVELS > 64 ? 31 : 1 };

static void newcomers_preempt_iff_more_urgent_than_the_threshold(unsigned threshold)
{
    struct lm_thread_config config = threads_config(0, LEAST, threshold);

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    for (unsigned priority = 0; priority < LM_LEVELS; priority += STEP) {
        config = threads_config(1, priority, 0);
        CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
        CHECK_EQUAL(threads_running(), priority < threshold ? 1 : 0);
        CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
        CHECK_EQUAL(threads_running(), 0);
    }
}

static void what_is_no_priority_is_refused(void)
{
    struct lm_thread_config config = threads_config(0, LM_LEVELS, 0);

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_BAD_ARGUMENT);
}

int main(void)
{
    for (unsigned threshold = 0; threshold < LM_LEVELS; threshold += STEP) {
        newcomers_preempt_iff_more_urgent_than_the_threshold(threshold);
    }
    newcomers_preempt_iff_more_urgent_than_the_threshold(LEAST);
    what_is_no_priority_is_refused();
    return 0;
}
