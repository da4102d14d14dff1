/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools. */
#include "os.h"

static bool is_pool(const osRtxMemoryPool_t *pool)
{
    return OS_IS(pool, LM_KIND_BLOCK_POOL);
}

/* The memory of a program may begin between two words of 64 bits. */
static uintptr_t aligned(const void *data)
{
    return ((uintptr_t)data + sizeof(void *) - 1) & ~(uintptr_t)(sizeof(void *) - 1);
}

static bool is_memory(const struct os_attr *attr, uint32_t bytes)
{
    uintptr_t begin = (uintptr_t)attr->data_mem;

    return attr->data_mem == NULL
               ? attr->data_size == 0
               : begin % 4 == 0 && attr->data_size >= bytes + (aligned(attr->data_mem) - begin);
}

osMemoryPoolId_t os_memory_pool_new(uint32_t block_count, uint32_t block_size,
                                    const osMemoryPoolAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    uint64_t bytes = (uint64_t)block_count * LM_OS_BLOCK_BYTES(block_size);

    OS_REQUIRE(block_count != 0 && block_size != 0 && block_size < 0x80000000U &&
                   bytes < 0x80000000U,
               NULL);
    OS_REQUIRE(os_may_create(given, sizeof(osRtxMemoryPool_t)) && is_memory(given, (uint32_t)bytes),
               NULL);
    struct lm_layer_parts parts = {given->cb_mem, given->data_mem, sizeof(osRtxMemoryPool_t),
                                   (size_t)bytes, 0};

    OS_REQUIRE(take(&parts), NULL);
    osRtxMemoryPool_t *pool = parts.block;

    pool->data = parts.data;
    pool->owns = parts.owns;
    pool->block_size = (block_size + 3U) & ~3U;
    if (given->data_mem == NULL) {
        memset(parts.data, 0, (size_t)bytes);
    }
    (void)lm_block_pool_create(&pool->native, given->name, (void *)aligned(parts.data),
                               (size_t)bytes, LM_OS_BLOCK_BYTES(block_size), LM_BY_PRIORITY);
    return pool;
}

const char *osMemoryPoolGetName(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    return is_pool(pool) ? os_name(&pool->native.object) : NULL;
}

/* No block is free, or the call is wrong. */
static __attribute__((noinline)) void *allocate(osRtxMemoryPool_t *pool, uint32_t timeout)
{
    void *block = NULL;

    OS_REQUIRE(os_check_timeout(timeout) == osOK && is_pool(pool), NULL);
    (void)lm_block_allocate(&pool->native, &block, lm_layer_timeout(timeout));
    return block;
}

void *osMemoryPoolAlloc(osMemoryPoolId_t mp_id, uint32_t timeout)
{
    osRtxMemoryPool_t *pool = mp_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(is_pool(pool) && os_may_wait(timeout, key) && pool->native.free != NULL)) {
        return lm_block_take(&pool->native, key);
    }
    lm_layer_unlock(key);
    return allocate(pool, timeout);
}

static bool is_block(const osRtxMemoryPool_t *pool, const void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->native.area; /* huge for NULL */

    return offset < (uintptr_t)pool->native.blocks * pool->native.block_bytes &&
           offset % pool->native.block_bytes == 0;
}

static __attribute__((noinline)) osStatus_t release(osRtxMemoryPool_t *pool, void *block)
{
    OS_REQUIRE(is_pool(pool) && is_block(pool, block), osErrorParameter);
    return lm_block_release(&pool->native, block) == LM_OK ? osOK : osErrorResource;
}

/* The checked libraries look whether the block is free already. */
osStatus_t osMemoryPoolFree(osMemoryPoolId_t mp_id, void *block)
{
    osRtxMemoryPool_t *pool = mp_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(!LM_CHECKED && is_pool(pool) && is_block(pool, block) &&
                         pool->native.waiters.first == NULL)) {
        return (osStatus_t)lm_block_give_back(&pool->native, block, key); /* LM_OK is osOK */
    }
    lm_layer_unlock(key);
    return release(pool, block);
}

uint32_t osMemoryPoolGetCapacity(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    return is_pool(pool) ? pool->native.blocks : 0;
}

uint32_t osMemoryPoolGetBlockSize(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    return is_pool(pool) ? pool->block_size : 0;
}

uint32_t osMemoryPoolGetCount(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    return is_pool(pool) ? pool->native.blocks - pool->native.available : 0;
}

uint32_t osMemoryPoolGetSpace(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    return is_pool(pool) ? pool->native.available : 0;
}

osStatus_t osMemoryPoolDelete(osMemoryPoolId_t mp_id)
{
    osRtxMemoryPool_t *pool = mp_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_pool(pool), osErrorParameter);
    (void)lm_block_pool_delete(&pool->native);
    os_give(pool, pool->data, pool->owns);
    return osOK;
}
