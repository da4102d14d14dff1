/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an object: what the program does not give comes from the heap. Weak: see
 * LM_LAYER_WITHOUT_HEAP. */
#include "limen_layer.h"
#include <string.h>

__attribute__((weak)) bool lm_layer_parts_take(struct lm_layer_parts *parts)
{
    parts->owns = 0;
    if (parts->block == NULL) {
        parts->block = lm_layer_allocate(parts->block_bytes);
        parts->owns |= LM_LAYER_OWNS_BLOCK;
    }
    if (parts->block != NULL && parts->data == NULL && parts->data_bytes != 0) {
        parts->data = lm_layer_allocate(parts->data_bytes);
        parts->owns |= LM_LAYER_OWNS_DATA;
        if (parts->data == NULL) {
            lm_layer_parts_give(parts->block, NULL, parts->owns);
        }
    }
    return lm_layer_parts_given(parts);
}

__attribute__((weak)) void lm_layer_parts_give(void *block, void *data, uint8_t owns)
{
    if ((owns & LM_LAYER_OWNS_DATA) != 0 && data != NULL) {
        lm_layer_free(data);
    }
    if ((owns & LM_LAYER_OWNS_BLOCK) != 0) {
        lm_layer_free(block);
    }
}
