/* SPDX-License-Identifier: Apache-2.0 */
/* The RISC-V port except the switch, which is in switch.S. The clock and the alarm belong to the
 * board. All code runs in machine mode.
 */
#include "core/dispatch.h"
#include "objects/thread.h"
#include "state.h"

struct lm_kernel lm_the_kernel;

volatile uint32_t lm_port_switch_pending;

extern void lm_port_clock_init(void);
extern void lm_port_load(const struct lm_thread *to) __attribute__((noreturn));

void lm_port_init(void)
{
    (void)lm_port_lock();
    lm_port_switch_pending = 0;
    lm_port_clock_init();
}

/* Where a new thread begins. s0: struct lm_thread *. */
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

static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        __asm__ volatile("wfi" ::: "memory");
    }
}

void lm_port_prepare_idle(struct lm_thread *idle)
{
    static _Alignas(16) unsigned char stack[LM_PORT_STACK_BYTES(64)];

    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}

__attribute__((noinline)) enum lm_status lm_port_switch_hooked(struct lm_cpu *cpu,
                                                               enum lm_status result)
{
    struct lm_thread *from = cpu->running;

    lm_dispatch(cpu);
    return lm_port_swap(result, from, cpu->running);
}

void lm_port_start(void)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_port_switch_pending = 0; /* the creation of threads has requested switches */
    lm_dispatch(cpu);
    lm_port_load(cpu->running);
}
