/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the kernel. */
#include "core/door.h"
#include "core/link.h"
#include "core/sched.h"
#include "time/alarm.h"
#include <string.h>

/* See core/link.h. */
#pragma weak lm_alarm_init

void lm_kernel_init(void)
{
    struct lm_kernel *kernel = lm_kernel();
    uint8_t epoch = (uint8_t)(kernel->epoch + 1U);

    memset(kernel, 0, sizeof *kernel);
    kernel->epoch = epoch;
    lm_list_init(&kernel->cpu.idle.owned);
    lm_sched_init(&kernel->cpu);
    if (LM_IS_LINKED(lm_alarm_init)) {
        lm_alarm_init(&kernel->cpu);
    }
    if (LM_OBSERVED) {
        lm_observation_init();
    }
    lm_port_init();
    lm_port_prepare_idle(&kernel->cpu.idle);
}

/* A kernel that was not initialised has no next thread. */
void lm_kernel_start(void)
{
    LM_CALL(KERNEL_START);
    LM_CHECK_OR(!lm_kernel()->started && lm_cpu()->next != NULL, LM_BAD_CONTEXT, LM_NOTHING);

    lm_kernel()->started = true;
    lm_port_start();
}
