/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. */
#include "objects/semaphore.h"
#include "core/link.h"
#include "cores/shared.h"
#include "cores/shared_semaphore.h"
#include "objects/long_call.h"

enum lm_status lm_semaphore_create(struct lm_semaphore *semaphore, const char *name, uint32_t count,
                                   enum lm_order order)
{
    LM_CALL_CREATES(SEMAPHORE_CREATE, semaphore);
    LM_CHECK(semaphore != NULL && order <= LM_BY_PRIORITY, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, semaphore);
    semaphore->count = count;
    lm_wait_list_init(&semaphore->waiters, &semaphore->object, LM_WAITS_FOR_SEMAPHORE, order);
    lm_object_create(&semaphore->object, LM_KIND_SEMAPHORE, name,
                     (struct lm_object_facts){.size = count});
    lm_observe(LM_EVENT_SEMAPHORE_CREATE, semaphore, (uint16_t)count, 0);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_semaphore_wait_forever(struct lm_semaphore *semaphore)
{
    LM_CALL_ON(SEMAPHORE_WAIT, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN(key, semaphore, LM_KIND_SEMAPHORE,
                   lm_semaphore_wait_shared(semaphore, LM_FOREVER, key));
    LM_REQUIRE_WAIT(key);
    if (semaphore->count != 0) {
        return lm_semaphore_take(semaphore, key);
    }
    LM_UNLESS_OWN(semaphore, lm_semaphore_wait_shared(semaphore, LM_FOREVER, key));
    lm_semaphore_observe_wait(semaphore);
    return lm_wait_forever(&semaphore->waiters);
}

enum { NO_LIMIT = 0 };

/* Would another unit be more than the limit, or more than can be counted? The latter is a mistake
 * of the caller. */
static inline bool is_full(const struct lm_semaphore *semaphore, uint32_t limit)
{
    return limit != NO_LIMIT ? semaphore->count >= limit
                             : LM_CHECKED && semaphore->count == UINT32_MAX;
}

/* Give a unit to the first waiting thread, or add it if there are less than limit. */
static inline __attribute__((always_inline)) enum lm_status
give(struct lm_semaphore *semaphore, lm_lock_key key, uint32_t limit, enum lm_event event)
{
    LM_CALL_ON(SEMAPHORE_POST, semaphore);

    if (semaphore->waiters.first != NULL) {
        LM_UNLESS_OWN(semaphore, limit == NO_LIMIT
                                     ? lm_semaphore_post_shared(semaphore, key)
                                     : lm_semaphore_post_below_shared(semaphore, limit, key));
        return lm_semaphore_hand_over(semaphore, key, event);
    }
    if (is_full(semaphore, limit)) {
        lm_semaphore_observe(event, semaphore, LM_OUTCOME_UNAVAILABLE, NULL);
        return limit != NO_LIMIT ? lm_leave(key, LM_TOO_MANY) : LM_REFUSE(key, LM_TOO_MANY);
    }
    return lm_semaphore_add(semaphore, key, event);
}

LM_OBSERVABLE(lm_semaphore_post);

enum lm_status lm_semaphore_post(struct lm_semaphore *semaphore)
{
    LM_CALL_ON(SEMAPHORE_POST, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN(key, semaphore, LM_KIND_SEMAPHORE, lm_semaphore_post_shared(semaphore, key));
    return give(semaphore, key, NO_LIMIT, LM_EVENT_SEMAPHORE_POST);
}

LM_OBSERVABLE(lm_semaphore_post_below);

enum lm_status lm_semaphore_post_below(struct lm_semaphore *semaphore, uint32_t ceiling)
{
    LM_CALL_ON(SEMAPHORE_POST_BELOW, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN(key, semaphore, LM_KIND_SEMAPHORE,
                   lm_semaphore_post_below_shared(semaphore, ceiling, key));
    LM_REQUIRE(key, ceiling > 0, LM_BAD_ARGUMENT);
    return give(semaphore, key, ceiling, LM_EVENT_SEMAPHORE_POST_BELOW);
}

enum lm_status lm_semaphore_prioritize(struct lm_semaphore *semaphore)
{
    LM_CALL_ON(SEMAPHORE_PRIORITIZE, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, semaphore, LM_KIND_SEMAPHORE);
    return lm_long_call_prioritize(&semaphore->waiters, key);
}

enum lm_status lm_semaphore_get_info(const struct lm_semaphore *semaphore,
                                     struct lm_semaphore_info *info)
{
    LM_CALL_ON(SEMAPHORE_GET_INFO, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, semaphore, LM_KIND_SEMAPHORE);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, semaphore, 0, 0);
    info->name = lm_object_get_name(&semaphore->object);
    info->count = semaphore->count;
    info->waiters = lm_wait_list_info(&semaphore->waiters);
    return lm_leave(key, LM_OK);
}

uint32_t lm_semaphore_count(const struct lm_semaphore *semaphore)
{
    LM_CALL_ON(SEMAPHORE_COUNT, semaphore);
    if (LM_IS_SHARED(semaphore, LM_KIND_SEMAPHORE)) {
        return LM_CORES_OR(lm_semaphore_count_shared(semaphore), 0);
    }
    LM_CHECK_OBJECT_OR(semaphore, LM_KIND_SEMAPHORE, 0);

    return semaphore->count;
}

enum lm_status lm_semaphore_delete(struct lm_semaphore *semaphore)
{
    LM_CALL_ON(SEMAPHORE_DELETE, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, semaphore, LM_KIND_SEMAPHORE);
    return lm_long_call_delete(&semaphore->object, &semaphore->waiters, LM_EVENT_SEMAPHORE_DELETE,
                               key);
}
