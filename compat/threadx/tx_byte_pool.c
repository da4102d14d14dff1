/* SPDX-License-Identifier: Apache-2.0 */
/* Byte pools: waiting for memory. tx_byte_fit.c finds the memory.
 *
 * While the fragments of a pool are searched, preemption is disabled and interrupts are enabled.
 * Interrupts may not call these services, but they may end waits.
 */
#include "tx_byte_fit.h"

TX_BYTE_POOL *_tx_byte_pool_created_ptr;
ULONG _tx_byte_pool_created_count;

enum { POOL_BYTES_MIN = 100 };

#define CHECK_POOL(p) TX_LIMEN_CHECK_OBJECT(p, tx_byte_pool_id, TX_BYTE_POOL_ID, TX_POOL_ERROR)

static VOID keep_others_off(VOID)
{
    if (lm_layer_has_started()) {
        (void)lm_preempt_disable();
    }
}

static VOID let_others_in(VOID)
{
    if (lm_layer_has_started()) {
        (void)lm_preempt_enable();
    }
}

/* The native pool, in which threads wait: all its memory is allocated at the start. */
static VOID create_token(TX_BYTE_POOL *pool_ptr, CHAR *name_ptr)
{
    (void)lm_byte_pool_create(&pool_ptr->limen, name_ptr, pool_ptr->limen_token_room,
                              sizeof pool_ptr->limen_token_room, LM_FIFO);
    pool_ptr->limen_token_bytes =
        (ULONG)(lm_byte_pool_available(&pool_ptr->limen) - LM_BYTE_OVERHEAD);
    (void)lm_byte_allocate(&pool_ptr->limen, &pool_ptr->limen_token, pool_ptr->limen_token_bytes,
                           LM_NO_WAIT);
    lm_object_attach_counters(&pool_ptr->limen.object, &pool_ptr->limen_counters);
}

