/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of blocks of one size. A release does not name the pool, so a pointer to the pool precedes
 * each block. The native pool does not know these pointers: it takes the end of each block for
 * unused, and the end of the last block is outside of its area.
 *
 * The checking services mark the pointer of a block that they have released (BLOCK_FREE), to
 * recognise a second release.
 */
#include "limen.h"

TX_BLOCK_POOL *_tx_block_pool_created_ptr;
ULONG _tx_block_pool_created_count;

#define CHECK_POOL(p) TX_LIMEN_CHECK_OBJECT(p, tx_block_pool_id, TX_BLOCK_POOL_ID, TX_POOL_ERROR)

enum { BLOCK_FREE = 1 };

static uintptr_t rounded_up(uintptr_t size)
{
    return (size + sizeof(ALIGN_TYPE) - 1) / sizeof(ALIGN_TYPE) * sizeof(ALIGN_TYPE);
}

static uintptr_t *head_of(const VOID *block_ptr)
{
    return (uintptr_t *)block_ptr - 1;
}

static VOID write_heads(TX_BLOCK_POOL *pool_ptr, uintptr_t begin, uintptr_t end, uintptr_t stride)
{
    for (uintptr_t head = begin; end - head >= stride; head += stride) {
        *(uintptr_t *)head = (uintptr_t)pool_ptr | BLOCK_FREE;
    }
}

