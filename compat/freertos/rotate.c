/* SPDX-License-Identifier: Apache-2.0 */
/* configUSE_TIME_SLICING 0: no tick ends the turn of a task, but a more urgent task does. In
 * FreeRTOS each switch takes the next task of a priority, so a task that was preempted goes behind
 * its equals. Programs with several tasks that never wait rely on that. Only programs with this
 * option contain this file. */
#include "limen.h"

static void (*others_on_leave)(struct lm_cpu *cpu, struct lm_thread *from);

static void leave(struct lm_cpu *cpu, struct lm_thread *from)
{
    if (others_on_leave != NULL) {
        others_on_leave(cpu, from);
    }
    if (lm_layer_thread_of(from) != NULL) {
        lm_freertos_go_behind(cpu, from);
    }
}

void lm_freertos_rotate_begin(void)
{
    struct lm_cpu *cpu = lm_cpu();

    others_on_leave = cpu->on_leave;
    cpu->on_leave = leave;
    lm_switch_hooks_use(cpu);
}
