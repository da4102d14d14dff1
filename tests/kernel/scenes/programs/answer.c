/* SPDX-License-Identifier: Apache-2.0 */
/* Answers each typed line with its length and the time, and ends with the line "quit". A periodic
 * thread runs meanwhile, for two seconds or with the argument "endless" without an end; with "busy"
 * it works all the time. The trace is saved if there is another argument. */
#include <limen/board.h>
#include <limen/console.h>
#include <limen/limen.h>
#include <limen/trace.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 32 };

static struct lm_thread reader, ticker;
static struct lm_period ticking = LM_PERIOD(LM_MS(50), 0, 0);
static struct lm_console console;
static struct lm_handle terminal;
static unsigned char out[64], in[64];
static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(16, 4096)];
static bool saves, is_endless, is_busy;

LM_STACK(reader_stack, 1024);
LM_STACK(ticker_stack, 512);
LM_STACK(console_stack, 512);

static void say(const char *text)
{
    (void)lm_device_write(&terminal, text, strlen(text), NULL);
}

static void end(void)
{
    say("bye");
    (void)lm_device_control(&terminal, LM_CONSOLE_DRAIN, NULL);
    if (saves) {
        (void)lm_board_save("trace.limen", trace, sizeof trace);
    }
    lm_board_exit(0);
}

static void answer(const char *line)
{
    char text[64];

    if (strcmp(line, "quit") == 0) {
        end();
    }
    (void)snprintf(text, sizeof text, "%zu %s\n? ", strlen(line), line);
    say(text);
}

static void read_lines(void *argument)
{
    char line[LINE_MOST];
    size_t length = 0;

    (void)argument;
    (void)lm_device_open(&terminal, "console");
    say("? ");
    while (lm_device_read(&terminal, line + length, 1, NULL) == LM_OK) {
        if (line[length] == '\n' || length == LINE_MOST - 1) {
            line[length] = '\0';
            answer(line);
            length = 0;
        } else {
            length++;
        }
    }
}

static void tick(void *argument)
{
    (void)argument;
    while (is_busy) {
        lm_work(LM_MS(1));
    }
    while (is_endless || lm_now() < LM_SECONDS(2)) {
        (void)lm_thread_wait_period();
    }
}

int main(int argc, char **argv)
{
    is_endless = argc > 1 && strcmp(argv[1], "endless") == 0;
    is_busy = argc > 1 && strcmp(argv[1], "busy") == 0;
    saves = argc > 1 && !is_endless && !is_busy;
    lm_kernel_init();
    (void)lm_trace_start(trace, sizeof trace, 16);
    (void)lm_console_create(&console, &(struct lm_console_config){.name = "console",
                                                                  .baud = 115200,
                                                                  .out = out,
                                                                  .out_bytes = sizeof out,
                                                                  .in = in,
                                                                  .in_bytes = sizeof in,
                                                                  .urgency = 3,
                                                                  LM_PREEMPTIVE(5),
                                                                  LM_USE_STACK(console_stack)});
    lm_thread_create(&reader, &(struct lm_thread_config){.name = "reader",
                                                         LM_PREEMPTIVE(10),
                                                         .entry = read_lines,
                                                         LM_USE_STACK(reader_stack)});
    lm_thread_create(&ticker, &(struct lm_thread_config){.name = "ticker",
                                                         LM_PREEMPTIVE(3),
                                                         .entry = tick,
                                                         .period = &ticking,
                                                         LM_USE_STACK(ticker_stack)});
    lm_kernel_start();
    return 4; /* stdin has ended without "quit" */
}
