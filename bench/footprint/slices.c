/* SPDX-License-Identifier: Apache-2.0 */
/* A program with time slices; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(slices)
{
    static struct lm_slice slice;

    lm_thread_set_slice(&thread, &slice, 1);
}
