/* SPDX-License-Identifier: Apache-2.0 */
/* Cyclic threads: a tick of fixed length examines its threads, in the order in which they were
 * attached, and releases those that are due.
 *
 *     static struct lm_tick tick;
 *     static struct lm_cyclic blinker;
 *
 *     lm_tick_create(&tick, &(struct lm_tick_config){.name = "tick", .length = LM_MS(8)});
 *     lm_tick_attach(&tick, &blinker, &thread);   // created suspended, and not started
 *     lm_cyclic_set_period(&blinker, LM_MS(16), 0);
 *     lm_cyclic_enable(&blinker);
 *     lm_tick_start(&tick);
 *
 *     for (;;) {                                  // in the thread
 *         toggle();
 *         lm_thread_wait_period();
 *     }
 *
 * A thread that waits is due for one of these reasons. They are examined in this order, and the
 * thread is released once, even if several of them apply:
 *
 *   the thread has           it is due                                  lm_cyclic_trigger
 *   -----------------------  -----------------------------------------  ------------------
 *   nothing of what follows  at each tick                               LM_TRIGGER_NONE
 *   a delay or a timeout     when that has passed                       LM_TRIGGER_DELAY
 *   armed device flags       when one of them is as awaited, which      LM_TRIGGER_DEVICE, also
 *                            disarms all of them                        if a delay has passed
 *   a period                 when it ends, unless a delay or flags      LM_TRIGGER_PERIOD
 *                            are pending: then that end is dropped
 *
 * Periods, delays and timeouts are counted in whole ticks. Each tick subtracts its length from
 * them, and they have passed when nothing is left. So a delay that begins between two ticks is
 * shorter than its argument by the part of the tick that has passed already. A period that is
 * shorter than a tick ends at each tick. Periods are also counted while the thread waits for a
 * delay or for flags.
 *
 * A thread is at work unless it waits for its tick or has terminated: it runs, is ready, waits for
 * an object or a time, or is suspended. If a delay passes or flags come while it is at work, the
 * thread is released at the first tick after it waits again. If its period ends while it is at
 * work, once or more often, this is remembered: the next wait returns at once with LM_OVERRUN,
 * unless it is for a delay or for flags.
 *
 * The application chooses when the threads are examined:
 *
 *   LM_TICK_IN_INTERRUPT  at the instant of the tick, in the alarm's interrupt. The time base is
 *                         exact.
 *   LM_TICK_DEFERRED      in the least urgent thread, which is not preempted during the tick: when
 *                         all released threads wait again. Under overload time stretches: one of
 *                         the ticks that pass before that is remembered, the others are lost.
 */
#ifndef LIMEN_CYCLIC_H
#define LIMEN_CYCLIC_H

#include <limen/thread.h>
#include <limen/timer.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_tick_style { LM_TICK_IN_INTERRUPT, LM_TICK_DEFERRED };

/* The reason of the last release of a cyclic thread. */
enum lm_trigger { LM_TRIGGER_NONE, LM_TRIGGER_PERIOD, LM_TRIGGER_DELAY, LM_TRIGGER_DEVICE };

/* The data that a tick keeps for each of its threads. */
struct lm_cyclic {
    struct lm_cyclic *next; /* in the order of attachment */
    struct lm_thread *thread;

    /* Under the kernel lock. */
    uint8_t trigger; /* enum lm_trigger */
    bool enabled;
    bool late;                       /* its period ended while it was at work, ... */
    uint64_t late_since;             /* ... for the first time at this instant */
    int32_t left;                    /* ticks of the clock to the end of the period */
    int32_t period;                  /* ticks of the clock, 0: none */
    int32_t shortest;                /* period that can be kept: the tick's length */
    int32_t delay;                   /* ticks to the end of the delay or timeout, 0: none */
    const volatile uint32_t *device; /* register with the awaited flags, or NULL */
    uint32_t flags_set;              /* due if any of these is 1, ... */
    uint32_t flags_clear;            /* ... or any of these is 0 */
    struct lm_releaser releaser;     /* not first: a Cortex-M0 reaches bytes near the beginning */
};

struct lm_tick {
    struct lm_cyclic *first, *last;
    int32_t length;
    bool pending; /* deferred: the tick's thread has to examine the others */
    uint32_t scans;
    uint32_t lost;
    struct lm_timer timer;
    struct lm_thread thread; /* that examines the others, if deferred */
};

struct lm_tick_config {
    const char *name;
    uint64_t length; /* of the tick, in ticks of the clock; up to INT32_MAX */
    enum lm_tick_style style;
    void *stack; /* of the tick's thread, LM_USE_STACK; LM_TICK_DEFERRED only */
    uint32_t stack_bytes;
};

