/* SPDX-License-Identifier: Apache-2.0 */
/* Stream and message buffers: native streams. */
#include "stream_buffer.h"
#include "limen.h"

#pragma weak vPortFree /* in programs with a heap only */

/* The level at which a buffer wakes its reader. One that is batching demands more bytes. */
static size_t level_of(BaseType_t kind, size_t trigger)
{
    return kind == sbTYPE_STREAM_BATCHING_BUFFER ? trigger + 1 : trigger + (trigger == 0);
}

/* One byte of a static buffer is unused, as in FreeRTOS. */
StreamBufferHandle_t xStreamBufferGenericCreateStatic(size_t size, size_t trigger, BaseType_t kind,
                                                      uint8_t *storage, StaticStreamBuffer_t *block,
                                                      StreamBufferCallbackFunction_t sent,
                                                      StreamBufferCallbackFunction_t received)
{
    size_t capacity = size - 1;
    size_t level = level_of(kind, trigger);

    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    block->kind = (uint8_t)kind;
    block->sent = sent;
    block->received = received;
    block->is_plain = kind == sbTYPE_STREAM_BUFFER && sent == NULL && received == NULL;
    return lm_stream_create(&block->native, NULL, storage, capacity,
                            level < capacity ? level : capacity) == LM_OK
               ? block
               : NULL;
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

static bool is_too_long(const struct StreamBufferDef_t *buffer, size_t bytes)
{
    return has_messages(buffer) && (bytes > buffer->native.capacity ||
                                    buffer->native.capacity - bytes < LM_STREAM_LENGTH_BYTES);
}

/* A message without bytes is not stored. */
static size_t put(StreamBufferHandle_t buffer, const void *data, size_t bytes)
{
    if (!has_messages(buffer)) {
        return lm_stream_put(&buffer->native, data, bytes);
    }
    return bytes != 0 && !is_too_long(buffer, bytes) &&
                   lm_stream_put_message(&buffer->native, data, bytes) == LM_OK
               ? bytes
               : 0;
}

/* Wait for the space that a complete send needs. As in FreeRTOS, a suspension or an abort does not
 * end this wait. */
static void wait_for_space(StreamBufferHandle_t buffer, size_t bytes, TickType_t ticks)
{
    lm_timeout timeout = lm_layer_timeout(ticks);
    enum lm_status status = lm_stream_wait_for_space(&buffer->native, bytes, timeout);

    while (status == LM_ABORTED && (timeout & ~LM_UNTIL_FLAG) > lm_now()) {
        status = lm_stream_wait_for_space(&buffer->native, bytes, timeout);
    }
}

/* With a callback, only the callback decides whether the waiting task is woken. So the number of
 * bytes that the task waits for is too large for the native calls. A task that begins to wait
 * during this call is woken by the callback that follows, too. */
static size_t send(StreamBufferHandle_t buffer, const void *data, size_t bytes, TickType_t ticks,
                   BaseType_t *woken)
{
    size_t level = buffer->native.level;

    if (ticks != 0 && !is_too_long(buffer, bytes)) {
        wait_for_space(buffer, bytes + (has_messages(buffer) ? LM_STREAM_LENGTH_BYTES : 0), ticks);
    }
    if (buffer->sent == NULL) {
        return put(buffer, data, bytes);
    }
    buffer->native.level = SIZE_MAX;
    size_t sent = put(buffer, data, bytes);

    buffer->native.level = level;
    if (sent != 0 && buffer->native.used >= level) {
        buffer->sent(buffer, woken != NULL, woken);
    }
    return sent;
}

/* Has the buffer less than a receive needs? A batching buffer demands as many bytes as the trigger
 * level. */
static bool lacks_data(const struct StreamBufferDef_t *buffer)
{
    return buffer->native.used <
           (buffer->kind == sbTYPE_STREAM_BATCHING_BUFFER ? buffer->native.level : 1);
}

static size_t take(StreamBufferHandle_t buffer, void *data, size_t bytes)
{
    if (lacks_data(buffer)) {
        return 0;
    }
    if (!has_messages(buffer)) {
        return lm_stream_take(&buffer->native, data, bytes);
    }
    return lm_stream_take_message(&buffer->native, data, &bytes) == LM_OK ? bytes : 0;
}

/* Without bytes the reader waits for as many as the trigger level. */
static size_t receive(StreamBufferHandle_t buffer, void *data, size_t bytes, TickType_t ticks,
                      BaseType_t *woken)
{
    if (ticks != 0 && lacks_data(buffer)) {
        (void)lm_stream_wait_for_data(&buffer->native, lm_layer_timeout(ticks));
    }
    if (buffer->received == NULL) {
        return take(buffer, data, bytes);
    }
    size_t needed = buffer->native.needed;

    buffer->native.needed = SIZE_MAX;
    size_t received = take(buffer, data, bytes);

    if (buffer->native.needed == SIZE_MAX) {
        buffer->native.needed = needed;
    }
    if (received != 0) {
        buffer->received(buffer, woken != NULL, woken);
    }
    return received;
}

/* Out of line, so that the usual call needs no frame. */
static LM_LAYER_OTHERWISE size_t send_any(StreamBufferHandle_t buffer, const void *data,
                                          size_t bytes, TickType_t ticks)
{
    return send(buffer, data, bytes, ticks, NULL);
}

size_t xStreamBufferSend(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                         TickType_t ticks)
{
    if (LM_LAYER_USUALLY(buffer->is_plain && bytes <= buffer->native.space)) {
        return lm_stream_put(&buffer->native, data, bytes);
    }
    return send_any(buffer, data, bytes, ticks);
}

/* In an interrupt, a woken thread does not run before the end of the interrupt. */
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
    BaseType_t ignored = pdFALSE;

    return note(buffer, waiter, woken,
                send(buffer, data, bytes, 0, woken != NULL ? woken : &ignored));
}

size_t xStreamBufferNextMessageLengthBytes(StreamBufferHandle_t buffer)
{
    return has_messages(buffer) ? lm_stream_next_message(&buffer->native) : 0;
}

static LM_LAYER_OTHERWISE size_t receive_any(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                             TickType_t ticks)
{
    return receive(buffer, data, bytes, ticks, NULL);
}

size_t xStreamBufferReceive(StreamBufferHandle_t buffer, void *data, size_t bytes, TickType_t ticks)
{
    if (LM_LAYER_USUALLY(buffer->is_plain && buffer->native.used != 0)) {
        return lm_stream_take(&buffer->native, data, bytes);
    }
    return receive_any(buffer, data, bytes, ticks);
}

size_t xStreamBufferReceiveFromISR(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                   BaseType_t *woken)
{
    const struct lm_thread *waiter = buffer->native.waiters.first;
    BaseType_t ignored = pdFALSE;

    return note(buffer, waiter, woken,
                receive(buffer, data, bytes, 0, woken != NULL ? woken : &ignored));
}

BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer)
{
    return lm_stream_clear(&buffer->native) == LM_OK ? pdPASS : pdFAIL;
}

BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger)
{
    return trigger <= buffer->native.capacity &&
           lm_stream_set_level(&buffer->native, level_of(buffer->kind, trigger)) == LM_OK;
}

BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer)
{
    size_t least = buffer->kind == sbTYPE_MESSAGE_BUFFER ? LM_STREAM_LENGTH_BYTES : 0;

    return xStreamBufferSpacesAvailable(buffer) <= least;
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
