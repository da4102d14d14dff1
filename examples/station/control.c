/* SPDX-License-Identifier: Apache-2.0 */
/* Control: every 20 ms it computes a result from the samples that have arrived, within 10 ms. */
#include "station.h"

enum { LATE_JOB = 3 };

static struct lm_thread thread;
static struct lm_period period = LM_PERIOD(LM_MS(20), LM_MS(5), LM_MS(10));
LM_STACK(stack, 512);

static void run(void *argument)
{
    struct record sample, result = {0, 0};

    (void)argument;
    for (;;) {
        while (lm_queue_receive(&samples, &sample, LM_NO_WAIT) == LM_OK) {
            result.value = sample.value;
        }
        lm_work(LM_MS(2));
        if (fault == DEADLINE && result.number == LATE_JOB) {
            lm_work(LM_MS(9)); /* a path that is rarely taken */
        }
        (void)lm_queue_send(&results, &result, LM_NO_WAIT);
        result.number++;
        lm_event_flags_set(&alive, CONTROL_ALIVE);
        lm_thread_wait_period();
    }
}

void create_control(void)
{
    lm_thread_create(&thread, &(struct lm_thread_config){.name = "control",
                                                         LM_PREEMPTIVE(6),
                                                         .entry = run,
                                                         .period = &period,
                                                         LM_USE_STACK(stack)});
}
