/* SPDX-License-Identifier: Apache-2.0 */
/* Releases with jitter: a job arrives each period, and is released up to the jitter later. Its
 * response time and its deadline count from the arrival.
 */
#ifndef LIMEN_RELEASER_H
#define LIMEN_RELEASER_H

#include "draw.h"
#include <limen/thread.h>

struct lm_jitter {
    struct lm_releaser releaser; /* at offset 0 */
    uint64_t key;                /* of the stream of numbers */
    uint64_t jitter;             /* the longest */
};

/* Release the jobs of a thread with jitter. Requires: the thread was created suspended, with a
 * period; jitter exists as long as the thread. */
void lm_jitter_use(struct lm_thread *thread, struct lm_jitter *jitter);

#endif
