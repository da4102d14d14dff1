/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel lock is PRIMASK: one instruction each way. All interrupts may call the kernel. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#ifdef __ARM_FP
#error "This port saves no floating-point registers: build with -mfloat-abi=soft and without -mfpu"
#endif

#include "bits.h"        /* lm_port_leading_zeros, of v6m/ or v7m/ */
#include "board_stamp.h" /* lm_port_stamp: the clock belongs to the board */

#define LM_PORT_INSTANCE /* one kernel */

extern struct lm_kernel lm_the_kernel;

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

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

static inline void lm_port_unlock(lm_lock_key key)
{
    if (__builtin_constant_p(key) && key == 0) {
        __asm__ volatile("cpsie i" ::: "memory");
    } else {
        __asm__ volatile("msr primask, %0" ::"r"(key) : "memory");
    }
}

static inline bool lm_port_is_locked(void)
{
    uint32_t primask;

    __asm__ volatile("mrs %0, primask" : "=r"(primask));
    return primask != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0;
}

/* The board's alarm rings at least twice in a turn of the counter. */
enum { LM_PORT_TIME_LEAPS = 0 };

#endif
