/* SPDX-License-Identifier: Apache-2.0 */
/* Checks contents: a message arrives as it was sent, and memory still has its contents when it is
 * released. */
#include "calls.h"
#include <string.h>

enum { GUARD = 0xEE };

struct contents calls_contents;
struct areas calls_areas;

/* Sizes of messages: words and bytes. */
static const uint32_t message_bytes[QUEUES] = {4, 12, 5};

static const uint32_t block_bytes[BLOCK_POOLS] = {8, BLOCK_BYTES_MAX};

static uint32_t made_of[BLOCK_POOLS + BYTE_POOLS]; /* the number of creations of the pool */

void calls_memory_begin(void)
{
    memset(calls_contents.block_is_filled, 0, sizeof calls_contents.block_is_filled);
    memset(calls_areas.filled, 0, sizeof calls_areas.filled);
}

/* The bytes of a message are computed from its number and differ from each other. */
static void write_message(unsigned char *message, uint32_t bytes, uint32_t number)
{
    for (uint32_t i = 0; i < bytes; i++) {
        message[i] = (unsigned char)((number >> i % 4 * 8) + i / 4 * 17);
    }
}

/* The number of a message; 0 if it is damaged. */
static uint32_t read_message(const unsigned char *message, uint32_t bytes)
{
    unsigned char expected[MESSAGE_MAX];
    uint32_t number = 0;

    for (uint32_t i = 0; i < 4; i++) {
        number |= (uint32_t)message[i] << i * 8;
    }
    write_message(expected, bytes, number);
    return memcmp(expected, message, bytes) == 0 && message[bytes] == GUARD ? number : 0;
}

static enum lm_status send(struct lm_queue *queue, uint32_t bytes, const struct operation *o)
{
    _Alignas(4) unsigned char space[MESSAGE_MAX + 1];
    unsigned char *message = space + (o->b & 1); /* whole words or not */
    const unsigned char *pointer = o->b != 0 ? message : NULL;

    write_message(message, bytes, o->b);
    return o->kind == DO_QUEUE_SEND ? lm_queue_send(queue, pointer, calls_timeout(o->d))
                                    : lm_queue_send_front(queue, pointer, calls_timeout(o->d));
}

enum lm_status calls_do_queue(const struct operation *o, uint32_t *value)
{
    struct lm_queue *queue = o->a < QUEUES ? &calls.queue[o->a] : NULL;
    uint32_t number = o->a < QUEUES ? o->a : 0;
    uint32_t bytes = message_bytes[number];
    _Alignas(4) unsigned char space[MESSAGE_MAX + 2];
    unsigned char *message = space + (o->b >> 1 & 1);
    enum lm_status status;

    memset(space, GUARD, sizeof space);
    switch (o->kind) {
    case DO_QUEUE_CREATE:
        return lm_queue_create(queue, "queue", calls_contents.storage[number], o->b, bytes,
                               (enum lm_order)o->c);
    case DO_QUEUE_SEND:
    case DO_QUEUE_SEND_FRONT:
        return send(queue, bytes, o);
    case DO_QUEUE_RECEIVE:
        status = lm_queue_receive(queue, o->b != 0 ? message : NULL, calls_timeout(o->d));
        *value = status == LM_OK ? read_message(message, bytes) : 0;
        return status;
    case DO_QUEUE_FLUSH:
        return lm_queue_flush(queue);
    case DO_QUEUE_PRIORITIZE:
        return lm_queue_prioritize(queue);
    default:
        return lm_queue_delete(queue);
    }
}

/* A request, as in kernel/objects/byte_pool.c. */
struct request {
    size_t bytes;
    unsigned char *memory;
};

uint32_t calls_value(int thread)
{
    const struct lm_thread *t = &calls.thread[thread];
    const struct calls_wait *wait = &calls.wait[thread];
    const unsigned char *area;
    const struct request *request;

    switch (wait->kind) {
    case DO_QUEUE_RECEIVE:
        return read_message(t->wait_data, message_bytes[wait->object]);
    case DO_BLOCKS_ALLOCATE:
        area = calls_contents.block_area[wait->object];
        return (uint32_t)(*(unsigned char **)t->wait_data - area) / block_bytes[wait->object] + 1;
    case DO_BYTES_ALLOCATE:
        request = t->wait_data;
        return (uint32_t)(request->memory - calls_areas.area[wait->object]) + 1;
    default:
        return 0;
    }
}

/* The contents that a program writes into its memory. */
static unsigned char content(uint32_t offset)
{
    return (unsigned char)(offset * 7 + 1);
}

static void fill(unsigned char *memory, uint32_t bytes, uint32_t offset)
{
    for (uint32_t i = 0; i < bytes; i++) {
        memory[i] = content(offset + i);
    }
}

static bool is_filled(const unsigned char *memory, uint32_t bytes, uint32_t offset)
{
    for (uint32_t i = 0; i < bytes; i++) {
        if (memory[i] != content(offset + i)) {
            return false;
        }
    }
    return true;
}

