/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel lock is BASEPRI: it masks the interrupts that may call the kernel, whose priority is
 * LM_KERNEL_PRIORITY or less urgent. More urgent interrupts are served at once, even within the
 * kernel, and must not call it.
 *
 * BASEPRI_MAX never lowers a mask that the program has set itself. In the architecture, an MSR that
 * raises the execution priority takes effect before the next instruction. On a Cortex-M7 r0p0 or
 * r0p1 it does not: an interrupt that the write masks may still come between the next instructions.
 * LM_ERRATUM_837070 is 1 in a build for these processors. Then all interrupts are off around the
 * write, until a barrier has completed it. An MSR that lowers the execution priority needs no
 * barrier, because the interrupts that it enables may come late.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.3, B3.2.3 (CPUID) and B5.2.3.
 * Arm, Cortex-M7 Software Developers Errata Notice, 837070: Increasing priority using a write to
 * BASEPRI does not take effect immediately.
 */
#ifndef LIMEN_PORT_LOCK_H
#define LIMEN_PORT_LOCK_H

#include "port.h"
#include "port_udf.h"

/* The priority of the most urgent interrupt that may call the kernel. */
enum { LM_PORT_KERNEL_PRIORITY = LM_KERNEL_PRIORITY };

_Static_assert(LM_PORT_KERNEL_PRIORITY > 0 && LM_PORT_KERNEL_PRIORITY < 255,
               "0 masks nothing, and 255 is PendSV's");

static inline void lm_port_take_lock(void)
{
    if (LM_ERRATUM_837070) {
        uint32_t primask;

        __asm__ volatile("mrs %0, primask\n\tcpsid i\n\tmsr basepri_max, %1\n\tisb\n\t"
                         "msr primask, %0"
                         : "=&r"(primask)
                         : "r"(LM_PORT_KERNEL_PRIORITY)
                         : "memory");
    } else {
        __asm__ volatile("msr basepri_max, %0" ::"r"(LM_PORT_KERNEL_PRIORITY) : "memory");
    }
}

/* True if this CPUID is that of a Cortex-M7 r0p0 or r0p1. */
#define LM_PORT_HAS_ERRATUM_837070(cpuid) (((cpuid) & ~1U) == 0x410FC270U)

_Static_assert(LM_PORT_HAS_ERRATUM_837070(0x410FC271U) &&
                   !LM_PORT_HAS_ERRATUM_837070(0x410FC272U) &&
                   !LM_PORT_HAS_ERRATUM_837070(0x411FC270U),
               "r0p1 has it, r0p2 and r1p0 do not");

/* End with a fault on a processor on which the lock does not mask interrupts at once. */
static inline void lm_port_check_lock(void)
{
    const volatile uint32_t *cpuid = (const volatile uint32_t *)0xE000ED00U;

    if (!LM_ERRATUM_837070 && LM_PORT_HAS_ERRATUM_837070(*cpuid)) {
        __asm__ volatile("udf %0" ::"i"(LM_PORT_UDF_ERRATUM));
    }
}

/* End with a fault if the handler of this exception must not call the kernel. The exception has no
 * priority in the NVIC, or one above the mask. */
void lm_port_refuse_caller(uint32_t exception);

/* Priorities of the NVIC are bytes; the first is that of exception 16. The call preserves all
 * registers, so that this check costs a thread two instructions only. */
static inline void lm_port_check_caller(void)
{
    const volatile uint8_t *priority = (const volatile uint8_t *)(0xE000E400U - 16U);
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    if (__builtin_expect(exception != 0 && priority[exception] < LM_PORT_KERNEL_PRIORITY, 0)) {
        __asm__ volatile("push {r0-r3, r12, lr}\n\t"
                         "mov r0, %0\n\t"
                         "bl lm_port_refuse_caller\n\t"
                         "pop {r0-r3, r12, lr}" ::"r"(exception)
                         : "memory");
    }
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key;

    __asm__ volatile("mrs %0, basepri" : "=r"(key)::"memory");
    lm_port_take_lock();
    return key;
}

static inline __attribute__((always_inline)) void lm_port_unlock(lm_lock_key key)
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
