/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for ARMv7-M with FPU (Cortex-M4F, M7) and for ARMv8-M mainline with FPU and stack
 * limits (Cortex-M33).
 *
 * As in the port without FPU (v7m/switch.S), a switch leaves a thread by a call, in lm_port_swap,
 * or by an interrupt, in PendSV. Either way can lead to the next thread.
 *
 * Stack of a thread that does not run, from low to high addresses:
 *
 *   stack pointer -> r0 [limit] r4 .. r11 [-] lr   pushed here; [ ] on ARMv8-M only: limit.inc
 *                    s16 .. s31                    pushed here, if the thread has used the FPU
 *     if left by a call and it has used the FPU:
 *                    FPSCR lr
 *     if left by an interrupt, by hardware:
 *                    r0-r3 r12 lr pc xPSR          8 words, and 26 words if it has used the FPU:
 *                    s0 .. s15 FPSCR -             written when another thread uses the FPU
 *
 *   lr                 r0                       the thread was left
 *   an address in it   the result of the call   by a call, without floats
 *   resume_floats      the result of the call   by a call, with floats
 *   resume_preempted   EXC_RETURN               by an interrupt; bit 4 is 0 if with floats
 *
 * Floats   CONTROL.FPCA is 1 if the thread has executed an instruction of the FPU. For a thread
 *          with FPCA 0, a switch saves and restores the same as without FPU.
 *          A swap leaves FPCA 0: then the SVC, and an interrupt in the middle of a swap, push 8
 *          words, and no state waits to be saved lazily. An SVC with FPCA 1 would set LSPACT, and
 *          the processor would fill a frame that has been dropped. The first instruction of the FPU
 *          in resume_floats, the SVC or PendSV sets FPCA again.
 *          In PendSV, the first one also makes the processor write s0 to s15 and FPSCR of the
 *          interrupted thread to its frame (lazy stacking). A call may change s0 to s15, so a
 *          thread that calls needs s16 to s31 only, and FPSCR, whose modes belong to the thread.
 * Steps    1 to 8 are those of labs/switch-cost.
 * Lock     It is taken while the kernel decides, and freed on the way out: lock.inc.
 * Source   Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.4 (CONTROL), B1.5.6 to B1.5.8
 *          (frames, EXC_RETURN), B3.2.21 (FPCCR, lazy stacking). Armv8-M (DDI 0553), B3.19-B3.23.
 *          AAPCS, 6.1.2: which registers of the FPU a function preserves.
 */
#include "lock.inc"
    .syntax unified
    .thumb

    .equ HARDWARE_FRAME, 32
    .equ FRAME_PC, 24
    .equ FRAME_XPSR, 28
    .equ FLOATS, 64             /* s16 to s31 */
    .equ NO_FLOATS, 1 << 4      /* EXC_RETURN: the frame has 8 words */
    .equ FPCA_AND_SFPA, 3 << 2  /* CONTROL; SFPA is reserved on ARMv7-M, and 0 */

#include "limit.inc"
#include "cortex-m/dispatch.inc"
#include <limen_port.h>

    switch_before_swap          /* step 5: lm_port_switch */

/* enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from, struct lm_thread *to)
 */
    .global lm_port_swap
    .thumb_func
    .type lm_port_swap, %function
lm_port_swap:
    mrs   r3, control
    lsls  r3, r3, #29           /* FPCA into the sign */
    bmi   swap_floats
