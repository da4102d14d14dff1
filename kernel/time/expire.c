/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt of the alarm ends time slices and expires timeouts. */
#include "time/expire.h"
#include "core/door.h"
#include "time/alarm.h"
#include "time/release.h"
#include "time/wait.h"

void lm_thread_expire(struct lm_timeout_node *timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    switch (thread->waits_for) {
    case LM_WAITS_FOR_TIME:
        lm_wait_finish(cpu, thread, LM_OK);
        break;
    case LM_WAITS_FOR_PERIOD:
        lm_release(cpu, thread, 0);
        break;
    default:
        lm_observe_timeout(thread);
        lm_wait_leave_list(cpu, thread);
        lm_wait_finish(cpu, thread, LM_TIMEOUT);
        break;
    }
}

/* Expires a timeout. A thread that waits for time alone (wait_timed is not set) is made ready here,
 * because many threads may wake at one instant. The compiler does not know that the container is
 * aligned, and would use two instructions more. */
static inline void expire(struct lm_cpu *cpu, struct lm_timeout_node *timeout)
{
    struct lm_thread *thread = __builtin_assume_aligned(
        LM_CONTAINER(timeout, struct lm_thread, timeout), _Alignof(struct lm_thread));

    if (__builtin_expect(timeout->expire != NULL, 0)) {
        timeout->expire(timeout);
    } else if (LM_SMALL || __builtin_expect(thread->wait_extras != 0, 0)) {
        lm_thread_expire(timeout);
    } else {
        if (thread->waits_for == LM_WAITS_FOR_PERIOD) {
            lm_observe_thread(LM_EVENT_RELEASE, thread, 0, thread->releaser->job);
        }
        lm_sched_ready_inline(cpu, thread, LM_OK);
    }
}

/* Open the lock for other interrupts. */
static inline void open_lock(void)
{
    lm_port_unlock(0);
    lm_port_take_lock();
}

/* Serve all timeouts of the earliest instant, with the lock open before each of them. The threads
 * that they make ready are dispatched at the end of the interrupt. */
static inline void serve_earliest(struct lm_cpu *cpu)
{
    struct lm_timeout_node *timeout;

    lm_timeout_advance(&cpu->timeouts);
    do {
        open_lock();
    } while (lm_timeout_distribute(&cpu->timeouts));
    while ((timeout = lm_timeout_take(&cpu->timeouts)) != NULL) {
        expire(cpu, timeout);
        open_lock();
    }
}

void lm_alarm_serve(void)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_port_take_lock();

    uint64_t now = lm_port_now();

    if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
        lm_trace_mark();
    }
    if (cpu->slice_end <= now) {
        cpu->on_slice_end(cpu, now);
        /* If a timeout makes the thread next again, it has to be dispatched again. */
        lm_unlock_rarely(cpu, 0);
        lm_port_take_lock();
    }
    cpu->alarm_time = now;
    while (cpu->timeouts.earliest <= now) { /* one instant after the other, also if it is late */
        serve_earliest(cpu);
    }
    lm_alarm_set(cpu, lm_alarm_next_instant(cpu)); /* in any case, because it has expired */
    lm_unlock(cpu, 0);
}
