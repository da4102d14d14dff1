/* SPDX-License-Identifier: Apache-2.0 */
/* A station with a sensor, control, a logger, a shell on the UART and a watchdog, for the tutorial
 * (docs/tutorial.md). Its argument plants a mistake, which the trace shows: inversion, overflow,
 * deadlock or deadline. */
#include "station.h"
#include <string.h>

enum { SAMPLES = 4, RESULTS = 4, RUN_MS = 200, OBJECTS = 20, EVENTS = 2048 };

enum fault fault;
struct lm_mutex bus, journal;
struct lm_queue samples, results;
struct lm_event_flags alive;

static struct record sample_storage[SAMPLES], result_storage[RESULTS];
static struct lm_timer end;
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(OBJECTS, EVENTS)];

static void finish(void *argument)
{
    (void)argument;
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

static void stop_thread(struct lm_thread *thread)
{
    lm_board_printf("%s has used up its stack\n", thread->object.name);
    lm_thread_suspend(thread);
}

static enum fault named(const char *name)
{
    static const char *const names[] = {"none", "inversion", "overflow", "deadlock", "deadline"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return (enum fault)i;
        }
    }
    lm_board_printf("station: unknown fault %s; take inversion, overflow, deadlock, deadline\n",
                    name);
    lm_board_exit(2);
}

int main(int argc, char **argv)
{
    fault = argc > 1 ? named(argv[1]) : NO_FAULT;
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, OBJECTS);
    lm_stack_check(stop_thread);
    lm_mutex_create(&bus, "bus", fault == INVERSION ? LM_PLAIN : LM_INHERIT, 0, LM_FIFO);
    lm_mutex_create(&journal, "journal", LM_INHERIT, 0, LM_FIFO);
    lm_queue_create(&samples, "samples", sample_storage, SAMPLES, sizeof(struct record), LM_FIFO);
    lm_queue_create(&results, "results", result_storage, RESULTS, sizeof(struct record), LM_FIFO);
    lm_event_flags_create(&alive, "alive", LM_FIFO);
    create_sensor();
    create_control();
    create_logger();
    create_shell();
    create_watchdog();
    lm_timer_create(&end, "end", finish, NULL);
    lm_timer_start(&end, LM_MS(RUN_MS), 0);
    lm_kernel_start();
    return 1;
}
