/* SPDX-License-Identifier: Apache-2.0 */
/* A program with timers; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_timer timer;

static void on_timer(void *argument)
{
    (void)argument;
}

FEATURE(timers)
{
    lm_timer_create(&timer, "", on_timer, NULL);
    lm_timer_start(&timer, LM_MS(1), 0);
    lm_timer_stop(&timer);
}
