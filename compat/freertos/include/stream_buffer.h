/* SPDX-License-Identifier: Apache-2.0 */
/* Stream buffers: bytes from one writer to one reader. */
#ifndef STREAM_BUFFER_H
#define STREAM_BUFFER_H

#include "task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct StreamBufferDef_t *StreamBufferHandle_t;

enum { sbTYPE_STREAM_BUFFER, sbTYPE_MESSAGE_BUFFER, sbTYPE_STREAM_BATCHING_BUFFER };

StreamBufferHandle_t xStreamBufferGenericCreate(size_t size, size_t trigger, BaseType_t kind);
StreamBufferHandle_t xStreamBufferGenericCreateStatic(size_t size, size_t trigger, BaseType_t kind,
                                                      uint8_t *storage,
                                                      StaticStreamBuffer_t *block);
void vStreamBufferDelete(StreamBufferHandle_t buffer);
size_t xStreamBufferSend(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                         TickType_t ticks);
size_t xStreamBufferReceive(StreamBufferHandle_t buffer, void *data, size_t bytes,
                            TickType_t ticks);
size_t xStreamBufferSendFromISR(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                                BaseType_t *woken);
size_t xStreamBufferReceiveFromISR(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                   BaseType_t *woken);
BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer);
BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger);
size_t xStreamBufferBytesAvailable(StreamBufferHandle_t buffer);
size_t xStreamBufferSpacesAvailable(StreamBufferHandle_t buffer);
size_t xStreamBufferNextMessageLengthBytes(StreamBufferHandle_t buffer);
BaseType_t xStreamBufferIsEmpty(StreamBufferHandle_t buffer);
BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer);

#define xStreamBufferCreate(size, trigger)                                                         \
    xStreamBufferGenericCreate(size, trigger, sbTYPE_STREAM_BUFFER)
#define xStreamBufferCreateStatic(size, trigger, storage, block)                                   \
    xStreamBufferGenericCreateStatic(size, trigger, sbTYPE_STREAM_BUFFER, storage, block)
#define xStreamBatchingBufferCreate(size, trigger)                                                 \
    xStreamBufferGenericCreate(size, trigger, sbTYPE_STREAM_BATCHING_BUFFER)
#define xStreamBatchingBufferCreateStatic(size, trigger, storage, block)                           \
    xStreamBufferGenericCreateStatic(size, trigger, sbTYPE_STREAM_BATCHING_BUFFER, storage, block)
#define xStreamBufferResetFromISR(buffer) xStreamBufferReset(buffer)

#ifdef __cplusplus
}
#endif

#endif
