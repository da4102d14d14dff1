/* SPDX-License-Identifier: Apache-2.0 */
/* A program with semaphores; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_semaphore semaphore;

FEATURE(semaphores)
{
    lm_semaphore_create(&semaphore, "", 0, LM_FIFO);
    lm_semaphore_post(&semaphore);
    lm_semaphore_wait(&semaphore, LM_FOREVER);
}
