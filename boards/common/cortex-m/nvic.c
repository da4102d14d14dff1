/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt controller, and the lines of limen/board.h, which use interrupts that the chip does
 * not use. An urgency is a priority of the NVIC, counted from the most urgent one that may call the
 * kernel. All of them are above PendSV, so that threads switch after the last handler. ARMv6-M has
 * four priorities, one of which PendSV needs; therefore the urgencies 0 and 1 are the same there.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.4; Armv6-M (DDI 0419), B3.4, which
 * has only word accesses.
 */
#include "board.h"
#include "port.h"
#include <limen/kernel.h>

#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100U)
#define NVIC_PEND ((volatile uint32_t *)0xE000E200U)
#define NVIC_PRIORITY ((volatile uint32_t *)0xE000E400U)

static LM_PORT_INSTANCE struct {
    void (*handler)(void *argument);
    void *argument;
} lines[LM_BOARD_LINES];

uint32_t board_priority(unsigned urgency)
{
#ifdef __ARM_ARCH_6M__
    return (urgency > 0 ? urgency - 1 : 0) << 6;
#else
    return LM_PORT_KERNEL_PRIORITY + (urgency << 5);
#endif
}

void board_interrupt_enable(unsigned interrupt, unsigned urgency)
{
    unsigned shift = interrupt % 4 * 8;
    uint32_t others = NVIC_PRIORITY[interrupt / 4] & ~(0xFFU << shift);

    NVIC_PRIORITY[interrupt / 4] = others | board_priority(urgency) << shift;
    NVIC_ENABLE[interrupt / 32] = 1U << interrupt % 32;
}

void board_interrupt_pend(unsigned interrupt)
{
    NVIC_PEND[interrupt / 32] = 1U << interrupt % 32;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    lines[line].handler = handler;
    lines[line].argument = argument;
    board_interrupt_enable(BOARD_FIRST_LINE + line, urgency);
}

void lm_board_interrupt_raise(unsigned line)
{
    board_interrupt_pend(BOARD_FIRST_LINE + line);
}

void board_line_handler(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    unsigned line = exception - 16 - BOARD_FIRST_LINE;

    lm_interrupt_enter(line);
    lines[line].handler(lines[line].argument);
    lm_interrupt_exit(line);
}
