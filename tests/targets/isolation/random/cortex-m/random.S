/* SPDX-License-Identifier: Apache-2.0 */
/* r0: the values of r0 to r12 and sp, r1: the number of the thread. Afterwards the thread restarts
 * with its initial stack pointer. */
    .syntax unified
    .thumb


    .macro action name
    .text
    .global \name
    .thumb_func
    .type \name, %function
\name:
    .endm

    .macro load
    mov   lr, r0
#ifdef __ARM_FP
    vldm  lr, {s0-s13}
    vldm  lr, {s16-s29}
    ldr   r2, [lr, #60]
    vmsr  fpscr, r2
#endif
    ldr   r0, [lr]
    ldr   r2, [lr, #8]
    ldr   r3, [lr, #12]
    ldr   r4, [lr, #16]
    ldr   r5, [lr, #20]
    ldr   r6, [lr, #24]
    ldr   r7, [lr, #28]
    ldr   r8, [lr, #32]
    ldr   r9, [lr, #36]
    ldr   r10, [lr, #40]
    ldr   r11, [lr, #44]
    ldr   r12, [lr, #48]
    .endm

    .macro again number         /* the end of the stack of this thread, and its begin */
    ldr   r2, =random_area
    add   r2, r2, #512 + 512 * \number
    mov   sp, r2
    mov   r0, #\number
    ldr   r2, =random_begin
    blx   r2
    b     .
    .endm

    action random_call
    cbnz  r1, 1f
    load
    ldr   r1, [lr, #4]
    svc   #0
    again 0
1:  load
    ldr   r1, [lr, #4]
    svc   #7
    again 1
    .ltorg

    action random_call_on
    ldr   r4, [r0, #52]
    mov   sp, r4
    cbnz  r1, 1f
    load
    ldr   r1, [lr, #4]
    svc   #0
    again 0
1:  load
    ldr   r1, [lr, #4]
    svc   #255
    again 1
    .ltorg

    action random_jump
    load
    ldr   r1, [lr, #4]
    ldr   lr, [lr, #52]
    orr   lr, lr, #1
    bx    lr
    .ltorg
