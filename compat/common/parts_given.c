/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an object, when it has been given. */
#include "limen_layer.h"
#include <string.h>

bool lm_layer_parts_given(struct lm_layer_parts *parts)
{
    bool given = parts->block != NULL && (parts->data != NULL || parts->data_bytes == 0);

    if (given) {
        memset(parts->block, 0, parts->block_bytes);
    }
    return given;
}
