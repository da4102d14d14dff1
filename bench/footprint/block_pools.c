/* SPDX-License-Identifier: Apache-2.0 */
/* A program with pools of blocks; see footprint.h. */
#include "footprint.h"
#include <limen/limen.h>

static struct lm_block_pool blocks;
static uint32_t area[64];

FEATURE(block_pools)
{
    void *block;

    lm_block_pool_create(&blocks, "", area, sizeof area, 16, LM_FIFO);
    lm_block_allocate(&blocks, &block, LM_FOREVER);
    lm_block_release(&blocks, block);
}
