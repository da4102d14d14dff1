/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the nRF51. Of the interrupts, 8 is TIMER0 and 20 to 25 are for software.
 *
 * Source: Nordic, nRF51 Series Reference Manual 3.0, 7.
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
