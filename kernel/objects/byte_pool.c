/* SPDX-License-Identifier: Apache-2.0 */
/* Byte pools: waiting for memory; where it comes from is in segregated_fit.c. */
#include "core/contract.h"
#include "core/lock.h"
#include "objects/segregated_fit.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"

/* What a waiting thread wants: its wait_data. */
struct request {
    size_t bytes;
    void *memory;
};

/* Fits into a record. */
static uint16_t in_units(size_t bytes)
{
    size_t units = bytes / LM_BYTE_ALIGN;

    return units < UINT16_MAX ? (uint16_t)units : UINT16_MAX;
}

enum lm_status lm_byte_pool_create(struct lm_byte_pool *pool, const char *name, void *area,
                                   size_t area_bytes, enum lm_order order)
{
    LM_CHECK(pool != NULL && area != NULL && (uintptr_t)area % LM_BYTE_ALIGN == 0 &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);
    if (!lm_fit_init(pool, area, area_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_wait_list_init(&pool->waiters, &pool->object, order);
    lm_trace_object(kernel, &pool->object, LM_KIND_BYTE_POOL, name, 0, 0, (uint32_t)area_bytes);
    lm_trace(LM_EVENT_BYTE_POOL_CREATE, pool->object.id, 0, (uint32_t)area_bytes);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_byte_allocate(struct lm_byte_pool *pool, void **memory, size_t bytes,
                                lm_timeout timeout)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BYTE_POOL);
    LM_CHECK(memory != NULL && lm_fit_is_possible(pool, bytes), LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    struct request request = {.bytes = bytes};
    enum lm_status status = LM_OK;
    lm_lock_key key = lm_lock();

    if (pool->waiters.first == NULL) { /* nobody is overtaken */
        request.memory = lm_fit_take(pool, bytes);
    }
    if (request.memory != NULL) {
        lm_trace(LM_EVENT_BYTE_ALLOCATE, pool->object.id, in_units(bytes), LM_OUTCOME_DONE);
        LM_COUNT_OBJECT(lm_kernel(), &pool->object, taken);
        lm_port_unlock(key);
    } else if (timeout == LM_NO_WAIT) {
        lm_trace(LM_EVENT_BYTE_ALLOCATE, pool->object.id, in_units(bytes), LM_OUTCOME_UNAVAILABLE);
        lm_port_unlock(key);
        status = LM_UNAVAILABLE;
    } else if (LM_CHECKED && pool->object.kind == LM_KIND_NONE) { /* since the check */
        lm_port_unlock(key);
        status = LM_DELETED;
    } else {
        lm_trace(LM_EVENT_BYTE_ALLOCATE, pool->object.id, in_units(bytes), LM_OUTCOME_WAITS);
        lm_kernel()->running->wait_data = &request;
        status = lm_wait(&pool->waiters, LM_WAITS_FOR_BYTES, timeout);
    }
    *memory = request.memory;
    return status;
}

/* Serve the first waiter if there is enough. Requires: the lock. */
static bool serve_first(struct lm_kernel *kernel, struct lm_byte_pool *pool)
{
    struct lm_thread *waiter = lm_wait_first(&pool->waiters);

    if (waiter == NULL) {
        return false;
    }
    struct request *request = waiter->wait_data;

    request->memory = lm_fit_take(pool, request->bytes);
    if (request->memory == NULL) {
        return false;
    }
    lm_trace(LM_EVENT_BYTE_SERVE, pool->object.id, in_units(request->bytes), waiter->object.id);
    LM_COUNT_OBJECT(kernel, &pool->object, taken);
    lm_wait_satisfy(kernel, waiter);
    return true;
}

enum lm_status lm_byte_release(struct lm_byte_pool *pool, void *memory)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BYTE_POOL);
    LM_CHECK(lm_fit_is_taken(pool, memory), LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    bool served;
    lm_lock_key key = lm_lock();

    lm_fit_give(pool, memory);
    lm_trace(LM_EVENT_BYTE_RELEASE, pool->object.id, in_units(pool->available), 0);
    LM_COUNT_OBJECT(kernel, &pool->object, given);
    do {
        served = serve_first(kernel, pool);
        lm_unlock(kernel, key);
        if (served) {
            key = lm_lock();
        }
    } while (served);
    return LM_OK;
}

size_t lm_byte_pool_available(const struct lm_byte_pool *pool)
{
    return pool->available;
}

enum lm_status lm_byte_pool_prioritize(struct lm_byte_pool *pool)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BYTE_POOL);

    lm_wait_prioritize(&pool->waiters);
    return LM_OK;
}

enum lm_status lm_byte_pool_get_info(const struct lm_byte_pool *pool,
                                     struct lm_byte_pool_info *info)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BYTE_POOL);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, pool->object.id, 0, 0);
    info->name = pool->object.name;
    info->available = pool->available;
    info->pieces = pool->pieces;
    info->waiters = lm_wait_info(&pool->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_byte_pool_delete(struct lm_byte_pool *pool)
{
    LM_CHECK_OBJECT(pool, LM_KIND_BYTE_POOL);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();

    pool->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_BYTE_POOL_DELETE, pool->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &pool->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
