/* SPDX-License-Identifier: Apache-2.0 */
/* Checks whether a stack has overflowed: on demand, and at each switch. */
#include "core/door.h"
#include "objects/thread.h"

static bool is_intact(const struct lm_thread *thread)
{
    enum { LOWEST = 8 };

    const unsigned char *stack = lm_thread_stack_end(thread);
    bool intact = true;

    for (unsigned i = 0; i < LOWEST; i++) {
        intact = intact && stack[i] == LM_STACK_FILL;
    }
    return intact;
}

bool lm_thread_stack_is_intact(const struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_STACK_IS_INTACT, thread);
    LM_CHECK_OBJECT_OR(thread, LM_KIND_THREAD, false);

    return is_intact(thread);
}

/* Called at each switch, for the thread that leaves the processor. */
static void check(struct lm_cpu *cpu, struct lm_thread *from)
{
    struct lm_kernel *kernel = lm_kernel();

    (void)cpu;
    if (!is_intact(from)) {
        lm_observe_thread(LM_EVENT_STACK_OVERFLOW, from, 0, 0);
        kernel->handles_stack = true;
        kernel->stack_handler(from);
        kernel->handles_stack = false;
    }
}

void lm_stack_check(void (*handler)(struct lm_thread *thread))
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    kernel->stack_handler = handler;
    kernel->cpu.on_leave = handler != NULL ? check : NULL;
    if (handler != NULL) {
        lm_switch_hooks_use(&kernel->cpu);
    } else {
        kernel->cpu.has_switch_hooks = kernel->cpu.on_switch != NULL;
    }
    lm_port_unlock(key);
}
