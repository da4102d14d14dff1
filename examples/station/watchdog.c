/* SPDX-License-Identifier: Apache-2.0 */
/* The watchdog is fed while all threads report. */
#include "station.h"

enum { ALL = SENSOR_ALIVE | CONTROL_ALIVE | LOGGER_ALIVE };

static struct lm_thread thread;
LM_STACK(stack, 512);

static void run(void *argument)
{
    (void)argument;
    for (;;) {
        if (lm_event_flags_wait(&alive, ALL, LM_ALL_CLEAR, NULL, LM_MS(60)) != LM_OK) {
            uint32_t found = lm_event_flags_get(&alive);

            lm_board_print(found & LOGGER_ALIVE ? "watchdog: not the logger\n"
                                                : "watchdog: the logger does not report\n");
        }
    }
}

void create_watchdog(void)
{
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "watchdog", LM_PREEMPTIVE(2), .entry = run, LM_USE_STACK(stack)});
}
