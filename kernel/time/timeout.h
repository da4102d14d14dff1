/* SPDX-License-Identifier: Apache-2.0 */
/* Timeouts: instants at which something happens, any number of them. Each operation is O(1).
 *
 *   operation            cost
 *   -------------------  ----------------------------------------------------
 *   lm_timeout_start     O(1)
 *   lm_timeout_cancel    O(1)
 *   lm_timeout_advance   O(1)
 *   lm_timeout_step      O(1): one timeout; the lock is open between two of them
 *
 * The queue is a radix heap. base is the time up to which all timeouts have been served. A timeout
 * is in the bucket whose number is the highest bit in which its expiry differs from base. When base
 * advances to the earliest instant, only the lowest bucket that is not empty changes: its timeouts
 * are all due, or they are distributed again. So a timeout moves only to lower buckets, and most
 * timeouts expire from the bucket in which they were started.
 *
 * Invariants (checked by lm_timeout_is_consistent):
 *   T1  expiry > base, and the bucket is the highest bit of expiry ^ base
 *   T2  the bit of bucket n is set in occupied  <=>  it is not empty
 *   T3  unless its kind is MIXED, a bucket begins with its earliest timeout
 *   T4  earliest <= every expiry
 *   T5  if the kind of a bucket is EQUAL, all of its timeouts have the same expiry
 *
 * Equal instants expire in the order in which they were started.
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_TIMEOUT_H
#define LIMEN_TIMEOUT_H

#include <limen/timeout_node.h>
#include <stdbool.h>

enum { LM_TIMEOUT_BUCKETS = 64 };

#define LM_NEVER UINT64_MAX

struct lm_timeout_queue {
    uint64_t base;
    uint64_t earliest; /* LM_NEVER if there is none */
    uint64_t occupied;
    uint8_t kind[LM_TIMEOUT_BUCKETS];
    struct lm_list mixed; /* due or to be distributed again, before those in due */
    struct lm_list due;   /* taken out of their buckets by lm_timeout_advance */
    struct lm_list bucket[LM_TIMEOUT_BUCKETS];
};

/* Requires: all bytes of the queue are 0. */
void lm_timeout_init(struct lm_timeout_queue *queue);

/* Requires: not started; expiry > base. */
void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry);

/* No effect on a timeout that is not started. */
void lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout);

static inline bool lm_timeout_is_started(const struct lm_timeout_node *timeout)
{
    return !lm_list_is_empty(&timeout->node);
}

/* Time has come to the earliest instant: lm_timeout_step has to be called until it answers false.
 * Requires: there is a timeout. */
void lm_timeout_advance(struct lm_timeout_queue *queue);

/* Take the next due timeout out of the queue. Returns: the timeout; or NULL, with more set if one
 * was distributed again instead, and cleared if no timeout is due. */
struct lm_timeout_node *lm_timeout_step(struct lm_timeout_queue *queue, bool *more);

/* True if T1 to T5 hold. O(timeouts): for tests. */
bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue);

#endif
