/* SPDX-License-Identifier: Apache-2.0 */
/* void list_transfer(void **from, void *to): the context switch of the list kernel, by a call.
 *
 * A C compiler keeps values in r4 to r11 across a call, so they are saved. The compiler of
 * kernel-v1 does not, so that kernel saves none of them.
 *
 * Stack of a thread that does not run, from low to high addresses: r8 to r11, r4 to r7, lr.
 */
    .syntax unified
    .thumb

    .section .text.list_transfer, "ax"
    .global list_transfer
    .thumb_func
    .type list_transfer, %function
list_transfer:
    push  {r4-r7, lr}
    mov   r4, r8
    mov   r5, r9
    mov   r6, r10
    mov   r7, r11
    push  {r4-r7}
    mov   r2, sp
    str   r2, [r0]
    mov   sp, r1
    pop   {r4-r7}
    mov   r8, r4
    mov   r9, r5
    mov   r10, r6
    mov   r11, r7
    pop   {r4-r7, pc}
    .size list_transfer, . - list_transfer
