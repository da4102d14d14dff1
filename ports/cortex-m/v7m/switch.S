/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for ARMv7-M without FPU.
 *
 * The scheduler decides (kernel/core/sched.c: cpu->next), and this file executes the decision. A
 * thread is left in one of two ways, and either way can lead to the next thread:
 *
 *   by a call        lm_port_swap, in thread mode: a push and a pop. No exception.
 *   by an interrupt  PendSV: only when an interrupt handler has made another thread the next
 *                    one. It has the lowest priority: it runs once, after the last nested
 *                    handler.
 *
 * Stack of a thread that does not run, from low to high addresses:
 *
 *   stack pointer -> r0 r4 .. r11, lr        40 bytes, pushed here; r0 is the result of the call
 *                    r0-r3 r12 lr pc xPSR    32 bytes, by hardware, if left by an interrupt
 *
 * lr is the address at which a thread that was left by a call continues. For a thread that was left
 * by an interrupt it is resume_preempted, where an exception return restores the rest. So a swap is
 * the same for both.
 *
 * Steps    1 to 8 are those of labs/switch-cost.
 * Lock     It is taken while the kernel decides, and freed on the way out: lock.inc.
 * Source   Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 to B1.5.8.
 */
#include "lock.inc"
#include "cortex-m/dispatch.inc"
#include <limen_port.h>
    .syntax unified
    .thumb

    .equ HARDWARE_FRAME, 32
    .equ FRAME_PC, 24
    .equ FRAME_XPSR, 28

    switch_before_swap          /* step 5: lm_port_switch */

/* enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from, struct lm_thread *to)
 */
    .global lm_port_swap
    .thumb_func
    .type lm_port_swap, %function
lm_port_swap:
    push  {r0, r4-r11, lr}      /* step 1: save the context */
    str   sp, [r1, #STACK_POINTER] /* step 2: and its stack pointer */
    ldr   sp, [r2, #STACK_POINTER] /* step 6: the new thread's stack */
enable_and_load:
    free_lock r2
load_context:                   /* PendSV_Handler knows these two instructions */
    pop   {r0, r4-r11, pc}      /* steps 7 and 8: recover the context, return */
    .size lm_port_swap, . - lm_port_swap

/* In thread mode, r4 to r11 restored, sp at the hardware's frame. */
    .thumb_func
    .type resume_preempted, %function
resume_preempted:
    svc   #LM_PORT_SVC
    .size resume_preempted, . - resume_preempted

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
    .weak PendSV_Handler        /* a program with user threads has another one, which comes here */
    .global lm_port_pendsv_handler
    .thumb_func
    .type PendSV_Handler, %function
    .thumb_func
    .type lm_port_pendsv_handler, %function
PendSV_Handler:
lm_port_pendsv_handler:
    take_lock r0
    mrs   r0, psp
    ldr   r1, [r0, #FRAME_PC]
    ldr   r2, =load_context
    subs  r1, r2
    cmp   r1, #4                /* at the pop or at the svc: nothing of the thread has run */
    bls   still_resuming
save:
    ldr   lr, =resume_preempted
    stmdb r0!, {r3-r11, lr}     /* step 1 */
    .global lm_port_pendsv_dispatch
    .thumb_func
    .type lm_port_pendsv_dispatch, %function
lm_port_pendsv_dispatch:        /* r0: the context, on the stack of the running thread */
dispatch:
    bl    lm_dispatch_saved     /* steps 2 and 5 */
    ldmia r0!, {r3-r11, lr}     /* step 7 */
    ldr   r1, =resume_preempted
    cmp   lr, r1
    beq   return_to_thread

/* The thread was left by a call: build the frame for an exception return in the place of the
 * registers that have just been loaded. Registers that a call may change (r1 to r3, r12, lr, flags)
 * may have any value. */
    subs  r0, #HARDWARE_FRAME
    str   r3, [r0]
    bic   lr, lr, #1
    str   lr, [r0, #FRAME_PC]
    mov   r1, #0x01000000       /* Thumb state */
    str   r1, [r0, #FRAME_XPSR]

return_to_thread:
    mvn   lr, #2                /* EXC_RETURN 0xFFFFFFFD: thread mode, process stack, no FPU */
    msr   psp, r0               /* step 6 */
    free_lock r1
    bx    lr                    /* step 8 */

/* Remove the new frame. Otherwise the stack would grow with each interrupt that comes here. At the
 * pop, all of the context is still saved. At the svc, the registers are loaded except those in the
 * older frame. */
still_resuming:
    adds  r0, #HARDWARE_FRAME
    cmp   r1, #0
    beq   dispatch
    b     save
    .size PendSV_Handler, . - PendSV_Handler
    .ltorg

/* void lm_port_load(const struct lm_thread *to): from the main stack into the first thread. */
    .section .text.lm_port_load, "ax"
    .global lm_port_load
    .thumb_func
    .type lm_port_load, %function
lm_port_load:
    ldr   r0, [r0, #STACK_POINTER]
    msr   psp, r0
    movs  r1, #2                /* CONTROL.SPSEL: thread mode uses the process stack */
    msr   control, r1
    isb
    b     enable_and_load
    .size lm_port_load, . - lm_port_load
