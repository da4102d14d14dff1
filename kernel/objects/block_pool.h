/* SPDX-License-Identifier: Apache-2.0 */
/* The usual allocation and release of a block, common to the native calls and to those of compat/.
 * A free block begins with the address of the next free one. In the checked libraries a mark
 * follows, which detects a second release of the block. A block with the size of a pointer has no
 * room for the mark: its address is encoded such that data of the program do not match by chance.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_BLOCK_POOL_INTERNAL_H
#define LIMEN_BLOCK_POOL_INTERNAL_H

#include "core/door.h"
#include <limen/block_pool.h>

/* The contents of a free block. The attribute allows programs to access its memory by other
 * types. */
struct __attribute__((may_alias)) lm_free_block {
    uintptr_t next; /* its address */
    uintptr_t mark;
};

static inline bool lm_block_has_room_for_mark(const struct lm_block_pool *pool)
{
    return pool->block_bytes >= sizeof(struct lm_free_block);
}

/* Each block has a mark of its own, so that the copy of a free block is not taken for a free
 * block. */
static inline uintptr_t lm_block_mark_of(const void *block)
{
    const uintptr_t pattern = 0x46524545U; /* "FREE" */

    return (uintptr_t)block ^ pattern;
}

static inline void lm_block_push(struct lm_block_pool *pool, void *block)
{
    struct lm_free_block *first = block;

    first->next = (uintptr_t)pool->free;
    if (LM_CHECKED && lm_block_has_room_for_mark(pool)) {
        first->mark = lm_block_mark_of(block);
    } else if (LM_CHECKED) {
        first->next ^= lm_block_mark_of(block);
    }
    pool->free = first;
    pool->available++;
}

static inline uintptr_t lm_block_next_of(const struct lm_block_pool *pool,
                                         const struct lm_free_block *block)
{
    return LM_CHECKED && !lm_block_has_room_for_mark(pool) ? block->next ^ lm_block_mark_of(block)
                                                           : block->next;
}

static inline void *lm_block_pop(struct lm_block_pool *pool)
{
    struct lm_free_block *first = pool->free;

    pool->free = (void *)lm_block_next_of(pool, first);
    if (LM_CHECKED && lm_block_has_room_for_mark(pool)) {
        first->mark = 0;
    }
    pool->available--;
    return first;
}

/* A record about this pool. */
static inline void lm_block_observe(enum lm_event event, const struct lm_block_pool *pool,
                                    enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? lm_object_id(&other->object) : 0U;

    lm_observe(event, pool, (uint16_t)pool->available, outcome | id << 16);
}

/* Take a free block, and free the lock. Requires: there is one. */
static inline void *lm_block_take(struct lm_block_pool *pool, lm_lock_key key)
{
    void *block = lm_block_pop(pool);

    lm_block_observe(LM_EVENT_BLOCK_ALLOCATE, pool, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return block;
}

/* Give a block back, and free the lock. Requires: no thread waits for one. Returns: LM_OK. */
static inline enum lm_status lm_block_give_back(struct lm_block_pool *pool, void *block,
                                                lm_lock_key key)
{
    lm_block_push(pool, block);
    lm_block_observe(LM_EVENT_BLOCK_RELEASE, pool, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

#endif
