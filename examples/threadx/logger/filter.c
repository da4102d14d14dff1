/* SPDX-License-Identifier: Apache-2.0 */
/* Mean and peak of each group of samples, in a block that is passed on to the log. */
#include "logger.h"

static VOID add(struct result *result, ULONG sample)
{
    result->mean += sample;
    if (sample > result->peak) {
        result->peak = sample;
    }
}

VOID filter_entry(ULONG group)
{
    for (ULONG number = 0;; number++) {
        struct result *result;
        VOID *block;
        ULONG sample;

        must(tx_block_allocate(&result_pool, &block, TX_WAIT_FOREVER));
        result = block;
        *result = (struct result){.number = number};
        for (ULONG i = 0; i < group; i++) {
            must(tx_queue_receive(&samples, &sample, TX_WAIT_FOREVER));
            add(result, sample);
        }
        result->mean /= group;
        must(tx_queue_send(&results, &result, TX_WAIT_FOREVER));
    }
}
