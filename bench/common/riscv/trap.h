/* SPDX-License-Identifier: Apache-2.0 */
/* An interrupt that a program causes itself. RISC-V has one entry for all interrupts in machine
 * mode, and the board finds the handler: this is the shortest way. */
#ifndef BENCH_TRAP_H
#define BENCH_TRAP_H

#include <limen/board.h>

/* Make handler the one that trap calls. Its argument has no meaning. */
static inline void trap_attach(void (*handler)(void *))
{
    lm_board_interrupt_attach(0, 1, handler, 0);
}

/* Interrupt the caller. The handler has returned when the next statement begins. */
static inline void trap(void)
{
    lm_board_interrupt_raise(0);
}

#endif
