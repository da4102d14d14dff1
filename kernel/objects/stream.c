/* SPDX-License-Identifier: Apache-2.0 */
/* Streams. Only the sender moves write, and only the receiver moves read, so that both copy without
 * the lock. They change the number of bytes under the lock, after the copy.
 *
 * One list of waiting threads is enough: a sender that begins to wait ends the wait of the
 * receiver, so that never both of them wait. */
#include "objects/long_call.h"
#include "time/wait.h"
#include <limen/stream.h>
#include <string.h>

enum { LENGTH = LM_STREAM_LENGTH_BYTES };

static inline bool is_level(const struct lm_stream *stream, size_t level)
{
    return level != 0 && level <= stream->capacity;
}

static void set_empty(struct lm_stream *stream)
{
    stream->used = 0;
    stream->space = stream->capacity;
    stream->write = stream->storage;
    stream->read = stream->storage;
}

enum lm_status lm_stream_create(struct lm_stream *stream, const char *name, void *storage,
                                size_t capacity, size_t level)
{
    LM_CALL_CREATES(STREAM_CREATE, stream);
    LM_CHECK(stream != NULL && storage != NULL && level != 0 && level <= capacity, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, stream);
    stream->capacity = capacity;
    stream->level = level;
    stream->storage = storage;
    stream->end = stream->storage + capacity;
    set_empty(stream);
    lm_wait_list_init(&stream->waiters, &stream->object, LM_WAITS_FOR_STREAM, LM_FIFO);
    lm_object_create(&stream->object, LM_KIND_STREAM, name,
                     (struct lm_object_facts){.size = (uint32_t)capacity});
    lm_observe(LM_EVENT_STREAM_CREATE, stream, 0, (uint32_t)capacity);
    return lm_leave(key, LM_OK);
}

/* Reads the bytes, or the space, before a copy, during which the other side may increase it. */
static inline size_t before_copy(const size_t *number)
{
    size_t bytes = *(const volatile size_t *)number;

    __asm__ volatile("" ::: "memory"); /* the copy comes after this */
    return bytes;
}

static inline size_t used(const struct lm_stream *stream)
{
    return before_copy(&stream->used);
}

static inline size_t space(const struct lm_stream *stream)
{
    return before_copy(&stream->space);
}

/* Copy from or to this place and the places behind it. Returns: the place after them. */
static inline unsigned char *copy_in(const struct lm_stream *stream, unsigned char *place,
                                     const void *data, size_t bytes)
{
    size_t to_end = (size_t)(stream->end - place);

    if (bytes < to_end) {
        memcpy(place, data, bytes);
        return place + bytes;
    }
    memcpy(place, data, to_end);
    memcpy(stream->storage, (const unsigned char *)data + to_end, bytes - to_end);
    return stream->storage + (bytes - to_end);
}

static inline unsigned char *copy_out(const struct lm_stream *stream, unsigned char *place,
                                      void *data, size_t bytes)
{
    size_t to_end = (size_t)(stream->end - place);

    if (bytes < to_end) {
        memcpy(data, place, bytes);
        return place + bytes;
    }
    memcpy(data, place, to_end);
    memcpy((unsigned char *)data + to_end, stream->storage, bytes - to_end);
    return stream->storage + (bytes - to_end);
}

/* Converts a number of bytes for a record. */
static inline unsigned recorded(size_t bytes)
{
    return bytes < UINT16_MAX ? (unsigned)bytes : UINT16_MAX;
}

/* End the wait of the waiting thread, which then finds its bytes or its space. */
static __attribute__((noinline)) enum lm_status wake(struct lm_stream *stream, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_wait_satisfy(cpu, stream->waiters.first);
    return lm_unlock(cpu, key);
}

