/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a state that contain data, or for which threads wait with data. The functions are
 * as in objects.c. */
#include "choices.h"
#include "objects/queue.h"
#include "world.h"
#include <limen/limen.h>

/* The last bytes of the area, so that no byte after them can be accessed. */
void *last_bytes(size_t bytes)
{
    return (unsigned char *)area + sizeof area - bytes;
}

enum { CAPACITY = 2 };

static const uint32_t message_sizes[3] = {4, 8, 36};

/* The shapes of a queue: how many messages it has, and how many threads wait. */
static const struct {
    unsigned used, waiting;
} fills[] = {{0, 0}, {0, 1}, {0, 3}, {1, 0}, {CAPACITY, 0}, {CAPACITY, 1}, {CAPACITY, 3}};

enum { FILLS = sizeof fills / sizeof fills[0] };

void *data_of(unsigned number)
{
    return messages[number];
}

static void wait_with_data(struct lm_wait_list *list, unsigned waiting, void *(*data)(unsigned))
{
    world_wait(list, waiting);
    first.wait_data = data(0);
    second.wait_data = data(1);
    third.wait_data = data(2);
}

/* The messages of a queue begin at its second place, so that they wrap around its end. */
static void fill_queue(struct lm_queue *queue, unsigned used, unsigned waiting,
                       void *(*data)(unsigned))
{
    queue->read = queue->storage + queue->message_bytes;
    queue->write = used == 1 ? queue->storage : queue->read;
    queue->used = used;
    LM_IF_COUNTED(queue->available = CAPACITY - used);
    if (waiting > 0) {
        queue->limit = used == 0 && pattern == 0 ? 0 : LM_QUEUE_LOOK_AT_ALL;
    }
    if (used == CAPACITY && waiting > 0 && pattern == 0) {
        lm_wait_list_set_ahead(&queue->waiters, &first, true);
    }
    wait_with_data(&queue->waiters, waiting, data);
}

static struct lm_queue queue;

struct lm_queue *any_queue(unsigned shape)
{
    uint32_t bytes = message_sizes[pattern];

    REQUIRE(lm_queue_create(&queue, "queue", last_bytes(CAPACITY * bytes), CAPACITY, bytes,
                            order()) == LM_OK);
    if (shape == FILLS) {
        return NULL;
    }
    if (shape == FILLS + 1) {
        IS_NO(&queue, LM_KIND_QUEUE);
        return &queue;
    }
    fill_queue(&queue, fills[shape].used, fills[shape].waiting, data_of);
    return &queue;
}

/* The request of a thread that waits for a queue by priority: as in priority_queue.c. */
static struct {
    void *message;
    uint32_t priority;
} requests[3];

static void *request_of(unsigned number)
{
    requests[number].message = messages[number];
    requests[number].priority = any_u32;
    return &requests[number];
}

static struct lm_priority_queue priority_queue;

struct lm_priority_queue *any_priority_queue(unsigned shape)
{
    uint32_t bytes = message_sizes[pattern];

    REQUIRE(lm_priority_queue_create(&priority_queue, "queue",
                                     last_bytes(LM_PRIORITY_QUEUE_BYTES(CAPACITY, bytes)), CAPACITY,
                                     bytes, order()) == LM_OK);
    if (shape == FILLS) {
        return NULL;
    }
    if (shape == FILLS + 1) {
        IS_NO(&priority_queue.queue, LM_KIND_QUEUE);
        return &priority_queue;
    }
    fill_queue(&priority_queue.queue, fills[shape].used, fills[shape].waiting, request_of);
    return &priority_queue;
}

/* The request of a thread that waits for event flags: as in event_flags.c. */
static struct {
    uint32_t wanted, mode, found;
} wishes[3];

void *wish_of(unsigned number)
{
    static const enum lm_event_mode modes[PATTERNS] = {LM_ANY, LM_ALL, LM_ANY_CLEAR};

    wishes[number].wanted = 1U << number;
    wishes[number].mode = modes[pattern];
    return &wishes[number];
}

static struct lm_event_flags event_flags;

struct lm_event_flags *any_event_flags(unsigned shape)
{
    REQUIRE(lm_event_flags_create(&event_flags, "flags", order()) == LM_OK);
    if (shape == 4) {
        return NULL;
    }
    if (shape == 5) {
        IS_NO(&event_flags, LM_KIND_EVENT_FLAGS);
        return &event_flags;
    }
    event_flags.bits = shape == 0 ? any_u32 : 0;
    wait_with_data(&event_flags.waiters, shape, wish_of);
    return &event_flags;
}

static struct lm_notice_request notice_requests[3];

static void *notice_request_of(unsigned number)
{
    notice_requests[number].wanted = 1U << number;
    notice_requests[number].clear = any_u32;
    notice_requests[number].mode = pattern == 0 ? LM_NOTICE_ANY : LM_NOTICE_ALL;
    return &notice_requests[number];
}

static struct lm_notice notice;

struct lm_notice *any_notice(unsigned shape)
{
    REQUIRE(lm_notice_create(&notice, "notice") == LM_OK);
    if (shape == 4) {
        return NULL;
    }
    if (shape == 5) {
        IS_NO(&notice, LM_KIND_NOTICE);
        return &notice;
    }
    notice.value = shape == 0 ? any_u32 : 0;
    notice.given = ANY_BOOL;
    wait_with_data(&notice.waiters, shape, notice_request_of);
    return &notice;
}

