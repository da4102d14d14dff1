/* SPDX-License-Identifier: Apache-2.0 */
/* Calls functions of the program around interrupt handlers. Only programs that set such functions
 * contain this file, whose definitions then replace those of core/interrupts.c. Linkers take a name
 * from the first file of an archive that defines it, so this file has to be behind that one. It is,
 * because archives are in the order of the paths. */
#include "observe/interrupt_mark.h"
#include <limen/interrupt_hook.h>

static LM_PORT_INSTANCE struct {
    uint8_t epoch; /* the epoch of lm_kernel_init in which the hooks were added */
    struct lm_interrupt_hook *first;
    struct lm_interrupt_hook *last;
} hooks;

static bool are_of_now(void)
{
    return hooks.epoch == lm_kernel()->epoch;
}

static void append(struct lm_interrupt_hook *hook)
{
    hook->next = NULL;
    hook->previous = hooks.last;
    if (hooks.last != NULL) {
        hooks.last->next = hook;
    } else {
        hooks.first = hook;
    }
    hooks.last = hook;
}

static bool is_added(const struct lm_interrupt_hook *hook)
{
    const struct lm_interrupt_hook *each = hooks.first;

    while (each != NULL && each != hook) {
        each = each->next;
    }
    return each != NULL;
}

void lm_interrupt_hook_add(struct lm_interrupt_hook *hook)
{
    LM_CALL(INTERRUPT_HOOK_ADD);
    LM_CHECK_OR(hook != NULL && hook->enter != NULL && hook->exit != NULL, LM_BAD_ARGUMENT,
                LM_NOTHING);

    lm_lock_key key = lm_lock();

    if (!are_of_now()) {
        hooks.epoch = lm_kernel()->epoch;
        hooks.first = NULL;
        hooks.last = NULL;
    }
    if (LM_CHECKED && is_added(hook)) {
        LM_NOTE_ERROR(LM_BAD_STATE);
    } else {
        append(hook);
    }
    lm_port_unlock(key);
}

void lm_interrupt_enter(unsigned number)
{
    lm_interrupt_mark_enter(number);
    for (struct lm_interrupt_hook *hook = are_of_now() ? hooks.first : NULL; hook != NULL;
         hook = hook->next) {
        hook->enter();
    }
}

void lm_interrupt_exit(unsigned number)
{
    for (struct lm_interrupt_hook *hook = are_of_now() ? hooks.last : NULL; hook != NULL;
         hook = hook->previous) {
        hook->exit();
    }
    lm_interrupt_mark_exit(number);
}
