/* SPDX-License-Identifier: Apache-2.0 */
/* Time-driven threads: a tick of fixed length looks at all threads that it drives, in the order
 * in which they were attached, and releases those that are due.
 *
 *     static struct lm_tick tick;
 *     static struct lm_driven blinker;
 *
 *     lm_tick_create(&tick, &(struct lm_tick_config){.name = "tick", .length = LM_MS(8)});
 *     lm_tick_attach(&tick, &blinker, &thread);   // created suspended, and not started
 *     lm_tick_set_period(&blinker, LM_MS(16), 0);
 *     lm_tick_enable(&blinker);
 *     lm_tick_start(&tick);
 *
 *     for (;;) {                                  // in the thread
 *         toggle();
 *         lm_thread_wait_period();
 *     }
 *
 * What a thread that waits may be due for, in the order in which a tick looks. A thread is
 * released once, whatever comes together:
 *
 *   it has                   it is due                                  lm_tick_trigger
 *   -----------------------  -----------------------------------------  ------------------
 *   nothing of what follows  at each tick                               LM_TRIGGER_NONE
 *   a delay or a timeout     when that has passed                       LM_TRIGGER_DELAY
 *   armed device flags       when one of them is as awaited: this       LM_TRIGGER_DEVICE, also
 *                            disarms them                               if a delay has passed
 *   a period                 when it ends, if neither a delay nor       LM_TRIGGER_PERIOD
 *                            flags are pending; else that end is dropped
 *
 * Periods, delays and timeouts are counted in whole ticks: each tick takes its length off them,
 * and what has come down to 0 or below has passed: a delay that begins between two ticks is shorter
 * than it says by what is gone of the tick. A period that is shorter than a tick ends at each tick.
 * The periods of a thread that waits for a delay or for flags go on being counted.
 *
 * A thread that neither waits for its tick nor has terminated is at work: it runs, waits for its
 * turn, for an object or a time, or is suspended. A delay that passes and flags that come meanwhile
 * release it at the first tick after it waits again. The end of a period is remembered, as one: the
 * thread's next wait, if it is not for a delay or flags, returns at once, with LM_OVERRUN.
 *
 * When the tick looks is a choice of the application:
 *
 *   LM_TICK_IN_INTERRUPT  at the instant, in the alarm's interrupt. The time base is exact.
 *   LM_TICK_DEFERRED      in the least urgent thread, which nobody preempts while it looks: when
 *                         all released threads have had their turn. Under overload time stretches;
 *                         of the ticks that pass meanwhile one is remembered, the others are lost.
 */
#ifndef LIMEN_TICK_H
#define LIMEN_TICK_H

#include <limen/thread.h>
#include <limen/timer.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_tick_style { LM_TICK_IN_INTERRUPT, LM_TICK_DEFERRED };

/* What released a driven thread the last time. */
enum lm_trigger { LM_TRIGGER_NONE, LM_TRIGGER_PERIOD, LM_TRIGGER_DELAY, LM_TRIGGER_DEVICE };

/* A thread's place in a tick: one for each driven thread. */
struct lm_driven {
    struct lm_driven *next; /* in the order of attachment */
    struct lm_thread *thread;

    /* Under the kernel lock. */
    uint8_t watch;   /* enum lm_watch, kernel/tick.h: what a tick has to look at */
    uint8_t trigger; /* enum lm_trigger */
    bool enabled;
    int32_t left;                    /* ticks to the end of the period */
    int32_t period;                  /* ticks, 0: none */
    int32_t shortest;                /* period that can be kept: the tick's length */
    int32_t delay;                   /* ticks to the end of the delay or timeout, 0: none */
    uint64_t late_since;             /* when its period ended while it was at work */
    const volatile uint32_t *device; /* register with the awaited flags, or NULL */
    uint32_t flags_set;              /* due if any of these is 1, ... */
    uint32_t flags_clear;            /* ... or any of these is 0 */
};

struct lm_tick {
    struct lm_driven *first, *last;
    int32_t length;
    bool pending; /* deferred: it is to look */
    uint32_t scans;
    uint32_t lost;
    struct lm_timer timer;
    struct lm_thread thread; /* that looks, if deferred */
};

