/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for ARMv7-M without FPU.
 *
 * The scheduler decides (kernel/sched.c: kernel->next); this file makes it true. Two ways lead out of a
 * thread, and any of them leads back in:
 *
 *   by a call       lm_port_switch, in thread mode: a push, a call, a pop. No exception.
 *   by an interrupt PendSV: only when an interrupt handler has made another thread the next one.
 *                   It has the lowest priority: it runs once, after the last nested handler.
 *
 * Stack of a thread that does not run, from low to high addresses:
 *
 *   stack pointer -> r3 r4 .. r11, lr        40 bytes, pushed here (r3 keeps the alignment)
 *                    r0-r3 r12 lr pc xPSR    32 bytes, pushed by hardware, if left by an interrupt
 *
 * The saved lr tells which: an EXC_RETURN value is negative, an address of code is not.
 *
 * Lock     PRIMASK is set while lm_sched_dispatch works, and cleared on the way out.
 * Source   Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 to B1.5.8.
 */
    .syntax unified
    .thumb
    .section .text.lm_port_switch, "ax"

    .equ ICSR, 0xE000ED04
    .equ PENDSV_SET, 1 << 28
    .equ SAVED_LR, 36

/* void lm_port_switch(lm_lock_key key) */
    .global lm_port_switch
    .thumb_func
    .type lm_port_switch, %function
lm_port_switch:
    mrs   r1, ipsr
    orrs  r1, r1, r0            /* in an interrupt, or inside an outer locked section */
    bne   defer
    push  {r3-r11, lr}          /* step 1: save the context */
    mov   r0, sp
    bl    lm_sched_dispatch     /* steps 2 and 5: its stack pointer; who is next */
    mov   sp, r0                /* step 6: the new thread's stack */
    ldr   r1, [r0, #SAVED_LR]
    cmp   r1, #0
    bmi   return_through_exception
    cpsie i
    pop   {r3-r11, pc}          /* steps 7 and 8: recover the context, return */

/* Later, when the lock is free and no handler runs. */
defer:
    ldr   r1, =ICSR
    mov   r2, #PENDSV_SET
    str   r2, [r1]
    msr   primask, r0
    bx    lr

/* Only an exception return restores a thread that was left by an interrupt. */
return_through_exception:
    ldr   r1, =lm_port_restore
    movs  r2, #1
    strb  r2, [r1]
    ldr   r1, =ICSR
    mov   r2, #PENDSV_SET
    str   r2, [r1]
    cpsie i
    isb
    udf   #0                    /* PendSV does not come back here */
    .size lm_port_switch, . - lm_port_switch
    .ltorg

    .section .text.PendSV_Handler, "ax"
    .global PendSV_Handler
    .thumb_func
    .type PendSV_Handler, %function
PendSV_Handler:
    cpsid i
    ldr   r2, =lm_port_restore
    ldrb  r1, [r2]
    cbnz  r1, saved
    mrs   r0, psp
    stmdb r0!, {r3-r11, lr}     /* step 1 */
dispatch:
    bl    lm_sched_dispatch     /* steps 2 and 5 */
restore:
    ldmia r0!, {r3-r11, lr}     /* step 7 */
    cmp   lr, #0
    bpl   left_by_call
    msr   psp, r0               /* step 6 */
    cpsie i
    bx    lr                    /* step 8 */

/* The thread left by a call: build the frame that an exception return wants, in place of what has
 * just been loaded. What the call may change (r0 to r3, r12, lr, flags) may be anything. */
left_by_call:
    subs  r0, #32
    bic   lr, lr, #1
    str   lr, [r0, #24]         /* pc */
    mov   r1, #0x01000000       /* xPSR: Thumb state */
    str   r1, [r0, #28]
    mvn   lr, #2                /* EXC_RETURN 0xFFFFFFFD: thread mode, process stack, no FPU */
    msr   psp, r0
    cpsie i
    bx    lr

/* lm_port_switch has saved the context and dispatched. A handler may have decided anew since. */
saved:
    movs  r1, #0
    strb  r1, [r2]
    ldr   r2, =lm_the_kernel
    ldrd  r1, r2, [r2]          /* running, next */
    ldr   r0, [r1]
    cmp   r1, r2
    beq   restore
    b     dispatch
    .size PendSV_Handler, . - PendSV_Handler
    .ltorg

/* void lm_port_start_first(void): from the main stack into the first thread, on its own. */
    .section .text.lm_port_start_first, "ax"
    .global lm_port_start_first
    .thumb_func
    .type lm_port_start_first, %function
lm_port_start_first:
    ldr   r0, =lm_the_kernel
    ldr   r0, [r0]              /* idle counts as running until now */
    ldr   r0, [r0]
    bl    lm_sched_dispatch
    msr   psp, r0
    movs  r1, #2                /* CONTROL.SPSEL: thread mode uses the process stack */
    msr   control, r1
    isb
    cpsie i
    pop   {r3-r11, pc}
    .size lm_port_start_first, . - lm_port_start_first
    .ltorg

/* Where a new thread begins. r4: entry, r5: argument. */
    .section .text.lm_port_thread_start, "ax"
    .global lm_port_thread_start
    .thumb_func
    .type lm_port_thread_start, %function
lm_port_thread_start:
    mov   r0, r5
    blx   r4
    b     lm_thread_exit
    .size lm_port_thread_start, . - lm_port_thread_start
