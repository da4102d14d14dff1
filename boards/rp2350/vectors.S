/* SPDX-License-Identifier: Apache-2.0 */
/* Vector table of the RP2350, and behind it the description of the image, without which the boot
 * ROM does not enter it. Interrupt 0 is the alarm of the kernel, and 46 to 49 are the lines of
 * limen/board.h. If the program has the drivers, 1 is the timer and 33 is UART0.
 *
 * Source: RP2350 datasheet, 3.2 (interrupts), 5.9.5.1 (the smallest description of an image).
 */
#include "exceptions.inc"
    .word board_alarm_handler
    optional board_timer_handler
    .rept 31
    .word lm_board_fault
    .endr
    optional board_uart_handler
    .rept 12
    .word lm_board_fault
    .endr
    .rept 4
    .word board_line_handler
    .endr
    .rept 2
    .word lm_board_fault
    .endr

    .word 0xFFFFDED3            /* begin */
    .word 0x10210142            /* an executable for the RP2350, Arm, secure */
    .word 0x000001FF            /* the last item, behind one word */
    .word 0                     /* end of the list of blocks */
    .word 0xAB123579            /* end */
