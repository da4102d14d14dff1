/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in each library, also in those that do not check their callers, only the owner unlocks a
 * mutex. A wrong unlock changes nothing.
 *
 * Method: a thread preempts the owner and tries to unlock a mutex that it does not own, once,
 * twice, with a waiting thread, and without an owner. The program is linked with several libraries.
 */
#include "support/scene.h"

static struct lm_mutex mutex;

static struct lm_mutex_info state(void)
{
    struct lm_mutex_info info;

    CHECK_STATUS(lm_mutex_get_info(&mutex, &info), LM_OK);
    return info;
}

static void unlock_of_others(void *argument)
{
    struct lm_mutex_info before = state(), after;

    (void)argument;
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    after = state();
    CHECK(after.owner == before.owner);
    CHECK_EQUAL(after.held, before.held);
    CHECK(after.waiters.first == before.waiters.first);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), before.owner != NULL ? LM_UNAVAILABLE : LM_OK);
    if (before.owner == NULL) {
        CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
        CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    }
    tell('u');
}

static void lock_and_unlock(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    tell('l');
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
}

static void try_all(enum lm_protocol protocol)
{
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", protocol, 0, LM_FIFO), LM_OK);
    (void)scene_thread(1, unlock_of_others, NULL); /* nobody owns it */
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    if (protocol != LM_CEILING) { /* the owner has level 0 then, and no thread preempts it */
        (void)scene_thread(1, unlock_of_others, NULL);
    }
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    (void)scene_thread(3, lock_and_unlock, NULL);
    if (protocol != LM_CEILING) {
        (void)scene_thread(1, unlock_of_others, NULL);
    }
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    CHECK(state().owner == NULL);
    CHECK_EQUAL(state().held, 0);
    told(protocol != LM_CEILING ? "uuul" : "ul");
}

static void plain(void)
{
    try_all(LM_PLAIN);
}

static void inherited(void)
{
    try_all(LM_INHERIT);
}

static void with_ceiling(void)
{
    try_all(LM_CEILING);
}

int main(void)
{
    scene_run(LM_MODEL_FULL, plain);
    scene_run(LM_MODEL_FULL, inherited);
    scene_run(LM_MODEL_FULL, with_ceiling);
    return 0;
}
