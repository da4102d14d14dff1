/* SPDX-License-Identifier: Apache-2.0 */
/* The audit of all objects but threads; see audit.h. */
#include "core/object.h"
#include "core/wait_list.h"
#include "objects/audit.h"
#include "objects/audit_sum.h"
#include <limen/block_pool.h>
#include <limen/byte_pool.h>
#include <limen/event_flags.h>
#include <limen/mutex.h>
#include <limen/notice.h>
#include <limen/queue.h>
#include <limen/semaphore.h>
#include <limen/stream.h>
#include <limen/timer.h>
#include <string.h>

/* The offset of the object in the control block of its kind, and the size of the control block. For
 * objects of layers the kernel knows the member object alone. */
struct block {
    uint16_t object;
    uint16_t bytes;
};
#define BLOCK(kind, type) [LM_KIND_##kind] = {offsetof(struct type, object), sizeof(struct type)}

static unsigned kind_of(const struct lm_object *object)
{
    unsigned kind = lm_object_kind(object);

    return kind < LM_KINDS ? kind : LM_KIND_NONE;
}

static const struct block *block_of(const struct lm_object *object)
{
    static const struct block blocks[LM_KINDS] = {
        BLOCK(THREAD, lm_thread),         BLOCK(SEMAPHORE, lm_semaphore),
        BLOCK(MUTEX, lm_mutex),           BLOCK(QUEUE, lm_queue),
        BLOCK(TIMER, lm_timer),           BLOCK(EVENT_FLAGS, lm_event_flags),
        BLOCK(BLOCK_POOL, lm_block_pool), BLOCK(BYTE_POOL, lm_byte_pool),
        BLOCK(STREAM, lm_stream),         BLOCK(NOTICE, lm_notice),
    };

    return &blocks[kind_of(object)];
}

const void *lm_audit_block(const struct lm_object *object)
{
    return (const char *)object - block_of(object)->object;
}

size_t lm_audit_bytes(const struct lm_object *object)
{
    size_t bytes = block_of(object)->bytes;

    return bytes != 0 ? bytes : sizeof *object;
}

/* The wait of the threads in the list of an object, by its kind; LM_WAITS_FOR_NOTHING: the object
 * has no list. The list is the first member, except in a mutex. */
static const uint8_t waited[LM_KINDS] = {
    [LM_KIND_SEMAPHORE] = LM_WAITS_FOR_SEMAPHORE, [LM_KIND_MUTEX] = LM_WAITS_FOR_MUTEX,
    [LM_KIND_QUEUE] = LM_WAITS_FOR_QUEUE,         [LM_KIND_EVENT_FLAGS] = LM_WAITS_FOR_EVENTS,
    [LM_KIND_BLOCK_POOL] = LM_WAITS_FOR_BLOCK,    [LM_KIND_BYTE_POOL] = LM_WAITS_FOR_BYTES,
    [LM_KIND_STREAM] = LM_WAITS_FOR_STREAM,       [LM_KIND_NOTICE] = LM_WAITS_FOR_EVENTS,
};

static const struct lm_wait_list *list_of(const struct lm_object *object)
{
    const void *block = lm_audit_block(object);

    if (waited[kind_of(object)] == LM_WAITS_FOR_NOTHING) {
        return NULL;
    }
    return kind_of(object) == LM_KIND_MUTEX ? &((const struct lm_mutex *)block)->waiters : block;
}

uint32_t lm_audit_sum(uint32_t sum, const void *variable, size_t bytes)
{
    const unsigned char *from = variable;

    for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
        uint32_t word;

        memcpy(&word, from + i, sizeof word);
        sum = (sum << 5 | sum >> 27) ^ word;
    }
    return sum;
}

/* A factor that spreads one bit over many, so that the change of another bit does not cancel it. */
#define SPREAD 0x9E3779B9U

static uint32_t sum_of_thread(uint32_t sum, const struct lm_thread *thread)
{
    sum = LM_AUDIT_SUM(sum, thread->entry);
    sum = LM_AUDIT_SUM(sum, thread->argument);
    sum = LM_AUDIT_SUM(sum, thread->stack);
    sum = LM_AUDIT_SUM(sum, thread->stack_bytes);
    sum = LM_AUDIT_SUM(sum, thread->slice);
    sum = LM_AUDIT_SUM(sum, thread->releaser);
    LM_IF_COUNTED(sum = LM_AUDIT_SUM(sum, thread->counters);)
    return LM_AUDIT_SUM(sum, thread->timeout.expire);
}

