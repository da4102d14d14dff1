/* SPDX-License-Identifier: Apache-2.0 */
/* Byte pools: how threads wait for memory. segregated_fit.c finds the memory. */
#include "objects/long_call.h"
#include "objects/segregated_fit.h"
#include "time/wait.h"
#include <limen/area.h>

/* The request of a waiting thread: its wait_data. */
struct request {
    size_t bytes;
    void *memory;
};

/* Converts bytes into a unit in which the size of each pool fits into a record. */
static uint16_t in_units(size_t bytes)
{
    size_t units = bytes / LM_BYTE_ALIGN;

    return units < UINT16_MAX ? (uint16_t)units : UINT16_MAX;
}

enum lm_status lm_byte_pool_create(struct lm_byte_pool *pool, const char *name, void *area,
                                   size_t area_bytes, enum lm_order order)
{
    LM_CALL_CREATES(BYTE_POOL_CREATE, pool);
    LM_CHECK(pool != NULL && lm_area_is_possible(area, area_bytes, LM_BYTE_ALIGN) &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);
    LM_CHECK_FREE(pool, !lm_object_exists(&pool->object));
    /* Without the lock, because no other context knows the pool yet. */
    if (!lm_fit_init(pool, area, area_bytes)) {
        return LM_REFUSE_EARLY(LM_BAD_ARGUMENT);
    }
    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, pool);
    lm_wait_list_init(&pool->waiters, &pool->object, LM_WAITS_FOR_BYTES, order);
    lm_object_create(&pool->object, LM_KIND_BYTE_POOL, name,
                     (struct lm_object_facts){.size = (uint32_t)area_bytes});
    lm_observe(LM_EVENT_BYTE_POOL_CREATE, pool, 0, (uint32_t)area_bytes);
    return lm_leave(key, LM_OK);
}

/* Take memory, or wait for it: a new request does not overtake a waiting thread. */
static inline enum lm_status take_or_wait(struct lm_byte_pool *pool, lm_lock_key key,
                                          struct request *request, lm_timeout timeout)
{
    if (pool->waiters.first == NULL) {
        request->memory = lm_fit_take(pool, request->bytes);
    }
    if (request->memory != NULL) {
        lm_observe(LM_EVENT_BYTE_ALLOCATE, pool, in_units(request->bytes), LM_OUTCOME_DONE);
        return lm_leave(key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        lm_observe(LM_EVENT_BYTE_ALLOCATE, pool, in_units(request->bytes), LM_OUTCOME_UNAVAILABLE);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    lm_observe(LM_EVENT_BYTE_ALLOCATE, pool, in_units(request->bytes), LM_OUTCOME_WAITS);
    lm_cpu()->running->wait_data = request;
    return lm_wait_in(&pool->waiters, timeout);
}

enum lm_status lm_byte_allocate(struct lm_byte_pool *pool, void **memory, size_t bytes,
                                lm_timeout timeout)
{
    LM_CALL_ON(BYTE_ALLOCATE, pool);
    struct request request = {.bytes = bytes};
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BYTE_POOL);
    LM_REQUIRE(key, memory != NULL, LM_BAD_ARGUMENT);
    if (!lm_fit_is_possible(pool, bytes)) { /* in all libraries: it would wait for ever */
        return LM_REFUSE(key, LM_BAD_ARGUMENT);
    }
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    enum lm_status status = take_or_wait(pool, key, &request, timeout);

    *memory = request.memory;
    return status;
}

/* Serve the first waiting thread if there is enough memory. Returns: whether it was served. */
static bool serve_first(struct lm_cpu *cpu, struct lm_byte_pool *pool)
{
    struct lm_thread *waiter = pool->waiters.first;

    if (waiter == NULL) {
        return false;
    }
    struct request *request = waiter->wait_data;

    request->memory = lm_fit_take(pool, request->bytes);
    if (request->memory == NULL) {
        return false;
    }
    lm_observe(LM_EVENT_BYTE_SERVE, pool, in_units(request->bytes), lm_object_id(&waiter->object));
    lm_wait_satisfy(cpu, waiter);
    return true;
}

static inline enum lm_status give(struct lm_byte_pool *pool, void *memory)
{
    LM_CALL_ON(BYTE_RELEASE, pool);

    if (LM_CHECKED && !lm_fit_is_taken(pool, memory)) {
        LM_NOTE_ERROR(LM_BAD_ARGUMENT);
        return LM_BAD_ARGUMENT;
    }
    lm_fit_give(pool, memory);
    lm_observe(LM_EVENT_BYTE_RELEASE, pool, in_units(pool->available), 0);
    return LM_OK;
}

/* Release memory while threads wait. */
static __attribute__((noinline)) enum lm_status
give_and_serve(struct lm_cpu *cpu, struct lm_byte_pool *pool, void *memory, lm_lock_key key)
{
    LM_CALL_ON(BYTE_RELEASE, pool);
    bool begun = lm_long_call_begin(cpu, key);
    uint16_t id = lm_object_id(&pool->object);
    enum lm_status status = LM_BAD_OBJECT;

    key = lm_long_call_pause(key);
    if (lm_object_is(&pool->object, LM_KIND_BYTE_POOL, id)) {
        status = give(pool, memory);
    } else {
        LM_NOTE_ERROR(status);
    }
    do {
        key = lm_long_call_pause(key);
    } while (status == LM_OK && lm_object_is(&pool->object, LM_KIND_BYTE_POOL, id) &&
             serve_first(cpu, pool));
    key = lm_long_call_end(cpu, begun, key);
    lm_unlock(cpu, key);
    return status;
}

enum lm_status lm_byte_release(struct lm_byte_pool *pool, void *memory)
{
    LM_CALL_ON(BYTE_RELEASE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BYTE_POOL);
    if (pool->waiters.first != NULL) {
        return give_and_serve(lm_cpu(), pool, memory, key);
    }
    enum lm_status status = give(pool, memory);

