/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. Source: Arm DAI 0505 (AN505), 3.7 and 3.9. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"

enum {
    BOARD_FIRST_LINE = 20,
    BOARD_TIMER0_IRQ = 3,
    BOARD_TIMER1_IRQ = 4,
    BOARD_UART0_RECEIVE_IRQ = 32,
    BOARD_UART0_SEND_IRQ = 33
};

#define BOARD_TIMER0 0x50000000U
#define BOARD_TIMER1 0x50001000U
#define BOARD_UART0 0x50200000U
#include "cmsdk.h"
#include "cmsdk_uart.h"

#endif
