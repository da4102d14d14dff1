/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of memory blocks of one size: allocation and release are O(1), and nothing fragments. A
 * released block goes directly to a waiting thread. The list of free blocks is in the blocks
 * themselves, so a pool needs no memory besides its area.
 */
#ifndef LIMEN_BLOCK_POOL_H
#define LIMEN_BLOCK_POOL_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_block_pool {
    struct lm_wait_list waiters;
    void *free; /* the first free block */
    uint32_t available;
    uint32_t blocks;
    uint32_t block_bytes;
    LM_UNLESS_SMALL(unsigned char *area;)
    struct lm_object object;
};

struct lm_block_pool_info {
    const char *name;
    uint32_t available; /* blocks that are free */
    uint32_t blocks;
    struct lm_waiters_info waiters;
};

/* Cut the area (limen/area.h) into blocks. block_bytes is a multiple of the size of a pointer, to
 * which the area is aligned. The rest of the area that is smaller than a block stays unused.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already).
 * Cost:    O(blocks), outside the lock. */
enum lm_status lm_block_pool_create(struct lm_block_pool *pool, const char *name, void *area,
                                    size_t area_bytes, uint32_t block_bytes, enum lm_order order);

/* Take a block, and wait for one up to timeout. *block is NULL if the call fails.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT. Cost: O(1); O(waiters) to wait by priority. */
enum lm_status lm_block_allocate(struct lm_block_pool *pool, void **block, lm_timeout timeout);

/* Give a block back.
 * Requires: the block is not in use any more, and has not been given back before.
 * Context:  any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT (no block of this pool, or a free
 *           one). Cost: O(1), and O(blocks) if the block looks like a free one. */
enum lm_status lm_block_release(struct lm_block_pool *pool, void *block);

/* Free blocks. Context: any. Cost: O(1). */
uint32_t lm_block_pool_available(const struct lm_block_pool *pool);

/* Serve the most urgent waiting thread next. Of several, it is the one that has waited longest.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_block_pool_prioritize(struct lm_block_pool *pool);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_block_pool_get_info(const struct lm_block_pool *pool,
                                      struct lm_block_pool_info *info);

/* Threads that wait get LM_DELETED. The area belongs to the caller again.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_block_pool_delete(struct lm_block_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
