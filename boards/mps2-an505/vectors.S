/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN505. Interrupt 3 is TIMER0, and nothing uses 20 to 23. If the
 * program has the drivers, 4 is TIMER1, and 32 and 33 are UART0.
 *
 * Source: DAI 0505, 3.9.
 */
#include "exceptions.inc"
    .rept 3
    .word lm_board_fault
    .endr
    .word board_alarm_handler
    optional board_timer_handler
    .rept 15
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
    .rept 8
    .word lm_board_fault
    .endr
    optional board_uart_handler
    .word board_uart_handler
