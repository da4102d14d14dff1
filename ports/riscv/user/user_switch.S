/* SPDX-License-Identifier: Apache-2.0 */
/* The ways of a user thread into the kernel and back, on RISC-V: U-mode with PMP. Only programs
 * with user threads contain this file.
 *
 * While a user thread is in user mode, mtvec is lm_user_traps, and mscratch is its context, the top
 * of its kernel stack. The entries set both to the values that the kernel has otherwise, so machine
 * mode is as without user threads. No instruction in machine mode uses sp or gp of the thread.
 *
 *   call         the thread is on its kernel stack, with interrupts open, and calls the function.
 *                The way back clears the registers that a function may change, so that the thread
 *                sees nothing of the kernel but ra and gp, which are addresses in the program.
 *   interrupt    the registers go to the context, and interrupts are opened: the interrupt is
 *                taken again, as that of a thread of the kernel.
 *   fault        a call of lm_port_user_faulted.
 *
 * Source   The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.6.1 (MPP,
 *          MPIE), 3.1.7 (mtvec), 3.3.2 (mret), 3.7.1 (PMP).
 */
#include <limen/user_numbers.h>
#include "riscv/words.inc"

    .equ MIE, 8
    .equ MPIE, 0x80
    .equ CALL_OF_USER, 8        /* mcause */

    .equ USER_T0, 1             /* in struct lm_user_context, in words */
    .equ USER_PC, 16
    .equ USER_SP, 17
    .equ USER_GP, 18
    .equ USER_IS_LOADED, 19
    .equ USER_CALLS, 20
    .equ USER_GRANTS, 21
    .equ USER_GRANT_COUNT, 22
    .equ KERNEL_GP, 23
    .equ KERNEL_TRAPS, 24
    .equ KERNEL_SCRATCH, 25
    .equ USER_TRAPS, 26
    .equ USER_ADDRESS_0, 27
    .equ USER_ADDRESS_1, 28
    .equ USER_ADDRESS_2, 29
    .equ USER_ADDRESS_3, 30
    .equ USER_SETTINGS, 31
    .equ USER_TP, 32
    .equ KERNEL_TP, 33

/* From here on this is a thread of the kernel. pc: added to the program counter of the thread. */
    .macro enter_kernel pc
    get   t0, KERNEL_SCRATCH
    csrrw t0, mscratch, t0
    put   t0, USER_SP
    csrr  t0, mepc
    .if \pc
    addi  t0, t0, \pc
    .endif
    put   t0, USER_PC
    get   gp, KERNEL_GP
#if LM_CORES > 1
    put   tp, USER_TP
    get   tp, KERNEL_TP
#endif
    get   t0, KERNEL_TRAPS
    csrw  mtvec, t0
    .endm

/* Interrupts are off, and mret goes to user mode. t0 is then the program counter of the thread, and
 * t1 and t2 are overwritten. */
    .macro leave_kernel
    li    t0, MPIE
    csrw  mstatus, t0
    get   t0, USER_IS_LOADED
    bnez  t0, 1f
    jal   t0, load
1:  get   t0, USER_TRAPS
    csrw  mtvec, t0
    csrw  mscratch, sp
    get   t0, USER_PC
    csrw  mepc, t0
#if LM_CORES > 1
    get   tp, USER_TP
#endif
    .endm

    .section .text.lm_user_traps, "ax"
    .option push
    .option norvc
    .balign 256
    .global lm_user_traps
    .type lm_user_traps, %function
lm_user_traps:
    j     exception
    .rept 15
    j     interrupt
    .endr
    .option pop

    .global lm_user_gate
    .type lm_user_gate, %function
