/* SPDX-License-Identifier: Apache-2.0 */
/* Stream buffers: bytes from one writer to one reader. */
#ifndef STREAM_BUFFER_H
#define STREAM_BUFFER_H

#include "task.h"

LM_LAYER_C_BEGIN

typedef struct StreamBufferDef_t *StreamBufferHandle_t;

enum { sbTYPE_STREAM_BUFFER, sbTYPE_MESSAGE_BUFFER, sbTYPE_STREAM_BATCHING_BUFFER };

/* Called when bytes were sent and the trigger level is reached, or when bytes were received. With a
 * callback, only the callback wakes the waiting task (xStreamBufferSendCompletedFromISR). */
typedef void (*StreamBufferCallbackFunction_t)(StreamBufferHandle_t buffer, BaseType_t in_interrupt,
                                               BaseType_t *woken);

StreamBufferHandle_t xStreamBufferGenericCreate(size_t size, size_t trigger, BaseType_t kind,
                                                StreamBufferCallbackFunction_t sent,
                                                StreamBufferCallbackFunction_t received);
StreamBufferHandle_t xStreamBufferGenericCreateStatic(size_t size, size_t trigger, BaseType_t kind,
                                                      uint8_t *storage, StaticStreamBuffer_t *block,
                                                      StreamBufferCallbackFunction_t sent,
                                                      StreamBufferCallbackFunction_t received);
BaseType_t xStreamBufferGetStaticBuffers(StreamBufferHandle_t buffer, uint8_t **storage,
                                         StaticStreamBuffer_t **block);
void vStreamBufferDelete(StreamBufferHandle_t buffer);
size_t xStreamBufferSend(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                         uint32_t ticks);
size_t xStreamBufferReceive(StreamBufferHandle_t buffer, void *data, size_t bytes, uint32_t ticks);
size_t xStreamBufferSendFromISR(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                                BaseType_t *woken);
size_t xStreamBufferReceiveFromISR(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                   BaseType_t *woken);
BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer);
BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger);
size_t xStreamBufferBytesAvailable(StreamBufferHandle_t buffer);
size_t xStreamBufferSpacesAvailable(StreamBufferHandle_t buffer);
size_t xStreamBufferNextMessageLengthBytes(StreamBufferHandle_t buffer);
LM_FREERTOS_INLINE(BaseType_t, xStreamBufferIsEmpty, (StreamBufferHandle_t buffer),
                   return xStreamBufferBytesAvailable(buffer) == 0)
BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer);

/* Wake the task that waits for bytes, or for space. Returns: was there one? */
BaseType_t xStreamBufferSendCompletedFromISR(StreamBufferHandle_t buffer, BaseType_t *woken);
BaseType_t xStreamBufferReceiveCompletedFromISR(StreamBufferHandle_t buffer, BaseType_t *woken);

/* Numbers of the program. Buffers do not use notifications, so the index is only stored. */
UBaseType_t uxStreamBufferGetStreamBufferNumber(StreamBufferHandle_t buffer);
void vStreamBufferSetStreamBufferNumber(StreamBufferHandle_t buffer, UBaseType_t number);
uint8_t ucStreamBufferGetStreamBufferType(StreamBufferHandle_t buffer);
UBaseType_t uxStreamBufferGetStreamBufferNotificationIndex(StreamBufferHandle_t buffer);
void vStreamBufferSetStreamBufferNotificationIndex(StreamBufferHandle_t buffer, UBaseType_t index);

/* The macros of FreeRTOSConfig.h become callbacks of the buffers that this file creates. */
#if defined(sbSEND_COMPLETED) || defined(sbSEND_COMPLETE_FROM_ISR)
static inline void lm_freertos_sent(StreamBufferHandle_t buffer, BaseType_t in_interrupt,
                                    BaseType_t *woken)
{
    (void)buffer, (void)woken;
    if (in_interrupt) {
#ifdef sbSEND_COMPLETE_FROM_ISR
        sbSEND_COMPLETE_FROM_ISR(buffer, woken);
#endif
    } else {
#ifdef sbSEND_COMPLETED
        sbSEND_COMPLETED(buffer);
#endif
    }
}
#else
#define lm_freertos_sent NULL
#endif
#if defined(sbRECEIVE_COMPLETED) || defined(sbRECEIVE_COMPLETED_FROM_ISR)
static inline void lm_freertos_received(StreamBufferHandle_t buffer, BaseType_t in_interrupt,
                                        BaseType_t *woken)
{
    (void)buffer, (void)woken;
    if (in_interrupt) {
#ifdef sbRECEIVE_COMPLETED_FROM_ISR
        sbRECEIVE_COMPLETED_FROM_ISR(buffer, woken);
#endif
    } else {
#ifdef sbRECEIVE_COMPLETED
        sbRECEIVE_COMPLETED(buffer);
#endif
    }
}
#else
#define lm_freertos_received NULL
#endif

#define xStreamBufferCreateWithCallback(size, trigger, sent, received)                             \
    xStreamBufferGenericCreate(size, trigger, sbTYPE_STREAM_BUFFER, sent, received)
#define xStreamBufferCreate(size, trigger)                                                         \
    xStreamBufferCreateWithCallback(size, trigger, lm_freertos_sent, lm_freertos_received)
#define xStreamBufferCreateStaticWithCallback(size, trigger, storage, block, sent, received)       \
    xStreamBufferGenericCreateStatic(size, trigger, sbTYPE_STREAM_BUFFER, storage, block, sent,    \
                                     received)
#define xStreamBufferCreateStatic(size, trigger, storage, block)                                   \
    xStreamBufferCreateStaticWithCallback(size, trigger, storage, block, lm_freertos_sent,         \
                                          lm_freertos_received)
#define xStreamBatchingBufferCreateWithCallback(size, trigger, sent, received)                     \
    xStreamBufferGenericCreate(size, trigger, sbTYPE_STREAM_BATCHING_BUFFER, sent, received)
#define xStreamBatchingBufferCreate(size, trigger)                                                 \
    xStreamBatchingBufferCreateWithCallback(size, trigger, lm_freertos_sent, lm_freertos_received)
#define xStreamBatchingBufferCreateStaticWithCallback(size, trigger, storage, block, sent,         \
                                                      received)                                    \
    xStreamBufferGenericCreateStatic(size, trigger, sbTYPE_STREAM_BATCHING_BUFFER, storage, block, \
                                     sent, received)
#define xStreamBatchingBufferCreateStatic(size, trigger, storage, block)                           \
    xStreamBatchingBufferCreateStaticWithCallback(size, trigger, storage, block, lm_freertos_sent, \
                                                  lm_freertos_received)
LM_FREERTOS_INLINE(BaseType_t, xStreamBufferResetFromISR, (StreamBufferHandle_t buffer),
                   return xStreamBufferReset(buffer))

#if LM_FREERTOS_TICK_BITS != 32
#define xStreamBufferSend(b, data, bytes, ticks)                                                   \
    xStreamBufferSend(b, data, bytes, lm_freertos_limit(ticks))
#define xStreamBufferReceive(b, data, bytes, ticks)                                                \
    xStreamBufferReceive(b, data, bytes, lm_freertos_limit(ticks))
#endif

LM_LAYER_C_END

#endif
