/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of limen-small that end the waits of many threads in one piece, with the lock closed. This
 * file has the functions of kernel/objects/long_call.h, most of which have nothing to do.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_LONG_CALL_H
#define LIMEN_LONG_CALL_H

#include "core/door.h"
#include "core/object.h"
#include "core/sched.h"
#include "objects/thread.h"

static inline bool lm_long_call_begin(struct lm_cpu *cpu, lm_lock_key key)
{
    (void)cpu, (void)key;
    return false;
}

static inline lm_lock_key lm_long_call_pause(lm_lock_key key)
{
    return key;
}

static inline lm_lock_key lm_long_call_end(struct lm_cpu *cpu, bool begun, lm_lock_key key)
{
    (void)cpu, (void)begun;
    return key;
}

static inline bool lm_object_is(const struct lm_object *object, enum lm_kind kind, uint16_t id)
{
    (void)object, (void)kind, (void)id;
    return true;
}

static inline void lm_object_close(struct lm_object *object)
{
    (void)object;
}

/* End all waits with LM_DELETED, and free the lock. Returns: LM_OK. */
enum lm_status lm_long_call_end_waits(struct lm_wait_list *list, lm_lock_key key);

static inline enum lm_status lm_long_call_delete(struct lm_object *object,
                                                 struct lm_wait_list *list, enum lm_event event,
                                                 lm_lock_key key)
{
    (void)object, (void)event;
    return lm_long_call_end_waits(list, key);
}

static inline enum lm_status lm_long_call_delete_rest(struct lm_object *object,
                                                      struct lm_wait_list *list, bool begun,
                                                      lm_lock_key key)
{
    (void)object, (void)begun;
    return lm_long_call_end_waits(list, key);
}

/* Complete a call that prioritizes: put the most urgent thread first, and of several the one
 * that has waited longest; free the lock. Returns: LM_OK. Cost: O(waiters). */
enum lm_status lm_long_call_prioritize(struct lm_wait_list *list, lm_lock_key key);

#endif
