/* SPDX-License-Identifier: Apache-2.0 */
/* Calls and interrupts with a pattern in the registers of the FPU; see fpu_registers.c. The pattern
 * of a register is its number plus a seed. Instructions of ARMv7-M with FPU. */
    .syntax unified
    .thumb

    .equ MODES, 3 << 22         /* FPSCR: rounding towards zero */
    .equ FLAGS, 9 << 28         /* FPSCR: N, V */

    .macro each_register from, to, operation
    .set number, \from
    .rept \to - \from + 1
    \operation %number
    .set number, number + 1
    .endr
    .endm

    .altmacro
    .macro put number
    adds  r1, r0, #number
    vmov  s&number, r1
    .endm

    .macro expect number
    vmov  r1, s&number
    subs  r1, r1, r0
    cmp   r1, #number
    bne   changed
    .endm

    .macro begin
    push  {r3-r7, lr}
    vpush {s16-s31}
    vmrs  r6, fpscr
    mov   r4, r0
    mov   r5, r1
    mov   r7, r2
    each_register 0, 31, put
    orr   r1, r6, #MODES        /* on ARMv8.1-M, LTPSIZE stays: without, loops are faults */
    orr   r1, r1, #FLAGS
    vmsr  fpscr, r1
    .endm

/* uint32_t fpu_across_call(uint32_t seed, void (*function)(void *argument), void *argument)
 * Returns 0 if the function has kept s16 to s31 and the modes. */
    .section .text.fpu_across_call, "ax"
    .global fpu_across_call
    .thumb_func
    .type fpu_across_call, %function
fpu_across_call:
    begin
    mov   r0, r7
    blx   r5
    mov   r0, r4
    vmrs  r1, fpscr
    and   r1, r1, #MODES
    cmp   r1, #MODES
    bne   changed
    each_register 16, 31, expect
unchanged:
    movs  r0, #0
leave:
    vmsr  fpscr, r6
    vpop  {s16-s31}
    pop   {r3-r7, pc}
changed:
    movs  r0, #1
    b     leave
    .size fpu_across_call, . - fpu_across_call

/* uint32_t fpu_across_interrupts(uint32_t seed, volatile uint32_t *flag)
 * Wait until an interrupt or another thread has set the flag. Returns 0 if all registers and the
 * whole FPSCR are unchanged. */
    .global fpu_across_interrupts
    .thumb_func
    .type fpu_across_interrupts, %function
fpu_across_interrupts:
    begin
    mov   r0, r4
1:  ldr   r1, [r5]
    cmp   r1, #0
    beq   1b
    vmrs  r1, fpscr
    orr   r2, r6, #MODES
    orr   r2, r2, #FLAGS
    cmp   r1, r2
    bne   changed
    each_register 0, 31, expect
    b     unchanged
    .size fpu_across_interrupts, . - fpu_across_interrupts

/* void fpu_spoil(void): write other values to all registers that a function need not keep. */
    .global fpu_spoil
    .thumb_func
    .type fpu_spoil, %function
fpu_spoil:
    mvn   r0, #0x5A
    each_register 0, 15, put
    vmrs  r1, fpscr
    bic   r1, r1, #MODES
    orr   r1, r1, #1 << 22
    vmsr  fpscr, r1
    bx    lr
    .size fpu_spoil, . - fpu_spoil
