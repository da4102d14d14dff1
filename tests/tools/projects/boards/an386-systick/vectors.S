/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN386. The interrupts 20 to 23 are unused, and 9 is TIMER1 if the
 * program uses it. */
#include "exceptions.inc"
    .rept 9
    .word lm_board_fault
    .endr
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
