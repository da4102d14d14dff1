/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call in a system with hooks at switches. Only such systems contain this file. */
#include "core/dispatch.h"

void lm_port_use_switch_hooks(void)
{
    /* Its caller takes this file into the program. */
}

enum lm_status lm_port_switch_hooked(struct lm_cpu *cpu, enum lm_status result)
{
    struct lm_thread *from = cpu->running;

    lm_dispatch(cpu);
    return lm_port_swap(result, from, cpu->running);
}
