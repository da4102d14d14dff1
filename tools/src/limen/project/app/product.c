/* SPDX-License-Identifier: Apache-2.0 */
/* The controller as a product: a shell on the console, a watchdog, and a trace of the last events.
 * The arguments of the program are lines that the shell executes first. */
#include "control.h"
#include <limen/board.h>
#include <limen/console.h>
#include <limen/limen.h>
#include <string.h>

enum { OBJECTS = 16, EVENTS = 1024, SPINLOCKS = 116 };

static struct lm_thread shell, supervisor;
static struct lm_console console;
static struct lm_handle terminal;
static unsigned char out[128], in[64];
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(OBJECTS, EVENTS)];
static char **first_lines;
static uint32_t feeds;

LM_STACK(shell_stack, 1024);
LM_STACK(supervisor_stack, 512);
LM_STACK(console_stack, 512);

static void say(const char *text)
{
    lm_device_write(&terminal, text, strlen(text), NULL);
}

static void say_number(const char *name, uint32_t number)
{
    char digits[12];
    char *next = digits + sizeof digits - 1;

    *next = '\0';
    do {
        *--next = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    say(name);
    say(next);
    say("\n");
}

/* Save the trace, and end. A product would continue here. */
static _Noreturn void end(int status)
{
    lm_trace_stop();
    lm_device_control(&terminal, LM_CONSOLE_DRAIN, NULL);
    lm_thread_sleep(LM_MS(2)); /* the last byte is on the line */
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace) == 0 ? status : 1);
}

static void execute(const char *line)
{
    if (strcmp(line, "quit") == 0) {
        end(0);
    } else if (strcmp(line, "status") == 0) {
        say_number("outputs ", control_count());
        say_number("feeds ", feeds);
    } else if (strcmp(line, "wait") == 0) {
        lm_thread_sleep(LM_MS(200));
    } else {
        say(strcmp(line, "help") == 0 ? "help, status, wait, quit\n" : "unknown; try help\n");
    }
}

static void run_shell(void *argument)
{
    char line[32];
    size_t length = 0;

    (void)argument;
    lm_device_open(&terminal, "console");
    for (; *first_lines != NULL; first_lines++) {
        execute(*first_lines);
    }
    while (lm_device_read(&terminal, line + length, 1, NULL) == LM_OK) {
        if (line[length] == '\n' || line[length] == '\r' || length == sizeof line - 1) {
            line[length] = '\0';
            execute(line);
            length = 0;
        } else {
            length++;
        }
    }
}

/* Feed the watchdog of the board only if the controller has made an output since the last time. */
static void supervise(void *argument)
{
    uint32_t seen = 0;

    (void)argument;
    for (;;) {
        lm_thread_sleep(LM_MS(50));
        if (control_count() == seen) {
            say("the controller hangs\n");
            end(1); /* on a board the watchdog resets it now */
        }
        seen = control_count();
        feeds++; /* here: the register of the board's watchdog */
    }
}

static void create_threads(void)
{
    lm_thread_create(&supervisor, &(struct lm_thread_config){.name = "supervisor",
                                                             LM_PREEMPTIVE(20),
                                                             .entry = supervise,
                                                             LM_USE_STACK(supervisor_stack)});
    lm_thread_create(&shell, &(struct lm_thread_config){.name = "shell",
                                                        LM_PREEMPTIVE(30),
                                                        .entry = run_shell,
                                                        LM_USE_STACK(shell_stack)});
}

int main(int argc, char **argv)
{
    static char *none[] = {NULL};

    first_lines = argc > 1 ? argv + 1 : none;
    lm_kernel_init();
    /* Spinlocks, and interrupts that are off: the console has four of these events for each byte.
     * See the classes in spec/trace-format.md. */
    lm_trace_filter(LM_TRACE_CLASS(SPINLOCKS));
    lm_trace_start(trace, sizeof trace, OBJECTS);
    control_create();
    lm_console_create(&console, &(struct lm_console_config){.name = "console",
                                                            .baud = 115200,
                                                            .out = out,
                                                            .out_bytes = sizeof out,
                                                            .in = in,
                                                            .in_bytes = sizeof in,
                                                            .urgency = 3,
                                                            LM_PREEMPTIVE(4),
                                                            LM_USE_STACK(console_stack)});
    create_threads();
    lm_kernel_start();
    return 1;
}
