/* SPDX-License-Identifier: Apache-2.0 */
/* Read-side sections. Entering is one step under the lock, so one turn of the turn is enough:
 * whoever entered before it counts for the old turn, whoever enters later sees what is new. Readers
 * of the other turn are there only if somebody gave up waiting for them. */
#include "core/contract.h"
#include "core/lock.h"
#include <limen/readers.h>
#include <string.h>

enum lm_status lm_readers_create(struct lm_readers *readers, const char *name)
{
    LM_CHECK(readers != NULL, LM_BAD_ARGUMENT);

    memset(readers, 0, sizeof *readers);
    (void)lm_semaphore_create(&readers->left, name, 0, LM_FIFO);
    return lm_mutex_create(&readers->writers, name, LM_INHERIT, 0, LM_BY_PRIORITY);
}

unsigned lm_readers_enter(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();
    unsigned turn = readers->turn;

    readers->inside[turn]++;
    lm_port_unlock(key);
    return turn;
}

void lm_readers_leave(struct lm_readers *readers, unsigned turn)
{
    lm_lock_key key = lm_lock();
    bool was_last = --readers->inside[turn] == 0 && readers->awaited && turn != readers->turn;

    readers->awaited = readers->awaited && !was_last;
    lm_port_unlock(key);
    if (was_last) {
        (void)lm_semaphore_post(&readers->left);
    }
}

/* Are there any of the other turn? The last one is to say when it leaves. */
static bool others_are_inside(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();
    bool awaited = readers->inside[readers->turn ^ 1U] != 0;

    readers->awaited = awaited;
    lm_port_unlock(key);
    return awaited;
}

/* In a loop, since the semaphore may have a unit that was meant for one that gave up. */
static enum lm_status wait_for_others(struct lm_readers *readers)
{
    enum lm_status status = LM_OK;

    while (status == LM_OK && others_are_inside(readers)) {
        status = lm_semaphore_wait(&readers->left, LM_FOREVER);
    }
    return status;
}

/* Those that enter from now on count for the other turn. */
static void turn_over(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();

    readers->turn ^= 1U;
    lm_port_unlock(key);
}

enum lm_status lm_readers_synchronize(struct lm_readers *readers)
{
    LM_CHECK(readers != NULL, LM_BAD_OBJECT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    enum lm_status status = lm_mutex_lock(&readers->writers, LM_FOREVER);

    if (status != LM_OK) {
        return status;
    }
    status = wait_for_others(readers);
    if (status == LM_OK) {
        turn_over(readers);
        status = wait_for_others(readers);
    }
    (void)lm_mutex_unlock(&readers->writers);
    return status;
}
