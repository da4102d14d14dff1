/* SPDX-License-Identifier: Apache-2.0 */
/* The notifications of tasks but the first one, in programs with several. */
#include "limen.h"

static unsigned count(void)
{
    return lm_freertos_places.notices - 1U;
}

void lm_freertos_extend(TaskHandle_t task)
{
    for (unsigned i = 0; i < count(); i++) {
        (void)lm_notice_create(lm_freertos_notices(task) + i, lm_freertos_name(task));
    }
}

void lm_freertos_shrink(TaskHandle_t task)
{
    for (unsigned i = 0; i < count(); i++) {
        (void)lm_notice_delete(lm_freertos_notices(task) + i);
    }
}
