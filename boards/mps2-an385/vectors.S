/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the MPS2 with AN385. Of the interrupts, 8 is TIMER0 of the board, and 20 to 23,
 * which nothing on it uses, are the lines of limen/board.h.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.2 and B1.5.3; DAI 0385, 3.9.
 */
    .syntax unified
    .section .vectors, "a"
    .global lm_board_vectors    /* so that the linker takes this file out of an archive */
lm_board_vectors:
    .word main_stack_top
    .word lm_board_reset
    .rept 9
    .word lm_board_fault
    .endr
    .word SVC_Handler
    .word lm_board_fault        /* debug monitor */
    .word lm_board_fault        /* reserved */
    .word PendSV_Handler
    .word lm_board_fault        /* SysTick */
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
