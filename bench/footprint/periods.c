/* SPDX-License-Identifier: Apache-2.0 */
/* A program with periodic threads; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(periods)
{
    static struct lm_period period = LM_PERIOD(LM_MS(1), 0, 0);

    lm_thread_create(&thread, &(struct lm_thread_config){.period = &period});
    lm_thread_wait_period();
}
