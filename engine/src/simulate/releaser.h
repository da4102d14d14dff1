/* SPDX-License-Identifier: Apache-2.0 */
/* Releases with jitter: a job arrives each period, and is released up to the jitter later. Its
 * response time and its deadline count from the arrival. The arrivals are absolute: a restarted
 * thread continues with the next one. For the simulator, and for programs that `limen generate`
 * writes: both draw the same jitters.
 */
#ifndef LIMEN_RELEASER_H
#define LIMEN_RELEASER_H

#include "draw.h"
#include <limen/thread.h>

struct lm_jitter {
    struct lm_period period;
    uint64_t key;    /* of the stream of numbers */
    uint64_t jitter; /* the longest, in units */
    uint64_t unit;   /* ticks */
};

/* The kind of a period that is released with jitter; its offset is an instant. */
extern const struct lm_releaser_kind lm_jitter_kind;

#endif
