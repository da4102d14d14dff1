/* SPDX-License-Identifier: Apache-2.0 */
/* Stream and message buffers. The storage is a ring with one unused byte. Copies run without a
 * lock, because only the writer moves head, and only the reader moves tail. */
#include "stream_buffer.h"
#include "limen.h"

/* Of the length in front of a message. */
enum { LENGTH_BYTES = sizeof(size_t) };

StreamBufferHandle_t xStreamBufferGenericCreateStatic(size_t size, size_t trigger, BaseType_t kind,
                                                      uint8_t *storage, StaticStreamBuffer_t *block)
{
    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    block->storage = storage;
    block->size = size;
    block->trigger = trigger != 0 ? trigger : 1;
    block->kind = (uint8_t)kind;
    return block;
}

/* One piece of the heap has the block and the storage, of which one byte stays unused. */
StreamBufferHandle_t xStreamBufferGenericCreate(size_t size, size_t trigger, BaseType_t kind)
{
    StaticStreamBuffer_t *block = pvPortMalloc(sizeof *block + size + 1);

    if (block != NULL) {
        (void)xStreamBufferGenericCreateStatic(size + 1, trigger, kind, (uint8_t *)(block + 1),
                                               block);
        block->is_dynamic = true;
    }
    return block;
}

void vStreamBufferDelete(StreamBufferHandle_t buffer)
{
    if (buffer->is_dynamic) {
        vPortFree(buffer);
    } else {
        memset(buffer, 0, sizeof *buffer);
    }
}

size_t xStreamBufferBytesAvailable(StreamBufferHandle_t buffer)
{
    uint32_t key = lm_interrupts_disable();
    size_t bytes = (buffer->head + buffer->size - buffer->tail) % buffer->size;

    lm_interrupts_enable(key);
    return bytes;
}

size_t xStreamBufferSpacesAvailable(StreamBufferHandle_t buffer)
{
    return buffer->size - 1 - xStreamBufferBytesAvailable(buffer);
}

/* Copy into the ring, or out of it, from this place on. Returns: the place behind. */
static size_t put(StreamBufferHandle_t buffer, size_t place, const void *data, size_t bytes)
{
    size_t to_end = buffer->size - place;
    size_t now = bytes < to_end ? bytes : to_end;

    memcpy(buffer->storage + place, data, now);
    memcpy(buffer->storage, (const unsigned char *)data + now, bytes - now);
    return (place + bytes) % buffer->size;
}

static size_t get(StreamBufferHandle_t buffer, size_t place, void *data, size_t bytes)
{
    size_t to_end = buffer->size - place;
    size_t now = bytes < to_end ? bytes : to_end;

    memcpy(data, buffer->storage + place, now);
    memcpy((unsigned char *)data + now, buffer->storage, bytes - now);
    return (place + bytes) % buffer->size;
}

/* Let a waiting task go on. Context: interrupts are disabled. */
static void wake(TaskHandle_t *waiting, BaseType_t *woken)
{
    TaskHandle_t task = *waiting;

    if (task != NULL) {
        *waiting = NULL;
        lm_freertos_note_woken(&task->thread.native, woken);
        lm_freertos_signal(task);
    }
}

/* Wait until another call clears *place, or the time is over. Requires: interrupts are disabled.
 * Returns: has another call done so? With interrupts enabled. */
static bool wait_at(TaskHandle_t *place, lm_timeout until, uint32_t key)
{
    TaskHandle_t self = lm_freertos_self();

    if (self == NULL || until == LM_NO_WAIT) {
        lm_interrupts_enable(key);
        return false;
    }
    *place = self;
    lm_freertos_wait_begin(self);
    lm_interrupts_enable(key);
    bool was_woken = lm_freertos_wait(self, until);

    if (!was_woken) {
        *place = NULL;
    }
    return was_woken;
}

/* The writer waits until there is this much space. Returns: the space. */
static size_t wait_for_space(StreamBufferHandle_t buffer, size_t needed, lm_timeout until)
{
    bool goes_on = true;

    while (goes_on) {
        uint32_t key = lm_interrupts_disable();

        if (xStreamBufferSpacesAvailable(buffer) >= needed) {
            lm_interrupts_enable(key);
            break;
        }
        buffer->needed = needed;
        goes_on = wait_at(&buffer->writer, until, key);
    }
    return xStreamBufferSpacesAvailable(buffer);
}

