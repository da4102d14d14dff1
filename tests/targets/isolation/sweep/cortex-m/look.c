/* SPDX-License-Identifier: Apache-2.0 */
/* Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.4 (CONTROL), B1.5.6 (the frame),
 * B3.2.13 (SHCSR). */
#include "sweep.h"

#define SHCSR (*(volatile uint32_t *)0xE000ED24U)
enum { SVCALL_ACTIVE = 1 << 7, PENDSV_ACTIVE = 1 << 10, FRAME_PC = 6 };

struct look look(void)
{
    uint32_t control, *frame;

    __asm__ volatile("mrs %0, control" : "=r"(control));
    __asm__ volatile("mrs %0, psp" : "=r"(frame));
    bool is_thread = (SHCSR & (SVCALL_ACTIVE | PENDSV_ACTIVE)) == 0;

    return (struct look){.is_thread = is_thread,
                         .has_privileges = (control & 1) == 0,
                         .stack_pointer = (uintptr_t)frame,
                         .pc = is_thread ? frame[FRAME_PC] : 0};
}

#ifdef __ARM_FP
#define FLOATS                                                                                     \
    ".irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 0, 7, 15\n\t"
#define PUSH_FLOATS "vpush {s16-s31}\n\t"
#define POP_FLOATS "vpop {s16-s31}\n\t"
#define SET_FLOATS FLOATS "mov r12, #0x100 + \\n\n\tvmov s\\n, r12\n\t.endr\n\t"
#define COMPARE_FLOATS                                                                             \
    FLOATS "vmov r12, s\\n\n\tsub r12, r12, #0x100\n\tcmp r12, #\\n\n\t"                           \
           "it ne\n\taddne r0, r0, #0x100\n\t.endr\n\t"
#else
#define PUSH_FLOATS
#define POP_FLOATS
#define SET_FLOATS
#define COMPARE_FLOATS
#endif

/* The arguments are in r0 to r2. */
__attribute__((naked)) uint32_t call_with_patterns(uint32_t number __attribute__((unused)),
                                                   lm_handle handle __attribute__((unused)),
                                                   void *buffer __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n\t" PUSH_FLOATS SET_FLOATS "mov r12, r0\n\t"
                     "mov r0, r1\n\t"
                     "mov r1, r2\n\t"
                     "mov r2, #0\n\t"
                     "mov r3, #0\n\t"
                     ".irp n, 4, 5, 6, 7, 8, 9, 10, 11\n\t"
                     "mov r\\n, #0x01010101 * \\n\n\t"
                     ".endr\n\t"
                     "svc #0\n\t"
                     ".irp n, 4, 5, 6, 7, 8, 9, 10, 11\n\t"
                     "cmp r\\n, #0x01010101 * \\n\n\t"
                     "it ne\n\t"
                     "addne r0, r0, #0x100\n\t"
                     ".endr\n\t" COMPARE_FLOATS POP_FLOATS "pop {r4-r11, pc}");
}
