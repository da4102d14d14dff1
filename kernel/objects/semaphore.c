/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"
#include <limen/semaphore.h>

enum lm_status lm_semaphore_create(struct lm_semaphore *semaphore, const char *name, uint32_t count,
                                   enum lm_order order)
{
    LM_CHECK(semaphore != NULL && order <= LM_BY_PRIORITY, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    semaphore->count = count;
    semaphore->limit = UINT32_MAX;
    semaphore->notify = NULL;
    lm_wait_list_init(&semaphore->waiters, &semaphore->object, order);
    lm_trace_object(kernel, &semaphore->object, LM_KIND_SEMAPHORE, name, 0, 0, count);
    lm_trace(LM_EVENT_SEMAPHORE_CREATE, semaphore->object.id, (uint16_t)count, 0);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* There is no unit. Out of line, so that the call that finds one saves few registers.
 * Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status wait_for_unit(struct lm_semaphore *semaphore,
                                                              lm_lock_key key, lm_timeout timeout)
{
    if (timeout == LM_NO_WAIT) {
        lm_trace(LM_EVENT_SEMAPHORE_WAIT, semaphore->object.id, 0, LM_OUTCOME_UNAVAILABLE);
        lm_port_unlock(key);
        return LM_UNAVAILABLE;
    }
    if (LM_CHECKED && semaphore->object.kind == LM_KIND_NONE) { /* since the check */
        lm_port_unlock(key);
        return LM_DELETED;
    }
    lm_trace(LM_EVENT_SEMAPHORE_WAIT, semaphore->object.id, 0, LM_OUTCOME_WAITS);
    return lm_wait(&semaphore->waiters, LM_WAITS_FOR_SEMAPHORE, timeout);
}

enum lm_status lm_semaphore_wait(struct lm_semaphore *semaphore, lm_timeout timeout)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (semaphore->count == 0) {
        return wait_for_unit(semaphore, key, timeout);
    }
    semaphore->count--;
    lm_trace(LM_EVENT_SEMAPHORE_WAIT, semaphore->object.id, (uint16_t)semaphore->count,
             LM_OUTCOME_DONE);
    LM_COUNT_OBJECT(lm_kernel(), &semaphore->object, taken);
    lm_port_unlock(key);
    return LM_OK;
}

/* Requires: the lock, which it frees. */
static inline enum lm_status finish_post(struct lm_semaphore *semaphore, lm_lock_key key)
{
    void (*notify)(struct lm_semaphore *) = semaphore->notify;

    lm_unlock(lm_kernel(), key);
    if (notify != NULL) {
        notify(semaphore);
    }
    return LM_OK;
}

/* Somebody waits. Out of line as above. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status give_to(struct lm_semaphore *semaphore,
                                                        struct lm_thread *waiter, lm_lock_key key,
                                                        enum lm_event event)
{
    struct lm_kernel *kernel = lm_kernel();

    lm_trace(event, semaphore->object.id, 0, (uint32_t)waiter->object.id << 16);
    LM_COUNT_OBJECT(kernel, &semaphore->object, given);
    LM_COUNT_OBJECT(kernel, &semaphore->object, taken);
    lm_wait_satisfy(kernel, waiter);
    return finish_post(semaphore, key);
}

static inline void add_unit(struct lm_semaphore *semaphore, enum lm_event event)
{
    semaphore->count++;
    lm_trace(event, semaphore->object.id, (uint16_t)semaphore->count, LM_OUTCOME_DONE);
    LM_COUNT_OBJECT(lm_kernel(), &semaphore->object, given);
}

/* Nobody waits, but there is more to look at. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status
post_below(struct lm_semaphore *semaphore, uint32_t ceiling, lm_lock_key key, enum lm_event event)
{
    if (semaphore->count >= ceiling) {
        lm_trace(event, semaphore->object.id, (uint16_t)semaphore->count, LM_OUTCOME_UNAVAILABLE);
        lm_port_unlock(key);
        return LM_TOO_MANY;
    }
    add_unit(semaphore, event);
    return finish_post(semaphore, key);
}

enum lm_status lm_semaphore_post(struct lm_semaphore *semaphore)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);

    lm_lock_key key = lm_lock();
    struct lm_thread *waiter = lm_wait_first(&semaphore->waiters);

    if (waiter != NULL) {
        return give_to(semaphore, waiter, key, LM_EVENT_SEMAPHORE_POST);
    }
    if (semaphore->count >= semaphore->limit) {
        return post_below(semaphore, UINT32_MAX, key, LM_EVENT_SEMAPHORE_POST);
    }
    add_unit(semaphore, LM_EVENT_SEMAPHORE_POST);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_semaphore_post_below(struct lm_semaphore *semaphore, uint32_t ceiling)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);
    LM_CHECK(ceiling > 0, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();
    struct lm_thread *waiter = lm_wait_first(&semaphore->waiters);

    if (waiter != NULL) {
        return give_to(semaphore, waiter, key, LM_EVENT_SEMAPHORE_POST_BELOW);
    }
    return post_below(semaphore, ceiling, key, LM_EVENT_SEMAPHORE_POST_BELOW);
}

enum lm_status lm_semaphore_prioritize(struct lm_semaphore *semaphore)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);

    lm_wait_prioritize(&semaphore->waiters);
    return LM_OK;
}

enum lm_status lm_semaphore_set_notify(struct lm_semaphore *semaphore,
                                       void (*notify)(struct lm_semaphore *semaphore))
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);

    lm_lock_key key = lm_lock();

    semaphore->notify = notify;
    semaphore->limit = notify != NULL ? 0 : UINT32_MAX;
    lm_trace(LM_EVENT_NOTIFY, semaphore->object.id, notify != NULL, 0);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_semaphore_get_info(const struct lm_semaphore *semaphore,
                                     struct lm_semaphore_info *info)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, semaphore->object.id, 0, 0);
    info->name = semaphore->object.name;
    info->count = semaphore->count;
    info->waiters = lm_wait_info(&semaphore->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

uint32_t lm_semaphore_count(const struct lm_semaphore *semaphore)
{
    LM_CHECK(semaphore != NULL, 0);

    return semaphore->count;
}

enum lm_status lm_semaphore_delete(struct lm_semaphore *semaphore)
{
    LM_CHECK_OBJECT(semaphore, LM_KIND_SEMAPHORE);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();

    semaphore->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_SEMAPHORE_DELETE, semaphore->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &semaphore->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