struct lm_tick_config {
    const char *name;
    uint64_t length; /* ticks of the clock, up to INT32_MAX, between two looks */
    enum lm_tick_style style;
    void *stack; /* of the thread that looks, LM_USE_STACK; deferred style only */
    uint32_t stack_bytes;
};

struct lm_tick_info {
    uint32_t scans; /* times that it has looked at the threads */
    uint32_t lost;  /* ticks that came while one was pending already */
};

/* Create a tick. Requires: tick is not in use.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT. Cost: O(stack) if deferred, else O(1). */
enum lm_status lm_tick_create(struct lm_tick *tick, const struct lm_tick_config *config);

/* Look for the first time one length from now, and then at each multiple of it; also if it has been
 * started before.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_tick_start(struct lm_tick *tick);

/* Let the tick drive a thread, for ever: it cannot be deleted. It is not released before
 * lm_tick_enable. If it is terminated and restarted, it waits for its tick, in step with its
 * period, and nothing else is left of its earlier life.
 * Requires: driven is not in use; the thread was created suspended and without a period, and was
 *           not started since then or since it was reset.
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_STATE (started, periodic
 *           or driven already). Cost: O(1). */
enum lm_status lm_tick_attach(struct lm_tick *tick, struct lm_driven *driven,
                              struct lm_thread *thread);

/* Release the thread each period, first at the tick that ends an offset (0: the next one). From an
 * offset of 0 the period is counted as if it had begun a tick earlier, so the second release comes
 * a tick early, unless they come at each. period 0: none. Both in ticks of the clock, up to
 * INT32_MAX.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (also: not attached). Cost: O(1). */
enum lm_status lm_tick_set_period(struct lm_driven *driven, uint64_t period, uint64_t offset);

/* Have the ticks look at the thread, beginning with the next one; or pass it over, all its
 * counting stopped, and the end of a period that is remembered forgotten. A thread that disables
 * itself ends its job and waits: it returns when it is released after it was enabled again. Another
 * one that is disabled at work goes on until it waits.
 * Context: any; disable itself: thread. Returns: LM_OK, LM_BAD_ARGUMENT (not attached),
 *          LM_BAD_CONTEXT. Cost: O(1). */
enum lm_status lm_tick_enable(struct lm_driven *driven);
enum lm_status lm_tick_disable(struct lm_driven *driven);

/* What a driven thread can do beside lm_thread_wait_period, which waits for whatever it is due for:
 *
 *   lm_tick_delay            wait for a time, in whole ticks
 *   lm_tick_await            wait until a flag in a device's register is as awaited: any of set is
 *                            1, or any of clear is 0; at most for a timeout (0: for ever)
 *   lm_tick_set_timeout      begin, or with 0 cancel, a timeout, and go on
 *   lm_tick_arm, _disarm     begin, or cancel, to look at a device's flags, and go on
 *   lm_tick_trigger          what the last release was for
 *
 * The flags stay armed until a tick finds one of them, until lm_tick_disarm, or until lm_tick_await
 * returns. A delay or timeout goes on until it has passed, is cancelled, or lm_tick_await returns:
 * also if flags have come first; then the next wait is for it. Each wait ends a job: deadlines
 * count from the release before. In the libraries without trace and counters the number of the job
 * and its release (lm_thread_get_info) are not kept.
 * Context: a driven thread.
 * Returns: LM_OK; LM_OVERRUN (as lm_thread_wait_period); await: LM_TIMEOUT; LM_BAD_STATE (not
 *          driven), LM_BAD_ARGUMENT (time beyond INT32_MAX, no register), LM_BAD_CONTEXT.
 * Cost:    O(1). */
enum lm_status lm_tick_delay(uint64_t ticks);
enum lm_status lm_tick_await(const volatile uint32_t *device, uint32_t set, uint32_t clear,
                             uint64_t timeout);
enum lm_status lm_tick_set_timeout(uint64_t ticks);
enum lm_status lm_tick_arm(const volatile uint32_t *device, uint32_t set, uint32_t clear);
enum lm_status lm_tick_disarm(void);
enum lm_trigger lm_tick_trigger(void);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_tick_get_info(const struct lm_tick *tick, struct lm_tick_info *info);

#ifdef __cplusplus
}
#endif

#endif
