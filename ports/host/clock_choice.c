/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of the clock: LIMEN_CLOCK, or the choice of the program; see limen_host.h. */
#include "clock.h"
#include <limen_host.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool given;
    uint64_t speed;
} environment;
static _Thread_local uint64_t chosen_speed;

static bool read_speed(const char *text, uint64_t *speed)
{
    const uint64_t least = LM_HOST_WALL_SPEED / 1000;
    const uint64_t most = LM_HOST_WALL_SPEED * 1000;
    uint64_t unit = LM_HOST_WALL_SPEED;
    const char *end = text;

    *speed = 0;
    for (; *end >= '0' && *end <= '9' && *speed <= most; end++) {
        *speed = *speed * 10 + (uint64_t)(*end - '0') * unit;
    }
    if (end > text && *end == '.') {
        for (end++; *end >= '0' && *end <= '9'; end++) {
            unit /= 10;
            *speed += (uint64_t)(*end - '0') * unit;
        }
    }
    return *end == '\0' && *speed >= least && *speed <= most;
}

static bool read_clock(const char *text, uint64_t *speed)
{
    const char factor[] = "real:";

    if (strcmp(text, "virtual") == 0) {
        *speed = 0;
        return true;
    }
    if (strcmp(text, "real") == 0) {
        *speed = LM_HOST_WALL_SPEED;
        return true;
    }
    return strncmp(text, factor, strlen(factor)) == 0 && read_speed(text + strlen(factor), speed);
}

_Noreturn void lm_host_clock_refuse(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)fputs("LIMEN_CLOCK: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *text = getenv("LIMEN_CLOCK");

    if (text == NULL) {
        return;
    }
    environment.given = true;
    if (!read_clock(text, &environment.speed)) {
        lm_host_clock_refuse("'%s' is not virtual, real or real:FACTOR (FACTOR: 0.001 to 1000)",
                             text);
    }
}

bool lm_host_set_clock(const char *clock)
{
    uint64_t speed;

    if (!read_clock(clock, &speed)) {
        return false;
    }
    chosen_speed = speed;
    return true;
}

uint64_t lm_host_clock_speed(void)
{
    return environment.given ? environment.speed : chosen_speed;
}
