/* SPDX-License-Identifier: Apache-2.0 */
/* A program with queues; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_queue queue;
static uint32_t area[64];

FEATURE(queues)
{
    lm_queue_create(&queue, "", area, 8, 16, LM_FIFO);
    lm_queue_send(&queue, area, LM_FOREVER);
    lm_queue_receive(&queue, area, LM_FOREVER);
}
