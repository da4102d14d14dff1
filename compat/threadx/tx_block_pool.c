/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of blocks of one size. A block is released without its pool being named, so ahead of each
 * stands a pointer to the pool; while the block is free the native pool has its list there.
 */
#include "limen.h"

TX_BLOCK_POOL *_tx_block_pool_created_ptr;
ULONG _tx_block_pool_created_count;

#define CHECK_POOL(p) TX_LIMEN_CHECK_OBJECT(p, tx_block_pool_id, TX_BLOCK_POOL_ID, TX_POOL_ERROR)

/* Ahead of a block in use. */
struct head {
    TX_BLOCK_POOL *pool_ptr;
};

static uintptr_t rounded_up(uintptr_t size)
{
    return (size + sizeof(ALIGN_TYPE) - 1) / sizeof(ALIGN_TYPE) * sizeof(ALIGN_TYPE);
}

UINT _tx_block_pool_create(TX_BLOCK_POOL *pool_ptr, CHAR *name_ptr, ULONG block_size,
                           VOID *pool_start, ULONG pool_size)
{
    uintptr_t begin = rounded_up((uintptr_t)pool_start);
    uintptr_t end = (uintptr_t)pool_start + pool_size;
    uintptr_t stride = rounded_up(block_size) + sizeof(struct head);
    uintptr_t room = end > begin ? end - begin : 0;

    if (stride > room) {
        return TX_SIZE_ERROR;
    }
    memset(pool_ptr, 0, sizeof *pool_ptr);
    (void)lm_block_pool_create(&pool_ptr->limen, name_ptr, (void *)begin, room, (uint32_t)stride,
                               LM_FIFO);
    lm_object_count(&pool_ptr->limen.object, &pool_ptr->limen_counters);
    pool_ptr->tx_block_pool_size = pool_size;
    pool_ptr->tx_block_pool_block_size = (ULONG)(stride - sizeof(struct head));

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
    bool exists;
    ULONG64 least = block_size / sizeof(VOID *) * sizeof(VOID *) + sizeof(VOID *);

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(pool_ptr != NULL && block_pool_control_block_size == sizeof(TX_BLOCK_POOL),
                   TX_POOL_ERROR);
    TX_LIMEN_FIND(exists, TX_BLOCK_POOL, _tx_block_pool_created_ptr, _tx_block_pool_created_count,
                  pool_ptr, tx_block_pool_created_next);
    TX_LIMEN_CHECK(!exists, TX_POOL_ERROR);
    TX_LIMEN_CHECK(pool_start != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK(least <= pool_size / sizeof(VOID *) * sizeof(VOID *), TX_SIZE_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_START | TX_FROM_THREAD);

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
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_block_pool_delete(pool_ptr);
}

UINT _tx_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    void *block = NULL;
    enum lm_status status = lm_block_allocate(&pool_ptr->limen, &block, wait.timeout);

    if (status == LM_OK) {
        struct head *head = block;

        head->pool_ptr = pool_ptr;
        *block_ptr = head + 1;
    } else {
        *block_ptr = NULL;
    }
    return tx_limen_answer(wait, status, TX_NO_MEMORY);
}

UINT _txe_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option)
{
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK(block_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);

    return _tx_block_allocate(pool_ptr, block_ptr, wait_option);
}

UINT _tx_block_release(VOID *block_ptr)
{
    struct head *head = (struct head *)block_ptr - 1;

    (void)lm_block_release(&head->pool_ptr->limen, head);
    return TX_SUCCESS;
}

/* Is this a block of the pool, in use? Looks at nothing outside of the pool's area. */
static bool is_used_block(TX_BLOCK_POOL *pool_ptr, const struct head *head)
{
    const struct lm_block_pool *limen = &pool_ptr->limen;
    uintptr_t offset = (uintptr_t)head - (uintptr_t)limen->area;

    return (uintptr_t)head >= (uintptr_t)limen->area &&
           offset < (uintptr_t)limen->blocks * limen->block_bytes &&
           offset % limen->block_bytes == 0 && head->pool_ptr == pool_ptr;
}

static bool is_releasable(const VOID *block_ptr)
{
    const struct head *head = (const struct head *)block_ptr - 1;
    uint32_t key = lm_interrupts_disable();
    TX_BLOCK_POOL *each = _tx_block_pool_created_ptr;
    bool found = false;

    for (ULONG left = _tx_block_pool_created_count; left > 0 && !found; left--) {
        found = is_used_block(each, head);
        each = each->tx_block_pool_created_next;
    }
    lm_interrupts_enable(key);
    return found;
}

UINT _txe_block_release(VOID *block_ptr)
{
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
    CHECK_POOL(pool_ptr);

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
    CHECK_POOL(pool_ptr);

    return _tx_block_pool_info_get(pool_ptr, name, available_blocks, total_blocks, first_suspended,
                                   suspended_count, next_pool);
}