lm_user_gate:
exception:
    csrrw sp, mscratch, sp
    put   t0, USER_T0
    csrr  t0, mcause
    addi  t0, t0, -CALL_OF_USER
    bnez  t0, other
    enter_kernel 4
    csrsi mstatus, MIE
    get   t0, USER_GRANT_COUNT
    bgeu  a0, t0, no_object
    li    t0, LM_USER_OBJECT_CALLS
    bltu  t0, a7, no_object
    get   t2, USER_GRANTS
    slli  t0, a0, WORD_SHIFT + 1
    add   t2, t2, t0
    lw    t0, WORD(t2)          /* the rights: bit number - 1, and not the highest */
    neg   t1, a7
    sll   t0, t0, t1            /* into the sign */
    bgez  t0, no_object
    get   t0, USER_CALLS
    slli  t1, a7, WORD_SHIFT
    add   t0, t0, t1
    get   t0, 0, t0
    get   a0, 0, t2             /* the object */
    jalr  t0
give_result:
    leave_kernel
    .irp  register, t1, t2, t3, t4, t5, t6, a1, a2, a3, a4, a5, a6, a7
    li    \register, 0
    .endr
    get   sp, USER_SP
    mret

no_object:
    addi  t1, a7, -LM_USER_FIRST_PLAIN
    li    t0, LM_USER_PLAIN_CALLS
    bgeu  t1, t0, refuse
    la    t0, lm_user_plain_calls
    slli  t1, t1, WORD_SHIFT
    add   t0, t0, t1
    get   t0, 0, t0
    jalr  t0
    j     give_result
refuse:
    mv    a0, a7
    call  lm_user_refuse
    j     give_result

/* A processor without the vectored mode brings interrupts here, too. */
other:
    csrr  t0, mcause
    bltz  t0, pass_on
    enter_kernel 0
    csrr  a0, mcause
    csrr  a1, mtval
    get   a2, USER_PC
    csrsi mstatus, MIE
    call  lm_port_user_faulted

pass_on:
    get   t0, USER_T0
    j     keep

    .type interrupt, %function
interrupt:
    csrrw sp, mscratch, sp
keep:
    each_other put
    put   gp, USER_GP
    enter_kernel 0
    csrsi mstatus, MIE          /* and here the interrupt is served */
    .global lm_user_return
    .type lm_user_return, %function
lm_user_return:
    leave_kernel
    get   gp, USER_GP
    each_other get
    get   sp, USER_SP
    mret
    .size lm_user_traps, . - lm_user_traps

/* t0: where it continues. */
    .type load, %function
load:
#if LM_CORES > 1
    own_address t1, lm_user_loaded
#else
    la    t1, lm_user_loaded
#endif
    get   t2, 0, t1
    put   zero, USER_IS_LOADED, t2
    put   sp, 0, t1
#if LM_CORES <= 1
    put   tp, USER_TP, t2       /* which the kernel of one core neither uses nor changes */
    get   tp, USER_TP
#endif
    li    t2, 1
    put   t2, USER_IS_LOADED
#if __riscv_xlen == 64
    csrw  pmpcfg2, zero
    get   t1, USER_ADDRESS_0
    csrw  pmpaddr8, t1
    get   t1, USER_ADDRESS_1
    csrw  pmpaddr9, t1
    get   t1, USER_ADDRESS_2
    csrw  pmpaddr10, t1
    get   t1, USER_ADDRESS_3
    csrw  pmpaddr11, t1
    get   t1, USER_SETTINGS
    csrw  pmpcfg2, t1
#else
    get   t1, USER_ADDRESS_0
    csrw  pmpaddr4, t1
    get   t1, USER_ADDRESS_1
    csrw  pmpaddr5, t1
    get   t1, USER_ADDRESS_2
    csrw  pmpaddr6, t1
    get   t1, USER_ADDRESS_3
    csrw  pmpaddr7, t1
    get   t1, USER_SETTINGS
    csrw  pmpcfg1, t1
#endif
    jr    t0
    .size load, . - load

/* void lm_user_enter(struct lm_user_context *context): the first time, without the contents of
 * registers of the kernel. */
    .section .text.lm_user_enter, "ax"
    .global lm_user_enter
    .type lm_user_enter, %function
lm_user_enter:
    mv    sp, a0
    .irp  register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    li    \register, 0
    .endr
    j     lm_user_return
    .size lm_user_enter, . - lm_user_enter
