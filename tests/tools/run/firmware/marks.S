/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose instructions can be counted by hand: it passes "mark" three times, with 10 and
 * then 2 rounds of a loop of two instructions in between, prints its command line, saves a file,
 * and ends with status 0; with status 7 if the last argument is "fail"; never if it is "loop".
 *
 * From one entry of mark to the next: bx lr, movs, 2 * rounds, bl.
 */
        .syntax unified
        .thumb
        .text
        .word   0x20010000
        .word   start + 1

        .thumb_func
        .type   mark, %function
        .global mark
mark:   bx      lr
        .size   mark, . - mark

        .thumb_func
        .global start
start:  bl      mark
        movs    r2, #10
1:      subs    r2, #1
        bne     1b
        bl      mark
        movs    r2, #2
2:      subs    r2, #1
        bne     2b
        bl      mark

        movs    r0, #0x15               /* SYS_GET_CMDLINE */
        adr     r1, command_line
        bkpt    0xAB
        movs    r0, #0x04               /* SYS_WRITE0 */
        ldr     r1, =0x20000000
        bkpt    0xAB
        movs    r0, #0x04
        adr     r1, newline
        bkpt    0xAB

        movs    r0, #0x01               /* SYS_OPEN "wb" */
        adr     r1, file
        bkpt    0xAB
        ldr     r3, =0x20000200
        str     r0, [r3]
        adr     r1, newline
        str     r1, [r3, #4]
        movs    r1, #1
        str     r1, [r3, #8]
        movs    r0, #0x05               /* SYS_WRITE: one byte */
        mov     r1, r3
        bkpt    0xAB

        ldr     r1, =0x20000000
3:      ldrb    r0, [r1]                /* what does the command line end with? */
        adds    r1, #1
        cmp     r0, #0
        beq     4f
        mov     r2, r0
        b       3b
4:      cmp     r2, #'p'
5:      beq     5b
        movs    r0, #0x20               /* SYS_EXIT_EXTENDED */
        adr     r1, failure
        cmp     r2, #'l'
        beq     6f
        adr     r1, success
6:      bkpt    0xAB
        b       .

        .align  2
command_line: .word 0x20000000, 128
success: .word  0x20026, 0
failure: .word  0x20026, 7
file:   .word   name, 5, 11
name:   .asciz  "trace.limen"
        .align  2
newline: .asciz "\n"
        .align  2
        .ltorg