swap:
    push_context                /* step 1: save the context */
    str   sp, [r1, #STACK_POINTER] /* step 2: and its stack pointer */
    change_stack r2, r3         /* step 6: the new thread's stack */
enable_and_load:
    free_lock r2
load_context:                   /* PendSV_Handler knows these two instructions */
    pop_context                 /* steps 7 and 8: recover the context, return */
    .size lm_port_swap, . - lm_port_swap

/* In thread mode, r0 EXC_RETURN, r4 to r11 restored, sp at s16 or at the hardware's frame. */
    .thumb_func
    .type resume_preempted, %function
resume_preempted:
    svc   #LM_PORT_SVC
    .size resume_preempted, . - resume_preempted

    .thumb_func
    .type swap_floats, %function
swap_floats:
    vmrs  r12, fpscr
    push  {r12, lr}
    vpush {s16-s31}
    mrs   r3, control
    bic   r3, r3, #FPCA_AND_SFPA
    msr   control, r3
    isb
    ldr   lr, =resume_floats
    b     swap
    .size swap_floats, . - swap_floats

/* In thread mode with the lock free, r0 the result. An interrupt may come here, as in any code of
 * the thread: registers that are not loaded yet are on the stack. */
    .thumb_func
    .type resume_floats, %function
resume_floats:
    vpop  {s16-s31}
    pop   {r2, lr}
    vmsr  fpscr, r2
    bx    lr
    .size resume_floats, . - resume_floats
    .ltorg

/* Drop the frame of the SVC, and return through the one above it. The processor has stored r0,
 * EXC_RETURN of that frame. */
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
    ldr   lr, [r0], #HARDWARE_FRAME
    tst   lr, #NO_FLOATS
    beq   1f
    msr   psp, r0
    bx    lr
1:  vldmia r0!, {s16-s31}
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
    mov   r2, lr
    tst   lr, #NO_FLOATS
    beq   save_floats
save:
    store_context 0             /* step 1 */
    .global lm_port_pendsv_dispatch
    .thumb_func
    .type lm_port_pendsv_dispatch, %function
lm_port_pendsv_dispatch:        /* r0: the context, on the stack of the running thread */
dispatch:
    bl    lm_dispatch_saved     /* steps 2 and 5 */
    load_context_at_r0          /* step 7 */
    ldr   r1, =resume_preempted
    cmp   lr, r1
    beq   return_to_preempted

/* The thread was left by a call: build the frame for an exception return in the place of the
 * registers that have just been loaded. Registers that a call may change (r1 to r3, r12, lr, flags)
 * may have any value. */
    subs  r0, #HARDWARE_FRAME
    str   r2, [r0]
    bic   lr, lr, #1
    str   lr, [r0, #FRAME_PC]
    mov   r1, #0x01000000       /* Thumb state */
    str   r1, [r0, #FRAME_XPSR]
    mvn   lr, #2                /* EXC_RETURN 0xFFFFFFFD: thread mode, process stack, 8 words */

return_to_thread:
    msr   psp, r0               /* step 6 */
    free_lock r1
    bx    lr                    /* step 8 */

return_to_preempted:
    mov   lr, r2
    tst   lr, #NO_FLOATS
    bne   return_to_thread
    vldmia r0!, {s16-s31}
    b     return_to_thread

save_floats:
    store_context FLOATS
    b     dispatch

/* Remove the new frame, which has 8 words. Otherwise the stack would grow with each interrupt that
 * comes here. At the pop, all of the context is still saved. At the svc, the registers are loaded
 * except those in the older frame and s16 to s31 above it, and r0 was EXC_RETURN. */
still_resuming:
    ldr   r2, [r0], #HARDWARE_FRAME
    cmp   r1, #0
    beq   dispatch
    b     save

stack_overflow:
    udf   #0
    .size PendSV_Handler, . - PendSV_Handler
    .ltorg

/* void lm_port_load(const struct lm_thread *to): from the main stack into the first thread. */
    .section .text.lm_port_load, "ax"
    .global lm_port_load
    .thumb_func
    .type lm_port_load, %function
lm_port_load:
    ldr   r1, [r0, #STACK_POINTER]
    msr   psp, r1
    movs  r1, #2                /* CONTROL.SPSEL: thread mode uses the process stack; no FPCA */
    msr   control, r1
    isb
    change_stack r0, r1
    b     enable_and_load
    .size lm_port_load, . - lm_port_load
