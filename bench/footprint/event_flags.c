/* SPDX-License-Identifier: Apache-2.0 */
/* A program with event flags; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_event_flags flags;
static uint32_t area[64];

FEATURE(event_flags)
{
    lm_event_flags_create(&flags, "", LM_FIFO);
    lm_event_flags_set(&flags, 1);
    lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, area, LM_FOREVER);
}
