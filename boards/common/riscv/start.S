/* SPDX-License-Identifier: Apache-2.0 */
/* The first instructions of a hart, and the call of semihosting.
 *
 * Interrupts are off until the first thread runs; mscratch says so to ports/riscv/switch.S. Only
 * hart 0 runs the program. The others wait for ever, or for the software interrupt of
 * lm_port_start_core, which mstatus.MIE keeps off: it only ends the wait.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.4 (reset), 3.1.7
 * (mtvec). RISC-V Semihosting, 2.1: the three instructions, none of them compressed.
 */
#if LM_CORES > 1
#if __riscv_xlen == 64
    .equ WORD, 8
    .equ START_SHIFT, 4         /* of struct board_hart_start */
    .macro get register, place
    ld    \register, \place
    .endm
#else
    .equ WORD, 4
    .equ START_SHIFT, 3
    .macro get register, place
    lw    \register, \place
    .endm
#endif
#endif

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
    .option push
    .option norelax
    la    gp, __global_pointer$
    .option pop
    csrr  t0, mhartid
    bnez  t0, wait
#if LM_CORES > 1
    la    tp, board_instances
#endif
    la    sp, main_stack_top
    tail  lm_board_reset
wait:
#if LM_CORES > 1
    li    t1, LM_CORES
    bgeu  t0, t1, wait_for_ever
    csrsi mie, 8                /* MSIE */
    slli  t1, t0, START_SHIFT
1:  wfi
    csrr  t2, mip               /* before it, the memory may not be initialised */
    andi  t2, t2, 8             /* MSIP */
    beqz  t2, 1b
    la    t2, board_hart_starts
    add   t2, t2, t1
    get   tp, 0(t2)
    beqz  tp, 1b
    fence r, rw
    get   sp, WORD(t2)
    tail  board_hart_main
wait_for_ever:
#endif
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
