/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive mutexes; their effect on priorities is in priority.c. */
#include "objects/mutex.h"
#include "core/contract.h"
#include "core/lock.h"
#include "core/priority.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"

unsigned lm_mutex_urgency(const struct lm_mutex *mutex)
{
    const struct lm_thread *waiter;

    switch (mutex->protocol) {
    case LM_CEILING:
        return mutex->ceiling;
    case LM_INHERIT:
        waiter = lm_wait_first(&mutex->waiters);
        return waiter != NULL ? waiter->priority : LM_LEVELS;
    default:
        return LM_LEVELS;
    }
}

struct lm_thread *lm_mutex_blocker(const struct lm_thread *thread)
{
    return thread->waits_for == LM_WAITS_FOR_MUTEX
               ? LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters)->owner
               : NULL;
}

static enum lm_change change_of(const struct lm_mutex *mutex)
{
    return mutex->protocol == LM_CEILING ? LM_CHANGE_CEILING : LM_CHANGE_INHERITANCE;
}

/* A record about this mutex. */
static inline void trace(const struct lm_mutex *mutex, enum lm_event event, unsigned held,
                         enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? other->object.id : 0U;

    lm_trace(event, mutex->object.id, held, outcome | id << 16);
}

static inline void become_owner(struct lm_mutex *mutex, struct lm_thread *thread)
{
    mutex->owner = thread;
    mutex->held = 1;
    lm_list_insert_before(&thread->owned, &mutex->owned);
}

void lm_mutex_waiter_left(struct lm_kernel *kernel, struct lm_thread *thread)
{
    struct lm_mutex *mutex = LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters);

    lm_count_inversion_end(mutex, thread);
    if (mutex->owner != NULL) {
        lm_priority_update(kernel, mutex->owner, change_of(mutex));
    }
}

void lm_mutex_release(struct lm_kernel *kernel, struct lm_mutex *mutex)
{
    struct lm_thread *old = mutex->owner;
    struct lm_thread *waiter = lm_wait_first(&mutex->waiters);

    lm_list_remove(&mutex->owned);
    mutex->owner = NULL;
    mutex->held = 0;
    lm_count_inversion_end_all(mutex);
    if (mutex->protocol != LM_PLAIN) {
        lm_priority_update(kernel, old, change_of(mutex));
    }
    if (waiter != NULL) {
        become_owner(mutex, waiter);
        LM_COUNT_OBJECT(kernel, &mutex->object, taken);
        lm_wait_end(kernel, waiter, LM_OK);
    }
}

enum lm_status lm_mutex_create(struct lm_mutex *mutex, const char *name, enum lm_protocol protocol,
                               unsigned ceiling, enum lm_order order)
{
    LM_CHECK(mutex != NULL && protocol <= LM_CEILING && order <= LM_BY_PRIORITY &&
                 (protocol != LM_CEILING || ceiling < LM_LEVELS),
             LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    uint16_t recorded = protocol == LM_CEILING ? (uint16_t)ceiling : 0;
    lm_lock_key key = lm_lock();

    mutex->owner = NULL;
    mutex->held = 0;
    mutex->ceiling = (uint16_t)ceiling;
    mutex->protocol = (uint8_t)protocol;
    lm_list_init(&mutex->owned);
    lm_list_init(&mutex->inverted);
    lm_wait_list_init(&mutex->waiters, &mutex->object,
                      protocol == LM_PLAIN ? order : LM_BY_PRIORITY);
    lm_trace_object(kernel, &mutex->object, LM_KIND_MUTEX, name, recorded, protocol, 0);
    lm_trace(LM_EVENT_MUTEX_CREATE, mutex->object.id, protocol, recorded);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Would a wait of this thread for the mutex close a circle? O(length of the chain). */
static bool closes_circle(const struct lm_mutex *mutex, const struct lm_thread *thread)
{
    const struct lm_thread *owner = mutex->owner;

    while (owner != NULL && owner != thread) {
        owner = lm_mutex_blocker(owner);
    }
    return owner == thread;
}

/* Out of line, as the following: to lock a mutex that is free, and to unlock one that nobody
 * waits for, is what mostly happens. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status wait_for_owner(struct lm_mutex *mutex,
                                                               lm_lock_key key, lm_timeout timeout)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;
    enum lm_status status;

    if (timeout == LM_NO_WAIT) {
        status = LM_UNAVAILABLE;
        trace(mutex, LM_EVENT_MUTEX_LOCK, 0, LM_OUTCOME_UNAVAILABLE, mutex->owner);
    } else if (LM_CHECKED && closes_circle(mutex, thread)) {
        status = LM_DEADLOCK;
    } else {
        trace(mutex, LM_EVENT_MUTEX_LOCK, mutex->held, LM_OUTCOME_WAITS, mutex->owner);
        lm_wait_begin(kernel, &mutex->waiters, LM_WAITS_FOR_MUTEX, timeout);
        lm_count_inversion_begin(kernel, mutex, thread);
        if (mutex->protocol == LM_INHERIT && thread->priority < mutex->owner->priority) {
            LM_COUNT_OBJECT(kernel, &mutex->object, inheritances);
        }
        lm_priority_update(kernel, mutex->owner, LM_CHANGE_INHERITANCE);
        return lm_wait_finish(kernel, thread);
    }
    lm_port_unlock(key);
    return status;
}

static __attribute__((noinline)) enum lm_status lock_again(struct lm_mutex *mutex, lm_lock_key key)
{
    enum lm_status status = LM_TOO_MANY;

    if (mutex->held < UINT16_MAX) {
        mutex->held++;
        trace(mutex, LM_EVENT_MUTEX_LOCK, mutex->held, LM_OUTCOME_DONE, NULL);
        LM_COUNT_OBJECT(lm_kernel(), &mutex->object, taken);
        status = LM_OK;
    }
    lm_port_unlock(key);
    return status;
}

static __attribute__((noinline)) void raise_to_ceiling(struct lm_thread *thread)
{
    lm_priority_update(lm_kernel(), thread, LM_CHANGE_CEILING);
}

enum lm_status lm_mutex_lock(struct lm_mutex *mutex, lm_timeout timeout)
{
    LM_CHECK_OBJECT(mutex, LM_KIND_MUTEX);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_thread *thread = lm_kernel()->running;
    LM_CHECK(mutex->protocol != LM_CEILING || mutex->ceiling <= thread->base_priority,
             LM_BAD_STATE);

    lm_lock_key key = lm_lock();

    if (mutex->owner == thread) {
        return lock_again(mutex, key);
    }
    if (mutex->owner != NULL) {
        return wait_for_owner(mutex, key, timeout);
    }
    if (LM_CHECKED && mutex->object.kind == LM_KIND_NONE) { /* since the check above */
        lm_port_unlock(key);
        return LM_DELETED;
    }
    become_owner(mutex, thread);
    trace(mutex, LM_EVENT_MUTEX_LOCK, 1, LM_OUTCOME_DONE, NULL);
    LM_COUNT_OBJECT(lm_kernel(), &mutex->object, taken);
    if (mutex->protocol == LM_CEILING) {
        raise_to_ceiling(thread);
    }
    lm_port_unlock(key); /* a more urgent level lets nobody in */
    return LM_OK;
}

