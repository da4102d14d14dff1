/* SPDX-License-Identifier: Apache-2.0 */
/* Makes calls with a pattern in the registers that a call preserves, to detect a context switch
 * that loses one of them. Instructions of ARMv6-M only; on a processor with FPU, also its registers
 * and the modes in FPSCR. */
    .syntax unified
    .thumb

    .macro put register, value
    movs  r4, #\value
    mov   \register, r4
    .endm

    .macro expect register, value
    mov   r1, \register
    cmp   r1, #\value
    bne   changed
    .endm

#ifdef __ARM_FP
    .equ MODES, 3 << 22         /* rounding towards zero */

    .altmacro
    .macro put_float number
    movs  r1, #number
    vmov  s&number, r1
    .endm

    .macro expect_float number
    vmov  r1, s&number
    cmp   r1, #number
    bne   floats_changed
    .endm

    .macro put_floats
    .set number, 16
    .rept 16
    put_float %number
    .set number, number + 1
    .endr
    .endm

    .macro expect_floats
    .set number, 16
    .rept 16
    expect_float %number
    .set number, number + 1
    .endr
    .endm
#endif

/* uint32_t registers_guard(step_function step) */
    .section .text.registers_guard, "ax"
    .global registers_guard
    .thumb_func
    .type registers_guard, %function
registers_guard:
    push  {r3-r7, lr}
    mov   r4, r8
    mov   r5, r9
    mov   r6, r10
    mov   r7, r11
    push  {r4-r7}
    put   r8, 0x88
    put   r9, 0x99
    put   r10, 0xAA
    put   r11, 0xBB
    movs  r5, #0x55
    movs  r6, #0x66
    movs  r7, #0x77
    movs  r4, #0x44
#ifdef __ARM_FP
    vpush {s16-s31}
    vmrs  r1, fpscr
    push  {r1, r2}
    orr   r1, r1, #MODES        /* and LTPSIZE as it is: a loop of the kernel is a fault without */
    vmsr  fpscr, r1
    put_floats
#endif
    blx   r0
#ifdef __ARM_FP
    mov   r2, r0
    expect_floats
    vmrs  r1, fpscr
    and   r1, r1, #MODES
    cmp   r1, #MODES
    bne   floats_changed
    mov   r0, r2
    pop   {r1, r2}
    vmsr  fpscr, r1
    vpop  {s16-s31}
#endif
    expect r4, 0x44
    expect r5, 0x55
    expect r6, 0x66
    expect r7, 0x77
    expect r8, 0x88
    expect r9, 0x99
    expect r10, 0xAA
    expect r11, 0xBB
leave:
    pop   {r4-r7}
    mov   r8, r4
    mov   r9, r5
    mov   r10, r6
    mov   r11, r7
    pop   {r3-r7, pc}
#ifdef __ARM_FP
floats_changed:
    pop   {r1, r3}
    vmsr  fpscr, r1
    vpop  {s16-s31}
    mov   r0, r2
#endif
changed:
    mov   r4, r0
    bl    registers_changed
    mov   r0, r4
    b     leave
    .size registers_guard, . - registers_guard
