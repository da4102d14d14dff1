/* SPDX-License-Identifier: Apache-2.0 */
/* The logger writes results into a memory on the bus: the least urgent thread. */
#include "station.h"

enum { LONG_LINE = 4, TOO_LONG = 64 };

static struct lm_thread thread;
static uint32_t count; /* protected by the journal */
LM_STACK(stack, 512);

uint32_t logged(void)
{
    return count;
}

/* A line that is longer than its stack has room for: it reaches the end, to which the stack grows
 * down. Its last bytes alone are written here, so that the overflow harms nothing else. */
static void format_long_line(void)
{
    unsigned char *volatile end = thread.stack;

    for (int i = 0; i < TOO_LONG; i++) {
        end[i] = ' ';
    }
}

static void write_to_memory(void)
{
    lm_mutex_lock(&bus, LM_FOREVER);
    lm_work(LM_MS(2)); /* one page */
    lm_mutex_unlock(&bus);
}

static void run(void *argument)
{
    struct record result;

    (void)argument;
    for (;;) {
        lm_queue_receive(&results, &result, LM_FOREVER);
        if (fault == OVERFLOW && result.number == LONG_LINE) {
            format_long_line();
        }
        if (fault == DEADLOCK) {
            lm_mutex_lock(&bus, LM_FOREVER); /* the shell locks the journal first */
            lm_work(LM_MS(2));
            lm_mutex_lock(&journal, LM_FOREVER);
            lm_mutex_unlock(&bus);
        } else {
            write_to_memory();
            lm_mutex_lock(&journal, LM_FOREVER);
        }
        count++;
        lm_mutex_unlock(&journal);
        lm_event_flags_set(&alive, LOGGER_ALIVE);
    }
}

void create_logger(void)
{
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "logger", LM_PREEMPTIVE(20), .entry = run, LM_USE_STACK(stack)});
}
