/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN505. Interrupt 3 is TIMER0, and nothing uses 20 to 23. If the
 * program has the drivers, 4 is TIMER1, and 32 and 33 are UART0. In a program for two cores, with
 * AN521, 4 is the alarm of the second one, and 6 is the message handling unit.
 *
 * Source: DAI 0505, 3.9; Arm 101104 (SSE-200), 3.6.
 */
#include "exceptions.inc"
    .rept 3
    .word lm_board_fault
    .endr
    .word board_alarm_handler
#if LM_CORES > 1
    .word board_alarm_handler
    .word lm_board_fault
    .word board_cores_handler
#else
    optional board_timer_handler
    .rept 2
    .word lm_board_fault
    .endr
#endif
    .rept 13
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
