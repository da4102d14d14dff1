/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions between two labels, whose passages the emulator stamps with the cycle. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .text

    .macro time name, code:vararg
    .global \name\()_start, \name\()_end
\name\()_start:
    \code
\name\()_end:
    nop
    .endm

    .global run_timing
    .thumb_func
run_timing:
    push {r4-r7, lr}
    ldr r4, =0x20001000     /* memory */
    ldr r5, =0xd0000010     /* SIO: GPIO_OUT */
    ldr r6, =0x40054028     /* APB: TIMERAWL */
    ldr r7, =0x4005403c     /* APB: INTF of the timer */
    movs r0, #0
    movs r1, #3
    time add_immediate, adds r1, #1
    time multiply, muls r1, r1, r1
    time load, ldr r2, [r4]
    time load_byte, ldrb r2, [r4]
    time store, str r1, [r4]
    time load_literal, ldr r2, =0x12345678
    time store_sio, str r0, [r5]
    time load_sio, ldr r2, [r5]
    time load_apb, ldr r2, [r6]
    time store_apb, str r0, [r7]
    time push_1, push {r0}
    time pop_1, pop {r0}
    time push_4, push {r0-r3}
    time pop_4, pop {r0-r3}
    time push_2_with_lr, push {r0, lr}
    time pop_2, pop {r0, r3}
    time load_multiple_3, ldmia r4!, {r0-r2}
    time store_multiple_3, stmia r4!, {r0-r2}
    .global branch_taken_start, branch_taken_end
branch_taken_start:
    b branch_taken_end
    nop
branch_taken_end:
    movs r0, #0
    time branch_not_taken, bne branch_on_condition_end
    .global branch_on_condition_start, branch_on_condition_end
branch_on_condition_start:
    beq branch_on_condition_end
    nop
branch_on_condition_end:
    nop
    time barrier, dsb
    time read_special, mrs r0, primask
    time write_special, msr primask, r0
    time change_mask, cpsie i
    time call_and_back, bl nothing
    time call_with_frame, bl with_frame
    ldr r0, =nothing
    time call_register_and_back, blx r0
    .global loop_16_start, loop_16_end
loop_16_start:
    movs r1, #16
1:  subs r1, #1
    bne 1b
loop_16_end:
    movs r0, #0
    time semihosting_call, bkpt 0xab
    pop {r4-r7, pc}

    .global pend_interrupts, pend_start, pend_end
    .thumb_func
pend_interrupts:
    ldr r1, =0xe000e200     /* NVIC_ISPR */
pend_start:
    str r0, [r1]
pend_end:
    nop
    bx lr

    /* Stop the timer's request, which may be why it came. */
    .global irq0, irq0_end
    .thumb_func
irq0:
    movs r1, #1
    ldr r0, =0x40054034     /* INTR of the timer */
    str r1, [r0]
irq0_end:
    bx lr

    .global irq1, irq1_end
    .thumb_func
irq1:
    nop
irq1_end:
    bx lr

    .thumb_func
nothing:
    bx lr

    .thumb_func
with_frame:
    push {lr}
    pop {pc}
    .pool
