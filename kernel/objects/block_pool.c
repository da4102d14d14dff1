/* SPDX-License-Identifier: Apache-2.0 */
/* Block pools. A free block begins with the address of the next free one. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"
#include <limen/block_pool.h>
#include <string.h>

static void push(struct lm_block_pool *pool, void *block)
{
    memcpy(block, &pool->free, sizeof pool->free);
    pool->free = block;
    pool->available++;
}

static void *pop(struct lm_block_pool *pool)
{
    void *block = pool->free;

    memcpy(&pool->free, block, sizeof pool->free);
    pool->available--;
    return block;
}

enum lm_status lm_block_pool_create(struct lm_block_pool *pool, const char *name, void *area,
                                    size_t area_bytes, uint32_t block_bytes, enum lm_order order)
{
    LM_CHECK(pool != NULL && area != NULL && (uintptr_t)area % sizeof(void *) == 0 &&
                 block_bytes > 0 && block_bytes % sizeof(void *) == 0 &&
                 area_bytes >= block_bytes && area_bytes / block_bytes <= UINT32_MAX &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();

    pool->free = NULL;
    pool->available = 0;
    pool->area = area;
    pool->block_bytes = block_bytes;
    pool->blocks = (uint32_t)(area_bytes / block_bytes);
    for (uint32_t block = pool->blocks; block > 0; block--) {
        push(pool, pool->area + (size_t)(block - 1) * block_bytes);
    }
    lm_wait_list_init(&pool->waiters, &pool->object, order);
    lm_lock_key key = lm_lock();

    lm_trace_object(kernel, &pool->object, LM_KIND_BLOCK_POOL, name, 0, 0, pool->blocks);
    lm_trace(LM_EVENT_BLOCK_POOL_CREATE, pool->object.id, (uint16_t)pool->blocks, block_bytes);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* No block is free. Out of line, so that the usual call saves few registers.
 * Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status
wait_for_block(struct lm_block_pool *pool, void **block, lm_lock_key key, lm_timeout timeout)
{
    *block = NULL;
    if (timeout == LM_NO_WAIT) {
        lm_trace(LM_EVENT_BLOCK_ALLOCATE, pool->object.id, 0, LM_OUTCOME_UNAVAILABLE);
        lm_port_unlock(key);
        return LM_UNAVAILABLE;
    }
    if (LM_CHECKED && pool->object.kind == LM_KIND_NONE) { /* since the check */
        lm_port_unlock(key);
        return LM_DELETED;
    }
    lm_trace(LM_EVENT_BLOCK_ALLOCATE, pool->object.id, 0, LM_OUTCOME_WAITS);
    lm_kernel()->running->wait_data = block;
    return lm_wait(&pool->waiters, LM_WAITS_FOR_BLOCK, timeout);
}

enum lm_status lm_block_allocate(struct lm_block_pool *pool, void **block, lm_timeout timeout)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BLOCK_POOL);
    LM_CHECK(block != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (pool->free == NULL) {
        return wait_for_block(pool, block, key, timeout);
    }
    *block = pop(pool);
    lm_trace(LM_EVENT_BLOCK_ALLOCATE, pool->object.id, (uint16_t)pool->available, LM_OUTCOME_DONE);
    LM_COUNT_OBJECT(lm_kernel(), &pool->object, taken);
    lm_port_unlock(key);
    return LM_OK;
}

/* Somebody waits. Out of line as above. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status
give_to(const struct lm_block_pool *pool, struct lm_thread *waiter, void *block, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();
    void **wanted = waiter->wait_data;

    *wanted = block;
    lm_trace(LM_EVENT_BLOCK_RELEASE, pool->object.id, 0, (uint32_t)waiter->object.id << 16);
    LM_COUNT_OBJECT(kernel, &pool->object, given);
    LM_COUNT_OBJECT(kernel, &pool->object, taken);
    lm_wait_satisfy(kernel, waiter);
    lm_unlock(kernel, key);
    return LM_OK;
}

static bool is_block_of(const struct lm_block_pool *pool, const void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->area;

    return (uintptr_t)block >= (uintptr_t)pool->area && offset / pool->block_bytes < pool->blocks &&
           offset % pool->block_bytes == 0;
}

enum lm_status lm_block_release(struct lm_block_pool *pool, void *block)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BLOCK_POOL);
    LM_CHECK(is_block_of(pool, block), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();
    struct lm_thread *waiter = lm_wait_first(&pool->waiters);

    if (waiter != NULL) {
        return give_to(pool, waiter, block, key);
    }
    push(pool, block);
    lm_trace(LM_EVENT_BLOCK_RELEASE, pool->object.id, (uint16_t)pool->available, LM_OUTCOME_DONE);
    LM_COUNT_OBJECT(lm_kernel(), &pool->object, given);
    lm_port_unlock(key);
    return LM_OK;
}

uint32_t lm_block_pool_available(const struct lm_block_pool *pool)
{
    return pool->available;
}

enum lm_status lm_block_pool_prioritize(struct lm_block_pool *pool)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BLOCK_POOL);

    lm_wait_prioritize(&pool->waiters);
    return LM_OK;
}

enum lm_status lm_block_pool_get_info(const struct lm_block_pool *pool,
                                      struct lm_block_pool_info *info)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BLOCK_POOL);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, pool->object.id, 0, 0);
    info->name = pool->object.name;
    info->available = pool->available;
    info->blocks = pool->blocks;
    info->waiters = lm_wait_info(&pool->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_block_pool_delete(struct lm_block_pool *pool)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BLOCK_POOL);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();

    pool->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_BLOCK_POOL_DELETE, pool->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &pool->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
