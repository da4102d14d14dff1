/* SPDX-License-Identifier: Apache-2.0 */
/* The data of a stream or message buffer that a program can read and change. */
#include "limen.h"
#include "stream_buffer.h"

BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer)
{
    return lm_stream_clear(&buffer->native) == LM_OK ? pdPASS : pdFAIL;
}

BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger)
{
    return trigger <= buffer->native.capacity &&
           lm_stream_set_level(&buffer->native, lm_freertos_trigger(buffer->kind, trigger)) ==
               LM_OK;
}

BaseType_t xStreamBufferIsEmpty(StreamBufferHandle_t buffer)
{
    return xStreamBufferBytesAvailable(buffer) == 0;
}

BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer)
{
    size_t least = buffer->kind == sbTYPE_MESSAGE_BUFFER ? LM_STREAM_LENGTH_BYTES : 0;

    return xStreamBufferSpacesAvailable(buffer) <= least;
}

BaseType_t xStreamBufferGetStaticBuffers(StreamBufferHandle_t buffer, uint8_t **storage,
                                         StaticStreamBuffer_t **block)
{
    *block = buffer;
    *storage = buffer->native.storage;
    return !buffer->is_dynamic;
}

/* Wakes the waiting task. It waits for bytes if it does not need space. */
static BaseType_t wake(StreamBufferHandle_t buffer, bool for_bytes, BaseType_t *woken)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_thread *waiter = buffer->native.waiters.first;
    bool wakes = waiter != NULL && (buffer->native.needed == 0) == for_bytes;

    if (wakes) {
        lm_freertos_note_woken(waiter, woken);
        (void)lm_thread_abort_wait(waiter);
    }
    lm_interrupts_enable(key);
    return wakes;
}

BaseType_t xStreamBufferSendCompletedFromISR(StreamBufferHandle_t buffer, BaseType_t *woken)
{
    return wake(buffer, true, woken);
}

BaseType_t xStreamBufferReceiveCompletedFromISR(StreamBufferHandle_t buffer, BaseType_t *woken)
{
    return wake(buffer, false, woken);
}

UBaseType_t uxStreamBufferGetStreamBufferNumber(StreamBufferHandle_t buffer)
{
    return buffer->number;
}

void vStreamBufferSetStreamBufferNumber(StreamBufferHandle_t buffer, UBaseType_t number)
{
    buffer->number = (uint32_t)number;
}

uint8_t ucStreamBufferGetStreamBufferType(StreamBufferHandle_t buffer)
{
    return buffer->kind;
}

UBaseType_t uxStreamBufferGetStreamBufferNotificationIndex(StreamBufferHandle_t buffer)
{
    return buffer->notification;
}

void vStreamBufferSetStreamBufferNotificationIndex(StreamBufferHandle_t buffer, UBaseType_t index)
{
    buffer->notification = (uint32_t)index;
}
