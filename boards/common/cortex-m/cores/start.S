/* SPDX-License-Identifier: Apache-2.0 */
/* Two cores: the first instructions of core 1, and the place of the instance of each core.
 *
 * On an Armv8-M all code is secure, so that the main stack pointer of the other state is free: it
 * has the place of the kernel in the instance, lm_port_kernel (Armv8-M Architecture Reference
 * Manual, DDI 0553, B3.8).
 *
 * Source: Run-time ABI for the Arm Architecture (IHI 0043), 5.3.5 (__aeabi_read_tp, which changes
 * only r0, ip, lr and the flags); ELF for the Arm Architecture (IHI 0044), 4.6.3 (the variables are
 * 8 bytes behind the pointer).
 */
#include "reset.inc"
    .syntax unified
    .thumb

    .equ STACK_BYTES, 4096
    .equ VTOR, 0xE000ED08

    .section .text.board_read_instance, "ax"
    .global __aeabi_read_tp
    .thumb_func
    .type __aeabi_read_tp, %function
__aeabi_read_tp:
#if __ARM_ARCH >= 8
    mrs   r0, msp_ns
    ldr   ip, 2f
    subs  r0, r0, ip
    bx    lr
#else
    ldr   r0, =LM_PORT_CORE_REGISTER
    ldr   r0, [r0]
    cmp   r0, #0
    bne   1f
    ldr   r0, =board_instances - 8
    bx    lr
1:  ldr   r0, =board_second_instance - 8
    bx    lr
#endif
#if __ARM_ARCH >= 8
    .balign 4
2:  .word lm_the_kernel(tpoff)
#endif
    .ltorg
    .size __aeabi_read_tp, . - __aeabi_read_tp

    .section .text.board_choose_first_instance, "ax"
    .global board_choose_first_instance
    .thumb_func
    .type board_choose_first_instance, %function
board_choose_first_instance:
#if __ARM_ARCH >= 8
    ldr   r0, =board_instances - 8
    ldr   r1, 2f
    adds  r0, r0, r1
    msr   msp_ns, r0
#endif
    bx    lr
#if __ARM_ARCH >= 8
    .balign 4
2:  .word lm_the_kernel(tpoff)
#endif
    .ltorg
    .size board_choose_first_instance, . - board_choose_first_instance

    .section .text.board_second_reset, "ax"
    .thumb_func
    .type board_second_reset, %function
board_second_reset:
#ifdef LM_KERNEL_PRIORITY
    movs  r0, #LM_KERNEL_PRIORITY /* the kernel lock */
    msr   basepri, r0
#else
    cpsid i
#endif
    ldr   r0, =lm_board_vectors
    ldr   r1, =VTOR
    str   r0, [r1]
    prepare_processor board_second_stack
#if __ARM_ARCH >= 8
    ldr   r0, =board_second_instance - 8
    ldr   r1, 2f
    adds  r0, r0, r1
    msr   msp_ns, r0
#endif
    ldr   r0, =lm_core_main
    bx    r0
#if __ARM_ARCH >= 8
    .balign 4
2:  .word lm_the_kernel(tpoff)
#endif
    .ltorg
    .size board_second_reset, . - board_second_reset

    .section .rodata.board_second_vectors, "a"
    .balign 256                 /* more than any Cortex-M requires for a table of two */
    .global board_second_vectors
board_second_vectors:
    .word board_second_stack + STACK_BYTES
    .word board_second_reset

    .section .bss.board_second_stack, "aw", %nobits
    .balign 8
board_second_stack:
    .skip STACK_BYTES
