/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. Source: Arm DAI 0547 (AN547), memory map and
 * interrupt map. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"

enum { BOARD_FIRST_LINE = 80, BOARD_UART0_RECEIVE_IRQ = 33, BOARD_UART0_SEND_IRQ = 34 };

#define BOARD_UART0 0x59303000U
#include "cmsdk_uart.h"

void board_alarm_handler(void);
void board_timer_handler(void);
void lm_port_clock_init(void);

#endif
