/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for RISC-V without FPU, 32 and 64 bits, and the entry of all traps.
 *
 * The scheduler decides (kernel/core/sched.c: cpu->next), and this file executes the decision. A
 * thread is left in one of two ways, and either way can lead to the next thread:
 *
 *   by a call        lm_port_swap: stores and loads the registers that a function preserves.
 *   by an interrupt  at the end of the outermost interrupt, only if its handler has made another
 *                    thread the next one (lm_port_switch_pending).
 *
 * Stack of a thread that does not run, from low to high addresses, in words:
 *
 *   stack pointer -> ra s0 .. s11 a0 - -              16, the context; a0 is the result of the call
 *                    ra t0-t6 a0-a7 mepc mstatus - -  20, the frame, if left by an interrupt
 *
 * ra is the address at which a thread that was left by a call continues. It is 0 for a thread that
 * was left by an interrupt: then the rest is in the frame. A swap examines nothing else.
 *
 * Interrupts and exceptions have entries of their own (vectored mode of mtvec), so that an
 * exception needs no stack: the stack of the thread may be its cause. A processor without that mode
 * uses the entry of exceptions for all traps, and that entry passes interrupts on.
 *
 * Interrupts run on a stack of their own. mscratch is the end of this stack while a thread runs, 0
 * while an interrupt is served, and 1 until the first thread runs, when all interrupts are off.
 *
 * Steps    1 to 8 are those of labs/switch-cost.
 * Lock     A trap clears mstatus.MIE, so the kernel decides with the lock taken. A thread that was
 *          left by an interrupt gets its frame back with the lock taken, and mret frees it in the
 *          same instruction in which it returns: an interrupt that comes then finds the stack as it
 *          was, and the stack does not grow.
 * Source   The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.6.1 (MIE,
 *          MPIE), 3.1.7 (mtvec), 3.1.13 to 3.1.15 (mscratch, mepc, mcause), 3.3.2 (mret). RISC-V
 *          ABIs Specification, 1.1 and 2.1: which registers are preserved, alignment of 16 bytes.
 */
#include "words.inc"

    .equ CONTEXT, 16            /* words */
    .equ FRAME, 20
    .equ FRAME_MEPC, 16
    .equ FRAME_MSTATUS, 17
    .equ FRAME_SP, 18           /* of an exception */
    .equ FRAME_STATE, 19        /* of an exception: mscratch */
    .equ A0, 8                  /* slots of each_other */
    .equ A1, 9
    .equ T0, 1
    .equ STACK_POINTER, 2       /* words, in struct lm_thread */
    .equ STANDING, 3 * WORD     /* the same, in bytes */
    .equ MIE, 8

    .macro put_preserved
    put   s0, 1
    put   s1, 2
    put   s2, 3
    put   s3, 4
    put   s4, 5
    put   s5, 6
    put   s6, 7
    put   s7, 8
    put   s8, 9
    put   s9, 10
    put   s10, 11
    put   s11, 12
    .endm

    .macro get_preserved
    get   s0, 1
    get   s1, 2
    get   s2, 3
    get   s3, 4
    get   s4, 5
    get   s5, 6
    get   s6, 7
    get   s7, 8
    get   s8, 9
    get   s9, 10
    get   s10, 11
    get   s11, 12
    .endm

/* enum lm_status lm_port_switch(enum lm_status result, struct lm_thread *from,
 *                               struct lm_thread *to, struct lm_cpu *cpu)
 * Dispatch to, and swap. Weak: see port_switch.h.
 *
 * enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from, struct lm_thread *to)
 */
    .section .text.lm_port_swap, "ax"
    .weak lm_port_switch
    .type lm_port_switch, %function
lm_port_switch:
    put   a2, 0, a3             /* step 5: it is the running thread, */
    lw    a3, STANDING + 8(a2)  /* step 5: dispatched_standing */
    sw    a3, STANDING(a2)      /* step 5: and its level rises */
    .size lm_port_switch, . - lm_port_switch

    .global lm_port_swap
    .type lm_port_swap, %function
lm_port_swap:
    addi  sp, sp, -CONTEXT * WORD /* step 1: save the context */
    put   ra, 0                 /* step 1 */
    put_preserved               /* step 1 */
    put   a0, 13                /* step 1 */
    put   sp, STACK_POINTER, a1 /* step 2: and its stack pointer */
    get   sp, STACK_POINTER, a2 /* step 6: the new thread's stack */
load_context:
    get   ra, 0                 /* step 7: recover the context */
    get_preserved               /* step 7 */
    get   a0, 13                /* step 7 */
    addi  sp, sp, CONTEXT * WORD /* step 7 */
    beqz  ra, resume_preempted
    csrsi mstatus, MIE
    ret                         /* step 8: return */
    .size lm_port_swap, . - lm_port_swap

/* With the lock taken, s0 to s11 restored, sp at the frame. */
    .type resume_preempted, %function
resume_preempted:
    get   t0, FRAME_MEPC        /* step 7 */
    csrw  mepc, t0              /* step 7 */
    get   t0, FRAME_MSTATUS     /* step 7; MPIE is 1: the lock was free */
    csrw  mstatus, t0           /* step 7 */
    each_other get              /* step 7 */
    addi  sp, sp, FRAME * WORD  /* step 7 */
    mret                        /* step 8 */
    .size resume_preempted, . - resume_preempted

