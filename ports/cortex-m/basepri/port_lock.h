/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel lock is BASEPRI: it keeps off the interrupts that may call the kernel, whose priority
 * is LM_KERNEL_PRIORITY or less urgent. The more urgent ones come at once, wherever the kernel is,
 * and must not call it.
 *
 * BASEPRI_MAX never lowers a mask that the program has set itself. An MSR that raises the execution
 * priority takes effect before the next instruction. One that lowers it needs no barrier here,
 * because the interrupts that it enables may come late.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.3 and B5.2.3.
 */
#ifndef LIMEN_PORT_LOCK_H
#define LIMEN_PORT_LOCK_H

#include "port.h"

/* The priority of the most urgent interrupt that may call the kernel. */
enum { LM_PORT_KERNEL_PRIORITY = LM_KERNEL_PRIORITY };

_Static_assert(LM_PORT_KERNEL_PRIORITY > 0 && LM_PORT_KERNEL_PRIORITY < 255,
               "0 masks nothing, and 255 is PendSV's");

static inline void lm_port_take_lock(void)
{
    __asm__ volatile("msr basepri_max, %0" ::"r"(LM_PORT_KERNEL_PRIORITY) : "memory");
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key;

    __asm__ volatile("mrs %0, basepri" : "=r"(key)::"memory");
    lm_port_take_lock();
    return key;
}

static inline void lm_port_unlock(lm_lock_key key)
{
    __asm__ volatile("msr basepri, %0" ::"r"(key) : "memory");
}

static inline bool lm_port_is_locked(void)
{
    uint32_t basepri;

    __asm__ volatile("mrs %0, basepri" : "=r"(basepri));
    return basepri != 0;
}

#endif
