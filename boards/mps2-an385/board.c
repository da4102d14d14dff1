/* SPDX-License-Identifier: Apache-2.0 */
/* Console, files, work and interrupt lines of the MPS2 under QEMU. */
#include "board.h"
#include "semihosting.h"
#include <limen/kernel.h>
#include <limen/time.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/* NVIC: Armv7-M Architecture Reference Manual (DDI 0403E), B3.4. */
#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100U)
#define NVIC_PEND ((volatile uint32_t *)0xE000E200U)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400U)

enum { FIRST_LINE_IRQ = 20, URGENCY_SHIFT = 5 };

static struct {
    void (*handler)(void *argument);
    void *argument;
} lines[LM_BOARD_LINES];

void board_interrupt_enable(unsigned interrupt, unsigned urgency)
{
    NVIC_PRIORITY[interrupt] = (uint8_t)(urgency << URGENCY_SHIFT);
    NVIC_ENABLE[interrupt / 32] = 1U << interrupt % 32;
}

void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    lines[line].handler = handler;
    lines[line].argument = argument;
    board_interrupt_enable(FIRST_LINE_IRQ + line, urgency);
}

void lm_board_interrupt_raise(unsigned line)
{
    NVIC_PEND[0] = 1U << (FIRST_LINE_IRQ + line);
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void board_line_handler(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    unsigned line = exception - 16 - FIRST_LINE_IRQ;

    lm_interrupt_enter(line);
    lines[line].handler(lines[line].argument);
    lm_interrupt_exit(line);
}

/* A round of the loop is two instructions; an instruction is 1.6 ticks (see clock.c). */
void lm_work(uint64_t ticks)
{
    uint32_t rounds = (uint32_t)(ticks * 5 >> 4);

    if (rounds != 0) {
        __asm__ volatile("1: subs %0, #1\n\tbne 1b" : "+r"(rounds)::"cc");
    }
}

void lm_board_print(const char *text)
{
    semihosting(SYS_WRITE0, text);
}

int lm_board_save(const char *path, const void *data, size_t bytes)
{
    const uintptr_t open[] = {(uintptr_t)path, 5 /* "wb" */, strlen(path)};
    uintptr_t file = semihosting(SYS_OPEN, open);

    if (file == UINTPTR_MAX) {
        return -1;
    }
    const uintptr_t write[] = {file, (uintptr_t)data, bytes};
    uintptr_t left = semihosting(SYS_WRITE, write);

    return semihosting(SYS_CLOSE, &file) == 0 && left == 0 ? 0 : -1;
}

void lm_board_exit(int status)
{
    const uintptr_t reason[] = {0x20026 /* ADP_Stopped_ApplicationExit */, (uintptr_t)status};

    for (;;) {
        semihosting(SYS_EXIT_EXTENDED, reason);
    }
}

enum { LINE_BYTES = 160 };

struct text {
    char line[LINE_BYTES];
    size_t used;
};

static void put(struct text *text, char character)
{
    if (text->used < LINE_BYTES - 1) {
        text->line[text->used++] = character;
    }
}

static void put_number(struct text *text, uint64_t value, unsigned base, unsigned width, char pad)
{
    char digits[24];
    unsigned count = 0;

    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    for (; width > count; width--) {
        put(text, pad);
    }
    while (count > 0) {
        put(text, digits[--count]);
    }
}

static void put_string(struct text *text, const char *string, unsigned width)
{
    for (; *string != '\0'; string++) {
        put(text, *string);
        width -= width > 0;
    }
    for (; width > 0; width--) {
        put(text, ' ');
    }
}

static uint64_t unsigned_argument(va_list *arguments, unsigned longs)
{
    switch (longs) {
    case 0:
        return va_arg(*arguments, unsigned);
    case 1:
        return va_arg(*arguments, unsigned long);
    default:
        return va_arg(*arguments, unsigned long long);
    }
}

static int64_t signed_argument(va_list *arguments, unsigned longs)
{
    switch (longs) {
    case 0:
        return va_arg(*arguments, int);
    case 1:
        return va_arg(*arguments, long);
    default:
        return va_arg(*arguments, long long);
    }
}

/* One conversion; format is behind the %. Returns what follows it. */
static const char *convert(struct text *text, const char *format, va_list *arguments)
{
    char pad = *format == '0' ? '0' : ' ';
    unsigned width = 0;
    unsigned longs = 0;

    for (; *format >= '0' && *format <= '9'; format++) {
        width = width * 10 + (unsigned)(*format - '0');
    }
    for (; *format == 'l'; format++) {
        longs++;
    }
    if (*format == 's') {
        put_string(text, va_arg(*arguments, const char *), width);
    } else if (*format == 'c') {
        put(text, (char)va_arg(*arguments, int));
    } else if (*format == 'd') {
        int64_t value = signed_argument(arguments, longs);

        if (value < 0) {
            put(text, '-');
        }
        put_number(text, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, width, pad);
    } else if (*format == 'u' || *format == 'x') {
        put_number(text, unsigned_argument(arguments, longs), *format == 'u' ? 10 : 16, width, pad);
    } else {
        put(text, *format);
    }
    return format + 1;
}

void lm_board_printf(const char *format, ...)
{
    struct text text = {.used = 0};
    va_list arguments;

    va_start(arguments, format);
    while (*format != '\0') {
        if (*format != '%') {
            put(&text, *format++);
        } else {
            format = convert(&text, format + 1, &arguments);
        }
    }
    va_end(arguments);
    text.line[text.used] = '\0';
    lm_board_print(text.line);
}
