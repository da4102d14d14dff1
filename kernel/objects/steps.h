/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in several locked steps. They end the waits of many threads, and would keep interrupts off
 * for too long in one step. Between two steps interrupts are served, but no other thread runs, and
 * the calling thread is not terminated before its last step.
 *
 *     bool steps = lm_steps_begin(cpu, key);
 *     while (one step) {
 *         key = lm_steps_pause(key);
 *     }
 *     key = lm_steps_end(cpu, steps, key);
 *
 * In an interrupt, at start-up, or with interrupts off no other thread runs anyway.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_STEPS_H
#define LIMEN_STEPS_H

#include "core/door.h"
#include "core/object.h"

/* Returns: the argument begun of lm_steps_end. */
bool lm_steps_begin(struct lm_cpu *cpu, lm_lock_key key);

/* Open the lock for a moment. */
static inline lm_lock_key lm_steps_pause(lm_lock_key key)
{
    lm_port_unlock(key);
    return lm_port_lock();
}

/* Enable preemption again, and terminate the thread if an interrupt has requested it meanwhile.
 * Returns: the key. */
lm_lock_key lm_steps_end(struct lm_cpu *cpu, bool begun, lm_lock_key key);

/* End a thread in any state. how: LM_HAS_RETURNED or LM_WAS_TERMINATED. Returns: the key.
 * Context: the kernel lock, which is open between two resources that the thread releases. */
lm_lock_key lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                          lm_lock_key key);

/* Between two steps an interrupt may delete the object, and create another one in its place. */
static inline bool lm_object_is(const struct lm_object *object, enum lm_kind kind, uint16_t id)
{
    return object->kind == kind && object->id == id;
}

/* The deletion of the object begins: no call accepts it any more. */
static inline void lm_object_close(struct lm_object *object)
{
    object->kind = LM_KIND_CLOSED;
}

/* The end of a call that deletes an object: record it, end all waits with LM_DELETED, and free the
 * lock. Returns: LM_OK. */
enum lm_status lm_steps_delete(struct lm_object *object, struct lm_wait_list *list,
                               enum lm_event event, lm_lock_key key);

/* The same for an object that has been closed and recorded. begun: what lm_steps_begin returned. */
enum lm_status lm_steps_delete_rest(struct lm_object *object, struct lm_wait_list *list, bool begun,
                                    lm_lock_key key);

/* The end of a call that prioritizes: make the most urgent thread the first; of several, the one
 * that has waited longest. Free the lock. Returns: LM_OK. Cost: O(waiters), in steps of a few
 * threads. */
enum lm_status lm_steps_prioritize(struct lm_wait_list *list, lm_lock_key key);

#endif
