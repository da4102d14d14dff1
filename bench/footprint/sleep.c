/* SPDX-License-Identifier: Apache-2.0 */
/* A program with threads that sleep; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

FEATURE(sleep)
{
    lm_thread_sleep(LM_MS(1));
}
