/* SPDX-License-Identifier: Apache-2.0 */
/* Read-side sections. A reader counts for the phase in which it entered, and there are two phases.
 * A writer waits until the other phase is empty, changes the phase, and waits again: then all
 * readers that entered before it have left.
 *
 * One change of the phase is enough, because a reader enters in one step under the lock: it counts
 * for the old phase, or it entered after the change and so sees the data that the writer published.
 * The first of the two waits finds readers only if an earlier writer's wait was aborted. */
#include "core/door.h"
#include <limen/readers.h>
#include <string.h>

enum lm_status lm_readers_create(struct lm_readers *readers, const char *name)
{
    LM_CALL(READERS_CREATE);
    LM_CHECK(readers != NULL, LM_BAD_ARGUMENT);

    enum lm_status status = lm_semaphore_create(&readers->left, name, 0, LM_FIFO);

    if (status == LM_OK) {
        memset(readers->inside, 0, sizeof readers->inside);
        readers->phase = 0;
        readers->awaited = false;
        status = lm_mutex_create(&readers->writers, name, LM_INHERIT, 0, LM_BY_PRIORITY);
    }
    return status;
}

/* The object of calls about readers, which exists as long as they do. */
static const struct lm_semaphore *left_of(const struct lm_readers *readers)
{
    return readers != NULL ? &readers->left : NULL;
}

unsigned lm_readers_enter(struct lm_readers *readers)
{
    LM_CALL_ON(READERS_ENTER, left_of(readers));
    LM_CHECK_OBJECT_OR(left_of(readers), LM_KIND_SEMAPHORE, 0);

    lm_lock_key key = lm_lock();
    unsigned phase = readers->phase;

    readers->inside[phase]++;
    lm_port_unlock(key);
    return phase;
}

void lm_readers_leave(struct lm_readers *readers, unsigned phase)
{
    LM_CALL_ON(READERS_LEAVE, left_of(readers));
    LM_CHECK_OBJECT_OR(left_of(readers), LM_KIND_SEMAPHORE, LM_NOTHING);
    LM_CHECK_OR(phase <= 1, LM_BAD_ARGUMENT, LM_NOTHING);

    lm_lock_key key = lm_lock();

    if (LM_CHECKED && readers->inside[phase] == 0) {
        (void)LM_REFUSE(key, LM_BAD_STATE);
        return;
    }
    bool was_last = --readers->inside[phase] == 0 && readers->awaited && phase != readers->phase;

    readers->awaited = readers->awaited && !was_last;
    if (was_last) { /* under the lock, so that no call terminates this thread in between */
        (void)lm_semaphore_post(&readers->left);
    }
    lm_port_unlock(key);
}

/* Is the other phase in use? If so, the last of its readers posts the semaphore. */
static bool others_are_inside(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();
    bool awaited = readers->inside[readers->phase ^ 1U] != 0;

    readers->awaited = awaited;
    lm_port_unlock(key);
    return awaited;
}

/* Wait until the other phase is empty. In a loop, because the semaphore may have a unit for a wait
 * that was aborted. */
static enum lm_status wait_for_others(struct lm_readers *readers)
{
    enum lm_status status = LM_OK;

    while (status == LM_OK && others_are_inside(readers)) {
        status = lm_semaphore_wait(&readers->left, LM_FOREVER);
    }
    return status;
}

/* Change the phase: readers that enter from now on count for the other one. */
static void change_phase(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();

    readers->phase ^= 1U;
    lm_port_unlock(key);
}

enum lm_status lm_readers_synchronize(struct lm_readers *readers)
{
    LM_CALL_ON(READERS_SYNCHRONIZE, left_of(readers));
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, left_of(readers), LM_KIND_SEMAPHORE);
    LM_REQUIRE_WAIT(key);
    lm_port_unlock(key);

    enum lm_status status = lm_mutex_lock(&readers->writers, LM_FOREVER);

    if (status != LM_OK) {
        return status;
    }
    status = wait_for_others(readers);
    if (status == LM_OK) {
        change_phase(readers);
        status = wait_for_others(readers);
    }
    (void)lm_mutex_unlock(&readers->writers);
    return status;
}
