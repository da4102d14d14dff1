/* SPDX-License-Identifier: Apache-2.0 */
/* Software timers call a function at an instant: in the alarm's interrupt, or in the thread of
 * limen/timer_thread.h if the system has one. */
#ifndef LIMEN_TIMER_H
#define LIMEN_TIMER_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>
#include <limen/timeout_node.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_timer {
    struct lm_timeout_node timeout;
    lm_ticks due; /* the exact instant, which does not depend on when it is served */
    lm_ticks period;
    void (*function)(void *argument);
    void *argument;
    /* For limen/timer_thread.h: called in the interrupt under every model; calls that the thread of
     * timers has to make; link in that thread's list, while there are any. */
    LM_UNLESS_SMALL(bool in_interrupt;)
    LM_UNLESS_SMALL(uint32_t pending_calls;)
    LM_UNLESS_SMALL(struct lm_list pending;)
    struct lm_object object;
};

struct lm_timer_info {
    const char *name;
    bool active;
    uint64_t remaining; /* ticks to the next call; 0: none, or now */
    uint64_t period;
};

/* The function runs in the alarm's interrupt. It must not wait.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_timer_create(struct lm_timer *timer, const char *name,
                               void (*function)(void *argument), void *argument);

/* Call the function after a delay (ticks, or LM_UNTIL an instant), and then once in each period of
 * this many ticks (0: only once). Instants are absolute, so that the period does not drift. A timer
 * that is running starts again. An instant that has passed is served at once. If several instants
 * of the period have passed before the call, the last one is served, and the earlier ones are left
 * out. A function that takes as long as its period, or that starts its timer for an instant that
 * has passed, leaves threads no time.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT (LM_FOREVER, period from 2^63
 * on). Cost: O(1). */
enum lm_status lm_timer_start(struct lm_timer *timer, lm_timeout delay, uint64_t period);

/* Context: any. Returns: LM_OK (also if it was not running), LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_timer_stop(struct lm_timer *timer);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_timer_get_info(const struct lm_timer *timer, struct lm_timer_info *info);

/* Stop the timer and give up the control block.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_timer_delete(struct lm_timer *timer);

#ifdef __cplusplus
}
#endif

#endif
