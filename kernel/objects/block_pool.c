/* SPDX-License-Identifier: Apache-2.0 */
/* Block pools. */
#include "objects/block_pool.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"
#include "objects/long_call.h"
#include "time/wait.h"
#include <limen/area.h>

static bool is_block_of(const struct lm_block_pool *pool, const void *block)
{
    uintptr_t area = LM_SMALL_OR(0, (uintptr_t)pool->area); /* only checked libraries ask */
    uintptr_t offset = (uintptr_t)block - area; /* huge for an address before the area */

    return offset / pool->block_bytes < pool->blocks && offset % pool->block_bytes == 0;
}

/* May the block be free? The answer is wrong if data of the program look like a mark. */
static bool looks_free(const struct lm_block_pool *pool, const struct lm_free_block *block)
{
    if (lm_block_has_room_for_mark(pool)) {
        return block->mark == lm_block_mark_of(block);
    }
    uintptr_t next = lm_block_next_of(pool, block);

    return next == 0 || is_block_of(pool, (const void *)next);
}

/* Data of the program may look like the mark. So if the mark is there, the list of free blocks is
 * searched. */
static bool is_free(const struct lm_block_pool *pool, const void *block)
{
    if (!looks_free(pool, block)) {
        return false;
    }
    const struct lm_free_block *each = pool->free;

    while (each != NULL && each != block) {
        each = (const void *)lm_block_next_of(pool, each);
    }
    return each == block;
}

static bool arguments_are_valid(const void *area, size_t area_bytes, uint32_t block_bytes)
{
    return lm_area_is_possible(area, area_bytes, sizeof(void *)) && block_bytes > 0 &&
           block_bytes % sizeof(void *) == 0 && area_bytes >= block_bytes;
}

/* Makes all blocks free. It needs no lock, because no other context knows the pool yet. */
static void fill(struct lm_block_pool *pool, void *area, size_t area_bytes, uint32_t block_bytes)
{
    pool->free = NULL;
    pool->available = 0;
    LM_UNLESS_SMALL(pool->area = area;)
    pool->block_bytes = block_bytes;
    pool->blocks = (uint32_t)(area_bytes / block_bytes);
    for (uint32_t block = pool->blocks; block > 0; block--) {
        lm_block_push(pool, (unsigned char *)area + (size_t)(block - 1) * block_bytes);
    }
}

enum lm_status lm_block_pool_create(struct lm_block_pool *pool, const char *name, void *area,
                                    size_t area_bytes, uint32_t block_bytes, enum lm_order order)
{
    LM_CALL_CREATES(BLOCK_POOL_CREATE, pool);
    LM_CHECK(pool != NULL && arguments_are_valid(area, area_bytes, block_bytes) &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);
    LM_CHECK_FREE(pool, !lm_object_exists(&pool->object));

    fill(pool, area, area_bytes, block_bytes);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, pool);
    lm_wait_list_init(&pool->waiters, &pool->object, LM_WAITS_FOR_BLOCK, order);
    lm_object_create(&pool->object, LM_KIND_BLOCK_POOL, name,
                     (struct lm_object_facts){.size = pool->blocks});
    lm_observe(LM_EVENT_BLOCK_POOL_CREATE, pool, (uint16_t)pool->blocks, block_bytes);
    return lm_leave(key, LM_OK);
}

