/* SPDX-License-Identifier: Apache-2.0 */
/* A computation in which each bit of q0 to q7, VPR and FPSCR matters; see mve_vectors.c. All
 * instructions from mve_begin to mve_end have 4 bytes.
 *
 * Source: Armv8-M Architecture Reference Manual (DDI 0553), B5 (vector extension: VPT blocks, low
 * overhead loops, tail predication); AAPCS, 6.1.2: of these registers, a function keeps q4 to q7.
 */
    .syntax unified
    .thumb

    .equ MODES, 3 << 22         /* FPSCR: rounding towards zero */
    .equ BYTES, 3 * 16 + 5      /* in the last round, 5 of 16 lanes are on */

    .macro mix value
    eor.w r9, \value, r9, ror #27
    .endm

    .altmacro
    .macro mix_lane number
    vmov  r0, s&number
    mix   r0
    .endm

/* uint32_t mve_compute(uint32_t seed, void (*function)(void *argument), void *argument) The
 * function is called in the middle of the computation. Returns a number from all registers. */
    .section .text.mve_compute, "ax"
    .global mve_compute, mve_begin, mve_end
    .thumb_func
    .type mve_compute, %function
mve_compute:
    push  {r3-r11, lr}
    vpush {d8-d15}
    vmrs  r10, fpscr
    mov   r5, r1
    mov   r6, r2
    mov   r9, r0
    vidup.u32 q0, r0, #8        /* 32 different lanes, for no two seeds the same */
    vidup.u32 q1, r0, #4
    vidup.u32 q2, r0, #8
    vidup.u32 q3, r0, #2
    vidup.u32 q4, r0, #8
    vidup.u32 q5, r0, #4
    vidup.u32 q6, r0, #8
    vidup.u32 q7, r0, #1
    orr   r1, r10, #MODES
    .balign 4
mve_begin:
    vmsr  fpscr, r1
    mov.w r7, #BYTES
    dlstp.8 lr, r7
1:  vpte.s8 gt, q0, q1
    vaddt.i8 q2, q2, q3
    vsube.i8 q4, q4, q5
    veor  q0, q0, q6
    vadd.i8 q6, q6, q7
    vpst
    vaddt.i8 q5, q5, q0         /* with P0 of the comparison */
    vmul.i8 q3, q3, q4
    vrev32.8 q7, q7
    vadd.i8 q1, q1, q2
    letp  lr, 1b
    vadci.i32 q0, q0, q1        /* the carry is in FPSCR */
    vadc.i32 q1, q1, q2
    vpt.u16 hi, q4, q6
    vaddt.i16 q5, q5, q7
    vmrs  r8, p0
    vpush {d0-d7}               /* registers that the call need not keep */
    mov.w r0, r6
    mov.w r11, r5
    bl    call
    vpop  {d0-d7}
    vmsr  p0, r8
    vpsel q2, q3, q4
    vpnot
    vpst
    veort q6, q6, q1
    .set number, 0
    .rept 32
    mix_lane %number
    .set number, number + 1
    .endr
    vmrs  r0, p0
    mix   r0
    vmrs  r0, fpscr
    mix   r0
mve_end:
    mov   r0, r9
    vmsr  fpscr, r10
    vpop  {d8-d15}
    pop   {r3-r11, pc}
    .thumb_func
call:
    bx    r11
    .size mve_compute, . - mve_compute

/* void mve_spoil(void): write other values to all registers that a function need not keep. */
    .global mve_spoil
    .thumb_func
    .type mve_spoil, %function
mve_spoil:
    mvn   r0, #0x5A
    vdup.32 q0, r0
    vdup.32 q1, r0
    vdup.32 q2, r0
    vdup.32 q3, r0
    movw  r0, #0x5AA5
    vmsr  p0, r0
    vadci.i32 q0, q0, q1
    bx    lr
    .size mve_spoil, . - mve_spoil