static size_t send(StreamBufferHandle_t buffer, const void *data, size_t bytes, lm_timeout until,
                   BaseType_t *woken)
{
    bool is_message = buffer->kind == sbTYPE_MESSAGE_BUFFER;
    size_t needed = is_message ? bytes + LENGTH_BYTES : bytes;
    size_t place = buffer->head;

    if (is_message && needed > buffer->size - 1) {
        return 0;
    }
    size_t capacity = buffer->size - 1;
    size_t space = wait_for_space(buffer, needed < capacity ? needed : capacity, until);

    if (is_message) {
        if (space < needed) {
            return 0;
        }
        place = put(buffer, place, &bytes, LENGTH_BYTES);
    } else if (bytes > space) {
        bytes = space;
    }
    place = put(buffer, place, data, bytes);

    uint32_t key = lm_interrupts_disable();

    buffer->head = place;
    if (is_message || xStreamBufferBytesAvailable(buffer) >= buffer->trigger) {
        wake(&buffer->reader, woken);
    }
    lm_interrupts_enable(key);
    return bytes;
}

size_t xStreamBufferSend(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                         TickType_t ticks)
{
    return send(buffer, data, bytes, lm_layer_timeout(ticks), NULL);
}

size_t xStreamBufferSendFromISR(StreamBufferHandle_t buffer, const void *data, size_t bytes,
                                BaseType_t *woken)
{
    return send(buffer, data, bytes, LM_NO_WAIT, woken);
}

/* Without bytes the reader waits for as many as the trigger level. The reader of a batching buffer
 * waits for the trigger level in any case. Returns: the bytes that are there. */
static size_t wait_for_bytes(StreamBufferHandle_t buffer, lm_timeout until)
{
    size_t enough = buffer->kind == sbTYPE_STREAM_BATCHING_BUFFER ? buffer->trigger : 1;
    uint32_t key = lm_interrupts_disable();

    if (xStreamBufferBytesAvailable(buffer) >= enough) {
        lm_interrupts_enable(key);
    } else {
        (void)wait_at(&buffer->reader, until, key);
    }
    return xStreamBufferBytesAvailable(buffer);
}

size_t xStreamBufferNextMessageLengthBytes(StreamBufferHandle_t buffer)
{
    size_t length = 0;

    if (buffer->kind == sbTYPE_MESSAGE_BUFFER && xStreamBufferBytesAvailable(buffer) != 0) {
        (void)get(buffer, buffer->tail, &length, LENGTH_BYTES);
    }
    return length;
}

static size_t receive(StreamBufferHandle_t buffer, void *data, size_t bytes, lm_timeout until,
                      BaseType_t *woken)
{
    size_t available = wait_for_bytes(buffer, until);
    size_t place = buffer->tail;

    if (available == 0) {
        return 0;
    }
    if (buffer->kind == sbTYPE_MESSAGE_BUFFER) {
        size_t length;

        place = get(buffer, place, &length, LENGTH_BYTES);
        if (length > bytes) {
            return 0; /* the message stays */
        }
        bytes = length;
    } else if (bytes > available) {
        bytes = available;
    }
    place = get(buffer, place, data, bytes);

    uint32_t key = lm_interrupts_disable();

    buffer->tail = place;
    if (xStreamBufferSpacesAvailable(buffer) >= buffer->needed) {
        wake(&buffer->writer, woken);
    }
    lm_interrupts_enable(key);
    return bytes;
}

size_t xStreamBufferReceive(StreamBufferHandle_t buffer, void *data, size_t bytes, TickType_t ticks)
{
    return receive(buffer, data, bytes, lm_layer_timeout(ticks), NULL);
}

size_t xStreamBufferReceiveFromISR(StreamBufferHandle_t buffer, void *data, size_t bytes,
                                   BaseType_t *woken)
{
    return receive(buffer, data, bytes, LM_NO_WAIT, woken);
}

BaseType_t xStreamBufferReset(StreamBufferHandle_t buffer)
{
    uint32_t key = lm_interrupts_disable();
    bool may = buffer->reader == NULL && buffer->writer == NULL;

    if (may) {
        buffer->head = 0;
        buffer->tail = 0;
    }
    lm_interrupts_enable(key);
    return may ? pdPASS : pdFAIL;
}

BaseType_t xStreamBufferSetTriggerLevel(StreamBufferHandle_t buffer, size_t trigger)
{
    if (trigger >= buffer->size) {
        return pdFALSE;
    }
    buffer->trigger = trigger != 0 ? trigger : 1;
    return pdTRUE;
}

BaseType_t xStreamBufferIsEmpty(StreamBufferHandle_t buffer)
{
    return xStreamBufferBytesAvailable(buffer) == 0;
}

BaseType_t xStreamBufferIsFull(StreamBufferHandle_t buffer)
{
    size_t least = buffer->kind == sbTYPE_MESSAGE_BUFFER ? LENGTH_BYTES : 0;

    return xStreamBufferSpacesAvailable(buffer) <= least;
}
