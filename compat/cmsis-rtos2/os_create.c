/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of all creations, and the memory of objects. */
#include "os.h"

const struct os_attr os_no_attr = {0};

bool os_may_create(const struct os_attr *attr, size_t block_bytes)
{
    bool has_class = (attr->attr_bits & osSafetyClass_Valid) != 0;
    bool fits = attr->cb_mem != NULL ? attr->cb_size >= block_bytes : attr->cb_size == 0;

    return LM_LAYER_STATE != LM_LAYER_INACTIVE && !os_in_interrupt() && !has_class && fits;
}

/* Is the memory for the data large enough, if there is any? It begins at a word of 32 bits. */
static bool has_data(const struct os_attr *attr, size_t bytes)
{
    return attr->data_mem == NULL ? attr->data_size == 0
                                  : (uintptr_t)attr->data_mem % 4 == 0 && attr->data_size >= bytes;
}

void *os_block(struct lm_layer_parts *parts, const struct os_attr *attr, size_t block_bytes,
               size_t data_bytes, os_limen_take *take)
{
    OS_REQUIRE(os_may_create(attr, block_bytes), NULL);
    OS_REQUIRE(data_bytes == 0 || has_data(attr, data_bytes), NULL);
    *parts = (struct lm_layer_parts){.block = attr->cb_mem,
                                     .data = data_bytes != 0 ? attr->data_mem : NULL,
                                     .block_bytes = block_bytes,
                                     .data_bytes = data_bytes};
    return take(parts) ? parts->block : NULL;
}
