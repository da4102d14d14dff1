/* SPDX-License-Identifier: Apache-2.0 */
/* Stream and message buffers in memory of the heap. */
#include "limen.h"
#include "stream_buffer.h"

/* One piece of the heap has the block and the storage. */
StreamBufferHandle_t xStreamBufferGenericCreate(size_t size, size_t trigger, BaseType_t kind,
                                                StreamBufferCallbackFunction_t sent,
                                                StreamBufferCallbackFunction_t received)
{
    StaticStreamBuffer_t *block = pvPortMalloc(sizeof *block + size);

    if (block != NULL &&
        xStreamBufferGenericCreateStatic(size + 1, trigger, kind, (uint8_t *)(block + 1), block,
                                         sent, received) == NULL) {
        vPortFree(block);
        return NULL;
    }
    if (block != NULL) {
        block->is_dynamic = true;
    }
    return block;
}
