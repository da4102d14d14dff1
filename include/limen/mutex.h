/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive mutexes with a remedy against priority inversion.
 *
 *   LM_INHERIT  The owner has at least the priority of the most urgent waiting thread, through
 *               chains of owners that wait themselves, for as long as that thread waits.
 *   LM_CEILING  The owner has at least the priority "ceiling", from the lock on.
 *   LM_PLAIN    No remedy: for comparisons, and where all users have the same priority.
 */
#ifndef LIMEN_MUTEX_H
#define LIMEN_MUTEX_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_protocol { LM_PLAIN, LM_INHERIT, LM_CEILING };

struct lm_thread;

struct lm_mutex {
    struct lm_list owned; /* in the owner's list of mutexes, the most urgent one first */
    struct lm_thread *owner;
    __extension__ union {
        struct {
            uint16_t held;                       /* how often the owner has locked it */
            LM_UNLESS_SMALL(bool has_ceiling;)   /* its protocol is LM_CEILING */
            LM_UNLESS_SMALL(uint8_t was_wanted;) /* threads may wait for it; without an owner: what
                                                  * the next lock returns */
        };
        LM_UNLESS_SMALL(uint32_t hold;) /* without a ceiling: 0: free; 1: locked once, and no thread
                                         * waits */
    };
    lm_level urgency; /* the priority that it gives to its owner: the ceiling, or LM_LEVELS: none */
    uint8_t protocol;
    struct lm_wait_list waiters;
    LM_IF_COUNTED(struct lm_list inverted;) /* in the list of those with an open inversion */
    struct lm_object object;
};

struct lm_mutex_info {
    const char *name;
    struct lm_thread *owner; /* or NULL */
    uint32_t held;           /* how often the owner has locked it */
    struct lm_waiters_info waiters;
};

/* ceiling: for LM_CEILING, the priority of the most urgent user; ignored for the others. LM_INHERIT
 * and LM_CEILING serve waiting threads by priority, LM_PLAIN in the given order.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_mutex_create(struct lm_mutex *mutex, const char *name, enum lm_protocol protocol,
                               unsigned ceiling, enum lm_order order);

/* Become the owner. If the caller is the owner already, count one more lock.
 * Requires: LM_CEILING: the caller's base priority is not more urgent than the ceiling.
 * Context:  thread.
 * Returns:  LM_OK, LM_OWNER_DIED (it is the caller's: limen/status.h), LM_TIMEOUT, LM_UNAVAILABLE,
 *           LM_DELETED, LM_DEADLOCK, LM_TOO_MANY, LM_BAD_OBJECT,
 *           LM_BAD_CONTEXT, LM_BAD_STATE (ceiling less urgent than the caller).
 * Cost:     O(1) if it is free (with a ceiling O(mutexes owned that have one, or that threads wait
 *           for)), else O(waiters + length of the chain of owners). */
enum lm_status lm_mutex_lock(struct lm_mutex *mutex, lm_timeout timeout);

/* lm_mutex_lock with LM_FOREVER. The macro calls it where that is a constant: it is faster without
 * a timeout. */
enum lm_status lm_mutex_lock_forever(struct lm_mutex *mutex);
#define lm_mutex_lock(mutex, timeout)                                                              \
    (LM_IS_FOREVER(timeout) ? lm_mutex_lock_forever(mutex) : (lm_mutex_lock)(mutex, timeout))

/* Undo one lock. The last unlock hands the mutex to the first waiting thread.
 * Context: thread. Returns: LM_OK, LM_NOT_OWNER, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost:    O(1), or with waiting threads O(mutexes that the first of them owns). */
enum lm_status lm_mutex_unlock(struct lm_mutex *mutex);

/* Serve the most urgent waiting thread next. Of several, it is the one that has waited longest.
 * LM_INHERIT and LM_CEILING do so anyway.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_mutex_prioritize(struct lm_mutex *mutex);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_mutex_get_info(const struct lm_mutex *mutex, struct lm_mutex_info *info);

/* The owner, or NULL if the mutex is free. Context: any. Cost: O(1). */
struct lm_thread *lm_mutex_owner(const struct lm_mutex *mutex);

/* Waiting threads get LM_DELETED. The owner loses the priority that it inherited from them.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_mutex_delete(struct lm_mutex *mutex);

#ifdef __cplusplus
}
#endif

#endif
