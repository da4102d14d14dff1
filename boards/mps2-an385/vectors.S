/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN385. Of the interrupts, 8 is TIMER0 of the board, and nothing
 * uses 20 to 23.
 *
 * Source: DAI 0385, 3.9.
 */
#include "exceptions.inc"
    .rept 8
    .word lm_board_fault
    .endr
    .word board_alarm_handler
    .rept 11
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
    .rept 8
    .word lm_board_fault
    .endr
