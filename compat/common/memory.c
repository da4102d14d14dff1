/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of objects. */
#include "limen_layer.h"
#include <limen/byte_pool.h>
#include <string.h>

static struct lm_byte_pool heap;
static uint32_t run_of_heap;

/* The heap begins with the first allocation of a run. */
static void begin_heap(void)
{
    run_of_heap = lm_layer_run;
    memset(&heap, 0, sizeof heap);
    (void)lm_byte_pool_create(&heap, "heap", lm_layer_heap_area.area, lm_layer_heap_area.bytes,
                              LM_FIFO);
}

void *lm_layer_allocate(size_t bytes)
{
    void *memory = NULL;

    lm_layer_thread_free_ended();
    if (run_of_heap != lm_layer_run) {
        begin_heap();
    }
    (void)lm_byte_allocate(&heap, &memory, bytes, LM_NO_WAIT);
    return memory;
}

void lm_layer_free(void *memory)
{
    (void)lm_byte_release(&heap, memory);
}

size_t lm_layer_heap_left(void)
{
    return run_of_heap == lm_layer_run ? lm_byte_pool_available(&heap) : lm_layer_heap_area.bytes;
}

bool lm_layer_parts_take(struct lm_layer_parts *parts)
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
            return false;
        }
    }
    if (parts->block != NULL) {
        memset(parts->block, 0, parts->block_bytes);
    }
    return parts->block != NULL;
}

void lm_layer_parts_give(void *block, void *data, uint8_t owns)
{
    if ((owns & LM_LAYER_OWNS_DATA) != 0 && data != NULL) {
        lm_layer_free(data);
    }
    if ((owns & LM_LAYER_OWNS_BLOCK) != 0) {
        lm_layer_free(block);
    }
}