UINT _tx_block_pool_create(TX_BLOCK_POOL *pool_ptr, CHAR *name_ptr, ULONG block_size,
                           VOID *pool_start, ULONG pool_size)
{
    TX_LIMEN_CALL_CREATES(BLOCK_POOL_CREATE, pool_ptr);
    uintptr_t begin = rounded_up((uintptr_t)pool_start);
    uintptr_t end = (uintptr_t)pool_start + pool_size;
    uintptr_t stride = rounded_up(block_size != 0 ? block_size : 1) + sizeof(VOID *);

    if (end < begin || stride > end - begin) {
        return TX_LIMEN_REFUSE(TX_SIZE_ERROR);
    }
    memset(pool_ptr, 0, sizeof *pool_ptr);
    write_heads(pool_ptr, begin, end, stride);
    LM_LAYER_CREATE(lm_block_pool_create_shared(&pool_ptr->limen, name_ptr, (VOID **)begin + 1,
                                                end - begin, (uint32_t)stride),
                    lm_block_pool_create(&pool_ptr->limen, name_ptr, (VOID **)begin + 1,
                                         end - begin, (uint32_t)stride, LM_FIFO));
    lm_object_attach_counters(&pool_ptr->limen.object, &pool_ptr->limen_counters);
    pool_ptr->tx_block_pool_size = pool_size;
    pool_ptr->tx_block_pool_block_size = (ULONG)(stride - sizeof(VOID *));

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_block_pool_created_ptr, _tx_block_pool_created_count, pool_ptr,
                  tx_block_pool_created_next, tx_block_pool_created_previous);
    pool_ptr->tx_block_pool_id = TX_BLOCK_POOL_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_block_pool_create(TX_BLOCK_POOL *pool_ptr, CHAR *name_ptr, ULONG block_size,
                            VOID *pool_start, ULONG pool_size, UINT block_pool_control_block_size)
{
    TX_LIMEN_CALL_CREATES(BLOCK_POOL_CREATE, pool_ptr);
    bool exists;
    ULONG64 least = block_size / sizeof(VOID *) * sizeof(VOID *) + sizeof(VOID *);

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(pool_ptr != NULL &&
                       TX_LIMEN_IS_SIZE(block_pool_control_block_size, TX_BLOCK_POOL),
                   TX_POOL_ERROR);
    TX_LIMEN_FIND(exists, TX_BLOCK_POOL, _tx_block_pool_created_ptr, _tx_block_pool_created_count,
                  pool_ptr, tx_block_pool_created_next);
    TX_LIMEN_CHECK_OF(pool_ptr, !exists, TX_POOL_ERROR);
    TX_LIMEN_CHECK(lm_area_is_possible(pool_start, pool_size, 1), TX_PTR_ERROR);
    TX_LIMEN_CHECK(least <= pool_size / sizeof(VOID *) * sizeof(VOID *), TX_SIZE_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_block_pool_create(pool_ptr, name_ptr, block_size, pool_start, pool_size);
}

UINT _tx_block_pool_delete(TX_BLOCK_POOL *pool_ptr)
{
    uint32_t key = lm_interrupts_disable();

    pool_ptr->tx_block_pool_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_block_pool_created_ptr, _tx_block_pool_created_count, pool_ptr,
                    tx_block_pool_created_next, tx_block_pool_created_previous);
    lm_interrupts_enable(key);
    (void)lm_block_pool_delete(&pool_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_block_pool_delete(TX_BLOCK_POOL *pool_ptr)
{
    TX_LIMEN_CALL_ON(BLOCK_POOL_DELETE, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK_OWN(pool_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_block_pool_delete(pool_ptr);
}

UINT _tx_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    void *block = NULL;
    enum lm_status status = lm_block_allocate(&pool_ptr->limen, &block, wait.timeout);

    if (status == LM_OK) {
        *head_of(block) = (uintptr_t)pool_ptr;
    }
    *block_ptr = block;
    return tx_limen_answer(wait, status, TX_NO_MEMORY);
}

UINT _txe_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(BLOCK_ALLOCATE, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK(block_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_block_allocate(pool_ptr, block_ptr, wait_option);
}

UINT _tx_block_release(VOID *block_ptr)
{
    uintptr_t pool = *head_of(block_ptr) & ~(uintptr_t)BLOCK_FREE;

    *head_of(block_ptr) = pool | BLOCK_FREE;
    (void)lm_block_release((struct lm_block_pool *)pool, block_ptr);
    return TX_SUCCESS;
}

/* Is this a block of the pool, in use? Reads only the pool's area. */
static bool is_used_block(const TX_BLOCK_POOL *pool_ptr, const VOID *block_ptr)
{
    const struct lm_block_pool *limen = &pool_ptr->limen;
    uintptr_t offset = (uintptr_t)block_ptr - (uintptr_t)limen->area;

    return (uintptr_t)block_ptr >= (uintptr_t)limen->area &&
           offset < (uintptr_t)limen->blocks * limen->block_bytes &&
           offset % limen->block_bytes == 0 && *head_of(block_ptr) == (uintptr_t)pool_ptr;
}

static bool is_releasable(const VOID *block_ptr)
{
    uint32_t key = lm_interrupts_disable();
    const TX_BLOCK_POOL *each = _tx_block_pool_created_ptr;
    bool found = false;

    for (ULONG left = _tx_block_pool_created_count; left > 0 && !found; left--) {
        found = is_used_block(each, block_ptr);
        each = each->tx_block_pool_created_next;
    }
    lm_interrupts_enable(key);
    return found;
}

UINT _txe_block_release(VOID *block_ptr)
{
    TX_LIMEN_CALL(BLOCK_RELEASE);
    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(block_ptr != NULL && is_releasable(block_ptr), TX_PTR_ERROR);

    return _tx_block_release(block_ptr);
}

UINT _tx_block_pool_prioritize(TX_BLOCK_POOL *pool_ptr)
{
    (void)lm_block_pool_prioritize(&pool_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_block_pool_prioritize(TX_BLOCK_POOL *pool_ptr)
{
    TX_LIMEN_CALL_ON(BLOCK_POOL_PRIORITIZE, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK_OWN(pool_ptr);

    return _tx_block_pool_prioritize(pool_ptr);
}

UINT _tx_block_pool_info_get(TX_BLOCK_POOL *pool_ptr, CHAR **name, ULONG *available_blocks,
                             ULONG *total_blocks, TX_THREAD **first_suspended,
                             ULONG *suspended_count, TX_BLOCK_POOL **next_pool)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_block_pool_info info;

    (void)lm_block_pool_get_info(&pool_ptr->limen, &info);
    TX_LIMEN_GIVE(name, pool_ptr->tx_block_pool_name);
    TX_LIMEN_GIVE(available_blocks, info.available);
    TX_LIMEN_GIVE(total_blocks, info.blocks);
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_pool, pool_ptr->tx_block_pool_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_block_pool_info_get(TX_BLOCK_POOL *pool_ptr, CHAR **name, ULONG *available_blocks,
                              ULONG *total_blocks, TX_THREAD **first_suspended,
                              ULONG *suspended_count, TX_BLOCK_POOL **next_pool)
{
    TX_LIMEN_CALL_ON(BLOCK_POOL_INFO_GET, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK_OWN(pool_ptr);

    return _tx_block_pool_info_get(pool_ptr, name, available_blocks, total_blocks, first_suspended,
                                   suspended_count, next_pool);
}
