/* SPDX-License-Identifier: Apache-2.0 */
/* Observers: functions that are called when an object has got something, so that one thread can
 * wait for several objects: the function sets event flags, or sends the number of the object to a
 * queue. Only programs with observers contain the code that looks for them, and only their calls
 * that are observed execute it.
 */
#ifndef LIMEN_OBSERVER_H
#define LIMEN_OBSERVER_H

#include <limen/object.h>
#include <limen/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The program sets both fields. The control block of an observer exists as long as it is added.
 *
 * told is called in the same step as the change, with interrupts disabled, by the thread or the
 * interrupt that changes the object. It may make any call that does not wait; another thread runs
 * when the call that changed the object ends.
 *
 * Observed are lm_semaphore_post and lm_semaphore_post_below; lm_queue_send, lm_queue_send_front,
 * lm_priority_queue_send, and lm_queue_overwrite of an empty queue; lm_event_flags_set; if they
 * return LM_OK, also if a waiting thread gets what they give. A send that waits for space calls
 * told at its end. limen-cores has no observers. The layers for FreeRTOS and CMSIS-RTOS2 have forms
 * of their own of most of these calls, which are not observed.
 */
struct lm_observer {
    const struct lm_object *object; /* &semaphore.object, &queue.object, &flags.object */
    void (*told)(struct lm_observer *observer);
    struct lm_observer *next; /* private */
};

/* Call told at each change of the object, until it is removed or lm_kernel_init. Several observers
 * of an object are called, the newest first.
 * Requires: the fields are set.
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (not a semaphore, a queue or event
 *           flags), LM_BAD_STATE (it is added already).
 * Cost:     O(observers), and as much at each observed call of the program. */
enum lm_status lm_observer_add(struct lm_observer *observer);

/* Call it no more. An observer may remove itself when it is called.
 * Context: any. Returns: LM_OK, LM_BAD_STATE (it is not added). Cost: O(observers). */
enum lm_status lm_observer_remove(struct lm_observer *observer);

#ifdef __cplusplus
}
#endif

#endif
