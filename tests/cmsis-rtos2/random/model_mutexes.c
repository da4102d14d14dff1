/* SPDX-License-Identifier: Apache-2.0 */
/* The model: mutexes. All of them are robust, and owners inherit along chains. */
#include "model.h"
#include <stddef.h>

static void own(struct mutex *mutex, uint8_t who)
{
    mutex->owner = who;
    mutex->held = 1;
    mutex->passes = 0;
    mutex->since = model.order++;
}

void give_mutex(struct mutex *mutex)
{
    uint8_t owner = mutex->owner;

    mutex->owner = NOBODY;
    mutex->held = 0;
    update_priority(owner);
    if (mutex->waiters.number != 0) {
        uint8_t who = mutex->waiters.who[0];

        end_wait(who, OK);
        own(mutex, who);
        update_priority(who);
    }
}

static uint32_t acquire(unsigned number, uint8_t who, uint32_t timeout, bool *waits)
{
    struct mutex *mutex = &model.mutex[number];
    uint32_t result = OK;

    if (mutex->owner == NOBODY) {
        own(mutex, who);
    } else if (mutex->owner == who && model.script->recurs[number]) {
        mutex->held++;
    } else if (may_wait(timeout, TIMED_OUT, &result)) {
        bool is_own = mutex->owner == who;

        begin_wait(is_own ? NULL : &mutex->waiters, is_own ? TIME : MUTEX, number, timeout,
                   (uint32_t)TIMED_OUT);
        *waits = true;
    }
    return result;
}

uint32_t mutex_call(const struct step *step, uint8_t who, bool *waits)
{
    struct mutex *mutex = &model.mutex[step->object];

    switch (step->call) {
    case CALL_MUTEX_ACQUIRE:
        return acquire(step->object, who, step->a, waits);
    case CALL_MUTEX_RELEASE:
        if (mutex->owner != who) {
            return (uint32_t)RESOURCE;
        }
        if (--mutex->held == 0) {
            give_mutex(mutex);
        }
        return OK;
    default:
        return mutex->owner;
    }
}