/* Count bytes that have been copied into the stream. */
static inline enum lm_status add(struct lm_stream *stream, unsigned char *write, size_t bytes,
                                 size_t of_data)
{
    LM_CALL_ON(STREAM_PUT, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lm_object_kind(&stream->object) == LM_KIND_STREAM, LM_BAD_OBJECT);
    size_t after = stream->used + bytes;

    stream->write = write;
    stream->used = after;
    stream->space -= bytes;
    lm_observe(LM_EVENT_STREAM_PUT, stream, recorded(after), (uint32_t)of_data);
    if (stream->waiters.first != NULL && after >= stream->level) {
        return wake(stream, key);
    }
    return lm_leave(key, LM_OK);
}

static inline enum lm_status subtract(struct lm_stream *stream, unsigned char *read, size_t bytes,
                                      size_t of_data)
{
    LM_CALL_ON(STREAM_TAKE, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lm_object_kind(&stream->object) == LM_KIND_STREAM, LM_BAD_OBJECT);
    size_t after = stream->space + bytes;

    stream->read = read;
    stream->used -= bytes;
    stream->space = after;
    lm_observe(LM_EVENT_STREAM_TAKE, stream, recorded(stream->used), (uint32_t)of_data);
    if (stream->waiters.first != NULL && after >= stream->needed) {
        return wake(stream, key);
    }
    return lm_leave(key, LM_OK);
}

size_t lm_stream_put(struct lm_stream *stream, const void *data, size_t bytes)
{
    LM_CALL_ON(STREAM_PUT, stream);
    LM_CHECK_OBJECT_OR(stream, LM_KIND_STREAM, 0);
    LM_CHECK_OR(data != NULL, LM_BAD_ARGUMENT, 0);
    size_t room = space(stream);

    if (bytes > room) {
        bytes = room;
    }
    return add(stream, copy_in(stream, stream->write, data, bytes), bytes, bytes) == LM_OK ? bytes
                                                                                           : 0;
}

size_t lm_stream_take(struct lm_stream *stream, void *data, size_t bytes)
{
    LM_CALL_ON(STREAM_TAKE, stream);
    LM_CHECK_OBJECT_OR(stream, LM_KIND_STREAM, 0);
    LM_CHECK_OR(data != NULL, LM_BAD_ARGUMENT, 0);
    size_t available = used(stream);

    if (bytes > available) {
        bytes = available;
    }
    return subtract(stream, copy_out(stream, stream->read, data, bytes), bytes, bytes) == LM_OK
               ? bytes
               : 0;
}

enum lm_status lm_stream_put_message(struct lm_stream *stream, const void *data, size_t bytes)
{
    LM_CALL_ON(STREAM_PUT_MESSAGE, stream);
    LM_CHECK(stream != NULL && lm_object_kind(&stream->object) == LM_KIND_STREAM, LM_BAD_OBJECT);
    LM_CHECK(data != NULL && stream->capacity >= LENGTH && bytes <= stream->capacity - LENGTH,
             LM_BAD_ARGUMENT);
    size_t room = space(stream);

    if (room < LENGTH || bytes > room - LENGTH) {
        return LM_UNAVAILABLE;
    }
    unsigned char *place = copy_in(stream, stream->write, &bytes, LENGTH);

    return add(stream, copy_in(stream, place, data, bytes), LENGTH + bytes, bytes);
}

enum lm_status lm_stream_take_message(struct lm_stream *stream, void *data, size_t *bytes)
{
    LM_CALL_ON(STREAM_TAKE_MESSAGE, stream);
    LM_CHECK(stream != NULL && lm_object_kind(&stream->object) == LM_KIND_STREAM, LM_BAD_OBJECT);
    LM_CHECK(bytes != NULL && data != NULL, LM_BAD_ARGUMENT);
    size_t room = *bytes;
    size_t available = used(stream);

    *bytes = 0;
    if (available < LENGTH) {
        return LM_UNAVAILABLE;
    }
    unsigned char *place = copy_out(stream, stream->read, bytes, LENGTH);

    if (*bytes > room) {
        return LM_TOO_MANY;
    }
    LM_CHECK(*bytes <= available - LENGTH, LM_BAD_STATE);
    return subtract(stream, copy_out(stream, place, data, *bytes), LENGTH + *bytes, *bytes);
}

