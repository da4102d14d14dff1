/* SPDX-License-Identifier: Apache-2.0 */
/* A vector table in RAM, a copy of the board's in which one entry differs.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.3 and B3.2.5; Armv6-M (DDI 0419),
 * B3.2.5.
 */
#include "trap.h"
#include <limen/board.h>

enum { VECTORS = 48, ALIGNMENT = 256, EXCEPTIONS = 16, BITS = 32 };

#define VECTOR_TABLE (*(volatile uint32_t *)0xE000ED08U)
#define NVIC_PEND ((volatile uint32_t *)0xE000E200U)

static uint32_t vectors[VECTORS] __attribute__((aligned(ALIGNMENT)));
static volatile uint32_t learnt;

volatile uint32_t *trap_register;
uint32_t trap_bit;

/* The board knows which interrupt line 0 is; the processor knows while it is served. */
static void learn(void *argument)
{
    uint32_t exception;

    (void)argument;
    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    learnt = exception;
}

void trap_attach(void (*handler)(void *))
{
    const volatile uint32_t *board = (const volatile uint32_t *)VECTOR_TABLE;
    uint32_t interrupt;

    lm_board_interrupt_attach(0, 1, learn, 0);
    lm_board_interrupt_raise(0);
    interrupt = learnt - EXCEPTIONS;
    trap_register = NVIC_PEND + interrupt / BITS;
    trap_bit = (uint32_t)1 << interrupt % BITS;
    for (unsigned i = 0; i < VECTORS; i++) {
        vectors[i] = board[i];
    }
    vectors[learnt] = (uint32_t)handler;
    VECTOR_TABLE = (uint32_t)vectors;
    if (VECTOR_TABLE != (uint32_t)vectors) {
        lm_board_interrupt_attach(0, 1, handler, 0);
    }
}
