/* SPDX-License-Identifier: Apache-2.0 */
/* The sensor: the most urgent thread takes a sample in each 10 ms. */
#include "station.h"

static struct lm_thread thread;
static struct lm_period period = LM_PERIOD(LM_MS(10), 0, 0);
LM_STACK(stack, 512);

static void run(void *argument)
{
    struct record sample = {0, 20};

    (void)argument;
    for (;;) {
        lm_mutex_lock(&bus, LM_FOREVER);
        lm_work(LM_US(500)); /* the transfer */
        lm_mutex_unlock(&bus);
        sample.value += sample.number % 3;
        sample.number++;
        (void)lm_queue_send(&samples, &sample, LM_NO_WAIT); /* an old sample is of no use */
        lm_event_flags_set(&alive, SENSOR_ALIVE);
        lm_thread_wait_period();
    }
}

void create_sensor(void)
{
    lm_thread_create(&thread, &(struct lm_thread_config){.name = "sensor",
                                                         LM_PREEMPTIVE(4),
                                                         .entry = run,
                                                         .period = &period,
                                                         LM_USE_STACK(stack)});
}
