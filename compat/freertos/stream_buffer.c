/* SPDX-License-Identifier: Apache-2.0 */
/* Stream and message buffers: native streams. */
#include "stream_buffer.h"
#include "limen.h"

/* Of a static buffer one byte is unused, as in FreeRTOS. */
StreamBufferHandle_t xStreamBufferGenericCreateStatic(size_t size, size_t trigger, BaseType_t kind,
                                                      uint8_t *storage, StaticStreamBuffer_t *block)
{
    size_t capacity = size - 1;
    size_t level = trigger < capacity ? trigger : capacity;

    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    block->kind = (uint8_t)kind;
    return lm_stream_create(&block->native, NULL, storage, capacity, level != 0 ? level : 1) ==
                   LM_OK
               ? block
               : NULL;
}

/* One piece of the heap has the block and the storage. */
StreamBufferHandle_t xStreamBufferGenericCreate(size_t size, size_t trigger, BaseType_t kind)
{
    StaticStreamBuffer_t *block = pvPortMalloc(sizeof *block + size);

    if (block != NULL && xStreamBufferGenericCreateStatic(size + 1, trigger, kind,
                                                          (uint8_t *)(block + 1), block) == NULL) {
        vPortFree(block);
        return NULL;
    }
    if (block != NULL) {
        block->is_dynamic = true;
    }
    return block;
}

void vStreamBufferDelete(StreamBufferHandle_t buffer)
{
    (void)lm_stream_delete(&buffer->native);
    if (buffer->is_dynamic) {
        vPortFree(buffer);
    }
}

size_t xStreamBufferBytesAvailable(StreamBufferHandle_t buffer)
{
    return lm_stream_used(&buffer->native);
}

size_t xStreamBufferSpacesAvailable(StreamBufferHandle_t buffer)
{
    return lm_stream_space(&buffer->native);
}

static inline bool has_messages(const struct StreamBufferDef_t *buffer)
{
    return buffer->kind == sbTYPE_MESSAGE_BUFFER;
}

/* A wait that a suspension interrupts is over. */
static void wait_for_space(StreamBufferHandle_t buffer, size_t bytes, TickType_t ticks)
{
    (void)lm_freertos_waits_again(
        lm_stream_wait_for_space(&buffer->native, bytes, lm_layer_timeout(ticks)));
}

static void wait_for_data(StreamBufferHandle_t buffer, TickType_t ticks)
{
    (void)lm_freertos_waits_again(
        lm_stream_wait_for_data(&buffer->native, lm_layer_timeout(ticks)));
}

static bool is_too_long(const struct StreamBufferDef_t *buffer, size_t bytes)
{
    return bytes > buffer->native.capacity ||
           buffer->native.capacity - bytes < LM_STREAM_LENGTH_BYTES;
}

static size_t send_message(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                           TickType_t ticks)
{
    if (is_too_long(buffer, bytes)) {
        return 0;
    }
    if (ticks != 0) {
        wait_for_space(buffer, bytes + LM_STREAM_LENGTH_BYTES, ticks);
    }
    return lm_stream_put_message(&buffer->native, data, bytes) == LM_OK ? bytes : 0;
}

/* Out of line, so that the usual call needs no frame. */
static __attribute__((noinline)) size_t send_rarely(StreamBufferHandle_t buffer, const void *data,
                                                    size_t bytes, TickType_t ticks)
{
    if (has_messages(buffer)) {
        return send_message(buffer, data, bytes, ticks);
    }
    if (ticks != 0) {
        wait_for_space(buffer, bytes, ticks);
    }
    return lm_stream_put(&buffer->native, data, bytes);
}

size_t xStreamBufferSend(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                         TickType_t ticks)
{
    if (has_messages(buffer) || bytes > buffer->native.space) {
        return send_rarely(buffer, data, bytes, ticks);
    }
    return lm_stream_put(&buffer->native, data, bytes);
}

/* In an interrupt no thread runs that is woken, until it ends. */
static inline size_t note(const struct StreamBufferDef_t *buffer, const struct lm_thread *waiter,
                          BaseType_t *woken, size_t bytes)
{
    if (buffer->native.waiters.first != waiter) {
        lm_freertos_note_woken(waiter, woken);
    }
    return bytes;
}

size_t xStreamBufferSendFromISR(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                                BaseType_t *woken)
{
    const struct lm_thread *waiter = buffer->native.waiters.first;

    return note(buffer, waiter, woken, xStreamBufferSend(buffer, data, bytes, 0));
}

size_t xStreamBufferNextMessageLengthBytes(StreamBufferHandle_t buffer)
{
    return has_messages(buffer) ? lm_stream_next_message(&buffer->native) : 0;
}

/* Without bytes the reader waits for as many as the trigger level. A batching buffer demands the
 * level at once. */
static __attribute__((noinline)) size_t receive_rarely(StreamBufferHandle_t buffer, void *data,
                                                       size_t bytes, TickType_t ticks)
{
    size_t least = buffer->kind == sbTYPE_STREAM_BATCHING_BUFFER ? buffer->native.level : 1;

    if (buffer->native.used < least && ticks != 0) {
        wait_for_data(buffer, ticks);
    }
    if (!has_messages(buffer)) {
        return lm_stream_take(&buffer->native, data, bytes);
    }
    return lm_stream_take_message(&buffer->native, data, &bytes) == LM_OK ? bytes : 0;
}

size_t xStreamBufferReceive(StreamBufferHandle_t buffer, void *data, size_t bytes, TickType_t ticks)
{
    if (buffer->kind != sbTYPE_STREAM_BUFFER || buffer->native.used == 0) {
        return receive_rarely(buffer, data, bytes, ticks);
    }
    return lm_stream_take(&buffer->native, data, bytes);
}

size_t xStreamBufferReceiveFromISR(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                   BaseType_t *woken)
{
    const struct lm_thread *waiter = buffer->native.waiters.first;

    return note(buffer, waiter, woken, xStreamBufferReceive(buffer, data, bytes, 0));
}

BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer)
{
    return lm_stream_clear(&buffer->native) == LM_OK ? pdPASS : pdFAIL;
}

BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger)
{
    return trigger <= buffer->native.capacity &&
           lm_stream_set_level(&buffer->native, trigger != 0 ? trigger : 1) == LM_OK;
}

BaseType_t xStreamBufferIsEmpty(StreamBufferHandle_t buffer)
{
    return xStreamBufferBytesAvailable(buffer) == 0;
}

BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer)
{
    size_t least = has_messages(buffer) ? LM_STREAM_LENGTH_BYTES : 0;

    return xStreamBufferSpacesAvailable(buffer) <= least;
}
