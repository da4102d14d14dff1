/* SPDX-License-Identifier: Apache-2.0 */
/* Message buffers: stream buffers in which each message has its length in front. */
#ifndef FREERTOS_MESSAGE_BUFFER_H
#define FREERTOS_MESSAGE_BUFFER_H

#include "stream_buffer.h"

typedef StreamBufferHandle_t MessageBufferHandle_t;

#define xMessageBufferCreateWithCallback(size, sent, received)                                     \
    xStreamBufferGenericCreate(size, 0, sbTYPE_MESSAGE_BUFFER, sent, received)
#define xMessageBufferCreate(size)                                                                 \
    xMessageBufferCreateWithCallback(size, lm_freertos_sent, lm_freertos_received)
#define xMessageBufferCreateStaticWithCallback(size, storage, block, sent, received)               \
    xStreamBufferGenericCreateStatic(size, 0, sbTYPE_MESSAGE_BUFFER, storage, block, sent, received)
#define xMessageBufferCreateStatic(size, storage, block)                                           \
    xMessageBufferCreateStaticWithCallback(size, storage, block, lm_freertos_sent,                 \
                                           lm_freertos_received)
#define xMessageBufferGetStaticBuffers(buffer, storage, block)                                     \
    xStreamBufferGetStaticBuffers(buffer, storage, block)
#define xMessageBufferSendCompletedFromISR(buffer, woken)                                          \
    xStreamBufferSendCompletedFromISR(buffer, woken)
#define xMessageBufferReceiveCompletedFromISR(buffer, woken)                                       \
    xStreamBufferReceiveCompletedFromISR(buffer, woken)
#define xMessageBufferSend(b, data, bytes, ticks) xStreamBufferSend(b, data, bytes, ticks)
#define xMessageBufferReceive(b, data, bytes, ticks) xStreamBufferReceive(b, data, bytes, ticks)
#define xMessageBufferSendFromISR(b, data, bytes, w) xStreamBufferSendFromISR(b, data, bytes, w)
#define xMessageBufferReceiveFromISR(b, data, bytes, w)                                            \
    xStreamBufferReceiveFromISR(b, data, bytes, w)
#define vMessageBufferDelete(buffer) vStreamBufferDelete(buffer)
#define xMessageBufferReset(buffer) xStreamBufferReset(buffer)
#define xMessageBufferResetFromISR(buffer) xStreamBufferReset(buffer)
#define xMessageBufferIsEmpty(buffer) xStreamBufferIsEmpty(buffer)
#define xMessageBufferIsFull(buffer) xStreamBufferIsFull(buffer)
#define xMessageBufferSpaceAvailable(buffer) xStreamBufferSpacesAvailable(buffer)
#define xMessageBufferSpacesAvailable(buffer) xStreamBufferSpacesAvailable(buffer)
#define xMessageBufferNextLengthBytes(buffer) xStreamBufferNextMessageLengthBytes(buffer)

#endif
