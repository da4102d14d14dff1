/* SPDX-License-Identifier: Apache-2.0 */
/* Read-side sections: readers say when they begin and end, without holding anybody off; whoever
 * has replaced what they read waits until all that may still see the old have ended.
 *
 *     unsigned turn = lm_readers_enter(&readers);      new = ...; publish(new);
 *     use(*published);                                 lm_readers_synchronize(&readers);
 *     lm_readers_leave(&readers, turn);                free(old);
 */
#ifndef LIMEN_READERS_H
#define LIMEN_READERS_H

#include <limen/mutex.h>
#include <limen/semaphore.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_readers {
    uint32_t inside[2]; /* by the turn in which they entered */
    uint8_t turn;
    bool awaited; /* somebody waits for those of the other turn */
    struct lm_mutex writers;
    struct lm_semaphore left;
};

/* Context: any. Returns: LM_OK, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_readers_create(struct lm_readers *readers, const char *name);

/* Context: any. Returns: what leave wants. Cost: O(1). */
unsigned lm_readers_enter(struct lm_readers *readers);
void lm_readers_leave(struct lm_readers *readers, unsigned turn);

/* Wait until all that are inside now have left. Context: thread, not inside.
 * Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_ABORTED. Cost: O(1), and the wait. */
enum lm_status lm_readers_synchronize(struct lm_readers *readers);

#ifdef __cplusplus
}
#endif

#endif
