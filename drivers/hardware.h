/* SPDX-License-Identifier: Apache-2.0 */
/* The devices that a board provides for the drivers, in boards/NAME/drivers, as primitives: a UART
 * and a timer, and buses if it has them. Locks, rings and waiting are part of the drivers.
 *
 * Both interrupt by lm_irq_serve with the irq that was passed at the start, between
 * lm_interrupt_enter and lm_interrupt_exit with the numbers below, which are the same on all
 * boards.
 */
#ifndef LIMEN_DRIVERS_HARDWARE_H
#define LIMEN_DRIVERS_HARDWARE_H

#include <limen/board.h>
#include <limen/irq.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The interrupt numbers in the trace, after the lines of limen/board.h and the alarm. */
enum { BOARD_UART_INTERRUPT = LM_BOARD_LINES + 1, BOARD_TIMER_INTERRUPT };

/* 8 bits, no parity, 1 stop bit. The UART does not interrupt until board_uart_listen. */
void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq);

/* Returns: false if the byte has no room. */
bool board_uart_put(unsigned char byte);

/* Returns: false if no byte has arrived. */
bool board_uart_get(unsigned char *byte);

/* From now on, interrupt when there is room (at once if there is room now) and when a byte has
 * arrived. If the interrupt calls it with neither, the UART withdraws its request. Requires:
 * interrupts are disabled, or the lock of the caller excludes other calls. */
void board_uart_listen(bool for_room, bool for_input);

/* A timer for drivers, independent of the alarm of the kernel. */
void board_timer_start(unsigned urgency, struct lm_irq *irq);

/* Interrupt once, after this number of ticks; 0: at once. Requires: interrupts are disabled.
 * Returns: the instant. */
uint64_t board_timer_arm(uint64_t delay);

/* For boards with a Cortex-M, whose timers are not as wide, boards/common/drivers/timer.c
 * defines the two functions above. Such a board expires after a number of ticks, at least 1 and
 * at most the longest. Its handler, which vectors.S names, withdraws the request and calls
 * board_timer_expired. */
extern const uint32_t board_timer_longest;
void board_timer_prepare(unsigned urgency);
void board_timer_set(uint32_t ticks);
void board_timer_expired(void);

/* The buses of limen/i2c.h and limen/spi.h, for boards that have them. A transfer returns when it
 * is over; until then the calling thread may wait. Requires: a thread, and no other transfer of
 * this bus is in progress. Returns: LM_OK, or LM_UNAVAILABLE if no device has acknowledged. */
void board_i2c_start(uint32_t bits_per_second);
enum lm_status board_i2c_transfer(unsigned address, const void *out, size_t out_bytes, void *in,
                                  size_t in_bytes);
void board_spi_start(uint32_t bits_per_second);

/* select: the pin of the device, which is low. out and in may be NULL. */
void board_spi_transfer(unsigned select, const void *out, void *in, size_t bytes);

#endif