struct lm_tick_info {
    uint32_t scans; /* how often the threads have been examined */
    uint32_t lost;  /* ticks that came while one was pending already */
};

/* Create a tick. Requires: tick is not in use.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already).
 * Cost:    O(stack) if deferred, else O(1). */
enum lm_status lm_tick_create(struct lm_tick *tick, const struct lm_tick_config *config);

/* Begin with the first tick one length from now. A tick that has been started before begins again.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_tick_start(struct lm_tick *tick);

/* Attach a thread to a tick, for ever: it cannot be deleted. It is not released before
 * lm_cyclic_enable. If it is terminated and restarted, it waits for its tick; only its period and
 * the phase of that are kept.
 * Requires: cyclic is not in use; the thread was created suspended and without a period, and was
 *           not started since then or since it was reset.
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_STATE (started, periodic
 *           or attached already, or cyclic is in use). Cost: O(1). */
enum lm_status lm_tick_attach(struct lm_tick *tick, struct lm_cyclic *cyclic,
                              struct lm_thread *thread);

/* Release the thread once in each period, for the first time at the tick that ends an offset (0:
 * the next one). With an offset of 0 the period is counted as if it had begun one tick earlier, so
 * that the second release comes one tick early, unless there is one at each tick. period 0: none.
 * Both in ticks of the clock, up to INT32_MAX.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (also: not attached). Cost: O(1). */
enum lm_status lm_cyclic_set_period(struct lm_cyclic *cyclic, uint64_t period, uint64_t offset);

/* Set the deadline of each job, in ticks of the clock after its release; 0: none.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (not attached). Cost: O(1). */
enum lm_status lm_cyclic_set_deadline(struct lm_cyclic *cyclic, uint64_t deadline);

/* Enable or disable a cyclic thread. The next tick is the first to examine an enabled thread. For a
 * disabled one nothing is counted, and an end of its period that was remembered is forgotten. A
 * thread that disables itself ends its job and waits: the call returns when the thread is released
 * after it was enabled again. Another thread that is disabled at work continues until it waits.
 * Context: any; disable itself: thread. Returns: LM_OK, LM_BAD_ARGUMENT (not attached),
 *          LM_BAD_CONTEXT. Cost: O(1). */
enum lm_status lm_cyclic_enable(struct lm_cyclic *cyclic);
enum lm_status lm_cyclic_disable(struct lm_cyclic *cyclic);

/* The calls of a cyclic thread besides lm_thread_wait_period, which waits until the thread is due:
 *
 *   lm_cyclic_delay          wait for a time, in whole ticks
 *   lm_cyclic_await          wait until a flag in a device's register is as awaited: one of set is
 *                            1, or one of clear is 0; at most for a timeout (0: for ever)
 *   lm_cyclic_set_timeout    begin a timeout, or with 0 cancel it, and continue
 *   lm_cyclic_arm, _disarm   begin or cancel to examine a device's flags, and continue
 *   lm_cyclic_trigger        why the thread was released
 *
 * Flags stay armed until a tick finds one of them as awaited, until lm_cyclic_disarm, or until
 * lm_cyclic_await returns. A delay or timeout continues until it has passed, is cancelled, or
 * lm_cyclic_await returns; if flags have come first, the next wait is for it. Each wait ends a job,
 * whose deadline counts from its release. The libraries without trace and counters do not keep the
 * number of the job and its release (lm_thread_get_info).
 * Context: a cyclic thread.
 * Returns: LM_OK; LM_OVERRUN (as lm_thread_wait_period); await: LM_TIMEOUT; LM_BAD_STATE (no cyclic
 *          thread), LM_BAD_ARGUMENT (time beyond INT32_MAX, no register), LM_BAD_CONTEXT.
 * Cost:    O(1). */
enum lm_status lm_cyclic_delay(uint64_t ticks);
enum lm_status lm_cyclic_await(const volatile uint32_t *device, uint32_t set, uint32_t clear,
                               uint64_t timeout);
enum lm_status lm_cyclic_set_timeout(uint64_t ticks);
enum lm_status lm_cyclic_arm(const volatile uint32_t *device, uint32_t set, uint32_t clear);
enum lm_status lm_cyclic_disarm(void);
enum lm_trigger lm_cyclic_trigger(void);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_tick_get_info(const struct lm_tick *tick, struct lm_tick_info *info);

#ifdef __cplusplus
}
#endif

#endif
