/* SPDX-License-Identifier: Apache-2.0 */
/* The desk as a board: console, files, work in virtual time, interrupt lines. */
#include "host.h"
#include <limen/board.h>
#include <limen/kernel.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    lm_host.pending |= 1U << line;
    if (lm_host.locked == 0) {
        lm_host_deliver();
    }
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
    exit(status);
}
