/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks that wait in a queue to look at it. While there are some, a call that makes a message or
 * space available lets all waiting tasks look. */
#include "limen.h"

static void count(const struct lm_freertos_looker *looker, int change)
{
    StaticQueue_t *block = looker->block;

    if (block != NULL) {
        block->lookers = (uint16_t)(block->lookers + change);
        lm_freertos_watch(block);
    }
}

void lm_freertos_looker_leave(struct lm_freertos_looker *looker)
{
    uint32_t key = lm_interrupts_disable();

    count(looker, -1);
    lm_interrupts_enable(key);
}

void lm_freertos_looker_begin(struct lm_freertos_looker *looker, QueueHandle_t queue)
{
    looker->block = lm_freertos_static(queue);
    looker->task = lm_freertos_self();
    count(looker, 1);
    if (looker->task != NULL) {
        looker->task->looker = looker;
    }
}

void lm_freertos_looker_end(struct lm_freertos_looker *looker)
{
    count(looker, -1);
    if (looker->task != NULL) {
        looker->task->looker = NULL;
    }
}
