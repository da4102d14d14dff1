/* SPDX-License-Identifier: Apache-2.0 */
/* Semihosting: the debugger, or QEMU, does input and output for the program.
 * Source: Arm, Semihosting for AArch32 and AArch64, sections 3 and 5. */
#ifndef LIMEN_SEMIHOSTING_H
#define LIMEN_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

enum semihosting_call {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE0 = 0x04,
    SYS_WRITE = 0x05,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20
};

static inline uintptr_t semihosting(enum semihosting_call call, const void *parameters)
{
    register uintptr_t r0 __asm__("r0") = (uintptr_t)call;
    register uintptr_t r1 __asm__("r1") = (uintptr_t)parameters;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

#endif
