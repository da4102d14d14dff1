/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel lock is the bit MIE of mstatus: one instruction each way. All interrupts may call the
 * kernel.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.6.1.
 */
#ifndef LIMEN_PORT_LOCK_H
#define LIMEN_PORT_LOCK_H

#include "port.h"

enum { LM_PORT_MIE = 1 << 3 };

static inline lm_lock_key lm_port_lock(void)
{
    uintptr_t before;

    __asm__ volatile("csrrci %0, mstatus, %1" : "=r"(before) : "i"(LM_PORT_MIE) : "memory");
    return (lm_lock_key)(~before & LM_PORT_MIE);
}

static inline void lm_port_take_lock(void)
{
    __asm__ volatile("csrci mstatus, %0" ::"i"(LM_PORT_MIE) : "memory");
}

static inline __attribute__((always_inline)) void lm_port_unlock(lm_lock_key key)
{
    if (__builtin_constant_p(key) && key == 0) {
        __asm__ volatile("csrsi mstatus, %0" ::"i"(LM_PORT_MIE) : "memory");
    } else {
        __asm__ volatile("csrs mstatus, %0" ::"r"((uintptr_t)key ^ LM_PORT_MIE) : "memory");
    }
}

/* The lock keeps off all interrupts. */
static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    uintptr_t status;

    __asm__ volatile("csrr %0, mstatus" : "=r"(status));
    return (status & LM_PORT_MIE) == 0;
}

#endif
