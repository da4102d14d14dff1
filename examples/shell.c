/* SPDX-License-Identifier: Apache-2.0 */
/* A shell on the console. Its thread waits for typed lines, less urgent than all others, so that a
 * person who types delays nothing; the device sends and receives by interrupts. The arguments of
 * the program are lines that it executes first. */
#include <limen/board.h>
#include <limen/console.h>
#include <limen/limen.h>
#include <string.h>

static struct lm_thread shell;
static struct lm_console console;
static struct lm_handle terminal;
static unsigned char out[128], in[64];
static char **first_lines;

LM_STACK(shell_stack, 1024);
LM_STACK(console_stack, 512);

static void say(const char *text)
{
    lm_device_write(&terminal, text, strlen(text), NULL);
}

static void execute(const char *line)
{
    if (strcmp(line, "quit") == 0) {
        lm_device_control(&terminal, LM_CONSOLE_DRAIN, NULL);
        lm_thread_sleep(LM_MS(2)); /* the last byte is on the line */
        lm_board_exit(0);
    }
    if (strcmp(line, "uptime") == 0) {
        say(lm_now() < LM_SECONDS(60) ? "less than a minute\n" : "more than a minute\n");
    } else {
        say(strcmp(line, "help") == 0 ? "help, uptime, quit\n" : "unknown; try help\n");
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
    say("> ");
    while (length < sizeof line && lm_device_read(&terminal, line + length, 1, NULL) == LM_OK) {
        if (line[length] == '\n' || line[length] == '\r' || length == sizeof line - 1) {
            line[length] = '\0';
            execute(line);
            say("> ");
            length = 0;
        } else {
            length++;
        }
    }
}

int main(int argc, char **argv)
{
    static char *none[] = {NULL};

    first_lines = argc > 1 ? argv + 1 : none;
    lm_kernel_init();
    lm_console_create(&console, &(struct lm_console_config){.name = "console",
                                                            .baud = 115200,
                                                            .out = out,
                                                            .out_bytes = sizeof out,
                                                            .in = in,
                                                            .in_bytes = sizeof in,
                                                            .urgency = 3,
                                                            LM_PREEMPTIVE(5),
                                                            LM_USE_STACK(console_stack)});
    lm_thread_create(&shell, &(struct lm_thread_config){.name = "shell",
                                                        LM_PREEMPTIVE(30),
                                                        .entry = run_shell,
                                                        LM_USE_STACK(shell_stack)});
    lm_kernel_start();
    return 1;
}
