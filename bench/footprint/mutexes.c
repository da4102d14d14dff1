/* SPDX-License-Identifier: Apache-2.0 */
/* A program with mutexes with inheritance; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_mutex mutex;

FEATURE(mutexes)
{
    lm_mutex_create(&mutex, "", LM_INHERIT, 0, LM_FIFO);
    lm_mutex_lock(&mutex, LM_FOREVER);
    lm_mutex_unlock(&mutex);
}
