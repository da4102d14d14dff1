/* SPDX-License-Identifier: Apache-2.0 */
/* An instant at which the kernel does something: a part of threads and timers.
 * kernel/time/timeout.h has the queue of these instants.
 */
#ifndef LIMEN_TIMEOUT_NODE_H
#define LIMEN_TIMEOUT_NODE_H

#include <limen/list.h>
#include <stdint.h>

/* An instant or a duration in a control block. It has the alignment of a word of 32 bits, which
 * suffices for the processors, so that no padding surrounds it. */
typedef uint64_t lm_ticks __attribute__((aligned(4)));

struct lm_timeout_node {
    struct lm_list node; /* at offset 0; its next is NULL if the timeout is not started */
    lm_ticks expiry;
    /* Called in the alarm's interrupt, with the lock held. NULL stands for lm_thread_expire,
     * because a test for NULL is faster than a comparison of addresses. */
    void (*expire)(struct lm_timeout_node *timeout);
};

/* Is the timeout in the queue? Only the kernel uses this header. */
/*@ requires \valid_read(timeout);
    assigns \nothing;
    ensures \result <==> timeout->node.next != \null; */
static inline bool lm_timeout_is_started(const struct lm_timeout_node *timeout)
{
    return timeout->node.next != NULL;
}

/* Mark a timeout that is new, or has been taken out of the queue, as not started. */
/*@ requires \valid(timeout);
    assigns timeout->node.next;
    ensures timeout->node.next == \null; */
static inline void lm_timeout_set_idle(struct lm_timeout_node *timeout)
{
    timeout->node.next = NULL;
}

#endif
