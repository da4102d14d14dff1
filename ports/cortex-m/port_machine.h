/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a Cortex-M that ports/common uses: its interrupts, and the wait for one. */
#ifndef LIMEN_PORT_MACHINE_H
#define LIMEN_PORT_MACHINE_H

#include "port.h"

/* Two cores: each has its own variables, at the address that __aeabi_read_tp of the board gives. */
#define LM_PORT_INSTANCE LM_CORES_OR(__attribute__((tls_model("local-exec"))) _Thread_local, )

/* On an Armv8-M the board has put the place of the core's kernel into a register. */
#if LM_CORES > 1 && __ARM_ARCH >= 8
#define LM_PORT_KERNEL lm_port_kernel_of_core()

static inline struct lm_kernel *lm_port_kernel_of_core(void)
{
    struct lm_kernel *kernel;

    /* volatile: a call before it may have moved the thread. */
    __asm__ volatile("mrs %0, msp_ns" : "=r"(kernel));
    return kernel;
}
#endif

enum { LM_PORT_IDLE_STACK = 16 };

/* Interrupt control and state register: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.4;
 * Armv6-M (DDI 0419), B3.2.4. */
#define LM_PORT_ICSR (*(volatile uint32_t *)0xE000ED04U)
enum { LM_PORT_PENDSV_SET = 1 << 28, LM_PORT_PENDSV_CLEAR = 1 << 27 };

static inline bool lm_port_in_interrupt(void)
{
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0;
}

/* Request a switch at the end of the outermost interrupt; withdraw the request. */
static inline void lm_port_request_switch(void)
{
    LM_PORT_ICSR = LM_PORT_PENDSV_SET;
}

static inline void lm_port_forget_switch(void)
{
    LM_PORT_ICSR = LM_PORT_PENDSV_CLEAR;
}

static inline void lm_port_wait(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

static inline void lm_port_keep_off_all(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

/* The wait ends when an interrupt is pending, also one that PRIMASK masks: Armv7-M Architecture
 * Reference Manual (DDI 0403E), B1.5.19; Armv6-M (DDI 0419), B1.5.12. */
static inline void lm_port_wait_kept_off(void)
{
    __asm__ volatile("dsb\n\twfi\n\tisb" ::: "memory");
}

static inline void lm_port_let_in_all(void)
{
    __asm__ volatile("cpsie i\n\tisb" ::: "memory");
}

#endif
