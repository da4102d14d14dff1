/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools. */
#include "os.h"

/* The memory of a program may begin between two words of 64 bits. */
static uintptr_t aligned(const void *data)
{
    return ((uintptr_t)data + sizeof(void *) - 1) & ~(uintptr_t)(sizeof(void *) - 1);
}

osMemoryPoolId_t os_memory_pool_new(uint32_t block_count, uint32_t block_size,
                                    const osMemoryPoolAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;
    uint64_t bytes = (uint64_t)block_count * LM_OS_BLOCK_BYTES(block_size);

    OS_REQUIRE(block_count != 0 && block_size != 0 && block_size < 0x80000000U &&
                   bytes < 0x80000000U,
               NULL);
    size_t before = aligned(given->data_mem) - (uintptr_t)given->data_mem;
    osMemoryPoolId_t pool = os_block(&parts, given, sizeof *pool, before + (size_t)bytes, take);

    OS_REQUIRE(pool != NULL, NULL);
    pool->data = parts.data;
    pool->owns = parts.owns;
    pool->block_size = (block_size + 3U) & ~3U;
    if (given->data_mem == NULL) {
        memset(parts.data, 0, (size_t)bytes);
    }
    void *area = (void *)aligned(parts.data);

    OS_CREATE(given,
              lm_block_pool_create_shared(&pool->native, given->name, area, (size_t)bytes,
                                          LM_OS_BLOCK_BYTES(block_size)),
              lm_block_pool_create(&pool->native, given->name, area, (size_t)bytes,
                                   LM_OS_BLOCK_BYTES(block_size), LM_BY_PRIORITY));
    return pool;
}

OS_GET_NAME(osMemoryPoolGetName, osMemoryPoolId_t, LM_KIND_BLOCK_POOL)

/* No block is free, or the call is wrong. */
static LM_LAYER_OTHERWISE void *allocate(osRtxMemoryPool_t *pool, uint32_t timeout)
{
    void *block = NULL;

    OS_REQUIRE(os_check_timeout(timeout) == osOK && OS_IS(pool, LM_KIND_BLOCK_POOL), NULL);
    (void)lm_block_allocate(&pool->native, &block, os_timeout(timeout));
    return block;
}

void *osMemoryPoolAlloc(osMemoryPoolId_t pool, uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(OS_IS_USUAL(pool) && os_may_wait(timeout, key) &&
                         pool->native.free != NULL)) {
        return lm_block_take(&pool->native, key);
    }
    lm_layer_unlock(key);
    return allocate(pool, timeout);
}

static bool is_block(const osRtxMemoryPool_t *pool, const void *block)
{
    uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->native.area; /* huge for NULL */

    return offset / pool->native.block_bytes < pool->native.blocks &&
           offset % pool->native.block_bytes == 0;
}

static LM_LAYER_OTHERWISE osStatus_t release(osRtxMemoryPool_t *pool, void *block)
{
    OS_REQUIRE(OS_IS(pool, LM_KIND_BLOCK_POOL) && is_block(pool, block), osErrorParameter);
    return lm_block_release(&pool->native, block) == LM_OK ? osOK : osErrorResource;
}

/* The checked libraries look whether the block is free already. */
osStatus_t osMemoryPoolFree(osMemoryPoolId_t pool, void *block)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(!LM_CHECKED && OS_IS_USUAL(pool) && is_block(pool, block) &&
                         pool->native.waiters.first == NULL)) {
        return (osStatus_t)lm_block_give_back(&pool->native, block, key); /* LM_OK is osOK */
    }
    lm_layer_unlock(key);
    return release(pool, block);
}

OS_GET(uint32_t, osMemoryPoolGetCapacity, osMemoryPoolId_t, LM_KIND_BLOCK_POOL,
       object->native.blocks, 0)
OS_GET(uint32_t, osMemoryPoolGetBlockSize, osMemoryPoolId_t, LM_KIND_BLOCK_POOL, object->block_size,
       0)
OS_GET(uint32_t, osMemoryPoolGetCount, osMemoryPoolId_t, LM_KIND_BLOCK_POOL,
       object->native.blocks - object->native.available, 0)
OS_GET(uint32_t, osMemoryPoolGetSpace, osMemoryPoolId_t, LM_KIND_BLOCK_POOL,
       object->native.available, 0)

osStatus_t osMemoryPoolDelete(osMemoryPoolId_t pool)
{
    OS_REQUIRE_OK(os_check(OS_IS(pool, LM_KIND_BLOCK_POOL)));
    OS_REQUIRE_ONE_CORE(pool);
    os_begin_deletion();
    (void)lm_block_pool_delete(&pool->native);
    os_forget(&pool->native.waiters);
    os_give(pool, pool->data, pool->owns);
    os_end_deletion();
    return osOK;
}
