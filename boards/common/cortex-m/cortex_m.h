/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the boards with a Cortex-M: faults and the NVIC, beside those of common.h.
 *
 * A board provides
 *   board.h        includes this file, and names the interrupts for the lines of limen/board.h:
 *                  enum { BOARD_FIRST_LINE } and the next LM_BOARD_LINES - 1, which nothing on the
 *                  chip uses
 *   board_stamp.h  the inline lm_port_stamp of ports/port.h
 *   vectors.S      exceptions.inc and the chip's interrupts: those lines go to board_line_handler
 *   link.ld        memory regions CODE and DATA, main_stack_top, and INCLUDE sections.ld
 *   clock          lm_port_clock_init, lm_port_now, lm_port_set_alarm
 *   lm_work        from board_spin
 *   board_prepare, board_console_print
 */
#ifndef LIMEN_BOARD_CORTEX_M_H
#define LIMEN_BOARD_CORTEX_M_H

#include "common.h"
#include <limen/library.h>
#include <stdint.h>
#if LM_CORES > 1
#include "cores/instances.h"
#endif

/* The priority register's value for an urgency as in limen/board.h. */
uint32_t board_priority(unsigned urgency);

/* Enable an interrupt of the NVIC, with an urgency as in limen/board.h. */
void board_interrupt_enable(unsigned interrupt, unsigned urgency);

/* Make an interrupt of the NVIC pending. If it can be taken, it is taken before this returns. */
void board_interrupt_pend(unsigned interrupt);

/* For vector tables. */
void board_line_handler(void);
void board_cores_handler(void); /* of several: another one interrupts this one */
void lm_board_fault(void);      /* default handler */

/* The C part of lm_board_fault: report the place and the context of the program and end it with
 * status 3, or return if the fault needs no further handling. frame: the registers that the
 * processor saved. */
void board_end_with_fault(uint32_t *frame, uint32_t exc_return) __attribute__((used));

/* A loop of the given number of iterations, of two instructions each. */
static inline void board_spin(uint32_t rounds)
{
    if (rounds != 0) {
        __asm__ volatile(".syntax unified\n1: subs %0, #1\n\tbne 1b" : "+l"(rounds)::"cc");
    }
}

#endif
