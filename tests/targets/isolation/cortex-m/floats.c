/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks with the FPU: its registers, their place in memory, and the right to use it. */
#include "floats.h"
#include "attacks.h"
#include "place.h"

#ifdef __ARM_FP
#define EACH_FLOAT                                                                                 \
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, "   \
    "23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
enum { ROUNDS = 10 };

/* Returns: all bits that are set in s0 to s31. */
static __attribute__((naked)) uint32_t all_floats(void)
{
    __asm__ volatile("mov r0, #0\n\t" EACH_FLOAT "vmov r1, s\\n\n\t"
                     "orr r0, r0, r1\n\t"
                     ".endr\n\t"
                     "bx lr");
}

/* The first read of the thread: no values of other threads are there. */
void look_at_floats(void *argument)
{
    note(argument, all_floats() == 0 ? LM_OK : LM_BAD_STATE);
}

/* Set s0 to s31 and the rounding mode, and wait for a semaphore, so that others run. Returns: how
 * many registers have changed. */
static __attribute__((naked)) uint32_t wait_with_floats(lm_handle handle __attribute__((unused)),
                                                        uint32_t ticks __attribute__((unused)))
{
    __asm__ volatile("push {r4, lr}\n\t"
                     "vpush {s16-s31}\n\t"
                     "vmrs r4, fpscr\n\t"
                     "orr r3, r4, #0xC00000\n\t"
                     "vmsr fpscr, r3\n\t" EACH_FLOAT "mov r3, #0x101 + \\n\n\t"
                     "vmov s\\n, r3\n\t"
                     ".endr\n\t"
                     "mov r2, r1\n\t"
                     "mov r3, #0\n\t"
                     "mov r12, #3\n\t"
                     "svc #0\n\t"
                     "mov r0, #0\n\t" EACH_FLOAT "vmov r3, s\\n\n\t"
                     "sub r3, r3, #0x101\n\t"
                     "cmp r3, #\\n\n\t"
                     "it ne\n\t"
                     "addne r0, r0, #1\n\t"
                     ".endr\n\t"
                     "vmrs r3, fpscr\n\t"
                     "orr r2, r4, #0xC00000\n\t"
                     "cmp r2, r3\n\t"
                     "it ne\n\t"
                     "addne r0, r0, #1\n\t"
                     "vmsr fpscr, r4\n\t"
                     "vpop {s16-s31}\n\t"
                     "pop {r4, pc}");
}

void keep_floats(void *argument)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        note(argument, wait_with_floats(FORBIDDEN, 1 + 30 * i) == 0 ? LM_OK : LM_BAD_STATE);
    }
}

void use_floats(void *area)
{
    (void)area;
    __asm__ volatile("vmov s0, r0" ::: "s0");
}

void open_fpu(void *area)
{
    (void)area;
    write_to(0xE000ED88); /* CPACR */
}

void store_floats_later(void *area)
{
    (void)area;
    write_to(0xE000EF34); /* FPCCR */
}

void store_floats_elsewhere(void *area)
{
    (void)area;
    write_to(0xE000EF38); /* FPCAR */
}

/* The first 8 words fit below this stack pointer, and the floats do not. */
void call_with_half_frame(void *argument)
{
    __asm__ volatile("vmov s0, r0\n\tmov sp, %0\n\tmov r12, #65\n\tsvc #0\n\t1: b 1b" ::"r"(
                         (uintptr_t)argument + ATTACK_STACK_END + 64)
                     : "r12", "s0");
}
#endif
