/* SPDX-License-Identifier: Apache-2.0 */
/* a0: the values of registers, a1: the number of the thread. Afterwards the thread restarts with
 * its initial stack pointer. tp keeps the number: the kernel must not touch it. */
    .macro action name
    .text
    .global \name
    .type \name, %function
\name:
    mv    tp, a1
    mv    t6, a0
    .endm

    .macro load
    lw    a0, 0(t6)
    lw    a1, 4(t6)
    lw    a2, 8(t6)
    lw    a3, 12(t6)
    lw    a4, 16(t6)
    lw    a5, 20(t6)
    lw    a6, 24(t6)
    lw    a7, 48(t6)
    lw    t0, 28(t6)
    lw    t1, 32(t6)
    lw    s0, 36(t6)
    lw    s1, 40(t6)
    lw    s11, 44(t6)
    lw    gp, 56(t6)
    lw    ra, 60(t6)
    .endm

begin_again:
    .option push
    .option norelax
    la    gp, __global_pointer$
    la    t0, random_area
    .option pop
    andi  a0, tp, 1
    addi  t1, a0, 1
    slli  t1, t1, 9             /* the end of its 512 bytes */
    add   sp, t0, t1
    call  random_begin
    j     .

    action random_call
    load
    ecall
    j     begin_again

    action random_call_on
    load
    lw    sp, 52(t6)
    ecall
    j     begin_again

    action random_jump
    load
    lw    t6, 52(t6)
    andi  t6, t6, -2
    jr    t6
