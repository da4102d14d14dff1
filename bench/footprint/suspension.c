/* SPDX-License-Identifier: Apache-2.0 */
/* A program with threads that suspend and resume each other; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(suspension)
{
    lm_thread_suspend(&thread);
    lm_thread_resume(&thread);
}
