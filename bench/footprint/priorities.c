/* SPDX-License-Identifier: Apache-2.0 */
/* A program with changes of priorities and thresholds; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(priorities)
{
    lm_thread_set_priority(&thread, 3, 3);
    lm_thread_set_threshold(&thread, 2, NULL);
}
