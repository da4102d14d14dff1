/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: bytes, or messages of any length, from one sender to one receiver. Each is a thread or
 * an interrupt.
 *
 * Bytes are copied with interrupts on, in the sender and in the receiver. So at most one call that
 * puts and one that takes may be in progress. The calls that wait only wait: no other thread can
 * take the bytes or the space that they have found, so the next put or take gets them.
 *
 * A receiver waits until the stream has as many bytes as the level, so that not each byte from an
 * interrupt costs a switch. If the sender has to wait for space before that, the receiver gets the
 * bytes that are there, because the level cannot be reached.
 *
 * A stream of messages stores the length of each message in front of it. It is used with the calls
 * whose names contain message, and with lm_stream_wait_... Its level is 1.
 */
#ifndef LIMEN_STREAM_H
#define LIMEN_STREAM_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_stream {
    struct lm_wait_list waiters; /* the sender or the receiver, not both */
    struct lm_object object;
    size_t capacity;
    size_t used;            /* bytes */
    size_t space;           /* the rest of the capacity */
    size_t level;           /* of bytes, for which the receiver waits */
    size_t needed;          /* space for which the waiting sender waits; 0: the receiver waits */
    unsigned char *write;   /* the place of the next byte */
    unsigned char *read;    /* the oldest byte */
    unsigned char *storage; /* capacity bytes */
    unsigned char *end;     /* of the storage */
};

/* The bytes that the length in front of a message takes. */
#define LM_STREAM_LENGTH_BYTES (sizeof(size_t))

/* The storage has capacity bytes. level: see above.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (capacity is 0, level is 0 or above capacity),
 *          LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_stream_create(struct lm_stream *stream, const char *name, void *storage,
                                size_t capacity, size_t level);

/* Copy as many of these bytes into the stream as fit, without waiting.
 * Requires: no other call puts into this stream meanwhile.
 * Context:  any. Returns: the bytes that it has copied. Cost: O(bytes), with interrupts on. */
size_t lm_stream_put(struct lm_stream *stream, const void *data, size_t bytes);

/* Take up to this number of bytes out of the stream, without waiting.
 * Requires: no other call takes from this stream meanwhile.
 * Context:  any. Returns: the bytes that it has copied. Cost: O(bytes), with interrupts on. */
size_t lm_stream_take(struct lm_stream *stream, void *data, size_t bytes);

/* Wait until there is space for this number of bytes, or for the whole capacity if that is less. A
 * message needs its length + LM_STREAM_LENGTH_BYTES.
 * Requires: the caller is the sender.
 * Context:  thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 *           LM_ABORTED, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_BAD_STATE (another sender waits).
 * Cost:     O(1). */
enum lm_status lm_stream_wait_for_space(struct lm_stream *stream, size_t bytes, lm_timeout timeout);

/* Wait until there are as many bytes as the level, or until the sender waits for space.
 * Requires: the caller is the receiver.
 * Context:  thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 *           LM_ABORTED, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_BAD_STATE (another receiver waits).
 * Cost:     O(1). */
enum lm_status lm_stream_wait_for_data(struct lm_stream *stream, lm_timeout timeout);

/* Put a whole message, or nothing.
 * Requires, context, cost: as lm_stream_put.
 * Returns: LM_OK, LM_UNAVAILABLE (the space left is too small), LM_BAD_ARGUMENT (the stream is too
 *          small), LM_BAD_OBJECT. */
enum lm_status lm_stream_put_message(struct lm_stream *stream, const void *data, size_t bytes);

/* Take the oldest message. *bytes is the room for it, and gets its length. If the room is too
 * small, the message stays.
 * Requires, context, cost: as lm_stream_take.
 * Returns: LM_OK, LM_UNAVAILABLE (the stream is empty; *bytes is 0), LM_TOO_MANY (the message is
 *          longer than the room), LM_BAD_STATE (the bytes in the stream are not a message),
 *          LM_BAD_ARGUMENT, LM_BAD_OBJECT. */
enum lm_status lm_stream_take_message(struct lm_stream *stream, void *data, size_t *bytes);

/* The length of the oldest message, 0 if there is none. Requires: the caller is the receiver.
 * Context: any. Cost: O(1). */
size_t lm_stream_next_message(const struct lm_stream *stream);

/* The bytes in the stream, and the space left. Context: any. Cost: O(1). */
size_t lm_stream_used(const struct lm_stream *stream);
size_t lm_stream_space(const struct lm_stream *stream);

/* Set the level. The next put compares it for a receiver that waits already.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (0, or above the capacity), LM_BAD_OBJECT.
 * Cost:    O(1). */
enum lm_status lm_stream_set_level(struct lm_stream *stream, size_t level);

/* Discard all bytes.
 * Requires: no call puts into the stream or takes from it meanwhile.
 * Context:  any. Returns: LM_OK, LM_UNAVAILABLE (a thread waits), LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_stream_clear(struct lm_stream *stream);

/* A thread that waits gets LM_DELETED.
 * Requires: no call puts into the stream or takes from it meanwhile.
 * Context:  any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_stream_delete(struct lm_stream *stream);

/* Call lm_stream_wait_for_space for all bytes, and then lm_stream_put, also after a timeout.
 * Returns: the bytes that it has copied. */
static inline size_t lm_stream_send(struct lm_stream *stream, const void *data, size_t bytes,
                                    lm_timeout timeout)
{
    if (timeout != LM_NO_WAIT) {
        (void)lm_stream_wait_for_space(stream, bytes, timeout);
    }
    return lm_stream_put(stream, data, bytes);
}

/* Call lm_stream_wait_for_data if the stream is empty, and then lm_stream_take, also after a
 * timeout. Returns: the bytes that it has copied. */
static inline size_t lm_stream_receive(struct lm_stream *stream, void *data, size_t bytes,
                                       lm_timeout timeout)
{
    if (timeout != LM_NO_WAIT && lm_stream_used(stream) == 0) {
        (void)lm_stream_wait_for_data(stream, timeout);
    }
    return lm_stream_take(stream, data, bytes);
}

#ifdef __cplusplus
}
#endif

#endif
