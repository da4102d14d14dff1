/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an object, when it has been given. */
#include "core/link.h"
#include "limen_layer.h"
#include <string.h>

/* In programs with a heap: a thread that has ended may be in a list in this memory. */
#pragma weak lm_layer_thread_free_ended

bool lm_layer_parts_given(struct lm_layer_parts *parts)
{
    if (LM_IS_LINKED(lm_layer_thread_free_ended)) {
        lm_layer_thread_free_ended();
    }
    bool given = parts->block != NULL && (parts->data != NULL || parts->data_bytes == 0);

    if (given) {
        memset(parts->block, 0, parts->block_bytes);
    }
    return given;
}
