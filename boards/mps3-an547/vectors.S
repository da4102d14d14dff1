/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS3 with AN547. Interrupt 3 is TIMER0 of the subsystem, and nothing uses 80
 * to 83. If the program has the drivers, 4 is TIMER1, and 33 and 34 are UART0. Source: Arm DAI
 * 0547. */
#include "exceptions.inc"
    .rept 3
    .word lm_board_fault
    .endr
    .word board_alarm_handler
    optional board_timer_handler
    .rept 28
    .word lm_board_fault
    .endr
    optional board_uart_handler
    .word board_uart_handler
    .rept 45
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
