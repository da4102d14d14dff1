/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for ARMv6-M: Cortex-M0 and M0+.
 *
 * As on ARMv7-M (v7m/switch.S) the scheduler decides, and this file executes the decision. A thread
 * is left in one of two ways, and either way can lead to the next thread:
 *
 *   by a call        lm_port_swap, in thread mode: pushes and pops. No exception.
 *   by an interrupt  PendSV: only when an interrupt handler has made another thread the next
 *                    one. It has the lowest priority, and no handler shares it (nvic.c of the
 *                    boards): it runs once, after the last nested handler, over thread mode.
 *
 * Stack of a thread that does not run, from low to high addresses:
 *
 *   stack pointer -> r8 .. r11, r0, r4 .. r7, lr
 *                                            40 bytes, pushed here; r0 is the result of the call
 *                    r0-r3 r12 lr pc xPSR    32 bytes, by hardware, if left by an interrupt
 *
 * lr is the address at which a thread that was left by a call continues. For a thread that was left
 * by an interrupt it is resume_preempted, where an exception return restores the rest. So the load
 * is the same for both.
 *
 * Order    Only r4 to r7 can be pushed, with lr on top; r8 to r11 go through them. So r4 to r7 are
 *          the last to be popped, together with the return: nothing needs a scratch register.
 * Steps    1 to 8 are those of labs/switch-cost.
 * Lock     PRIMASK is set while the kernel decides. PendSV saves and restores without it: handlers
 *          that nest there use the main stack, preserve r4 to r11, and if they ask for another
 *          switch, it follows.
 * Source   Armv6-M Architecture Reference Manual (DDI 0419), A6.7, B1.5.6 to B1.5.8.
 */
#include "cortex-m/dispatch.inc"
#include <limen_port.h>
    .syntax unified
    .thumb

    .equ HARDWARE_FRAME, 32
    .equ FRAME_PC, 24
    .equ FRAME_XPSR, 28
    .equ CONTEXT, 40
    .equ HIGH, 16               /* r8 to r11 */
    .equ LOW, 20                /* r4 to r7 and lr */
    .equ CONTEXT_RESULT, 16
    .equ CONTEXT_LR, 36

/* Out of PendSV, with the thread's frame at r0; lr is as on entry. */
    .macro return_to_thread
    msr   psp, r0               /* step 6 */
    bx    lr                    /* step 8 */
    .endm

    switch_before_swap          /* step 5: lm_port_switch */

/* enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from, struct lm_thread *to)
 */
    .global lm_port_swap
    .thumb_func
    .type lm_port_swap, %function
lm_port_swap:
    push  {r0, r4-r7, lr}       /* step 1: save the context */
    mov   r4, r8
    mov   r5, r9
    mov   r6, r10
    mov   r7, r11
    push  {r4-r7}
    mov   r3, sp
    str   r3, [r1, #STACK_POINTER] /* step 2: and its stack pointer */
    ldr   r0, [r2, #STACK_POINTER]
load:
    mov   sp, r0                /* step 6: the new thread's stack */
    pop   {r4-r7}               /* step 7: recover the context */
    mov   r8, r4
    mov   r9, r5
    mov   r10, r6
    mov   r11, r7
    cpsie i
load_rest:                      /* PendSV_Handler knows this instruction and the next */
    pop   {r0, r4-r7, pc}       /* step 8: return */
    .size lm_port_swap, . - lm_port_swap

/* In thread mode, r4 to r11 restored, sp at the hardware's frame. */
    .thumb_func
    .type resume_preempted, %function
resume_preempted:
    svc   #LM_PORT_SVC
    .size resume_preempted, . - resume_preempted

/* void lm_port_load(const struct lm_thread *to): from the main stack into the first thread. */
    .global lm_port_load
    .thumb_func
    .type lm_port_load, %function
lm_port_load:
    ldr   r0, [r0, #STACK_POINTER]
    movs  r1, #2                /* CONTROL.SPSEL: thread mode uses the process stack */
    msr   control, r1
    isb
    b     load
    .size lm_port_load, . - lm_port_load
    .ltorg

/* Drop the frame of the SVC, and return through the one above it. */
    .section .text.lm_port_svc_handler, "ax"
    .weak SVC_Handler           /* a program may have its own, which comes here */
    .global lm_port_svc_handler
    .thumb_func
    .type SVC_Handler, %function
    .thumb_func
    .type lm_port_svc_handler, %function
SVC_Handler:
lm_port_svc_handler:
    mrs   r0, psp
    adds  r0, #HARDWARE_FRAME
    msr   psp, r0
    bx    lr
    .size lm_port_svc_handler, . - lm_port_svc_handler

    .section .text.PendSV_Handler, "ax"
    .global PendSV_Handler
    .thumb_func
    .type PendSV_Handler, %function
PendSV_Handler:
    mrs   r0, psp
    ldr   r1, [r0, #FRAME_PC]
    ldr   r2, =load_rest
    subs  r1, r2
    adds  r2, #3                /* resume_preempted, as a Thumb address */
    cmp   r1, #2                /* at the pop or at the svc: nothing of the thread has run */
    bls   still_resuming
save:
    subs  r0, #LOW
    stmia r0!, {r4-r7}          /* step 1 */
    str   r2, [r0]
save_high:
    mov   r4, r8
    mov   r5, r9
    mov   r6, r10
    mov   r7, r11
    subs  r0, #CONTEXT_LR
    stmia r0!, {r4-r7}
    subs  r0, #HIGH
    mov   r4, r2
    cpsid i
    bl    lm_dispatch_saved     /* steps 2 and 5; r4 is preserved */
    movs  r1, #2                /* EXC_RETURN 0xFFFFFFFD: thread mode, process stack */
    mvns  r1, r1
    mov   lr, r1
restore:
    cpsie i
    ldr   r1, [r0, #CONTEXT_LR]
    cmp   r1, r4                /* the flags wait for the branch below */
    ldmia r0!, {r4-r7}          /* step 7 */
    mov   r8, r4
    mov   r9, r5
    mov   r10, r6
    mov   r11, r7
    ldmia r0!, {r3-r7}
    beq   return_to_preempted

/* The thread was left by a call: build the frame for an exception return in the place of the
 * registers that have just been loaded. Registers that a call may change (r1 to r3, r12, lr, flags)
 * may have any value. */
    subs  r0, #HARDWARE_FRAME - (CONTEXT - CONTEXT_LR)
    str   r3, [r0]
    subs  r1, #1                /* without the Thumb bit, which is in xPSR */
    str   r1, [r0, #FRAME_PC]
    movs  r1, #1
    lsls  r1, #24               /* Thumb state */
    str   r1, [r0, #FRAME_XPSR]
    return_to_thread

return_to_preempted:
    adds  r0, #CONTEXT - CONTEXT_LR
    return_to_thread

/* Remove the new frame. Otherwise the stack would grow with each interrupt that comes at this
 * point. At the svc, the registers are loaded except those in the older frame. At the pop r0, r4 to
 * r7 and lr are still saved. */
still_resuming:
    adds  r0, #HARDWARE_FRAME
    cmp   r1, #0
    bne   save
    adds  r0, #CONTEXT_LR - CONTEXT_RESULT
    b     save_high
    .size PendSV_Handler, . - PendSV_Handler
    .ltorg