    lm_port_unlock(key);
    return status;
}

size_t lm_byte_pool_available(const struct lm_byte_pool *pool)
{
    LM_CALL_ON(BYTE_POOL_AVAILABLE, pool);
    LM_CHECK_OBJECT_OR(pool, LM_KIND_BYTE_POOL, 0);

    return pool->available;
}

enum lm_status lm_byte_pool_prioritize(struct lm_byte_pool *pool)
{
    LM_CALL_ON(BYTE_POOL_PRIORITIZE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BYTE_POOL);
    return lm_long_call_prioritize(&pool->waiters, key);
}

enum lm_status lm_byte_pool_get_info(const struct lm_byte_pool *pool,
                                     struct lm_byte_pool_info *info)
{
    LM_CALL_ON(BYTE_POOL_GET_INFO, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BYTE_POOL);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, pool, 0, 0);
    info->name = lm_object_get_name(&pool->object);
    info->available = pool->available;
    info->pieces = pool->pieces;
    info->waiters = lm_wait_list_info(&pool->waiters);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_byte_pool_count_free(const struct lm_byte_pool *pool,
                                       struct lm_byte_pool_free_info *counted)
{
    LM_CALL_ON(BYTE_POOL_COUNT_FREE, pool);
    LM_CHECK_OBJECT_OR(pool, LM_KIND_BYTE_POOL, LM_BAD_OBJECT);
    LM_CHECK(counted != NULL, LM_BAD_ARGUMENT);

    lm_fit_count_free(pool, counted);
    return LM_OK;
}

enum lm_status lm_byte_pool_delete(struct lm_byte_pool *pool)
{
    LM_CALL_ON(BYTE_POOL_DELETE, pool);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, pool, LM_KIND_BYTE_POOL);
    return lm_long_call_delete(&pool->object, &pool->waiters, LM_EVENT_BYTE_POOL_DELETE, key);
}
