/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program around the wait for interrupts: another idle thread. Only programs that
 * set some contain this file. */
#include <limen/idle_hook.h>

#include "state.h"

static struct {
    void (*before)(void);
    void (*after)(void);
} hook;

/* The wait ends when an interrupt is pending that mie enables, also while mstatus.MIE keeps it off:
 * The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.3.3. */
static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        lm_port_take_lock();
        hook.before();
        __asm__ volatile("wfi" ::: "memory");
        hook.after();
        lm_port_unlock(0);
    }
}

void lm_idle_hook_set(void (*before)(void), void (*after)(void))
{
    static _Alignas(16) unsigned char stack[LM_PORT_STACK_BYTES(64 + LM_IDLE_HOOK_STACK)];
    struct lm_thread *idle = &lm_cpu()->idle;

    hook.before = before;
    hook.after = after;
    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}
