/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a RISC-V hart in machine mode that ports/common uses: interrupts, and the wait
 * for one. */
#ifndef LIMEN_PORT_MACHINE_H
#define LIMEN_PORT_MACHINE_H

#include "port_lock.h"

/* Several harts: each has its own variables at the address in tp, which no code changes. The linker
 * makes one instruction of an access, as of that to a static variable by gp. */
#define LM_PORT_INSTANCE LM_CORES_OR(__attribute__((tls_model("local-exec"))) _Thread_local, )

enum { LM_PORT_IDLE_STACK = 64 };

/* An interrupt has made another thread the next one: switch.S switches when the outermost interrupt
 * ends. */
extern LM_PORT_INSTANCE volatile uint32_t lm_port_switch_pending;

/* The stack of interrupts of this hart, of several. */
LM_IF_CORES(extern LM_PORT_INSTANCE void *lm_port_main_stack_top;)

/* Defined by the board: cause an interrupt as soon as the lock is free. */
extern void lm_port_interrupt_self(void);

/* mscratch is 0 while an interrupt is served: see switch.S. */
static inline bool lm_port_in_interrupt(void)
{
    uintptr_t interrupt_stack;

    __asm__ volatile("csrr %0, mscratch" : "=r"(interrupt_stack));
    return interrupt_stack == 0;
}

/* Request a switch at the end of the outermost interrupt; withdraw the request. */
static inline void lm_port_request_switch(void)
{
    lm_port_switch_pending = 1;
    if (!lm_port_in_interrupt()) {
        lm_port_interrupt_self();
    }
}

static inline void lm_port_forget_switch(void)
{
    lm_port_switch_pending = 0;
}

static inline void lm_port_wait(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

static inline void lm_port_keep_off_all(void)
{
    lm_port_take_lock();
}

/* The wait ends when an interrupt is pending that mie enables, even while mstatus.MIE masks it: The
 * RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.3.3. */
static inline void lm_port_wait_kept_off(void)
{
    lm_port_wait();
}

static inline void lm_port_let_in_all(void)
{
    lm_port_unlock(0);
}

#endif
