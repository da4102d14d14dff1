/* SPDX-License-Identifier: Apache-2.0 */
/* An instant at which the kernel does something: a part of threads and timers.
 * kernel/time/timeout.h has the queue of these instants.
 */
#ifndef LIMEN_TIMEOUT_NODE_H
#define LIMEN_TIMEOUT_NODE_H

#include <limen/list.h>
#include <stdint.h>

struct lm_timeout_node {
    struct lm_list node;
    uint64_t expiry;
    void (*expire)(
        struct lm_timeout_node *timeout); /* in the alarm's interrupt, with the lock held */
};

#endif
