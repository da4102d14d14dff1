/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table. Behind the exceptions there is one entry for each interrupt of the chip; the four
 * lines of limen/board.h are at BOARD_FIRST_LINE. */
#include "exceptions.inc"
    .rept @FIRST_LINE@
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
