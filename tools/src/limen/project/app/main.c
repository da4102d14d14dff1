/* SPDX-License-Identifier: Apache-2.0 */
/* Run the controller for a fifth of a second, and save the trace of it. */
#include "control.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { OBJECTS = 16, EVENTS = 2048, SPINLOCKS = 116 };

static struct lm_thread observer;
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(OBJECTS, EVENTS)];

LM_STACK(observer_stack, 512);

static void observe(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(205));
    lm_trace_stop();
    lm_board_printf("%u outputs, the last one is %d\n", (unsigned)control_count(),
                    control_output());
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

int main(void)
{
    control_init();
    /* Spinlocks, and interrupts that are off: a driver of a UART has four of these events for each
     * byte. See the classes in spec/trace-format.md. */
    lm_trace_filter(LM_TRACE_CLASS(SPINLOCKS));
    lm_trace_start(trace, sizeof trace, OBJECTS);
    control_create();
    lm_thread_create(&observer, &(struct lm_thread_config){.name = "observer",
                                                           LM_PREEMPTIVE(20),
                                                           .entry = observe,
                                                           LM_USE_STACK(observer_stack)});
    control_start();
    return 1;
}
