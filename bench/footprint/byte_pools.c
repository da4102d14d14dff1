/* SPDX-License-Identifier: Apache-2.0 */
/* A program with pools of bytes; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_byte_pool bytes;
static uint32_t area[64];

FEATURE(byte_pools)
{
    void *memory;

    lm_byte_pool_create(&bytes, "", area, sizeof area, LM_FIFO);
    lm_byte_allocate(&bytes, &memory, 16, LM_FOREVER);
    lm_byte_release(&bytes, memory);
}
