/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the nRF52840. Interrupt 8 is TIMER0, and 20 to 25 are for software. If the
 * program has the drivers, 2 is the UART and 9 is TIMER1.
 *
 * Source: Nordic, nRF52840 Product Specification 1.7, 4.2.4 (instantiation).
 */
#include "exceptions.inc"
    .rept 2
    .word lm_board_fault
    .endr
    optional board_uart_handler
    .rept 5
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
    .rept 24
    .word lm_board_fault
    .endr
