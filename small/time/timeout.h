/* SPDX-License-Identifier: Apache-2.0 */
/* Timeouts of limen-small: a list that is sorted by their instants. It has the functions of
 * kernel/time/timeout.h, and a tenth of its memory.
 *
 *   operation              cost
 *   ---------------------  --------------------------------------------------
 *   lm_timeout_start       O(timeouts)
 *   lm_timeout_cancel      O(1)
 *   lm_timeout_take        O(1)
 *
 * Invariants (checked by lm_timeout_is_consistent):
 *   L1  no expiry is earlier than base, or than the one before it in the list
 *   L2  earliest is the first expiry, or LM_NEVER
 *
 * Equal instants expire in the order in which they were started.
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_TIMEOUT_H
#define LIMEN_TIMEOUT_H

#include <limen/timeout_node.h>
#include <stdbool.h>

#define LM_NEVER UINT64_MAX

struct lm_timeout_queue {
    struct lm_list timeouts;
    uint64_t base;     /* the time up to which all timeouts have been served */
    uint64_t earliest; /* LM_NEVER if there is none */
};

void lm_timeout_init(struct lm_timeout_queue *queue);

/* Requires: not started; expiry > base. */
void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry);

/* limen-small has no faster way to start a timeout with the instant of others. */
static inline bool lm_timeout_join(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                                   uint64_t expiry)
{
    (void)queue, (void)timeout, (void)expiry;
    return false;
}

/* Returns: whether the earliest instant may have changed. Requires: started. */
bool lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout);

/* Advance base to the earliest instant. The caller then calls lm_timeout_take until it returns
 * NULL. */
static inline void lm_timeout_advance(struct lm_timeout_queue *queue)
{
    queue->base = queue->earliest;
}

/* Nothing has to be distributed, because all timeouts are in order. */
static inline bool lm_timeout_distribute(struct lm_timeout_queue *queue)
{
    (void)queue;
    return false;
}

/* Take the next due timeout out of the queue. Returns: the timeout, or NULL. */
struct lm_timeout_node *lm_timeout_take(struct lm_timeout_queue *queue);

/* True if L1 and L2 hold. O(timeouts): for tests. */
bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue);

#endif
