/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with a pattern in the registers that a call keeps: a context switch that loses one of them
 * is noticed. Instructions of ARMv6-M only. */
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
    blx   r0
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
changed:
    mov   r4, r0
    bl    registers_changed
    mov   r0, r4
    b     leave
    .size registers_guard, . - registers_guard