static uint32_t sum_of_queue(uint32_t sum, const struct lm_queue *queue)
{
    sum = LM_AUDIT_SUM(sum, queue->capacity);
    sum = LM_AUDIT_SUM(sum, queue->message_bytes);
    sum = LM_AUDIT_SUM(sum, queue->end);
    return LM_AUDIT_SUM(sum, queue->storage);
}

static uint32_t sum_of_timer(uint32_t sum, const struct lm_timer *timer)
{
    sum = LM_AUDIT_SUM(sum, timer->timeout.expire);
    sum = LM_AUDIT_SUM(sum, timer->function);
    return LM_AUDIT_SUM(sum, timer->argument);
}

static uint32_t sum_of_blocks(uint32_t sum, const struct lm_block_pool *pool)
{
    sum = LM_AUDIT_SUM(sum, pool->blocks);
    LM_UNLESS_SMALL(sum = LM_AUDIT_SUM(sum, pool->area);)
    return LM_AUDIT_SUM(sum, pool->block_bytes);
}

static uint32_t sum_of_bytes(uint32_t sum, const struct lm_byte_pool *pool)
{
    sum = LM_AUDIT_SUM(sum, pool->lists);
    sum = LM_AUDIT_SUM(sum, pool->sizes);
    sum = LM_AUDIT_SUM(sum, pool->first);
    return LM_AUDIT_SUM(sum, pool->end);
}

static uint32_t sum_of_stream(uint32_t sum, const struct lm_stream *stream)
{
    sum = LM_AUDIT_SUM(sum, stream->capacity);
    sum = LM_AUDIT_SUM(sum, stream->storage);
    return LM_AUDIT_SUM(sum, stream->end);
}

/* Adds the urgency of a mutex with a ceiling, which is constant. */
static uint32_t sum_of_mutex(uint32_t sum, const struct lm_mutex *mutex)
{
    uint32_t ceiling = mutex->protocol == LM_CEILING ? mutex->urgency : 0U;

    return sum ^ (mutex->protocol + (ceiling << 8) + 1U) * SPREAD;
}

static uint32_t sum_of_contents(uint32_t sum, enum lm_kind kind, const void *block)
{
    switch (kind) {
    case LM_KIND_THREAD:
        return sum_of_thread(sum, block);
    case LM_KIND_QUEUE:
        return sum_of_queue(sum, block);
    case LM_KIND_TIMER:
        return sum_of_timer(sum, block);
    case LM_KIND_BLOCK_POOL:
        return sum_of_blocks(sum, block);
    case LM_KIND_BYTE_POOL:
        return sum_of_bytes(sum, block);
    case LM_KIND_STREAM:
        return sum_of_stream(sum, block);
    case LM_KIND_MUTEX:
        return sum_of_mutex(sum, block);
    default:
        return sum;
    }
}

uint32_t lm_audit_sum_of_object(const struct lm_object *object)
{
    const struct lm_wait_list *list = list_of(object);
    uint32_t sum = LM_AUDIT_SUM(0, *object);

    if (list != NULL && list->order != LM_FIFO) { /* LM_BY_PRIORITY may become LM_MIXED */
        sum ^= SPREAD;
    }
    return sum_of_contents(sum, lm_object_kind(object), lm_audit_block(object));
}

/* Does the first thread of a list wait in it? */
static bool first_waits(const struct lm_audit *audit, const struct lm_wait_list *list)
{
    const struct lm_thread *first = list->first;

    if (first == NULL) {
        return list->count == 0;
    }
    return lm_audit_knows(audit, first, sizeof *first) && first->wait_list == list &&
           first->state == LM_STATE_BLOCKED && list->count != 0 && list->count <= audit->count &&
           (list->count == 1) == (first->node.next == &first->node);
}

static enum lm_damage waiters(const struct lm_audit *audit, const struct lm_wait_list *list,
                              const struct lm_object *object, enum lm_waits_for waits_for)
{
    bool constant = lm_wait_list_object(list) == object && list->waits_for == waits_for &&
                    list->order <= LM_MIXED;

    if (!constant) {
        return LM_DAMAGE_CONSTANT;
    }
    return first_waits(audit, list) ? LM_DAMAGE_NONE : LM_DAMAGE_LINK;
}

static bool semaphore_is_intact(const struct lm_semaphore *semaphore)
{
    return semaphore->waiters.first == NULL || semaphore->count == 0;
}

/* Do the bytes from the oldest message to the place of the next one match the number of
 * messages? */
