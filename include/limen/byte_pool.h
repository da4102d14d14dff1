/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of memory of any size. Allocation and release are O(1) for any history of calls, and the
 * waste by fragmentation is bounded. The method is two-level segregated fit: a request is served
 * from a list of free pieces that are all large enough, and the rest of the piece is cut off.
 *
 * Waiting threads are served in their order: a small request does not overtake a large one. Only a
 * release serves them. If the first thread stops waiting, the second waits for the next release.
 */
#ifndef LIMEN_BYTE_POOL_H
#define LIMEN_BYTE_POOL_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_byte_piece; /* kernel/byte_pool.c */

/* Each piece takes this many bytes more than the request, rounded up to LM_BYTE_ALIGN. */
#define LM_BYTE_OVERHEAD (2 * sizeof(void *))
#define LM_BYTE_ALIGN 8

struct lm_byte_pool {
    struct lm_wait_list waiters;
    struct lm_byte_piece **lists; /* at the beginning of the area, as is sizes */
    uint8_t *sizes;               /* by order of magnitude, a bit for each list that is not empty */
    uint32_t orders;              /* bit n: an order of magnitude has a list that is not empty */
    size_t available;             /* bytes in free pieces, with their overhead */
    uint32_t pieces;              /* free or not */
    struct lm_byte_piece *first;
    unsigned char *end;
    struct lm_object object;
};

struct lm_byte_pool_info {
    const char *name;
    size_t available; /* bytes that are free */
    uint32_t pieces;  /* free or not */
    struct lm_waiters_info waiters;
};

/* Free pieces, with their overhead. */
struct lm_byte_pool_free_info {
    size_t largest;
    size_t smallest;
    uint32_t pieces;
};

/* area: limen/area.h, aligned to LM_BYTE_ALIGN. A small part at its beginning serves as the index.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (also: too small for anything), LM_BAD_OBJECT (it
 * exists already). Cost: O(1). */
enum lm_status lm_byte_pool_create(struct lm_byte_pool *pool, const char *name, void *area,
                                   size_t area_bytes, enum lm_order order);

/* Take bytes, aligned to LM_BYTE_ALIGN, and wait for them up to timeout. *memory is NULL if the
 * call fails.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT (bytes is 0, or more than the pool can ever give), LM_BAD_OBJECT,
 * LM_BAD_CONTEXT. Cost: O(1); O(waiters) to wait by priority. */
enum lm_status lm_byte_allocate(struct lm_byte_pool *pool, void **memory, size_t bytes,
                                lm_timeout timeout);

/* Give memory back, merge it with free neighbours, and serve waiting threads in their order until
 * the memory does not suffice for the next one.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT (not allocated from this pool, or
 * released before). Cost: O(1), and O(1) for each thread served, the lock open in between: an
 * interrupt may find memory free that the next waiting thread gets. */
enum lm_status lm_byte_release(struct lm_byte_pool *pool, void *memory);

/* Bytes in all free pieces, of which the largest may be smaller. Context: any. Cost: O(1). */
size_t lm_byte_pool_available(const struct lm_byte_pool *pool);

/* Serve the most urgent waiting thread next. Of several, it is the one that has waited longest.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_byte_pool_prioritize(struct lm_byte_pool *pool);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_byte_pool_get_info(const struct lm_byte_pool *pool,
                                     struct lm_byte_pool_info *info);

/* Add the free pieces of the pool to *counted, which is 0 before the first pool. A request for the
 * largest one may fail, because an allocation looks at only one piece of those of its size class.
 * Context: any that no other call on the pool can interrupt: between lm_preempt_disable and
 * lm_preempt_enable if only threads use the pool. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT.
 * Cost: O(pieces), with interrupts on. */
enum lm_status lm_byte_pool_count_free(const struct lm_byte_pool *pool,
                                       struct lm_byte_pool_free_info *counted);

/* Threads that wait get LM_DELETED. The area belongs to the caller again.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_byte_pool_delete(struct lm_byte_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
