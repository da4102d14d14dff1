/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive mutexes; their effect on priorities is in core/priority.c. */
#include "objects/mutex.h"
#include "core/link.h"
#include "objects/long_call.h"

LM_LINK(lm_priority_waiter_left);
LM_LINK(lm_thread_give_back_all);

enum lm_status lm_mutex_create(struct lm_mutex *mutex, const char *name, enum lm_protocol protocol,
                               unsigned ceiling, enum lm_order order)
{
    LM_CALL_CREATES(MUTEX_CREATE, mutex);
    LM_CHECK(mutex != NULL && protocol <= LM_CEILING && order <= LM_BY_PRIORITY &&
                 (protocol != LM_CEILING || ceiling < LM_LEVELS),
             LM_BAD_ARGUMENT);

    uint16_t recorded = protocol == LM_CEILING ? (uint16_t)ceiling : 0;
    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, mutex);
    mutex->owner = NULL;
    LM_SMALL_OR(mutex->held, mutex->hold) = 0;
    LM_UNLESS_SMALL(mutex->has_ceiling = protocol == LM_CEILING;)
    mutex->urgency = (lm_level)(protocol == LM_CEILING ? ceiling : LM_LEVELS);
    mutex->protocol = (uint8_t)protocol;
    lm_list_init(&mutex->owned);
    LM_IF_COUNTED(lm_list_init(&mutex->inverted));
    lm_wait_list_init(&mutex->waiters, &mutex->object, LM_WAITS_FOR_MUTEX,
                      protocol == LM_PLAIN ? order : LM_BY_PRIORITY);
    lm_object_create(
        &mutex->object, LM_KIND_MUTEX, name,
        (struct lm_object_facts){.priority = recorded, .threshold = (uint16_t)protocol});
    lm_observe(LM_EVENT_MUTEX_CREATE, mutex, protocol, recorded);
    return lm_leave(key, LM_OK);
}

/* Would a wait of this thread for the mutex close a circle? Cost: O(length of the chain). */
bool lm_mutex_closes_circle(const struct lm_mutex *mutex, const struct lm_thread *thread)
{
    while (mutex != NULL && mutex->owner != NULL && mutex->owner != thread) {
        mutex = lm_priority_wanted(mutex->owner);
    }
    return mutex != NULL && mutex->owner == thread;
}

enum lm_status lm_mutex_lock_again(struct lm_mutex *mutex, lm_lock_key key)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);

    if (mutex->held == UINT16_MAX) {
        return LM_REFUSE(key, LM_TOO_MANY);
    }
    mutex->held++;
    lm_mutex_observe(LM_EVENT_MUTEX_LOCK, mutex, mutex->held, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* Out of line, so that the usual lock needs no frame. */
static __attribute__((noinline)) enum lm_status lock_or_wait(struct lm_mutex *mutex,
                                                             lm_lock_key key)
{
    return lm_mutex_lock_or_wait(mutex, key, LM_FOREVER);
}

enum lm_status lm_mutex_lock_forever(struct lm_mutex *mutex)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_LOCK(key, mutex, LM_FOREVER);
    return lm_mutex_is_unowned(mutex) ? lm_mutex_lock_unowned(mutex, key)
                                      : lock_or_wait(mutex, key);
}

/* One of these cases: the mutex was locked several times, the owner's priority changes, a waiting
 * thread gets the mutex, or the caller is not the owner. The last is an error in every build,
 * because two threads must not own a mutex. */
static __attribute__((noinline)) enum lm_status unlock_or_hand_over(struct lm_mutex *mutex,
                                                                    lm_lock_key key)
{
    LM_CALL_ON(MUTEX_UNLOCK, mutex);
    struct lm_cpu *cpu = lm_cpu();

    LM_UNLESS_OWN(mutex, lm_mutex_unlock_shared(mutex, key));
    if (mutex->owner != cpu->running) {
        return LM_REFUSE(key, LM_NOT_OWNER);
    }
    if (mutex->held > 1) {
        mutex->held--;
        lm_mutex_observe(LM_EVENT_MUTEX_UNLOCK, mutex, mutex->held, LM_OUTCOME_DONE, NULL);
        return lm_leave(key, LM_OK);
    }
    lm_mutex_observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, mutex->waiters.first);
    if (LM_SMALL) {
        lm_mutex_release(cpu, mutex);
    } else {
        lm_mutex_lose_owner(mutex);
        lm_priority_update_running(cpu, lm_priority_reason(mutex));
        lm_mutex_hand_over(cpu, mutex);
    }
    return lm_unlock(cpu, key);
}

enum lm_status lm_mutex_unlock(struct lm_mutex *mutex)
{
    LM_CALL_ON(MUTEX_UNLOCK, mutex);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN(key, mutex, LM_KIND_MUTEX, lm_mutex_unlock_shared(mutex, key));
    LM_REQUIRE(key, !lm_port_in_interrupt(), LM_BAD_CONTEXT);
    if (!lm_mutex_is_held_once(mutex) || mutex->owner != lm_cpu()->running) {
        return unlock_or_hand_over(mutex, key);
    }
    return lm_mutex_unlock_held_once(mutex, key);
}

struct lm_thread *lm_mutex_owner(const struct lm_mutex *mutex)
{
    LM_CALL_ON(MUTEX_OWNER, mutex);
    LM_CHECK_OBJECT_OR(mutex, LM_KIND_MUTEX, NULL);

    return mutex->owner != &lm_cpu()->idle ? mutex->owner : NULL;
}

enum lm_status lm_mutex_prioritize(struct lm_mutex *mutex)
{
    LM_CALL_ON(MUTEX_PRIORITIZE, mutex);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, mutex, LM_KIND_MUTEX);
    return lm_long_call_prioritize(&mutex->waiters, key);
}

enum lm_status lm_mutex_get_info(const struct lm_mutex *mutex, struct lm_mutex_info *info)
{
    LM_CALL_ON(MUTEX_GET_INFO, mutex);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, mutex, LM_KIND_MUTEX);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, mutex, 0, 0);
    info->name = lm_object_get_name(&mutex->object);
    info->owner = lm_mutex_owner(mutex);
    info->held = mutex->held;
    info->waiters = lm_wait_list_info(&mutex->waiters);
    return lm_leave(key, LM_OK);
}

/* The owner loses the mutex and the priority that it has inherited through it. */
static void disown(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    struct lm_thread *owner = mutex->owner;

    lm_observe_inversion_end_all(mutex);
    mutex->owner = NULL;
    if (owner != NULL) {
        lm_list_unlink(&mutex->owned);
        lm_priority_update(cpu, owner, lm_priority_reason(mutex));
    }
}

enum lm_status lm_mutex_delete(struct lm_mutex *mutex)
{
    LM_CALL_ON(MUTEX_DELETE, mutex);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, mutex, LM_KIND_MUTEX);

    bool begun = mutex->waiters.first != NULL && lm_long_call_begin(cpu, key);

    lm_object_close(&mutex->object);
    lm_observe(LM_EVENT_MUTEX_DELETE, mutex, 0, 0);
    if (mutex->waiters.first != NULL) {
        key = lm_long_call_pause(key);
    }
    disown(cpu, mutex);
    if (mutex->waiters.first != NULL) {
        key = lm_long_call_pause(key);
    }
    return lm_long_call_delete_rest(&mutex->object, &mutex->waiters, begun, key);
}
