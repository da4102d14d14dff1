/* SPDX-License-Identifier: Apache-2.0 */
/* What happens when the alarm expires: slices end, and timeouts expire. */
#include "time/expire.h"
#include "core/door.h"
#include "time/alarm.h"
#include "time/release.h"
#include "time/slice.h"
#include "time/wait.h"

void lm_thread_expire(struct lm_timeout_node *timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    thread->wait_timed = false;
    switch (thread->waits_for) {
    case LM_WAITS_FOR_TIME:
        lm_wait_end(cpu, thread, LM_OK);
        break;
    case LM_WAITS_FOR_PERIOD:
        lm_release(cpu, thread, 0);
        break;
    default:
        lm_observe_timeout(thread);
        lm_wait_end(cpu, thread, LM_TIMEOUT);
        break;
    }
}

/* Let other interrupts in, and a switch that is due. */
static lm_lock_key open_lock(struct lm_cpu *cpu, lm_lock_key key)
{
    lm_unlock(cpu, key);
    return lm_lock();
}

/* Serve all timeouts that are due, with the lock open before each of them. What they make ready is
 * dispatched at the end of the interrupt. */
static lm_lock_key serve_due(struct lm_cpu *cpu, lm_lock_key key)
{
    bool more;

    do {
        lm_port_unlock(key);
        key = lm_lock();

        struct lm_timeout_node *timeout = lm_timeout_step(&cpu->timeouts, &more);

        if (timeout != NULL) {
            timeout->expire(timeout);
        }
    } while (more);
    return key;
}

void lm_alarm(void)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
        lm_trace_mark();
    }
    if (lm_slice_expire(cpu, now)) {
        /* If a timeout makes the thread next again, it has to be dispatched again. */
        key = open_lock(cpu, key);
    }
    cpu->alarm_time = now;
    while (cpu->timeouts.earliest <= now) { /* one instant after the other, however late it is */
        lm_timeout_advance(&cpu->timeouts);
        key = serve_due(cpu, key);
    }
    cpu->alarm = 0; /* it has expired, so it has to be set in any case */
    lm_alarm_update(cpu);
    lm_unlock(cpu, key);
}