/* Waits for a block, because none is free. */
static inline enum lm_status wait_for_block(struct lm_block_pool *pool, lm_lock_key key,
                                            void **block, lm_timeout timeout, bool is_shared)
{
    *block = NULL;
    if (timeout == LM_NO_WAIT) {
        lm_block_observe(LM_EVENT_BLOCK_ALLOCATE, pool, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave_either(is_shared, key, LM_UNAVAILABLE);
    }
    lm_block_observe(LM_EVENT_BLOCK_ALLOCATE, pool, LM_OUTCOME_WAITS, NULL);
    lm_cpu()->running->wait_data = block;
    return lm_wait_either(is_shared, &pool->waiters, timeout);
}

/* The two calls for a shared pool. */
static inline LM_ONLY_SHARED enum lm_status
allocate_shared(struct lm_block_pool *pool, void **block, lm_timeout timeout, lm_lock_key key)
{
    LM_CALL_ON(BLOCK_ALLOCATE, pool);

    LM_REQUIRE(key, block != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    lm_cores_lock();
    if (pool->free != NULL) {
        *block = lm_block_pop(pool);
        lm_block_observe(LM_EVENT_BLOCK_ALLOCATE, pool, LM_OUTCOME_DONE, NULL);
        return lm_shared_leave(key, LM_OK);
    }
    return wait_for_block(pool, key, block, timeout, true);
}

/* Checks under the shared lock whether the block is free, because the list does not change
 * there. */
static inline LM_ONLY_SHARED enum lm_status release_shared(struct lm_block_pool *pool, void *block,
                                                           lm_lock_key key)
{
    LM_CALL_ON(BLOCK_RELEASE, pool);

    LM_REQUIRE(key, is_block_of(pool, block), LM_BAD_ARGUMENT);
    lm_cores_lock();
    if (LM_CHECKED && is_free(pool, block)) {
        lm_cores_unlock();
        return LM_REFUSE(key, LM_BAD_ARGUMENT);
    }
    if (!lm_shared_is_empty(&pool->waiters)) {
        struct lm_thread *thread = lm_shared_first(&pool->waiters);

        *(void **)thread->wait_data = block;
        lm_shared_observe_wake(LM_CALL_BLOCK_RELEASE, &pool->waiters, (uint16_t)pool->available);
        return lm_shared_wake(thread, key);
    }
    lm_block_push(pool, block);
    lm_block_observe(LM_EVENT_BLOCK_RELEASE, pool, LM_OUTCOME_DONE, NULL);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_block_allocate(struct lm_block_pool *pool, void **block, lm_timeout timeout)
{
    LM_CALL_ON(BLOCK_ALLOCATE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, pool, LM_KIND_BLOCK_POOL, allocate_shared(pool, block, timeout, key));
    LM_REQUIRE(key, block != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    if (pool->free == NULL) {
        return wait_for_block(pool, key, block, timeout, false);
    }
    *block = lm_block_take(pool, key);
    return LM_OK;
}

/* Give the block to the first waiting thread. Out of line, so that the usual release needs no
 * frame. */
static __attribute__((noinline)) enum lm_status hand_over(struct lm_block_pool *pool, void *block,
                                                          lm_lock_key key)
{
    void **wanted = pool->waiters.first->wait_data;

    *wanted = block;
    lm_block_observe(LM_EVENT_BLOCK_RELEASE, pool, LM_OUTCOME_DONE, pool->waiters.first);
    return lm_wake(&pool->waiters, key);
}

enum lm_status lm_block_release(struct lm_block_pool *pool, void *block)
{
    LM_CALL_ON(BLOCK_RELEASE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, pool, LM_KIND_BLOCK_POOL, release_shared(pool, block, key));
    LM_REQUIRE(key, is_block_of(pool, block) && !is_free(pool, block), LM_BAD_ARGUMENT);
    if (pool->waiters.first != NULL) {
        return hand_over(pool, block, key);
    }
    return lm_block_give_back(pool, block, key);
}

uint32_t lm_block_pool_available(const struct lm_block_pool *pool)
{
    LM_CALL_ON(BLOCK_POOL_AVAILABLE, pool);
    LM_CHECK_OBJECT_OR(pool, LM_KIND_BLOCK_POOL, 0);

    return pool->available;
}

enum lm_status lm_block_pool_prioritize(struct lm_block_pool *pool)
{
    LM_CALL_ON(BLOCK_POOL_PRIORITIZE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BLOCK_POOL);
    return lm_long_call_prioritize(&pool->waiters, key);
}

enum lm_status lm_block_pool_get_info(const struct lm_block_pool *pool,
                                      struct lm_block_pool_info *info)
{
    LM_CALL_ON(BLOCK_POOL_GET_INFO, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BLOCK_POOL);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, pool, 0, 0);
    info->name = lm_object_get_name(&pool->object);
    info->available = pool->available;
    info->blocks = pool->blocks;
    info->waiters = lm_wait_list_info(&pool->waiters);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_block_pool_delete(struct lm_block_pool *pool)
{
    LM_CALL_ON(BLOCK_POOL_DELETE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BLOCK_POOL);
    return lm_long_call_delete(&pool->object, &pool->waiters, LM_EVENT_BLOCK_POOL_DELETE, key);
}
