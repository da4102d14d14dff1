/* SPDX-License-Identifier: Apache-2.0 */
/* Context switch for x86-64, System V ABI.
 *
 * The scheduler decides (kernel/core/sched.c), and this file executes the decision. A switch is a
 * function call: only the registers that a callee must preserve are saved. According to the ABI,
 * MXCSR and the x87 control word belong to them; they are not saved, because programs do not change
 * them per thread.
 *
 * Stack of a context that does not run, from low to high addresses:
 *     stack pointer -> working, r15 r14 r13 r12 rbx rbp, return address
 *
 * The end is pop and jmp instead of ret: the processor's return predictor cannot know that the
 * stack has changed, and a misprediction costs several times the switch. For the same reason
 * lm_host_swap is the last jump of a call. The thread that it leaves continues at the return
 * address of that call, which is the word above its context. The context itself returns to swapped,
 * for the case that lm_host_switch restores it.
 *
 * Source: System V ABI, AMD64 supplement, section 3.2.1.
 */
#if defined(__x86_64__)
/* The registers that a callee must preserve. */
.macro save
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
.endm

.macro restore
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
.endm

    .text
    .globl lm_host_switch
    .type lm_host_switch, @function
lm_host_switch:
    save
    pushq %rdi
    movq %rsp, %rdi
    call lm_dispatch_saved
    leaq 8(%rax), %rsp
    restore
    popq %rcx
    jmp *%rcx
    .size lm_host_switch, . - lm_host_switch

/* rdi: where to save, rsi: where the context to restore is saved, edx: the result of its call. See
 * host.h. */
    .globl lm_host_swap
    .type lm_host_swap, @function
lm_host_swap:
    leaq swapped(%rip), %rax
    pushq %rax
    save
    pushq $0
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    addq $8, %rsp
    restore
    popq %rcx
    cmpq %rax, %rcx
    jne 1f
    movl %edx, %eax
    popq %rcx
1:  jmp *%rcx
    .size lm_host_swap, . - lm_host_swap

swapped:
    subq $8, %rsp
    call lm_host_return
    addq $8, %rsp
    popq %rcx
    jmp *%rcx

/* rbx: entry, r12: argument, as lm_host_first_context has laid them. */
    .globl lm_host_thread_start
    .type lm_host_thread_start, @function
lm_host_thread_start:
    .cfi_startproc
    .cfi_undefined rip /* no frame is behind this one */
    movq %rbx, %rdi
    movq %r12, %rsi
    xorl %ebp, %ebp
    call lm_host_thread_main
    ud2
    .cfi_endproc
    .size lm_host_thread_start, . - lm_host_thread_start

/* rdi: top, rsi: function, rdx: argument. See host.h. */
    .globl lm_host_call_on
    .type lm_host_call_on, @function
lm_host_call_on:
    pushq %rbp
    movq %rsp, %rbp
    movq %rdi, %rsp
    movq %rdx, %rdi
    call *%rsi
    movq %rbp, %rsp
    popq %rbp
    ret
    .size lm_host_call_on, . - lm_host_call_on
#endif
    .section .note.GNU-stack, "", %progbits
