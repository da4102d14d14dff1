/* SPDX-License-Identifier: Apache-2.0 */
/* The ways of a user thread into the kernel and back, on ARMv7-M and ARMv8-M mainline. Only
 * programs with user threads contain this file, whose handlers replace the weak ones of switch.S
 * and of the board: so it is at the end of the library, where a linker finds it only for
 * lm_user_enter. user.inc has the steps that differ with an FPU, and with stack limits.
 *
 * CONTROL.nPRIV is 1 while a user thread is in user mode, and then lm_user_loaded is its context.
 * A handler changes CONTROL.nPRIV, and the exception return makes the change effective: no
 * instruction runs in thread mode with privileges and the stack of the thread, or without
 * privileges on a kernel stack. SVCall and PendSV have the same, lowest priority, so that neither
 * interrupts the other.
 *
 * A user thread that is not in user mode is left as any thread, on its kernel stack. If an
 * interrupt preempts it in user mode, that stack has the contents of a call that returns to
 * lm_user_return.
 *
 * A call takes its arguments from the frame that the processor has stored with the rights of the
 * thread, and reads each word once.
 *
 * Source   Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.4 (CONTROL), B1.5.6 to B1.5.8
 *          (an exception return is a context synchronisation), B1.5.11 (derived exceptions).
 */
#include "lock.inc"
#include <limen/user_numbers.h>
#include <limen_port.h>
#include <limen_user_port.h>
    .syntax unified
    .thumb

    .equ FRAME_NUMBER, 16       /* in the frame of a call: r12 */
    .equ FRAME_PC, 24
    .equ FRAME_BYTES, 32

    .equ USER_STATUS, 8         /* in struct lm_user_context, of a fault */
    .equ USER_ADDRESS, 12
    .equ USER_FRAME, 16
    .equ USER_LOADED, 20
    .equ USER_PC, 24
    .equ USER_REGIONS, 32

    .equ NO_FLOATS, 1 << 4      /* EXC_RETURN: the frame has 8 words */
    .equ SHCSR, 0xE000ED24
    .equ PENDED, 0xF << 12      /* SVCall, BusFault, MemManage, UsageFault */
    .equ CFSR, 4                /* behind SHCSR */
    .equ HFSR, 8
    .equ SFSR, 192
    .equ MMFAR, 16
    .equ BFAR, 20
    .equ MPU_RBAR, 0xE000ED9C   /* and RASR or RLAR, and three more pairs of them */
    .equ MPU_CTRL, -8           /* behind MPU_RBAR */
#include "user.inc"

    .macro get_place register, scratch /* of the context whose regions the MPU of this core has */
    ldr   \register, =lm_user_loaded
#if LM_CORES > 1
    ldr   \scratch, =LM_PORT_CORE_REGISTER
    ldr   \scratch, [\scratch]
    add   \register, \register, \scratch, lsl #2
#endif
    .endm

    .macro return_to_user       /* r2: the frame of the thread, r1: 1 */
    msr   psp, r2
    msr   control, r1
    bx    lr
    .endm

/* The gate: thread mode, with privileges, on the kernel stack, behind the context. r1 (the
 * functions), r2 (the grants), r3 (their number) and r12 (the frame of the caller) are from the
 * context. The number of a call is a byte, so that a shift by an invalid number leaves no right.
 */
    .section .text.lm_user_gate, "ax"
    .global lm_user_gate
    .thumb_func
    .type lm_user_gate, %function
