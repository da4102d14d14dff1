/* SPDX-License-Identifier: Apache-2.0 */
/* Read-side sections. Readers mark when they begin and end, and never wait for a writer. A writer
 * that has replaced the data waits until all readers that may still use the old data have ended.
 *
 *     unsigned phase = lm_readers_enter(&readers);     new = ...; publish(new);
 *     use(*published);                                 lm_readers_synchronize(&readers);
 *     lm_readers_leave(&readers, phase);               free(old);
 */
#ifndef LIMEN_READERS_H
#define LIMEN_READERS_H

#include <limen/mutex.h>
#include <limen/semaphore.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_readers {
    uint32_t inside[2];       /* readers, by the phase in which they entered */
    uint8_t phase;            /* in which readers enter now */
    bool awaited;             /* a writer waits for the readers of the other phase */
    struct lm_mutex writers;  /* held by the writer that waits */
    struct lm_semaphore left; /* posted when the last reader of the other phase leaves */
};

/* Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_readers_create(struct lm_readers *readers, const char *name);

/* A leave without an enter has no effect in the checked libraries.
 * Context: any. Returns: the phase, for leave. Cost: O(1). */
unsigned lm_readers_enter(struct lm_readers *readers);
void lm_readers_leave(struct lm_readers *readers, unsigned phase);

/* Wait until all readers that are inside now have left. Context: thread, not inside.
 * Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_ABORTED. Cost: O(1), and the wait. */
enum lm_status lm_readers_synchronize(struct lm_readers *readers);

#ifdef __cplusplus
}
#endif

#endif
