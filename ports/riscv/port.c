/* SPDX-License-Identifier: Apache-2.0 */
/* The RISC-V port, except the switch (switch.S) and the common part (ports/common). The clock and
 * the alarm belong to the board. All code runs in machine mode.
 */
#include "core/dispatch.h"
#include "objects/thread.h"
#include "state.h"

LM_PORT_INSTANCE struct lm_kernel lm_the_kernel;

LM_PORT_INSTANCE volatile uint32_t lm_port_switch_pending;
LM_IF_CORES(LM_PORT_INSTANCE void *lm_port_main_stack_top;)

extern void lm_port_clock_init(void);

void lm_port_init(void)
{
    (void)lm_port_lock();
    lm_port_switch_pending = 0;
    lm_port_clock_init();
}

/* The code with which a new thread begins. s0: struct lm_thread *. */
static __attribute__((naked)) void thread_start(void)
{
    __asm__ volatile("mv a0, s0\n\tcall lm_thread_main");
}

void lm_port_prepare(struct lm_thread *thread)
{
    uintptr_t top = (uintptr_t)thread->stack + thread->stack_bytes;
    struct frame *frame = (struct frame *)(top & ~(uintptr_t)15U) - 1;

    frame->ra = (uintptr_t)thread_start;
    frame->s0 = (uintptr_t)thread;
    thread->stack_pointer = frame;
}