static bool queue_is_intact(const struct lm_queue *queue)
{
    uintptr_t bytes = (uintptr_t)queue->end - (uintptr_t)queue->storage;
    uintptr_t read = (uintptr_t)queue->read - (uintptr_t)queue->storage;
    uintptr_t write = (uintptr_t)queue->write - (uintptr_t)queue->storage;
    uintptr_t filled = write >= read ? write - read : write + bytes - read;
    bool fits = queue->used <= queue->capacity && read < bytes && write < bytes;
    bool full = queue->used == queue->capacity && filled == 0;

    LM_IF_COUNTED(fits = fits && queue->available == queue->capacity - queue->used;)
    return fits && (full || filled == (uintptr_t)queue->used * queue->message_bytes) &&
           (queue->waiters.first == NULL || queue->used == 0 || queue->used == queue->capacity);
}

static bool blocks_are_intact(const struct lm_block_pool *pool)
{
    uintptr_t at = (uintptr_t)pool->free - (uintptr_t)LM_SMALL_OR(pool->free, pool->area);
    bool is_block = at < (uintptr_t)pool->blocks * pool->block_bytes && at % sizeof(void *) == 0;

    return pool->available <= pool->blocks && (pool->free == NULL) == (pool->available == 0) &&
           (pool->free == NULL || (is_block && pool->waiters.first == NULL));
}

static bool stream_is_intact(const struct lm_stream *stream)
{
    size_t read = (size_t)(stream->read - stream->storage);
    size_t write = (size_t)(stream->write - stream->storage);
    size_t filled = write >= read ? write - read : write + stream->capacity - read;
    bool fits = read < stream->capacity && write < stream->capacity;
    bool full = stream->used == stream->capacity && filled == 0;

    return fits && stream->space == stream->capacity - stream->used &&
           (full || filled == stream->used) && stream->level != 0 &&
           stream->level <= stream->capacity && stream->needed <= stream->capacity;
}

static bool bytes_are_intact(const struct lm_byte_pool *pool)
{
    return pool->available <= (size_t)(pool->end - (const unsigned char *)pool->first) &&
           pool->pieces != 0;
}

/* Checks the owner of a mutex. A mutex without an owner is in no list, and its links have no
 * meaning. */
static enum lm_damage owner(const struct lm_audit *audit, const struct lm_mutex *mutex)
{
    bool is_owned = mutex->owner != NULL;
    bool is_known = !is_owned || lm_audit_is_thread(audit, mutex->owner);
    bool is_counted = is_owned == (mutex->held != 0) &&
                      (is_owned || mutex->waiters.first == NULL) && mutex->urgency <= LM_LEVELS &&
                      LM_SMALL_OR(true, mutex->has_ceiling == (mutex->protocol == LM_CEILING));

    if (!is_known || (is_owned && !lm_audit_is_linked(audit, &mutex->owned))) {
        return LM_DAMAGE_LINK;
    }
    return is_counted ? LM_DAMAGE_NONE : LM_DAMAGE_STATE;
}

/* Checks a timer. If its instant had passed when it was started, the timeout has a later one. */
static enum lm_damage timer(const struct lm_audit *audit, const struct lm_timer *timer)
{
    uint64_t due = timer->due;

    if (!lm_timeout_is_started(&timer->timeout)) {
        return LM_DAMAGE_NONE;
    }
    if (due != timer->timeout.expiry && due > lm_cpu()->timeouts.base) {
        return LM_DAMAGE_TIME;
    }
    return lm_audit_timeout(audit, &timer->timeout);
}

static enum lm_damage fill(bool is_intact)
{
    return is_intact ? LM_DAMAGE_NONE : LM_DAMAGE_FILL;
}

/* Checks the members of an object other than its list of waiting threads. */
static enum lm_damage contents(const struct lm_audit *audit, unsigned kind, const void *block)
{
    switch (kind) {
    case LM_KIND_SEMAPHORE:
        return fill(semaphore_is_intact(block));
    case LM_KIND_QUEUE:
        return fill(queue_is_intact(block));
    case LM_KIND_STREAM:
        return fill(stream_is_intact(block));
    case LM_KIND_BLOCK_POOL:
        return fill(blocks_are_intact(block));
    case LM_KIND_BYTE_POOL:
        return fill(bytes_are_intact(block));
    case LM_KIND_MUTEX:
        return owner(audit, block);
    case LM_KIND_TIMER:
        return timer(audit, block);
    default:
        return LM_DAMAGE_NONE;
    }
}

enum lm_damage lm_audit_object(const struct lm_audit *audit, const struct lm_object *object)
{
    const struct lm_wait_list *list = list_of(object);
    unsigned kind = kind_of(object);
    enum lm_damage damage = LM_DAMAGE_NONE;

    if (list != NULL) {
        damage = waiters(audit, list, object, (enum lm_waits_for)waited[kind]);
    }
    return damage != LM_DAMAGE_NONE ? damage : contents(audit, kind, lm_audit_block(object));
}
