/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the STM32F405. The lines of limen/board.h are 63 to 66. If the program has the
 * drivers, 28 is TIM2 and 37 is USART1. Each other interrupt of the chip is lm_board_fault.
 *
 * Source: ST RM0090 (STM32F405), 12.2.
 */
#include "exceptions.inc"
    .rept 28
    .word lm_board_fault
    .endr
    optional board_timer_handler
    .rept 8
    .word lm_board_fault
    .endr
    optional board_uart_handler
    .rept 25
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
    .rept 15
    .word lm_board_fault
    .endr
