/* SPDX-License-Identifier: Apache-2.0 */
/* Counting semaphores. A post hands the unit directly to a waiter, if there is one. */
#ifndef LIMEN_SEMAPHORE_H
#define LIMEN_SEMAPHORE_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_semaphore {
    struct lm_wait_list waiters; /* first, so that its address is that of the semaphore */
    uint32_t count;              /* free units; 0 while threads wait */
    struct lm_object object;
    LM_IF_CORES(uint32_t supply;) /* of a shared one: kernel/cores/shared_semaphore.h */
};

struct lm_semaphore_info {
    const char *name;
    uint32_t count;
    struct lm_waiters_info waiters;
};

/* Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_semaphore_create(struct lm_semaphore *semaphore, const char *name, uint32_t count,
                                   enum lm_order order);

/* Take a unit, and wait for one up to timeout.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_OBJECT, LM_BAD_CONTEXT. Cost: O(1); O(waiters) to wait by priority. */
enum lm_status lm_semaphore_wait(struct lm_semaphore *semaphore, lm_timeout timeout);

/* lm_semaphore_wait with LM_FOREVER. The macro calls it where that is a constant: it is faster
 * without a timeout. */
enum lm_status lm_semaphore_wait_forever(struct lm_semaphore *semaphore);
#define lm_semaphore_wait(semaphore, timeout)                                                      \
    (LM_IS_FOREVER(timeout) ? lm_semaphore_wait_forever(semaphore)                                 \
                            : (lm_semaphore_wait)(semaphore, timeout))

/* Give a unit. Context: any. Returns: LM_OK, LM_BAD_OBJECT; LM_TOO_MANY in the checked libraries.
 * Cost: O(1). */
enum lm_status lm_semaphore_post(struct lm_semaphore *semaphore);

/* Give a unit unless ceiling units are free already. A waiting thread gets the unit in any case.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT (ceiling 0), LM_TOO_MANY (ceiling
 * units are free). Cost: O(1). */
enum lm_status lm_semaphore_post_below(struct lm_semaphore *semaphore, uint32_t ceiling);

/* Serve the most urgent waiting thread next. Of several, it is the one that has waited longest.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_semaphore_prioritize(struct lm_semaphore *semaphore);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_semaphore_get_info(const struct lm_semaphore *semaphore,
                                     struct lm_semaphore_info *info);

/* The free units. Context: any. Cost: O(1). */
uint32_t lm_semaphore_count(const struct lm_semaphore *semaphore);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_semaphore_delete(struct lm_semaphore *semaphore);

#ifdef __cplusplus
}
#endif

#endif
