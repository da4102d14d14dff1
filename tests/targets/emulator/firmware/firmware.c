/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up: find the case that the command line names, and run it. */
#include "firmware.h"
#include <stdbool.h>

enum { SYS_WRITE0 = 0x04, SYS_GET_CMDLINE = 0x15, SYS_EXIT_EXTENDED = 0x20 };
enum { STATUS_STRAY_EXCEPTION = 99, STATUS_NO_CASE = 98 };

extern uint32_t stack_top[];

void reset(void);
void stray(void);

void stray(void)
{
    finish(STATUS_STRAY_EXCEPTION);
}

#define HANDLER(name) void name(void) __attribute__((weak, alias("stray")))
HANDLER(hard_fault);
HANDLER(supervisor_call);
HANDLER(pend_sv);
HANDLER(sys_tick);
HANDLER(irq0);
HANDLER(irq1);
HANDLER(irq20);
HANDLER(irq31);

typedef void (*handler)(void);

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    handler handlers[15];
    handler interrupts[32];
} vectors = {
    .stack = stack_top,
    .handlers = {[0] = reset,
                 [1] = stray,
                 [2] = hard_fault,
                 [10] = supervisor_call,
                 [13] = pend_sv,
                 [14] = sys_tick},
    .interrupts = {[0] = irq0, [1] = irq1, [20] = irq20, [31] = irq31},
};

uint32_t semihosting(uint32_t call, const void *parameters)
{
    register uint32_t r0 __asm__("r0") = call;
    register uint32_t r1 __asm__("r1") = (uint32_t)parameters;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void print(const char *text)
{
    semihosting(SYS_WRITE0, text);
}

void print_number(uint32_t number)
{
    char digits[12];
    char *first = digits + sizeof digits - 1;

    *first = '\0';
    *--first = '\n';
    do {
        uint32_t quotient = 0;

        for (uint32_t rest = number; rest >= 10; rest -= 10) {
            quotient++;
        }
        *--first = (char)('0' + (number - quotient * 10));
        number = quotient;
    } while (number != 0);
    print(first);
}

void finish(uint32_t status)
{
    const uint32_t reason[] = {0x20026 /* ADP_Stopped_ApplicationExit */, status};

    for (;;) {
        semihosting(SYS_EXIT_EXTENDED, reason);
    }
}

static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Behind the program's name. */
static const char *argument(const char *line)
{
    while (*line != '\0' && *line != ' ') {
        line++;
    }
    return *line == ' ' ? line + 1 : line;
}

void reset(void)
{
    char line[80];
    struct {
        char *text;
        uint32_t bytes;
    } command = {line, sizeof line};

    RESETS_CLEAR = UINT32_MAX;
    semihosting(SYS_GET_CMDLINE, &command);
    for (const struct firmware_case *it = firmware_cases; it->name != 0; it++) {
        if (is_same(it->name, argument(line))) {
            it->run();
            finish(0);
        }
    }
    finish(STATUS_NO_CASE);
}