static enum lm_status allocate_block(struct lm_block_pool *pool, uint32_t number,
                                     const struct operation *o, uint32_t *value)
{
    void *block = NULL;
    uint32_t made = made_of[number];
    enum lm_status status = lm_block_allocate(pool, &block, calls_timeout(o->d));

    if (status != LM_OK) {
        *value = block == NULL ? 0 : BLOCKS_MAX + 1;
        return status;
    }
    uint32_t offset = (uint32_t)((unsigned char *)block - calls_contents.block_area[number]);

    *value = offset % block_bytes[number] == 0 ? offset / block_bytes[number] + 1 : UINT32_MAX;
    if (*value <= BLOCKS_MAX && made == made_of[number]) { /* it is of this pool */
        fill(block, block_bytes[number], offset);
        calls_contents.block_is_filled[number][*value - 1] = true;
    }
    return status;
}

static enum lm_status release_block(struct lm_block_pool *pool, uint32_t number,
                                    const struct operation *o, uint32_t *value)
{
    uint32_t offset = o->b * block_bytes[number];

    if (pool != NULL && o->b < BLOCKS_MAX && calls_contents.block_is_filled[number][o->b]) {
        *value = is_filled(calls_contents.block_area[number] + offset, block_bytes[number], offset)
                     ? 0
                     : 1;
        calls_contents.block_is_filled[number][o->b] = false;
    }
    /* Beyond the last block: an address within the first. */
    return lm_block_release(pool,
                            calls_contents.block_area[number] + (o->b <= BLOCKS_MAX ? offset : 1));
}

enum lm_status calls_do_blocks(const struct operation *o, uint32_t *value)
{
    struct lm_block_pool *pool = o->a < BLOCK_POOLS ? &calls.blocks[o->a] : NULL;
    uint32_t number = o->a < BLOCK_POOLS ? o->a : 0;

    switch (o->kind) {
    case DO_BLOCKS_CREATE:
        made_of[number]++;
        memset(calls_contents.block_is_filled[number], 0,
               sizeof calls_contents.block_is_filled[number]);
        return lm_block_pool_create(pool, "blocks", calls_contents.block_area[number],
                                    o->b * block_bytes[number], block_bytes[number],
                                    (enum lm_order)o->c);
    case DO_BLOCKS_ALLOCATE:
        return allocate_block(pool, number, o, value);
    case DO_BLOCKS_RELEASE:
        return release_block(pool, number, o, value);
    case DO_BLOCKS_PRIORITIZE:
        return lm_block_pool_prioritize(pool);
    default:
        return lm_block_pool_delete(pool);
    }
}

static enum lm_status allocate_bytes(struct lm_byte_pool *pool, uint32_t number,
                                     const struct operation *o, uint32_t *value)
{
    void *memory = NULL;
    uint32_t made = made_of[BLOCK_POOLS + number];
    enum lm_status status = lm_byte_allocate(pool, &memory, o->b, calls_timeout(o->d));

    if (status != LM_OK) {
        *value = memory == NULL ? 0 : UINT32_MAX - 1;
        return status;
    }
    uint32_t offset = (uint32_t)((unsigned char *)memory - calls_areas.area[number]);

    *value = offset + 1;
    if (offset < AREA_BYTES && o->b <= AREA_BYTES - offset &&
        made == made_of[BLOCK_POOLS + number]) {
        fill(memory, o->b, offset);
        calls_areas.filled[number][offset / PIECE_ALIGN] = o->b;
    }
    return status;
}

bool calls_bytes_are_kept(uint32_t pool, uint32_t offset)
{
    uint32_t bytes = calls_areas.filled[pool][offset / PIECE_ALIGN];

    return is_filled(calls_areas.area[pool] + offset, bytes, offset);
}

static enum lm_status release_bytes(struct lm_byte_pool *pool, uint32_t number,
                                    const struct operation *o, uint32_t *value)
{
    unsigned char *memory = calls_areas.area[number] + o->b;
    uint32_t *bytes = &calls_areas.filled[number][o->b / PIECE_ALIGN];
    bool spoilt = !calls_bytes_are_kept(number, o->b);
    enum lm_status status;

    *bytes = 0; /* before another thread can get it */
    status = lm_byte_release(pool, memory);
    *value = status == LM_OK && spoilt ? 1 : 0;
    return status;
}

enum lm_status calls_do_bytes(const struct operation *o, uint32_t *value)
{
    struct lm_byte_pool *pool = o->a < BYTE_POOLS ? &calls.bytes[o->a] : NULL;
    uint32_t number = o->a < BYTE_POOLS ? o->a : 0;

    switch (o->kind) {
    case DO_BYTES_CREATE:
        made_of[BLOCK_POOLS + number]++;
        memset(calls_areas.filled[number], 0, sizeof calls_areas.filled[number]);
        return lm_byte_pool_create(pool, "bytes", calls_areas.area[number], AREA_BYTES,
                                   (enum lm_order)o->c);
    case DO_BYTES_ALLOCATE:
        return allocate_bytes(pool, number, o, value);
    case DO_BYTES_RELEASE:
        return release_bytes(pool, number, o, value);
    case DO_BYTES_PRIORITIZE:
        return lm_byte_pool_prioritize(pool);
    default:
        return lm_byte_pool_delete(pool);
    }
}
