/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes for the threads of all cores. They are served in FIFO order, and the owner has the
 * ceiling on its own core, by the ceiling protocol of the kernel. Other cores hand a mutex over,
 * and the core of the new owner completes that: until then held is 0. */
#include "core/priority.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"

enum lm_status lm_mutex_create_shared(struct lm_mutex *mutex, const char *name, unsigned ceiling)
{
    enum lm_status status = lm_mutex_create(mutex, name, LM_CEILING, ceiling, LM_FIFO);

    if (status == LM_OK) {
        lm_shared_list_init(&mutex->waiters);
        mutex->object.kind = LM_KIND_MUTEX | LM_KIND_SHARED;
    }
    return status;
}

void lm_shared_own(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_mutex *mutex = thread->shared_mutex;

    if (mutex != NULL && mutex->held == 0) {
        mutex->held = 1;
        lm_priority_own_wanted(mutex, thread);
        lm_priority_update(cpu, thread, LM_CHANGE_CEILING);
    }
}

static void give(struct lm_mutex *mutex, struct lm_thread *thread)
{
    mutex->owner = thread;
    thread->shared_mutex = mutex;
}

static inline void observe(enum lm_event event, const struct lm_mutex *mutex, unsigned held,
                           enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? lm_object_id(&other->object) : 0U;

    lm_observe(event, mutex, held, outcome | id << 16);
}

static enum lm_status lock_again(struct lm_mutex *mutex, lm_lock_key key)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);

    if (mutex->held == UINT16_MAX) {
        return LM_REFUSE(key, LM_TOO_MANY);
    }
    mutex->held++;
    observe(LM_EVENT_MUTEX_LOCK, mutex, mutex->held, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The status of a call that locks a free mutex. In the libraries with user threads, its last owner
 * may have died. */
static inline enum lm_status last_status(struct lm_mutex *mutex)
{
    enum lm_status status = LM_CHECKED ? mutex->was_wanted : LM_OK;

    if (LM_CHECKED) {
        mutex->was_wanted = LM_OK;
    }
    return status;
}

/* A thread with two shared mutexes would let others wait for one of them while it waits for the
 * other. A second lock is refused in every build. */
enum lm_status lm_mutex_lock_shared(struct lm_mutex *mutex, lm_timeout timeout, lm_lock_key key)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;
    enum lm_status status;

    LM_REQUIRE_WAIT(key);
    LM_REQUIRE(key, mutex->urgency <= thread->base_priority, LM_BAD_STATE);
    if (thread->shared_mutex == mutex) {
        return lock_again(mutex, key);
    }
    if (thread->shared_mutex != NULL) {
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    lm_cores_lock();
    if (mutex->owner != NULL) {
        observe(LM_EVENT_MUTEX_LOCK, mutex, 0,
                timeout == LM_NO_WAIT ? LM_OUTCOME_UNAVAILABLE : LM_OUTCOME_WAITS, mutex->owner);
        return timeout == LM_NO_WAIT ? lm_shared_leave(key, LM_UNAVAILABLE)
                                     : lm_shared_wait(&mutex->waiters, timeout);
    }
    give(mutex, thread);
    status = last_status(mutex);
    observe(LM_EVENT_MUTEX_LOCK, mutex, 1, LM_OUTCOME_DONE, NULL);
    lm_cores_unlock();
    lm_shared_own(cpu, thread);
    return lm_leave(key, status);
}

/* status: the result of the lock of the next owner. */
static inline void release(struct lm_cpu *cpu, struct lm_mutex *mutex, enum lm_status status)
{
    struct lm_thread *owner = mutex->owner;

    lm_list_unlink(&mutex->owned);
    owner->shared_mutex = NULL;
    lm_priority_update(cpu, owner, LM_CHANGE_CEILING);
    lm_cores_lock();
    mutex->held = 0;
    if (lm_shared_is_empty(&mutex->waiters)) {
        mutex->owner = NULL;
        if (status != LM_OK) {
            mutex->was_wanted = (uint8_t)status;
        }
        observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, NULL);
        lm_cores_unlock();
        return;
    }
    give(mutex, lm_shared_first(&mutex->waiters));
    observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, mutex->owner);
    if (status != LM_OK) {
        mutex->owner->shared_status = (uint8_t)status;
    }
    lm_shared_note(mutex->owner, LM_CALL_MUTEX_UNLOCK, lm_object_id(&mutex->object));
    lm_shared_satisfy(mutex->owner);
}

void lm_mutex_release_shared(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    release(cpu, mutex, LM_OK);
}

void lm_mutex_release_died(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    release(cpu, mutex, LM_OWNER_DIED);
}

/* Only the core of the owner changes the owner. So this core knows whether the caller owns it. */
enum lm_status lm_mutex_unlock_shared(struct lm_mutex *mutex, lm_lock_key key)
{
    LM_CALL_ON(MUTEX_UNLOCK, mutex);
    struct lm_cpu *cpu = lm_cpu();

    LM_REQUIRE(key, !lm_port_in_interrupt(), LM_BAD_CONTEXT);
    if (cpu->running->shared_mutex != mutex) {
        return LM_REFUSE(key, LM_NOT_OWNER);
    }
    if (mutex->held > 1) {
        mutex->held--;
        observe(LM_EVENT_MUTEX_UNLOCK, mutex, mutex->held, LM_OUTCOME_DONE, NULL);
        return lm_leave(key, LM_OK);
    }
    release(cpu, mutex, LM_OK);
    return lm_unlock_rarely(cpu, key);
}
