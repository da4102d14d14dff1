/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this folder need of the kernel of several cores. With one core it is constant,
 * and needs nothing of the kernel. */
#ifndef LIMEN_ON_CORES_H
#define LIMEN_ON_CORES_H

#include "limen_layer.h"
#include <limen/cores.h>

#if LM_CORES > 1
#include "cores/cores.h"

/* Is it a thread of another core? Is it to begin on another core? */
static inline bool lm_layer_is_remote(const struct lm_layer_thread *thread)
{
    return lm_thread_is_remote(&thread->native);
}

/* Two threads may end a thread at once. Returns: is the caller, a thread of its core, the first
 * one? */
static inline bool lm_layer_thread_claim_end(struct lm_layer_thread *thread)
{
    uint32_t key = lm_layer_section_begin();
    bool is_first = !thread->has_ended;

    thread->has_ended = true;
    thread->is_freed = is_first && !thread->joinable;
    lm_layer_section_end(key);
    return is_first;
}

/* Has the caller that ends the thread to free it? With several cores also one without memory of the
 * heap: only then no core uses it any more. */
static inline bool lm_layer_thread_is_freed(const struct lm_layer_thread *thread)
{
    return thread->is_freed;
}

static inline bool lm_layer_begins_there(const struct lm_thread_config *config)
{
    return lm_core_is_other(config);
}
#else
#define lm_layer_is_remote(thread) ((void)(thread), false)
#define lm_layer_thread_claim_end(thread) ((void)(thread), true)
#define lm_layer_thread_is_freed(thread) (!(thread)->joinable && (thread)->owns != 0)
#define lm_layer_begins_there(config) ((void)(config), false)
#endif

#endif