enum { BLOCKS = 3, BLOCK_BYTES = 24 };

static void *taken[BLOCKS];
static void *got[3]; /* by a thread that waits */

void *place_of_block(unsigned number)
{
    return &got[number];
}

static struct lm_block_pool block_pool;

/* The shapes: how many blocks are taken, and how many threads wait. */
struct lm_block_pool *any_block_pool(unsigned shape)
{
    static const unsigned char of_shape[][2] = {{0, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 3}};
    enum { SHAPES = sizeof of_shape / sizeof of_shape[0] };

    REQUIRE(lm_block_pool_create(&block_pool, "pool", last_bytes(BLOCKS * BLOCK_BYTES),
                                 BLOCKS * BLOCK_BYTES, BLOCK_BYTES, order()) == LM_OK);
    if (shape == SHAPES) {
        return NULL;
    }
    if (shape == SHAPES + 1) {
        IS_NO(&block_pool, LM_KIND_BLOCK_POOL);
        return &block_pool;
    }
    for (unsigned i = 0; i < of_shape[shape][0]; i++) {
        REQUIRE(lm_block_allocate(&block_pool, &taken[i], LM_NO_WAIT) == LM_OK);
    }
    wait_with_data(&block_pool.waiters, of_shape[shape][1], place_of_block);
    return &block_pool;
}

/* A block that is taken or free, NULL, and an address within a block. */
void *any_block(unsigned choice)
{
    unsigned char *blocks = last_bytes(BLOCKS * BLOCK_BYTES);

    return choice < BLOCKS    ? blocks + (size_t)choice * BLOCK_BYTES
           : choice == BLOCKS ? NULL
                              : blocks + 8;
}

/* The request of a thread that waits for bytes: as in byte_pool.c. */
static struct {
    size_t bytes;
    void *memory;
} wants[3];

static void *want_of(unsigned number)
{
    wants[number].bytes = number == 0 ? 64 : 200;
    return &wants[number];
}

static struct lm_byte_pool byte_pool;
static void *pieces[4];

/* The shapes: three pieces of 32 bytes are allocated, of which some are given back, or none is;
 * then the rest is small, and threads may wait. */
struct lm_byte_pool *any_byte_pool(unsigned shape)
{
    REQUIRE(lm_byte_pool_create(&byte_pool, "pool", area, sizeof area, order()) == LM_OK);
    if (shape == 5) {
        return NULL;
    }
    if (shape == 6) {
        IS_NO(&byte_pool, LM_KIND_BYTE_POOL);
        return &byte_pool;
    }
    for (unsigned i = 0; shape > 0 && i < 3; i++) {
        REQUIRE(lm_byte_allocate(&byte_pool, &pieces[i], 32, LM_NO_WAIT) == LM_OK);
    }
    if (shape == 2) {
        REQUIRE(lm_byte_release(&byte_pool, pieces[1]) == LM_OK);
    }
    wait_with_data(&byte_pool.waiters, shape >= 3 ? shape - 2 : 0, want_of);
    return &byte_pool;
}

/* A piece that is taken or free, NULL, and an address within a piece. */
void *any_piece(unsigned choice)
{
    return choice < 3 ? pieces[choice] : choice == 3 ? NULL : (unsigned char *)pieces[0] + 8;
}

static struct lm_stream stream;

/* The stream has any number of bytes from any place on, or a message, or bytes that may look like
 * the beginning of one. A sender or a receiver may wait. */
struct lm_stream *any_stream(unsigned shape)
{
    const uint64_t unknown[] = {any_u64, any_u64};
    enum { BYTES = 3, MESSAGE_BYTES = 20, WAITING = 3 };
    size_t capacity = pattern == 0 ? BYTES : MESSAGE_BYTES;
    unsigned waiting = shape % WAITING; /* none, a receiver, a sender */
    unsigned at = shape / WAITING % 3 * (pattern == 0 ? 1 : 8);
    unsigned used = pattern == 0 ? shape / WAITING / 3 : 0;

    REQUIRE(lm_stream_create(&stream, "stream", last_bytes(capacity), capacity, 1) == LM_OK);
    if (shape == STREAM_SHAPES - 2) {
        return NULL;
    }
    if (shape == STREAM_SHAPES - 1) {
        IS_NO(&stream, LM_KIND_STREAM);
        return &stream;
    }
    REQUIRE(pattern == 0 || shape < 3 * WAITING);
    stream.read = stream.storage + at;
    stream.write = stream.storage + (at + used) % capacity;
    stream.used = used;
    stream.space = capacity - used;
    stream.level = any_between(1, capacity);
    if (pattern == 1) {
        REQUIRE(lm_stream_put_message(&stream, messages[3], 5) == LM_OK);
    } else if (pattern == 2) {
        REQUIRE(lm_stream_put(&stream, unknown, sizeof unknown) == sizeof unknown);
    }
    stream.needed = waiting == 2 ? 1 : 0;
    world_wait(&stream.waiters, waiting != 0 ? 1 : 0);
    return &stream;
}
