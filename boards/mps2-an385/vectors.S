/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN385. Interrupt 8 is TIMER0, and nothing uses 20 to 23. If the
 * program has the drivers, 0 and 1 are UART0 and 9 is TIMER1.
 *
 * Source: DAI 0385, 3.9.
 */
#include "exceptions.inc"
    optional board_uart_handler
    .word board_uart_handler
    .rept 6
    .word lm_board_fault
    .endr
    .word board_alarm_handler
    optional board_timer_handler
    .rept 10
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
    .rept 8
    .word lm_board_fault
    .endr
