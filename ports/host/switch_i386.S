/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for 32-bit x86, System V ABI; as switch_x86_64.S.
 *
 * The functions have the attribute regparm(3): their arguments are in eax, edx and ecx, so that
 * lm_host_swap can be the last jump of a call. The code has fixed addresses (-no-pie).
 *
 * Stack of a context that does not run, from low to high addresses:
 *     stack pointer -> working, edi esi ebx ebp, return address
 *
 * Sources: System V ABI, Intel386 supplement, chapter 3, and version 1.0 of the psABI for the
 * alignment of the stack at a call, 16 bytes.
 */
#if defined(__i386__)
/* The registers that a callee must preserve. */
.macro save
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi
.endm

.macro restore
    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
.endm

    .text
    .globl lm_host_switch
    .type lm_host_switch, @function
lm_host_switch:
    save
    pushl %eax
    movl %esp, %ecx
    subl $4, %esp
    pushl %ecx
    call lm_dispatch_saved
    leal 4(%eax), %esp
    restore
    popl %ecx
    jmp *%ecx
    .size lm_host_switch, . - lm_host_switch

/* eax: where to save, edx: where the context to restore is saved, ecx: the result of its call. */
    .globl lm_host_swap
    .type lm_host_swap, @function
lm_host_swap:
    pushl $swapped
    save
    pushl $0
    movl %esp, (%eax)
    movl (%edx), %esp
    addl $4, %esp
    restore
    popl %edx
    cmpl $swapped, %edx
    jne 1f
    movl %ecx, %eax
    popl %edx
1:  jmp *%edx
    .size lm_host_swap, . - lm_host_swap

swapped:
    subl $12, %esp
    call lm_host_return
    addl $12, %esp
    popl %ecx
    jmp *%ecx

/* ebx: entry, esi: argument, as lm_host_first_context has laid them. */
    .globl lm_host_thread_start
    .type lm_host_thread_start, @function
lm_host_thread_start:
    .cfi_startproc
    .cfi_undefined eip /* no frame is behind this one */
    subl $8, %esp
    pushl %esi
    pushl %ebx
    xorl %ebp, %ebp
    call lm_host_thread_main
    ud2
    .cfi_endproc
    .size lm_host_thread_start, . - lm_host_thread_start

/* eax: top, edx: function, ecx: argument. See host.h. */
    .globl lm_host_call_on
    .type lm_host_call_on, @function
lm_host_call_on:
    pushl %ebp
    movl %esp, %ebp
    movl %eax, %esp
    subl $12, %esp
    pushl %ecx
    call *%edx
    movl %ebp, %esp
    popl %ebp
    ret
    .size lm_host_call_on, . - lm_host_call_on
#endif
    .section .note.GNU-stack, "", %progbits
