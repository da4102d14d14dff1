/* SPDX-License-Identifier: Apache-2.0 */
/* Message buffers: stream buffers in which each message has its length in front. */
#ifndef FREERTOS_MESSAGE_BUFFER_H
#define FREERTOS_MESSAGE_BUFFER_H

#include "stream_buffer.h"

typedef StreamBufferHandle_t MessageBufferHandle_t;

#define xMessageBufferCreate(size) xStreamBufferGenericCreate(size, 0, sbTYPE_MESSAGE_BUFFER)
#define xMessageBufferCreateStatic(size, storage, block)                                           \
    xStreamBufferGenericCreateStatic(size, 0, sbTYPE_MESSAGE_BUFFER, storage, block)
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