size_t lm_stream_next_message(const struct lm_stream *stream)
{
    LM_CALL_ON(STREAM_NEXT_MESSAGE, stream);
    LM_CHECK_OBJECT_OR(stream, LM_KIND_STREAM, 0);
    size_t length = 0;

    if (used(stream) >= LENGTH) {
        (void)copy_out(stream, stream->read, &length, LENGTH);
    }
    return length;
}

/* Wait, or end the call if the caller cannot. needed: as in struct lm_stream. */
static enum lm_status wait(struct lm_stream *stream, size_t needed, lm_timeout timeout,
                           lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();
    bool waits = timeout != LM_NO_WAIT;

    lm_observe(LM_EVENT_STREAM_WAIT, stream, waits ? LM_OUTCOME_WAITS : LM_OUTCOME_UNAVAILABLE,
               (uint32_t)needed);
    if (!waits) {
        return lm_leave(key, LM_UNAVAILABLE);
    }
    if (stream->waiters.first != NULL) { /* the receiver, whose level cannot be reached */
        lm_wait_satisfy(cpu, stream->waiters.first);
    }
    stream->needed = needed;
    lm_wait(cpu, &stream->waiters, timeout);
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_stream_wait_for_space(struct lm_stream *stream, size_t bytes, lm_timeout timeout)
{
    LM_CALL_ON(STREAM_WAIT_FOR_SPACE, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, stream, LM_KIND_STREAM);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    size_t needed = bytes < stream->capacity ? bytes : stream->capacity;

    if (space(stream) >= needed) {
        return lm_leave(key, LM_OK);
    }
    LM_REQUIRE(key, stream->waiters.first == NULL || stream->needed == 0, LM_BAD_STATE);
    return wait(stream, needed, timeout, key);
}

/* If the stream has bytes, the waiting thread may be the sender. */
enum lm_status lm_stream_wait_for_data(struct lm_stream *stream, lm_timeout timeout)
{
    LM_CALL_ON(STREAM_WAIT_FOR_DATA, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, stream, LM_KIND_STREAM);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    if (stream->used >= stream->level || (stream->waiters.first != NULL && stream->needed != 0)) {
        return lm_leave(key, LM_OK);
    }
    LM_REQUIRE(key, stream->waiters.first == NULL, LM_BAD_STATE);
    return wait(stream, 0, timeout, key);
}

size_t lm_stream_used(const struct lm_stream *stream)
{
    LM_CALL_ON(STREAM_USED, stream);
    LM_CHECK_OBJECT_OR(stream, LM_KIND_STREAM, 0);

    return stream->used;
}

size_t lm_stream_space(const struct lm_stream *stream)
{
    LM_CALL_ON(STREAM_SPACE, stream);
    LM_CHECK_OBJECT_OR(stream, LM_KIND_STREAM, 0);

    return space(stream);
}

enum lm_status lm_stream_set_level(struct lm_stream *stream, size_t level)
{
    LM_CALL_ON(STREAM_SET_LEVEL, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, stream, LM_KIND_STREAM);
    LM_REQUIRE(key, is_level(stream, level), LM_BAD_ARGUMENT);
    stream->level = level;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_stream_clear(struct lm_stream *stream)
{
    LM_CALL_ON(STREAM_CLEAR, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, stream, LM_KIND_STREAM);
    if (stream->waiters.first != NULL) {
        return lm_leave(key, LM_UNAVAILABLE);
    }
    set_empty(stream);
    lm_observe(LM_EVENT_STREAM_CLEAR, stream, 0, 0);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_stream_delete(struct lm_stream *stream)
{
    LM_CALL_ON(STREAM_DELETE, stream);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, stream, LM_KIND_STREAM);
    return lm_long_call_delete(&stream->object, &stream->waiters, LM_EVENT_STREAM_DELETE, key);
}
