/* SPDX-License-Identifier: Apache-2.0 */
/* A program with waits that are aborted; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_thread thread;

FEATURE(aborts)
{
    lm_thread_abort_wait(&thread);
}
