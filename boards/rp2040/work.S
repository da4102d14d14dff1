/* SPDX-License-Identifier: Apache-2.0 */
/* void lm_work(uint64_t ticks): 125 cycles of the processor for each microsecond, including the
 * call and the return, if no instruction waits for memory. ticks must be below 2^32.
 *
 * Source: Cortex-M0+ Technical Reference Manual (DDI 0484C), 3.3.
 */
    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .section .text.lm_work, "ax"
    .global lm_work
    .thumb_func
    .type lm_work, %function
lm_work:                        /* bl: 3 cycles */
    cmp   r0, #0                /* 1 */
    beq   done                  /* 1, not taken */
    movs  r1, #37               /* one less than in the other iterations, for the code around
                                 * them */
    nop                         /* 1 */
    b     spin                  /* 2 */
round:
    movs  r1, #40               /* 1 */
spin:
    subs  r1, #1                /* 1 */
    bne   spin                  /* 2, in the last iteration 1 */
    nop                         /* 1 */
    nop                         /* 1 */
    subs  r0, #1                /* 1 */
    bne   round                 /* 2, in the last iteration 1 */
done:
    bx    lr                    /* 2 */
    .size lm_work, . - lm_work
