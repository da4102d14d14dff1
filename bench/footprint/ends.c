/* SPDX-License-Identifier: Apache-2.0 */
/* A program with threads that are terminated, reset and deleted; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(ends)
{
    lm_thread_terminate(&thread);
    lm_thread_reset(&thread);
    lm_thread_delete(&thread);
}
