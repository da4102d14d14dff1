/* SPDX-License-Identifier: Apache-2.0 */
/* Calls functions of the program at every switch. Only programs with such functions contain this
 * file. */
#include <limen/switch_hook.h>

#include "core/door.h"

static LM_PORT_INSTANCE struct {
    uint8_t epoch; /* the epoch of lm_kernel_init in which the hooks were added */
    struct lm_switch_hook *first;
    void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);
} hooks;

static struct lm_thread *or_null(struct lm_cpu *cpu, struct lm_thread *thread)
{
    return thread != &cpu->idle ? thread : NULL;
}

static void call(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (hooks.others_on_switch != NULL) {
        hooks.others_on_switch(cpu, from, to);
    }
    for (struct lm_switch_hook *hook = hooks.first; hook != NULL; hook = hook->next) {
        hook->function(or_null(cpu, from), or_null(cpu, to));
    }
}

static void begin(struct lm_cpu *cpu, uint8_t epoch)
{
    hooks.epoch = epoch;
    hooks.first = NULL;
    hooks.others_on_switch = cpu->on_switch;
    cpu->on_switch = call;
    lm_switch_hooks_use(cpu);
}

static bool is_added(const struct lm_switch_hook *hook)
{
    const struct lm_switch_hook *each = hooks.first;

    while (each != NULL && each != hook) {
        each = each->next;
    }
    return each != NULL;
}

void lm_switch_hook_add(struct lm_switch_hook *hook)
{
    LM_CALL(SWITCH_HOOK_ADD);
    LM_CHECK_OR(hook != NULL && hook->function != NULL, LM_BAD_ARGUMENT, LM_NOTHING);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (hooks.epoch != kernel->epoch) {
        begin(&kernel->cpu, kernel->epoch);
    }
    if (LM_CHECKED && is_added(hook)) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    } else {
        hook->next = hooks.first;
        hooks.first = hook;
    }
    lm_port_unlock(key);
}
