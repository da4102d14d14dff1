/* SPDX-License-Identifier: Apache-2.0 */
/* Read-side sections. Entering is one step under the lock, so one turn of the turn is enough:
 * whoever entered before it counts for the old turn, whoever enters later sees what is new. */
#include "contract.h"
#include "lock.h"
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

/* Those that enter from now on count for the other turn. Returns: is anybody inside? */
static bool turn_over(struct lm_readers *readers)
{
    lm_lock_key key = lm_lock();

    readers->awaited = readers->inside[readers->turn] != 0;
    readers->turn ^= 1U;

    bool awaited = readers->awaited;

    lm_port_unlock(key);
    return awaited;
}

enum lm_status lm_readers_synchronize(struct lm_readers *readers)
{
    LM_CHECK(readers != NULL, LM_BAD_OBJECT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    enum lm_status status = lm_mutex_lock(&readers->writers, LM_FOREVER);

    if (status != LM_OK) {
        return status;
    }
    if (turn_over(readers)) {
        status = lm_semaphore_wait(&readers->left, LM_FOREVER);
    }
    (void)lm_mutex_unlock(&readers->writers);
    return status;
}
