/* SPDX-License-Identifier: Apache-2.0 */
/* Notices: a word that threads and interrupts set to notify a thread, as flags, as a count or as a
 * value. A notice also has the information whether it was given since the thread last received it.
 *
 * A call that changes the word examines the waiting threads one after the other, in their order:
 * each sees the bits that the threads before it have left. Event flags (limen/event_flags.h) show
 * the same bits to all of them. In the trace its events are those of event flags.
 */
#ifndef LIMEN_NOTICE_H
#define LIMEN_NOTICE_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The condition that ends a wait. */
enum lm_notice_mode {
    LM_NOTICE_ANY,  /* at least one of the wanted bits; all bits: a value that is not 0 */
    LM_NOTICE_ALL,  /* all of the wanted bits */
    LM_NOTICE_GIVEN /* a call has given the notice, whatever its value is */
};

struct lm_notice {
    struct lm_wait_list waiters;
    struct lm_object object;
    uint32_t value;
    bool given; /* since the last wait that succeeded */
};

/* A wait: the wanted bits, the bits that it clears when it succeeds, and the value that it found,
 * before these are cleared. */
struct lm_notice_request {
    uint32_t wanted;
    uint32_t clear;
    uint32_t found;
    uint32_t mode; /* enum lm_notice_mode */
};

/* The value is 0, and not given. Threads wait by priority.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_notice_create(struct lm_notice *notice, const char *name);

/* Set bits; add to the value; replace the value. *after gets the value that is left when all
 * satisfied waits have ended. after may be NULL.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT.
 * Cost:    O(waiters), with interrupts off. */
enum lm_status lm_notice_set(struct lm_notice *notice, uint32_t bits, uint32_t *after);
enum lm_status lm_notice_increase(struct lm_notice *notice, uint32_t number, uint32_t *after);
enum lm_status lm_notice_write(struct lm_notice *notice, uint32_t value, uint32_t *after);

/* lm_notice_set with its answer as the result, which needs no memory.
 * Context: any. Returns: the value that is left. Cost: as lm_notice_set. */
uint32_t lm_notice_signal(struct lm_notice *notice, uint32_t bits);

/* Replace the value, unless one was given and not received.
 * Context: any. Returns: LM_OK, LM_UNAVAILABLE, LM_BAD_OBJECT. Cost: as lm_notice_set. */
enum lm_status lm_notice_offer(struct lm_notice *notice, uint32_t value);

/* Clear bits. *before gets the value before. before may be NULL.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_notice_clear(struct lm_notice *notice, uint32_t bits, uint32_t *before);

/* Take the notice back: the next LM_NOTICE_GIVEN waits. The value stays.
 * Context: any. Returns: LM_OK, LM_UNAVAILABLE (nothing was given), LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_notice_withdraw(struct lm_notice *notice);

/* Wait up to timeout. If it fails, wait->found has the value as it was when the call began.
 * Requires: wait exists until the call returns.
 * Context:  thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 *           LM_ABORTED, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost:     O(1); O(waiters) to wait. */
enum lm_status lm_notice_wait(struct lm_notice *notice, struct lm_notice_request *wait,
                              lm_timeout timeout);

/* Do the same as lm_notice_wait with LM_NO_WAIT, but record nothing if it fails.
 * Requires: mode is LM_NOTICE_ANY or LM_NOTICE_ALL.
 * Context:  any. Returns: the value before the bits are cleared; 0 if it does not have what is
 *           wanted. Cost: O(1). */
uint32_t lm_notice_take(struct lm_notice *notice, uint32_t wanted, uint32_t clear,
                        enum lm_notice_mode mode);

/* The value. Context: any. Cost: O(1). */
uint32_t lm_notice_value(const struct lm_notice *notice);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_notice_delete(struct lm_notice *notice);

#ifdef __cplusplus
}
#endif

#endif
