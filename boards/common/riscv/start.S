/* SPDX-License-Identifier: Apache-2.0 */
/* The first instructions of a hart, and the call of semihosting.
 *
 * Interrupts are off until the first thread runs; mscratch says so to ports/riscv/switch.S. Only
 * hart 0 runs the program: the others wait for ever.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.4 (reset), 3.1.7
 * (mtvec). RISC-V Semihosting, 2.1: the three instructions, none of them compressed.
 */
    .section .vectors, "ax"
    .global lm_board_start
    .type lm_board_start, %function
lm_board_start:
    csrci mstatus, 8
    csrw  mie, zero
    la    t0, lm_port_traps
    ori   t0, t0, 1             /* vectored */
    csrw  mtvec, t0
    li    t0, 1
    csrw  mscratch, t0
    csrr  t0, mhartid
    bnez  t0, wait
    .option push
    .option norelax
    la    gp, __global_pointer$
    .option pop
    la    sp, main_stack_top
    tail  lm_board_reset
wait:
    wfi
    j     wait
    .size lm_board_start, . - lm_board_start

/* uintptr_t processor_semihosting(uintptr_t call, uintptr_t parameter) */
    .section .text.processor_semihosting, "ax"
    .option norvc
    .balign 16                  /* in one page of memory */
    .global processor_semihosting
    .type processor_semihosting, %function
processor_semihosting:
    slli  zero, zero, 0x1f
    ebreak
    srai  zero, zero, 7
    ret
    .size processor_semihosting, . - processor_semihosting
