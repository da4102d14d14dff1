/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for AArch64, AAPCS64; as switch_x86_64.S.
 *
 * Stack of a context that does not run, from low to high addresses:
 *     stack pointer -> x19 .. x28, x29, x30 (return address), d8 .. d15, working, 8 unused bytes
 *
 * Above the context that lm_host_swap saves: where its call returns, 8 unused bytes.
 *
 * Source: Procedure Call Standard for the Arm 64-bit Architecture, sections 6.1.1 and 6.1.2.
 */
#if defined(__aarch64__)
/* The registers that a callee must preserve; to: where the context returns. */
.macro save to
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, \to, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
.endm

.macro restore
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
.endm

    .text
    .globl lm_host_switch
lm_host_switch:
    save x30
    str x0, [sp, #160]
    mov x0, sp
    bl lm_dispatch_saved
    mov sp, x0
    restore
    ret

/* x0: where to save, x1: where the context to restore is saved, w2: the result of its call. See
 * host.h. */
    .globl lm_host_swap
lm_host_swap:
    str x30, [sp, #-16]!
    adr x9, swapped
    save x9
    str xzr, [sp, #160]
    mov x10, sp
    str x10, [x0]
    ldr x10, [x1]
    mov sp, x10
    restore
    cmp x30, x9
    b.ne 1f
    mov w0, w2
    ldr x30, [sp], #16
1:  br x30

swapped:
    bl lm_host_return
    ldr x30, [sp], #16
    br x30

/* x19: entry, x20: argument, as lm_host_first_context has laid them. */
    .globl lm_host_thread_start
lm_host_thread_start:
    .cfi_startproc
    .cfi_undefined x30 /* no frame is behind this one */
    mov x0, x19
    mov x1, x20
    mov x29, xzr
    bl lm_host_thread_main
    brk #1
    .cfi_endproc

/* x0: top, x1: function, x2: argument. See host.h. */
    .globl lm_host_call_on
lm_host_call_on:
    stp x29, x30, [sp, #-16]!
    mov x29, sp
    mov sp, x0
    mov x0, x2
    blr x1
    mov sp, x29
    ldp x29, x30, [sp], #16
    ret
#endif
    .section .note.GNU-stack, "", %progbits