lm_user_gate:
    sub   sp, #FRAME_BYTES      /* keep the context */
    ldr   r0, [r12]             /* the handle */
    ldrb  lr, [r12, #FRAME_NUMBER]
    cmp   r0, r3
    bhs   no_object
    add   r2, r2, r0, lsl #3
    ldrd  r0, r3, [r2]          /* the object, the rights */
    lsrs  r3, r3, lr            /* bit number - 1 into the carry; 0 leaves it 0 */
    bcc   no_object
    ldr   lr, [r1, lr, lsl #2]
    ldr   r1, [r12, #4]
    ldrd  r2, r3, [r12, #8]
    blx   lr
give_result:
    ldr   r1, [sp, #USER_FRAME] /* the processor has written the frame in this call */
    str   r0, [r1]
    .global lm_user_return
    .thumb_func
    .type lm_user_return, %function
lm_user_return:                 /* sp: the context */
    svc   #LM_PORT_SVC
after_return:

no_object:
    sub   r0, lr, #LM_USER_FIRST_PLAIN
    cmp   r0, #LM_USER_PLAIN_CALLS
    bhs   refuse
    ldr   lr, =lm_user_plain_calls
    ldr   lr, [lr, r0, lsl #2]
    ldm   r12, {r0-r3}
    blx   lr
    b     give_result
refuse:
    mov   r0, lr
    bl    lm_user_refuse
    b     give_result
    .ltorg
    .size lm_user_gate, . - lm_user_gate

/* void lm_user_enter(struct lm_user_context *context): the first time, without the contents of
 * registers of the kernel. */
    .section .text.lm_user_enter, "ax"
    .global lm_user_enter
    .thumb_func
    .type lm_user_enter, %function
lm_user_enter:
    mov   sp, r0
    .irp  register, r4, r5, r6, r7, r8, r9, r10, r11
    mov   \register, #0
    .endr
    b     lm_user_return
    .size lm_user_enter, . - lm_user_enter

    .section .text.SVC_Handler, "ax"
    .global SVC_Handler
    .thumb_func
    .type SVC_Handler, %function
SVC_Handler:
    mrs   r1, control
    mrs   r0, psp
    lsrs  r1, r1, #1            /* nPRIV into the carry */
    bcc   privileged
    get_place r2, r3
    ldr   r2, [r2]
    str   r0, [r2, #USER_FRAME]
    keep_floats
    use_kernel_stack
    msr   control, r1           /* 0 */
    bx    lr
privileged:
    ldr   r1, [r0, #FRAME_PC]
    ldr   r2, =after_return
    cmp   r1, r2
    bne   preempted
    use_user_limit
    ldrd  r2, r1, [r0, #FRAME_BYTES + USER_FRAME] /* and loaded, which is behind it */
    unless_loaded
    return_to_user
preempted:
    b.w   lm_port_svc_handler
    if_floats
load:
    get_place r12, r3
    ldr   r3, [r12]
    str   r1, [r3, #USER_LOADED] /* 0: of the previous thread */
    add   r3, r0, #FRAME_BYTES
    str   r3, [r12]
    load_access                 /* and its mode to r1 */
    str   r1, [r3, #USER_LOADED]
    adds  r3, #USER_REGIONS
    ldr   r12, =MPU_RBAR
    push  {r4-r11}
    protection_off
    ldm   r3, {r4-r11}
    stm   r12, {r4-r11}
    protection_on
    pop   {r4-r11}
    dsb
    unless_floats
    return_to_user
    .ltorg
    .size SVC_Handler, . - SVC_Handler

    .section .text.PendSV_Handler, "ax"
    .global PendSV_Handler
    .thumb_func
    .type PendSV_Handler, %function
PendSV_Handler:
    mrs   r1, control
    lsrs  r1, r1, #1
    bcs   leave_user
    b.w   lm_port_pendsv_handler
leave_user:
    take_lock r0
    mrs   r0, psp
    get_place r2, r3
    ldr   r2, [r2]
    str   r0, [r2, #USER_FRAME]
    keep_floats
    mov   r0, r2
    store_switched
    msr   control, r1           /* 0 */
    b.w   lm_port_pendsv_dispatch
    .ltorg
    .size PendSV_Handler, . - PendSV_Handler

/* A fault of a user thread in user mode becomes a call of lm_port_user_faulted. Nothing is left of
 * the supervisor call, or of the other fault, whose frame could not be stored. */
    .section .text.lm_user_fault, "ax"
    .global HardFault_Handler
    .global MemManage_Handler
    .global BusFault_Handler
    .global UsageFault_Handler
    .thumb_func
    .type HardFault_Handler, %function
    .thumb_func
    .type MemManage_Handler, %function
    .thumb_func
    .type BusFault_Handler, %function
    .thumb_func
    .type UsageFault_Handler, %function
HardFault_Handler:
MemManage_Handler:
BusFault_Handler:
UsageFault_Handler:
    tst   lr, #8                /* thread mode? */
    beq   others
    mrs   r1, control
    lsrs  r1, r1, #1
    bcc   others
    mrs   r0, psp
    get_place r2, r3
    ldr   r2, [r2]
    str   r0, [r2, #USER_FRAME]
    use_kernel_stack
    msr   control, r1           /* 0 */
    mvn   lr, #2                /* for any state and frame */
    ldr   r0, =fault_entry
    str   r0, [r2, #USER_PC]
    ldr   r0, =SHCSR
    ldr   r3, [r0]
    bic   r3, r3, #PENDED
    str   r3, [r0]
    ldr   r1, [r0, #CFSR]
    str   r1, [r0, #CFSR]
    take_secure_fault
    ldr   r3, [r0, #HFSR]
    str   r3, [r0, #HFSR]
    and   r3, r3, #0xC0000000   /* a debug event, an escalated fault */
    orr   r3, r3, r1
    str   r3, [r2, #USER_STATUS]
    mov   r3, #0
    tst   r1, #1 << 7           /* MMARVALID */
    it    ne
    ldrne r3, [r0, #MMFAR]
    tst   r1, #1 << 15          /* BFARVALID */
    it    ne
    ldrne r3, [r0, #BFAR]
    str   r3, [r2, #USER_ADDRESS]
    bx    lr
others:
    retry_without_regions
    ldr   r0, =lm_board_fault
    bx    r0
fault_entry:                    /* r2: the status, r3: the address, in the places of the grants */
    sub   sp, #FRAME_BYTES
    mov   r0, r12
    mov   r1, r2
    mov   r2, r3
    b.w   lm_port_user_faulted
    .ltorg
    .size HardFault_Handler, . - HardFault_Handler
