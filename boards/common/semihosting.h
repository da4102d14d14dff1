/* SPDX-License-Identifier: Apache-2.0 */
/* Semihosting: the debugger, or QEMU, does input and output for the program.
 * Source: Arm, Semihosting for AArch32 and AArch64, section 5; RISC-V Semihosting has the same
 * calls. */
#ifndef LIMEN_SEMIHOSTING_H
#define LIMEN_SEMIHOSTING_H

#include "processor.h"

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
    return processor_semihosting((uintptr_t)call, (uintptr_t)parameters);
}

#endif
