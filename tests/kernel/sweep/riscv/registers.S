/* SPDX-License-Identifier: Apache-2.0 */
/* Makes calls with a pattern in s0 to s11, which a call preserves, to detect a context switch that
 * loses one of them. */
#if __riscv_xlen == 64
    .equ WORD, 8
    .macro put register, slot
    sd    \register, \slot * WORD(sp)
    .endm
    .macro get register, slot
    ld    \register, \slot * WORD(sp)
    .endm
#else
    .equ WORD, 4
    .macro put register, slot
    sw    \register, \slot * WORD(sp)
    .endm
    .macro get register, slot
    lw    \register, \slot * WORD(sp)
    .endm
#endif

/* Do the same with each of the registers: step register, its slot on the stack and its pattern. */
    .macro each step
    \step s0, 0
    \step s1, 1
    \step s2, 2
    \step s3, 3
    \step s4, 4
    \step s5, 5
    \step s6, 6
    \step s7, 7
    \step s8, 8
    \step s9, 9
    \step s10, 10
    \step s11, 11
    .endm

    .macro set_pattern register, number
    li    \register, 0x5A0 + \number
    .endm

    .macro expect register, number
    li    t0, 0x5A0 + \number
    bne   \register, t0, changed
    .endm

    .equ FRAME, 16              /* words */

/* uint32_t registers_guard(step_function step) */
    .section .text.registers_guard, "ax"
    .global registers_guard
    .type registers_guard, %function
registers_guard:
    addi  sp, sp, -FRAME * WORD
    put   ra, 12
    each  put
    each  set_pattern
    jalr  a0
    each  expect
leave:
    each  get
    get   ra, 12
    addi  sp, sp, FRAME * WORD
    ret

changed:
    put   a0, 13
    call  registers_changed
    get   a0, 13
    j     leave
    .size registers_guard, . - registers_guard