/* void lm_port_load(const struct lm_thread *to): from the main stack, on which interrupts are
 * served from now on, into the first thread. */
    .global lm_port_load
    .type lm_port_load, %function
lm_port_load:
#if LM_CORES > 1
    own_address t0, lm_port_main_stack_top
    get   t0, 0, t0
#else
    la    t0, main_stack_top
#endif
    csrw  mscratch, t0
    get   sp, STACK_POINTER, a0
    j     load_context
    .size lm_port_load, . - lm_port_load

/* For mtvec, in vectored mode: exceptions, and then the interrupts of the machine by number. The
 * board serves them: void board_interrupt(uintptr_t cause). */
    .section .text.lm_port_traps, "ax"
    .option push
    .option norvc
    .balign 256                 /* Ibex ignores the bits below */
    .global lm_port_traps
    .type lm_port_traps, %function
lm_port_traps:
    j     exception
    .rept 15
    j     interrupt
    .endr
    .option pop
    .size lm_port_traps, . - lm_port_traps

    .type interrupt, %function
interrupt:
    addi  sp, sp, -FRAME * WORD /* step 1 */
    each_other put              /* step 1 */
    csrr  t0, mepc              /* step 1 */
    put   t0, FRAME_MEPC        /* step 1 */
    csrr  t0, mstatus           /* step 1 */
    put   t0, FRAME_MSTATUS     /* step 1 */
    csrr  a0, mcause
    csrrw t0, mscratch, zero    /* step 3 */
    beqz  t0, nested
    addi  t0, t0, -16           /* step 3 */
    put   sp, 0, t0             /* step 3 */
    mv    sp, t0                /* step 3 */
    call  board_interrupt
#if LM_CORES > 1
    own_address t0, lm_port_switch_pending
    lw    t0, 0(t0)
#else
    lw    t0, lm_port_switch_pending
#endif
    addi  t1, sp, 16
    get   sp, 0
    bnez  t0, switch
    csrw  mscratch, t1
    j     resume_preempted

nested:
    call  board_interrupt
    j     resume_preempted

switch:
#if LM_CORES > 1
    own_address t0, lm_port_switch_pending
    sw    zero, 0(t0)
#else
    sw    zero, lm_port_switch_pending, t0
#endif
    addi  sp, sp, -CONTEXT * WORD /* step 1 */
    put   zero, 0               /* step 1 */
    put_preserved               /* step 1 */
    mv    a0, sp
    mv    s0, t1
    mv    sp, t1
    call  lm_dispatch_saved     /* steps 2 and 5 */
    csrw  mscratch, s0
    mv    sp, a0                /* step 6 */
    j     load_context

/* An exception: void board_fault(uintptr_t cause, uintptr_t *frame), with a frame and a stack that
 * no thread and no interrupt uses. t0 is saved in mscratch first; the branch taken
 * determines the previous value of mscratch.
 */
    .macro keep_a0_and_state state:vararg
    la    t0, frame
    put   a0, A0, t0
    \state
    put   a0, FRAME_STATE, t0
    .endm

exception:
    csrrw t0, mscratch, t0
    beqz  t0, in_interrupt
    addi  t0, t0, -1
    beqz  t0, before_start
    keep_a0_and_state la a0, main_stack_top
    j     known
in_interrupt:
    keep_a0_and_state li a0, 0
    j     known
before_start:
    keep_a0_and_state li a0, 1
known:
    put   a1, A1, t0
    csrrw a1, mscratch, a0      /* t0 of the program */
    put   a1, T0, t0
    csrr  a0, mcause
    bltz  a0, pass_on
    put   sp, FRAME_SP, t0
    mv    sp, t0
    get   t0, T0
    get   a0, A0
    get   a1, A1
    each_other put
    csrr  t0, mepc
    put   t0, FRAME_MEPC
    csrr  t0, mstatus
    put   t0, FRAME_MSTATUS
    mv    a1, sp
    csrr  a0, mcause
    la    sp, report_stack_top
    andi  sp, sp, -16
    call  board_fault
    la    sp, frame
    get   t0, FRAME_MEPC
    csrw  mepc, t0
    get   t0, FRAME_MSTATUS
    csrw  mstatus, t0
    each_other get
    get   sp, FRAME_SP
    mret

pass_on:
    get   a0, A0, t0
    get   a1, A1, t0
    get   t0, T0, t0
    j     interrupt
    .size interrupt, . - interrupt

    .section .bss.lm_port_exception_frame, "aw", %nobits
    .balign 16
frame:
    .skip FRAME * WORD

/* void lm_port_call_on(void *top, void (*function)(void *argument), void *argument) */
    .section .text.lm_port_call_on, "ax"
    .global lm_port_call_on
    .type lm_port_call_on, %function
lm_port_call_on:
    addi  sp, sp, -16
    put   ra, 0
    put   s0, 1
    mv    s0, sp
    mv    sp, a0
    mv    a0, a2
    jalr  a1
    mv    sp, s0
    get   s0, 1
    get   ra, 0
    addi  sp, sp, 16
    ret
    .size lm_port_call_on, . - lm_port_call_on
