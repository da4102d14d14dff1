/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags: 32 bits. A thread waits for any or for all of a set of them. A call that sets bits
 * examines all waiting threads with the same bits, so that one bit can release several threads even
 * if they clear it.
 */
#ifndef LIMEN_EVENT_FLAGS_H
#define LIMEN_EVENT_FLAGS_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_event_mode {
    LM_ANY,       /* at least one of the bits */
    LM_ALL,       /* all of the bits */
    LM_ANY_CLEAR, /* ... and clear the bits that were waited for */
    LM_ALL_CLEAR
};

struct lm_flags_pass;

struct lm_event_flags {
    struct lm_wait_list waiters;
    uint32_t bits;
    struct lm_flags_pass *pass; /* a set that is under way, or NULL: kernel/objects/event_flags.c */
    struct lm_object object;
};

struct lm_event_flags_info {
    const char *name;
    uint32_t bits;
    struct lm_waiters_info waiters;
};

/* All bits are 0.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_event_flags_create(struct lm_event_flags *flags, const char *name,
                                     enum lm_order order);

/* Wait for any or all of wanted, up to timeout. *found gets all bits as they were when the wait was
 * satisfied, before any were cleared; if the call fails, as they were when it began to wait. found
 * may be NULL.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT (wanted is 0), LM_BAD_OBJECT, LM_BAD_CONTEXT. Cost: O(1); O(waiters) to wait by
 * priority. */
enum lm_status lm_event_flags_wait(struct lm_event_flags *flags, uint32_t wanted,
                                   enum lm_event_mode mode, uint32_t *found, lm_timeout timeout);

/* Set bits, and release all threads whose waits they satisfy, in the order of the wait list.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_event_flags_set(struct lm_event_flags *flags, uint32_t bits);

/* A rendezvous: set bits and wait, in one step. The caller is one of the threads that the bits may
 * satisfy: all see the same bits, and what one of them clears is there for the others. So threads
 * that each set a bit and wait for the bits of all, with LM_ALL_CLEAR, meet: the last one releases
 * the others, and does not wait. If the wait fails, the bits are set, unless the call was wrong.
 * *found is as in lm_event_flags_wait; found may be NULL.
 * Context: thread; any with LM_NO_WAIT. Returns: as lm_event_flags_wait. Cost: O(waiters), with
 * interrupts off. */
enum lm_status lm_event_flags_set_and_wait(struct lm_event_flags *flags, uint32_t bits,
                                           uint32_t wanted, enum lm_event_mode mode,
                                           uint32_t *found, lm_timeout timeout);

/* Clear bits. Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_event_flags_clear(struct lm_event_flags *flags, uint32_t bits);

/* Return the current bits. Context: any. Cost: O(1). */
uint32_t lm_event_flags_get(const struct lm_event_flags *flags);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_event_flags_get_info(const struct lm_event_flags *flags,
                                       struct lm_event_flags_info *info);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_event_flags_delete(struct lm_event_flags *flags);

#ifdef __cplusplus
}
#endif

#endif
