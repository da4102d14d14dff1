/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel lock is PRIMASK: one instruction each way. All interrupts may call the kernel. */
#ifndef LIMEN_PORT_LOCK_H
#define LIMEN_PORT_LOCK_H

#include "port.h"

/* The priority of the most urgent interrupt that may call the kernel. */
enum { LM_PORT_KERNEL_PRIORITY = 0 };

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(key)::"memory");
    return key;
}

static inline void lm_port_take_lock(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline __attribute__((always_inline)) void lm_port_unlock(lm_lock_key key)
{
    if (__builtin_constant_p(key) && key == 0) {
        __asm__ volatile("cpsie i" ::: "memory");
    } else {
        __asm__ volatile("msr primask, %0" ::"r"(key) : "memory");
    }
}

static inline void lm_port_check_lock(void)
{
}

/* The lock keeps off all interrupts. */
static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    uint32_t primask;

    __asm__ volatile("mrs %0, primask" : "=r"(primask));
    return primask != 0;
}

#endif
