/* SPDX-License-Identifier: Apache-2.0 */
/* void lm_work(uint64_t ticks): 125 cycles of the processor for each microsecond, the call and the
 * return included, where no instruction waits for memory. Below 2^32 ticks.
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
    movs  r1, #37               /* 1: less than in the other rounds, for what is around them */
    nop                         /* 1 */
    b     spin                  /* 2 */
round:
    movs  r1, #40               /* 1 */
spin:
    subs  r1, #1                /* 1 */
    bne   spin                  /* 2, at last 1 */
    nop                         /* 1 */
    nop                         /* 1 */
    subs  r0, #1                /* 1 */
    bne   round                 /* 2, at last 1 */
done:
    bx    lr                    /* 2 */
    .size lm_work, . - lm_work
