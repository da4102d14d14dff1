/* SPDX-License-Identifier: Apache-2.0 */
/* What a board brings for the drivers, in boards/NAME/drivers: a UART and a timer, as primitives.
 * Locks, rings and waiting are the drivers' business.
 *
 * Both interrupt by lm_irq_serve with the irq that was given at the start, between
 * lm_interrupt_enter and lm_interrupt_exit with the numbers below, the same on all boards.
 */
#ifndef LIMEN_DRIVERS_HARDWARE_H
#define LIMEN_DRIVERS_HARDWARE_H

#include <limen/board.h>
#include <limen/irq.h>
#include <stdbool.h>
#include <stdint.h>

/* As the trace numbers interrupts: behind the lines of limen/board.h and the alarm. */
enum { BOARD_UART_INTERRUPT = LM_BOARD_LINES + 1, BOARD_TIMER_INTERRUPT };

/* 8 bits, no parity, 1 stop bit. No interrupt comes until board_uart_listen. */
void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq);

/* Returns: false if there is no room for the byte now. */
bool board_uart_put(unsigned char byte);

/* Returns: false if nothing has come in. */
bool board_uart_get(unsigned char *byte);

/* Interrupt, from now on, when there is room, at once if there is, and when something has come in.
 * With neither, called in the interrupt, the UART withdraws its request. Requires: interrupts are
 * off, or the caller's lock keeps other calls away. */
void board_uart_listen(bool for_room, bool for_input);

/* A timer of its own, beside the kernel's alarm. */
void board_timer_start(unsigned urgency, struct lm_irq *irq);

/* Interrupt once, so many ticks from now; 0: at once. Requires: interrupts are off.
 * Returns: the instant. */
uint64_t board_timer_arm(uint64_t delay);

/* Of boards with a Cortex-M, whose timers are not as wide: boards/common/drivers/timer.c has the
 * two functions above. A board rings after so many ticks, at least 1 and at most the longest;
 * its handler, which vectors.S names, withdraws the request and calls board_timer_rings. */
extern const uint32_t board_timer_longest;
void board_timer_prepare(unsigned urgency);
void board_timer_set(uint32_t ticks);
void board_timer_rings(void);

#endif
