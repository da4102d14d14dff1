/* SPDX-License-Identifier: Apache-2.0 */
/* A program with kernel sections; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>
#include <limen/section.h>

static struct lm_mutex mutex;

FEATURE(sections)
{
    lm_section_enter(&mutex.object);
    lm_section_leave();
}
