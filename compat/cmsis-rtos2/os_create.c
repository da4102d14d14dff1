/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of all creations, and the memory of objects that have a control block only. */
#include "os.h"

const struct os_attr os_no_attr = {0};

bool os_may_create(const struct os_attr *attr, size_t block_bytes)
{
    bool has_class = (attr->attr_bits & osSafetyClass_Valid) != 0;
    bool fits = attr->cb_mem != NULL ? attr->cb_size >= block_bytes : attr->cb_size == 0;

    return lm_layer_state != LM_LAYER_INACTIVE && !os_in_interrupt() && !has_class && fits;
}

void *os_block(const struct os_attr *attr, size_t block_bytes, uint8_t *owns, os_limen_take *take)
{
    struct lm_layer_parts parts = {.block = attr->cb_mem, .block_bytes = block_bytes};

    if (!os_may_create(attr, block_bytes) || !take(&parts)) {
        return NULL;
    }
    *owns = parts.owns;
    return parts.block;
}
