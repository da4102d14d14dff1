/* SPDX-License-Identifier: Apache-2.0 */
/* The shell on the UART: it reports the log once, as if a person had typed the command. It is more
 * urgent than the logger, so that it answers soon. */
#include "station.h"
#include <limen/console.h>
#include <string.h>

static struct lm_thread thread;
static struct lm_console console;
static struct lm_handle terminal;
static unsigned char out[128];
LM_STACK(stack, 1024);
LM_STACK(console_stack, 512);

static void say(const char *text)
{
    lm_device_write(&terminal, text, strlen(text), NULL);
}

static void report(void)
{
    lm_mutex_lock(&journal, LM_FOREVER);
    if (fault == DEADLOCK) {
        lm_mutex_lock(&bus, LM_FOREVER); /* reads the memory; the logger locks the bus first */
        lm_work(LM_MS(1));
        lm_mutex_unlock(&bus);
    }
    lm_mutex_unlock(&journal);
    lm_work(LM_MS(8)); /* formats a page */
    say(logged() > 0 ? "station: the log has results\n" : "station: the log is empty\n");
}

static void run(void *argument)
{
    (void)argument;
    lm_device_open(&terminal, "console");
    say("station: ready\n");
    lm_thread_sleep_until(LM_US(48500));
    report();
}

void create_shell(void)
{
    lm_console_create(&console, &(struct lm_console_config){.name = "console",
                                                            .baud = 115200,
                                                            .out = out,
                                                            .out_bytes = sizeof out,
                                                            .urgency = 3,
                                                            LM_PREEMPTIVE(3),
                                                            LM_USE_STACK(console_stack)});
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "shell", LM_PREEMPTIVE(12), .entry = run, LM_USE_STACK(stack)});
}
