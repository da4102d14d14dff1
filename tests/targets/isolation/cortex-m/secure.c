/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks with the two states of an ARMv8-M. Compilers know these instructions only for code
 * that is meant for both. Source: Armv8-M Architecture Reference Manual (DDI 0553), C2.4 (BXNS,
 * BLXNS, VLSTM), B3.22 (FNC_RETURN). */
#include "secure.h"
#include "attacks.h"
#include "place.h"

#if __ARM_ARCH >= 8
/* The lowest bit of the address is 0 for the non-secure state. */
void jump_to_non_secure(void *area)
{
    (void)area;
    __asm__ volatile("mov r0, #0\n\t.inst.n 0x4704" ::: "r0"); /* bxns r0 */
}

void call_non_secure(void *area)
{
    (void)area;
    __asm__ volatile("mov r0, %0\n\t.inst.n 0x4784" ::"r"(ATTACK_CODE + 0x400) : "r0");
}

void jump_to_nothing_non_secure(void *area)
{
    (void)area;
    __asm__ volatile("mov r0, %0\n\t.inst.n 0x4704" ::"r"(ATTACK_NOTHING) : "r0");
}

void return_from_non_secure(void *area)
{
    (void)area;
    __asm__ volatile("bx %0" ::"r"(0xFEFFFFFF));
}

/* In its own region, and below its stack. */
void push_below(void *argument)
{
    struct area *area = argument;

    __asm__ volatile("mov sp, %0\n\tpush {r0}" ::"r"(area->stack));
}

#ifdef __ARM_FP
/* VLSTM r0, which has an effect for a thread with floats. */
void store_floats_in_kernel(void *area)
{
    (void)area;
    __asm__ volatile("mov r0, %0\n\tvmov s0, r0\n\t.inst.w 0xEC200A00" ::"r"(&attack_secret)
                     : "r0", "s0");
}

/* It leaves the thread without floats, as nothing else does. Then each way into the kernel and
 * back. */
void drop_floats(void *argument)
{
    struct area *area = argument;

    __asm__ volatile("mov r0, %0\n\tvmov s0, r0\n\t.inst.w 0xEC200A00" ::"r"(area->stack)
                     : "r0", "s0", "memory");
    for (;;) {
        lm_user_semaphore_wait(FORBIDDEN, 50);
    }
}
#endif
#endif