UINT _tx_byte_pool_create(TX_BYTE_POOL *pool_ptr, CHAR *name_ptr, VOID *pool_start, ULONG pool_size)
{
    memset(pool_ptr, 0, sizeof *pool_ptr);
    create_token(pool_ptr, name_ptr);
    tx_limen_fit_create(pool_ptr, pool_start, pool_size);

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_byte_pool_created_ptr, _tx_byte_pool_created_count, pool_ptr,
                  tx_byte_pool_created_next, tx_byte_pool_created_previous);
    pool_ptr->tx_byte_pool_id = TX_BYTE_POOL_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_byte_pool_create(TX_BYTE_POOL *pool_ptr, CHAR *name_ptr, VOID *pool_start,
                           ULONG pool_size, UINT byte_pool_control_block_size)
{
    TX_LIMEN_CALL_CREATES(BYTE_POOL_CREATE, pool_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(pool_ptr != NULL && TX_LIMEN_IS_SIZE(byte_pool_control_block_size, TX_BYTE_POOL),
                   TX_POOL_ERROR);
    TX_LIMEN_FIND(exists, TX_BYTE_POOL, _tx_byte_pool_created_ptr, _tx_byte_pool_created_count,
                  pool_ptr, tx_byte_pool_created_next);
    TX_LIMEN_CHECK_OF(pool_ptr, !exists, TX_POOL_ERROR);
    TX_LIMEN_CHECK(lm_area_is_possible(pool_start, pool_size, 1), TX_PTR_ERROR);
    TX_LIMEN_CHECK(pool_size >= POOL_BYTES_MIN, TX_SIZE_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_byte_pool_create(pool_ptr, name_ptr, pool_start, pool_size);
}

UINT _tx_byte_pool_delete(TX_BYTE_POOL *pool_ptr)
{
    uint32_t key = lm_interrupts_disable();

    pool_ptr->tx_byte_pool_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_byte_pool_created_ptr, _tx_byte_pool_created_count, pool_ptr,
                    tx_byte_pool_created_next, tx_byte_pool_created_previous);
    lm_interrupts_enable(key);
    (void)lm_byte_pool_delete(&pool_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_byte_pool_delete(TX_BYTE_POOL *pool_ptr)
{
    TX_LIMEN_CALL_ON(BYTE_POOL_DELETE, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_byte_pool_delete(pool_ptr);
}

/* Requires: preemption is disabled; a thread of this layer, whose control block has the size that
 * it waits for. The beginning of the wait enables preemption, so that no thread can release memory
 * in between. */
static UINT wait_for_memory(TX_BYTE_POOL *pool_ptr, VOID **memory_ptr, ULONG memory_size,
                            struct tx_limen_wait wait)
{
    TX_THREAD *self = tx_limen_thread(lm_thread_self());
    void *token;
    uint32_t key = lm_interrupts_disable();

    self->tx_thread_suspend_info = memory_size;
    self->tx_thread_additional_suspend_info = NULL;
    let_others_in();

    enum lm_status status =
        lm_byte_allocate(&pool_ptr->limen, &token, pool_ptr->limen_token_bytes, wait.timeout);

    lm_interrupts_enable(key);
    *memory_ptr = status == LM_OK ? self->tx_thread_additional_suspend_info : NULL;
    return tx_limen_answer(wait, status, TX_NO_MEMORY);
}

UINT _tx_byte_allocate(TX_BYTE_POOL *pool_ptr, VOID **memory_ptr, ULONG memory_size,
                       ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);

    lm_trace_service(TX_SERVICE_BYTE_ALLOCATE, &pool_ptr->limen.object, (uint32_t)memory_size);
    keep_others_off();
    *memory_ptr = tx_limen_fit_take(pool_ptr, memory_size);
    if (*memory_ptr == NULL && wait.timeout != LM_NO_WAIT) {
        return wait_for_memory(pool_ptr, memory_ptr, memory_size, wait);
    }
    let_others_in();
    return *memory_ptr != NULL ? TX_SUCCESS : TX_NO_MEMORY;
}

UINT _txe_byte_allocate(TX_BYTE_POOL *pool_ptr, VOID **memory_ptr, ULONG memory_size,
                        ULONG wait_option)
{
    TX_LIMEN_CALL_ON(BYTE_ALLOCATE, pool_ptr);
    CHECK_POOL(pool_ptr);
    TX_LIMEN_CHECK(memory_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK(memory_size != 0 && memory_size <= pool_ptr->tx_byte_pool_size, TX_SIZE_ERROR);
    TX_LIMEN_CHECK(wait_option == TX_NO_WAIT ||
                       (tx_limen_is_called_from(TX_FROM_THREAD | TX_FROM_TIMER) &&
                        tx_limen_thread(lm_thread_self()) != NULL),
                   TX_WAIT_ERROR);
    TX_LIMEN_CHECK_CALLER(TX_FROM_START | TX_FROM_THREAD);

    return _tx_byte_allocate(pool_ptr, memory_ptr, memory_size, wait_option);
}

/* Give memory to the first waiter, unless its wait has just ended. Returns: was it given? */
static bool hand_over(TX_BYTE_POOL *pool_ptr, TX_THREAD *waiter, VOID *memory_ptr)
{
    uint32_t key = lm_interrupts_disable();
    bool waits = pool_ptr->tx_byte_pool_suspension_list == waiter;

    if (waits) {
        waiter->tx_thread_additional_suspend_info = memory_ptr;
        (void)lm_byte_release(&pool_ptr->limen, pool_ptr->limen_token);
    }
    lm_interrupts_enable(key);
    return waits;
}

/* Returns: false if no thread waits, or the first one needs more memory than is free. Requires:
 * preemption is disabled. */
static bool serve_first(TX_BYTE_POOL *pool_ptr)
{
    TX_THREAD *waiter = *(TX_THREAD *volatile *)&pool_ptr->tx_byte_pool_suspension_list;
    VOID *memory_ptr =
        waiter != NULL ? tx_limen_fit_take(pool_ptr, waiter->tx_thread_suspend_info) : NULL;

    if (memory_ptr != NULL && !hand_over(pool_ptr, waiter, memory_ptr)) {
        tx_limen_fit_give(pool_ptr, memory_ptr);
    }
    return memory_ptr != NULL;
}

static bool is_live(const TX_BYTE_POOL *pool_ptr)
{
    return pool_ptr->tx_byte_pool_id == TX_BYTE_POOL_ID;
}

/* The pool from which this memory was allocated, or NULL. */
static TX_BYTE_POOL *pool_of(const VOID *memory_ptr)
{
    TX_BYTE_POOL *each = _tx_byte_pool_created_ptr;

    for (ULONG left = _tx_byte_pool_created_count; left > 0; left--) {
        if (tx_limen_fit_is_taken(each, memory_ptr)) {
            return each;
        }
        each = each->tx_byte_pool_created_next;
    }
    return NULL;
}

/* A served thread may run before the next one is served, and may delete the pool. */
UINT _tx_byte_release(VOID *memory_ptr)
{
    TX_LIMEN_CALL(BYTE_RELEASE);

    keep_others_off();
    TX_BYTE_POOL *pool_ptr = pool_of(memory_ptr);

    if (pool_ptr != NULL) {
        lm_trace_service(TX_SERVICE_BYTE_RELEASE, &pool_ptr->limen.object, 0);
        tx_limen_fit_give(pool_ptr, memory_ptr);
        while (is_live(pool_ptr) && serve_first(pool_ptr)) {
            let_others_in();
            keep_others_off();
        }
    }
    let_others_in();
    return pool_ptr != NULL ? TX_SUCCESS : TX_LIMEN_REFUSE(TX_PTR_ERROR);
}

UINT _txe_byte_release(VOID *memory_ptr)
{
    TX_LIMEN_CALL(BYTE_RELEASE);
    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(memory_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_byte_release(memory_ptr);
}

UINT _tx_byte_pool_prioritize(TX_BYTE_POOL *pool_ptr)
{
    (void)lm_byte_pool_prioritize(&pool_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_byte_pool_prioritize(TX_BYTE_POOL *pool_ptr)
{
    TX_LIMEN_CALL_ON(BYTE_POOL_PRIORITIZE, pool_ptr);
    CHECK_POOL(pool_ptr);

    return _tx_byte_pool_prioritize(pool_ptr);
}

UINT _tx_byte_pool_info_get(TX_BYTE_POOL *pool_ptr, CHAR **name, ULONG *available_bytes,
                            ULONG *fragments, TX_THREAD **first_suspended, ULONG *suspended_count,
                            TX_BYTE_POOL **next_pool)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_byte_pool_info info;

    (void)lm_byte_pool_get_info(&pool_ptr->limen, &info);
    TX_LIMEN_GIVE(name, pool_ptr->tx_byte_pool_name);
    TX_LIMEN_GIVE(available_bytes, pool_ptr->tx_byte_pool_available);
    TX_LIMEN_GIVE(fragments, pool_ptr->tx_byte_pool_fragments);
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_pool, pool_ptr->tx_byte_pool_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_byte_pool_info_get(TX_BYTE_POOL *pool_ptr, CHAR **name, ULONG *available_bytes,
                             ULONG *fragments, TX_THREAD **first_suspended, ULONG *suspended_count,
                             TX_BYTE_POOL **next_pool)
{
    TX_LIMEN_CALL_ON(BYTE_POOL_INFO_GET, pool_ptr);
    CHECK_POOL(pool_ptr);

    return _tx_byte_pool_info_get(pool_ptr, name, available_bytes, fragments, first_suspended,
                                  suspended_count, next_pool);
}
