/* SPDX-License-Identifier: Apache-2.0 */
/* void bare_switch(void **save, void *load): the cost of a stack switch without a kernel. x86-64,
 * System V ABI: the registers that a callee preserves. */
#if defined(__x86_64__)
    .text
    .globl bare_switch
    .type bare_switch, @function
bare_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmp *%rcx
    .size bare_switch, . - bare_switch
    .section .note.GNU-stack, "", @progbits
#endif
