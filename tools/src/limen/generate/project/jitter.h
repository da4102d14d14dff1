/* SPDX-License-Identifier: Apache-2.0 */
/* Releases and interrupts that are late by up to their jitters: tables of system.c. The jitters are
 * those of `limen simulate` with the same seed. */
#ifndef JITTER_H
#define JITTER_H

#include "releaser.h" /* engine/src/simulate */
#include "system.h"

/* A period of a thread that is late by up to its jitter, or is restarted. */
struct late_period {
    struct lm_jitter *jitter;
    uint32_t stream; /* of random numbers */
};

/* An interrupt; in the order of the requests, none left out. */
struct late_request {
    uint64_t period; /* ticks */
    uint64_t jitter; /* the longest, in units */
    uint64_t unit;   /* ticks */
    uint64_t number; /* of the next one */
    uint32_t stream;
};

extern const uint64_t jitter_seed;
extern const struct late_period late_periods[];
extern const uint32_t late_period_count;
extern struct late_request late_requests[];

#endif
