/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program around the wait for interrupts: another idle thread. Only programs that
 * set some contain this file. */
#include <limen/idle_hook.h>

#include "state.h"

static struct {
    void (*before)(void);
    void (*after)(void);
} hook;

/* The wait ends when an interrupt is pending, also one that PRIMASK keeps off: Armv7-M Architecture
 * Reference Manual (DDI 0403E), B1.5.19; Armv6-M (DDI 0419), B1.5.12. */
static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        __asm__ volatile("cpsid i" ::: "memory");
        hook.before();
        __asm__ volatile("dsb\n\twfi\n\tisb" ::: "memory");
        hook.after();
        __asm__ volatile("cpsie i\n\tisb" ::: "memory");
    }
}

void lm_idle_hook_set(void (*before)(void), void (*after)(void))
{
    static _Alignas(8) unsigned char stack[LM_PORT_STACK_BYTES(16 + LM_IDLE_HOOK_STACK)];
    struct lm_thread *idle = &lm_cpu()->idle;

    hook.before = before;
    hook.after = after;
    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}
