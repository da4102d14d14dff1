/* SPDX-License-Identifier: Apache-2.0 */
/* An instant at which the kernel does something: a part of threads and timers.
 * kernel/time/timeout.h has the queue of these instants.
 */
#ifndef LIMEN_TIMEOUT_NODE_H
#define LIMEN_TIMEOUT_NODE_H

#include <limen/list.h>
#include <stdint.h>

/* An instant or a duration in a control block. Its alignment is that of a word of 32 bits, which is
 * all that the processors need, so that there is no padding around it. */
typedef uint64_t lm_ticks __attribute__((aligned(4)));

struct lm_timeout_node {
    struct lm_list node; /* at offset 0; its next is NULL if the timeout is not started */
    lm_ticks expiry;
    /* In the alarm's interrupt, with the lock held. NULL: lm_thread_expire, which the kernel finds
     * out in less time than by a comparison. */
    void (*expire)(struct lm_timeout_node *timeout);
};

#endif
