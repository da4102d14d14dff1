/* SPDX-License-Identifier: Apache-2.0 */
/* Lock and unlock of a mutex, common to the calls with and without a timeout, and to those of
 * compat/. Context: the kernel lock. */
#ifndef LIMEN_MUTEX_INTERNAL_H
#define LIMEN_MUTEX_INTERNAL_H

#include "core/door.h"
#include "core/priority.h"
#include "cores/shared.h"
#include "objects/ownership.h"
#include "time/wait.h"

/* A record about this mutex. */
static inline void lm_mutex_observe(enum lm_event event, const struct lm_mutex *mutex,
                                    unsigned held, enum lm_outcome outcome,
                                    const struct lm_thread *other)
{
    uint32_t id = other != NULL ? lm_object_id(&other->object) : 0U;

    lm_observe(event, mutex, held, outcome | id << 16);
}

/* Would a wait of this thread for the mutex close a circle? Cost: O(length of the chain). */
bool lm_mutex_closes_circle(const struct lm_mutex *mutex, const struct lm_thread *thread);

/* Count one more lock by the owner. */
enum lm_status lm_mutex_lock_again(struct lm_mutex *mutex, lm_lock_key key);

static inline enum lm_status lm_mutex_wait_for_owner(struct lm_mutex *mutex, lm_lock_key key,
                                                     lm_timeout timeout)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    if (timeout == LM_NO_WAIT) {
        lm_mutex_observe(LM_EVENT_MUTEX_LOCK, mutex, 0, LM_OUTCOME_UNAVAILABLE, mutex->owner);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    if (LM_CHECKED && lm_mutex_closes_circle(mutex, thread)) {
        return LM_REFUSE(key, LM_DEADLOCK);
    }
    lm_mutex_observe(LM_EVENT_MUTEX_LOCK, mutex, mutex->held, LM_OUTCOME_WAITS, mutex->owner);
    LM_UNLESS_SMALL(mutex->was_wanted = true;)
    lm_wait(cpu, &mutex->waiters, timeout);
    lm_observe_inversion_begin(mutex, thread);
    if (mutex->protocol == LM_INHERIT && thread->priority < mutex->owner->priority) {
        LM_COUNT_OBJECT(&mutex->object, inheritances);
    }
    lm_priority_waiters_changed(cpu, mutex, LM_CHANGE_INHERITANCE);
    return lm_switch(cpu, LM_OK);
}

/* Own a mutex that has no owner. Returns: the status of the lock; in the libraries with user
 * threads, the last owner may have died (layers/user). */
static inline enum lm_status lm_mutex_own_free(struct lm_mutex *mutex, struct lm_thread *thread)
{
    LM_UNLESS_SMALL(if (LM_CHECKED) {
        enum lm_status status = mutex->was_wanted;

        mutex->held = 1;
        lm_priority_own(mutex, thread);
        return status;
    })
    lm_mutex_own(mutex, thread);
    return LM_OK;
}

/* Lock a mutex that has an owner, a ceiling, or an owner that has died. */
static inline enum lm_status lm_mutex_lock_or_wait(struct lm_mutex *mutex, lm_lock_key key,
                                                   lm_timeout timeout)
{
    struct lm_cpu *cpu = lm_cpu();

    LM_UNLESS_OWN(mutex, lm_mutex_lock_shared(mutex, timeout, key));
    if (mutex->owner == cpu->running) {
        return lm_mutex_lock_again(mutex, key);
    }
    if (mutex->owner != NULL) {
        return lm_mutex_wait_for_owner(mutex, key, timeout);
    }

    enum lm_status status = lm_mutex_own_free(mutex, cpu->running);

    lm_mutex_observe(LM_EVENT_MUTEX_LOCK, mutex, 1, LM_OUTCOME_DONE, NULL);
    lm_priority_update_running(cpu, LM_CHANGE_CEILING);
    return lm_leave(key, status);
}

/* The conditions of the usual lock (the mutex has no owner and no ceiling) and of the usual unlock
 * (it has been locked once, has no ceiling, and no thread waits). limen-small has no usual case. */
static inline bool lm_mutex_is_unowned(const struct lm_mutex *mutex)
{
    (void)mutex;
    return LM_SMALL_OR(false, mutex->hold == 0);
}

static inline bool lm_mutex_is_held_once(const struct lm_mutex *mutex)
{
    (void)mutex;
    return LM_SMALL_OR(false, mutex->hold == 1);
}

static inline enum lm_status lm_mutex_lock_unowned(struct lm_mutex *mutex, lm_lock_key key)
{
    LM_UNLESS_SMALL(mutex->hold = 1;)
    lm_priority_own_unwanted(mutex, lm_cpu()->running);
    lm_mutex_observe(LM_EVENT_MUTEX_LOCK, mutex, 1, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

static inline __attribute__((always_inline)) enum lm_status
lm_mutex_unlock_held_once(struct lm_mutex *mutex, lm_lock_key key)
{
    lm_list_unlink(&mutex->owned);
    __asm__ volatile("" ::: "memory"); /* before the zero takes a register: no push, no pop */
    LM_UNLESS_SMALL(mutex->hold = 0;)
    mutex->owner = NULL;
    lm_mutex_observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The checks of a lock. */
#define LM_REQUIRE_LOCK(key, mutex, timeout)                                                       \
    do {                                                                                           \
        LM_REQUIRE_OWN(key, mutex, LM_KIND_MUTEX, lm_mutex_lock_shared(mutex, timeout, key));      \
        LM_REQUIRE_WAIT(key);                                                                      \
        LM_REQUIRE(key,                                                                            \
                   !lm_priority_has_ceiling(mutex) ||                                              \
                       (mutex)->urgency <= lm_cpu()->running->base_priority,                       \
                   LM_BAD_STATE);                                                                  \
    } while (0)

#endif
