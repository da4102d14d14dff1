/* SPDX-License-Identifier: Apache-2.0 */
/* Creates event flags and block pools for all cores. Their other calls are in the files of those
 * for one core. */
#include "cores/cores.h"

enum lm_status lm_event_flags_create_shared(struct lm_event_flags *flags, const char *name)
{
    enum lm_status status = lm_event_flags_create(flags, name, LM_FIFO);

    if (status == LM_OK) {
        lm_shared_list_init(&flags->waiters);
        flags->object.kind = LM_KIND_EVENT_FLAGS | LM_KIND_SHARED;
    }
    return status;
}

enum lm_status lm_block_pool_create_shared(struct lm_block_pool *pool, const char *name, void *area,
                                           size_t area_bytes, uint32_t block_bytes)
{
    enum lm_status status =
        lm_block_pool_create(pool, name, area, area_bytes, block_bytes, LM_FIFO);

    if (status == LM_OK) {
        lm_shared_list_init(&pool->waiters);
        pool->object.kind = LM_KIND_BLOCK_POOL | LM_KIND_SHARED;
    }
    return status;
}
