/* SPDX-License-Identifier: Apache-2.0 */
/* The switch by a call in a system with hooks at switches. Only such systems contain this file: its
 * lm_port_switch replaces the weak one of switch.S. So it is the last file of the library, where a
 * linker finds it only for lm_port_use_switch_hooks. */
#include "core/dispatch.h"

void lm_port_use_switch_hooks(void)
{
}

enum lm_status lm_port_switch(enum lm_status result, struct lm_thread *from, struct lm_thread *to,
                              struct lm_cpu *cpu)
{
    if (!LM_OBSERVED && cpu->has_switch_hooks) {
        return lm_port_switch_hooked(cpu, result);
    }
    cpu->running = to;
    to->standing = to->dispatched_standing;
    return lm_port_swap(result, from, to);
}
