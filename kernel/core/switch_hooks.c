/* SPDX-License-Identifier: Apache-2.0 */
/* Calls the features that act at switches. Only programs with such a feature contain this file. */
#include "core/dispatch.h"

void lm_switch_hooks_use(struct lm_cpu *cpu)
{
    cpu->has_switch_hooks = true;
    lm_port_use_switch_hooks();
}

void lm_switch_hooks_call(struct lm_cpu *cpu, struct lm_thread *from)
{
    if (cpu->on_leave != NULL && from != cpu->next && from != &cpu->idle) {
        cpu->on_leave(cpu, from);
    }
    if (cpu->on_switch != NULL) {
        cpu->on_switch(cpu, from, cpu->next);
    }
}
