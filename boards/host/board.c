/* SPDX-License-Identifier: Apache-2.0 */
/* The host as a board: console, files, work, interrupt lines. */
#include "host.h"
#include <limen/board.h>
#include <limen/kernel.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The cost with this name: "call", "interrupt", or the numbers of an event and its manner, as in
 * "49.3". NULL: no cost has this name. */
static uint32_t *cost_named(const char *name)
{
    char *end;

    if (strcmp(name, "call") == 0) {
        return &lm_host.costs.call;
    }
    if (strcmp(name, "interrupt") == 0) {
        return &lm_host.costs.interrupt;
    }
    unsigned long event = strtoul(name, &end, 10);
    unsigned manner = *end == '.' ? (unsigned)end[1] - '0' : LM_HOST_MANNERS;

    if (event >= LM_HOST_EVENTS || manner >= LM_HOST_MANNERS || end[2] != '\0') {
        return NULL;
    }
    lm_host_event_costs.any = true;
    return &lm_host_event_costs.of[event][manner];
}

/* One NAME=NUMBER of LIMEN_COSTS; false if it is invalid. */
static bool read_cost(char *text)
{
    char *number = strchr(text, '=');
    char *end;

    if (number == NULL) {
        return false;
    }
    *number++ = '\0';
    uint32_t *cost = cost_named(text);

    if (cost == NULL) {
        return false;
    }
    *cost = (uint32_t)strtoul(number, &end, 10);
    return end > number && *end == '\0';
}

/* The cost of the kernel itself, in thousandths of a tick, comes from the environment:
 * LIMEN_COSTS="call=500,interrupt=83200,2.0=42000". */
static void read_costs(void)
{
    const char *text = getenv("LIMEN_COSTS");
    char copy[1024];

    if (text == NULL) {
        return;
    }
    (void)snprintf(copy, sizeof copy, "%s", text);
    for (char *cost = strtok(copy, ","); cost != NULL; cost = strtok(NULL, ",")) {
        if (!read_cost(cost)) {
            (void)fprintf(stderr, "LIMEN_COSTS: '%s' is not NAME=NUMBER\n", cost);
            exit(2);
        }
    }
}

static void end(void)
{
    lm_board_exit(0);
}

/* LIMEN_END, in nanoseconds: the program ends at this instant, or when it then first works or is
 * idle. */
static void read_end(void)
{
    const uint64_t second = 1000000000U;
    const char *text = getenv("LIMEN_END");
    char *rest;

    if (text == NULL) {
        return;
    }
    uint64_t instant = strtoull(text, &rest, 10);

    if (*text < '0' || *text > '9' || *rest != '\0' || instant == 0) {
        (void)fprintf(stderr, "LIMEN_END: '%s' is not a number of nanoseconds above 0\n", text);
        exit(2);
    }
    lm_host.limit = instant / second * LM_CLOCK_HZ + instant % second * LM_CLOCK_HZ / second;
    lm_host.at_limit = end;
}

/* A program without an end is killed at some time, and loses no line then. */
__attribute__((constructor)) static void prepare(void)
{
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    read_costs();
    read_end();
}

void lm_board_print(const char *text)
{
    fputs(text, stdout);
}

void lm_board_printf(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void lm_work(uint64_t ticks)
{
    lm_host_work(ticks);
}

void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    lm_host.lines[line].urgency = urgency;
    lm_host.lines[line].handler = handler;
    lm_host.lines[line].argument = argument;
}

void lm_board_interrupt_raise(unsigned line)
{
    lm_host_raise(line);
}

int lm_board_save(const char *path, const void *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL) {
        return -1;
    }
    size_t written = fwrite(data, 1, bytes, file);

    return fclose(file) == 0 && written == bytes ? 0 : -1;
}

void lm_board_exit(int status)
{
    lm_host.locked = 1; /* no switch after this */
    exit(status);
}
