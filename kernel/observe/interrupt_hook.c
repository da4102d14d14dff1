/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts with functions of the program around them. Only programs that set some contain this
 * file, whose definitions then replace those of core/interrupts.c. Linkers take a name from the
 * first file of an archive that defines it; so this file has to be behind that one, as it is in the
 * order of their paths. */
#include "observe/interrupt_mark.h"
#include <limen/interrupt_hook.h>

static LM_PORT_INSTANCE struct {
    uint8_t epoch; /* of lm_kernel_init, in which the hook was set */
    const struct lm_interrupt_hook *hook;
} current;

static bool is_set(void)
{
    return current.hook != NULL && current.epoch == lm_kernel()->epoch;
}

void lm_interrupt_hook_set(const struct lm_interrupt_hook *hook)
{
    lm_lock_key key = lm_lock();

    current.epoch = lm_kernel()->epoch;
    current.hook = hook;
    lm_port_unlock(key);
}

void lm_interrupt_enter(unsigned number)
{
    lm_interrupt_mark_enter(number);
    if (is_set()) {
        current.hook->enter();
    }
}

void lm_interrupt_exit(unsigned number)
{
    if (is_set()) {
        current.hook->exit();
    }
    lm_interrupt_mark_exit(number);
}
