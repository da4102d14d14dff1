/* SPDX-License-Identifier: Apache-2.0 */
/* The idle thread, the switch with hooks, and the start, for ports to a processor without an
 * operating system.
 */
#include "core/dispatch.h"
#include "objects/thread.h"
#include "state.h"

extern void lm_port_load(const struct lm_thread *to) __attribute__((noreturn));

static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        lm_port_wait();
    }
}

void lm_port_prepare_idle(struct lm_thread *idle)
{
    static LM_PORT_INSTANCE _Alignas(
        LM_PORT_STACK_ALIGN) unsigned char stack[LM_PORT_STACK_BYTES(LM_PORT_IDLE_STACK)];

    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}

enum lm_status lm_port_switch_hooked(struct lm_cpu *cpu, enum lm_status result)
{
    struct lm_thread *from = cpu->running;

    lm_dispatch(cpu);
    return lm_port_swap(result, from, cpu->running);
}

void lm_port_start(void)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_port_forget_switch(); /* the creation of threads has requested a switch */
    lm_dispatch(cpu);
    lm_port_load(cpu->running);
}
