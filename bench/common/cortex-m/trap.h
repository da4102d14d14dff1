/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt that a program causes itself; the processor calls its handler directly.
 *
 * The lines of limen/board.h use a table of handlers, which a program with its own vector table
 * does not need. Other kernels were measured without such a table. A Cortex-M0 cannot move its
 * vector table; there the handler is attached to a line of the board.
 */
#ifndef BENCH_TRAP_H
#define BENCH_TRAP_H

#include <stdint.h>

/* The register address and the bit that pend the interrupt. */
extern volatile uint32_t *trap_register;
extern uint32_t trap_bit;

/* Make handler the one that trap calls. Its argument has no meaning. */
void trap_attach(void (*handler)(void *));

/* Interrupt the caller. The handler has returned when the next statement begins. */
static inline void trap(void)
{
    *trap_register = trap_bit;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

#endif
