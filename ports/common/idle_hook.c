/* SPDX-License-Identifier: Apache-2.0 */
/* An idle thread that calls functions of the program around its wait for interrupts. Only programs
 * that set such functions contain this file. */
#include <limen/idle_hook.h>

#include "state.h"

static LM_PORT_INSTANCE struct {
    void (*before)(void);
    void (*after)(void);
} hook;

static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        lm_port_keep_off_all();
        hook.before();
        lm_port_wait_kept_off();
        hook.after();
        lm_port_let_in_all();
    }
}

void lm_idle_hook_set(void (*before)(void), void (*after)(void))
{
    static _Alignas(LM_PORT_STACK_ALIGN) unsigned char
        stack[LM_PORT_STACK_BYTES(LM_PORT_IDLE_STACK + LM_IDLE_HOOK_STACK)];
    struct lm_thread *idle = &lm_cpu()->idle;

    hook.before = before;
    hook.after = after;
    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}