/* The last unlock. */
static __attribute__((noinline)) void release(struct lm_mutex *mutex, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();

    lm_mutex_release(kernel, mutex);
    lm_unlock(kernel, key);
}

enum lm_status lm_mutex_unlock(struct lm_mutex *mutex)
{
    LM_CHECK_OBJECT(mutex, LM_KIND_MUTEX);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);
    LM_CHECK(mutex->owner == lm_kernel()->running, LM_NOT_OWNER);

    lm_lock_key key = lm_lock();
    unsigned held = mutex->held - 1U;
    const struct lm_thread *waiter = held == 0 ? lm_wait_first(&mutex->waiters) : NULL;

    trace(mutex, LM_EVENT_MUTEX_UNLOCK, held, LM_OUTCOME_DONE, waiter);
    LM_COUNT_OBJECT(lm_kernel(), &mutex->object, given);
    if (held == 0 && (waiter != NULL || mutex->protocol == LM_CEILING)) {
        release(mutex, key);
        return LM_OK;
    }
    mutex->held = (uint16_t)held;
    if (held == 0) {
        mutex->owner = NULL;
        lm_list_remove(&mutex->owned);
    }
    lm_port_unlock(key);
    return LM_OK;
}

struct lm_thread *lm_mutex_owner(const struct lm_mutex *mutex)
{
    LM_CHECK(mutex != NULL, NULL);

    return mutex->owner != &lm_kernel()->idle ? mutex->owner : NULL;
}

enum lm_status lm_mutex_prioritize(struct lm_mutex *mutex)
{
    LM_CHECK_OBJECT(mutex, LM_KIND_MUTEX);

    lm_wait_prioritize(&mutex->waiters);
    return LM_OK;
}

enum lm_status lm_mutex_get_info(const struct lm_mutex *mutex, struct lm_mutex_info *info)
{
    LM_CHECK_OBJECT(mutex, LM_KIND_MUTEX);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, mutex->object.id, 0, 0);
    info->name = mutex->object.name;
    info->owner = lm_mutex_owner(mutex);
    info->held = mutex->held;
    info->waiters = lm_wait_info(&mutex->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_mutex_delete(struct lm_mutex *mutex)
{
    LM_CHECK_OBJECT(mutex, LM_KIND_MUTEX);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();
    struct lm_thread *owner = mutex->owner;

    mutex->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_MUTEX_DELETE, mutex->object.id, 0, 0);
    lm_count_inversion_end_all(mutex);
    mutex->owner = NULL;
    if (owner != NULL) {
        lm_list_remove(&mutex->owned);
        lm_priority_update(kernel, owner, change_of(mutex));
    }
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &mutex->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
