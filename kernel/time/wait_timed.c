/* SPDX-License-Identifier: Apache-2.0 */
/* Waits with a timeout, and waits for an instant; see wait.h. */
#include "core/door.h"
#include "time/wait.h"

/* If the instant has passed, the wait ends at the next alarm. */
void lm_wait_start_timeout(lm_timeout timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    thread->wait_timed = true;
    lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
}

enum lm_status lm_wait_up_to(struct lm_wait_list *list, lm_timeout timeout)
{
    if (timeout != LM_FOREVER) {
        lm_wait_start_timeout(timeout);
    }
    return lm_wait_forever(list);
}

void lm_wait_until(struct lm_cpu *cpu, enum lm_waits_for waits_for, uint64_t instant)
{
    struct lm_thread *thread = cpu->running;

    lm_sched_wait(cpu, thread, waits_for, 0, LM_OK);
    lm_alarm_start(cpu, &thread->timeout, instant);
}
