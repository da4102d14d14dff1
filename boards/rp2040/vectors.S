/* SPDX-License-Identifier: Apache-2.0 */
/* Entry and vector table of the RP2040.
 *
 * lm_board_entry is the entry point for a debugger, an emulator or the boot ROM, which enters an
 * image in RAM at its lowest address. An image in flash starts with boot2, which does the same.
 *
 * Interrupt 0 is the alarm of the kernel, and 26 to 29 are the lines of limen/board.h. 1 to 25 are
 * free for the application, which defines functions lm_rp2040_irq1 to lm_rp2040_irq25. In a program
 * for both cores, 1 is the alarm of core 1, and 15 and 16 are their mailboxes.
 *
 * Source: RP2040 datasheet, 2.3.2 (interrupts), 2.8.3 (boot from RAM);
 * Armv6-M Architecture Reference Manual (DDI 0419), B3.2.5 (VTOR).
 */
#include "exceptions.inc"
    .word board_alarm_handler
#if LM_CORES > 1
    .word board_alarm_handler
    .irp irq, 2,3,4,5,6,7,8,9,10,11,12,13,14
    optional lm_rp2040_irq\irq
    .endr
    .word board_cores_handler
    .word board_cores_handler
    .irp irq, 17,18,19,20,21,22,23,24,25
    optional lm_rp2040_irq\irq
    .endr
#else
    .irp irq, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25
    optional lm_rp2040_irq\irq
    .endr
#endif
    .rept 4
    .word board_line_handler
    .endr
    .rept 2
    .word lm_board_fault
    .endr

    .equ VTOR, 0xE000ED08

    .section .entry, "ax"
    .global lm_board_entry
    .thumb_func
    .type lm_board_entry, %function
lm_board_entry:
    movs  r1, #0
    msr   control, r1           /* thread mode uses the main stack */
    ldr   r0, =lm_board_vectors
    ldr   r1, =VTOR
    str   r0, [r1]
    ldm   r0!, {r1, r2}
    msr   msp, r1
    bx    r2
    .ltorg
    .size lm_board_entry, . - lm_board_entry
