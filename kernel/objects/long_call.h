/* SPDX-License-Identifier: Apache-2.0 */
/* Long calls end the waits of many threads. In one piece such a call would keep interrupts off for
 * too long, so it opens the kernel lock between its steps. Meanwhile interrupts are served, but no
 * other thread runs, and the calling thread is not terminated before the call is complete.
 *
 *     bool begun = lm_long_call_begin(cpu, key);
 *     while (one step) {
 *         key = lm_long_call_pause(key);
 *     }
 *     key = lm_long_call_end(cpu, begun, key);
 *
 * In an interrupt, at start-up, or with interrupts off no other thread runs anyway.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_LONG_CALL_H
#define LIMEN_LONG_CALL_H

#include "core/door.h"
#include "core/object.h"
#include "core/preempt.h"
#include "core/sched.h"
#include "objects/thread.h"

/* Returns: the argument begun of lm_long_call_end. */
bool lm_long_call_begin(struct lm_cpu *cpu, lm_lock_key key);

/* Open the lock for a moment. */
static inline lm_lock_key lm_long_call_pause(lm_lock_key key)
{
    lm_port_unlock(key);
    return lm_port_lock();
}

/* Enable preemption again. If an interrupt has requested the end of the calling thread during the
 * call, terminate it. Returns: the key. */
lm_lock_key lm_long_call_end(struct lm_cpu *cpu, bool begun, lm_lock_key key);

/* Is the object still the one that it was? Between two steps an interrupt may delete it, and create
 * another one in its place. */
static inline bool lm_object_is(const struct lm_object *object, enum lm_kind kind, uint16_t id)
{
    return lm_object_kind(object) == kind && object->id == id;
}

/* Begin the deletion of the object: no call accepts it from now on. */
static inline void lm_object_close(struct lm_object *object)
{
    object->kind = LM_KIND_CLOSED;
}

/* Complete a call that deletes an object: record the deletion, end all waits with LM_DELETED, and
 * free the lock. Returns: LM_OK. */
enum lm_status lm_long_call_delete(struct lm_object *object, struct lm_wait_list *list,
                                   enum lm_event event, lm_lock_key key);

/* The part of lm_long_call_delete for an object that is closed, and whose deletion is recorded.
 * begun: the result of lm_long_call_begin. */
enum lm_status lm_long_call_delete_rest(struct lm_object *object, struct lm_wait_list *list,
                                        bool begun, lm_lock_key key);

/* Complete a call that prioritizes: put the most urgent thread first, and of several the one
 * that has waited longest; free the lock. Returns: LM_OK. Cost: O(waiters), in steps of a few
 * threads. */
enum lm_status lm_long_call_prioritize(struct lm_wait_list *list, lm_lock_key key);

#endif
