/* SPDX-License-Identifier: Apache-2.0 */
/* The key of a state: the part of the memory of both sides that determines the future.
 *
 * Left out of the key, because no decision reads it:
 *   - counters, the trace, numbers of objects in the trace
 *   - the old value of a field that has lost its meaning: the wait list of a thread that does not
 *     wait, the head of a level without threads, the result of a call that has returned
 *   - the contents of messages and of memory without an owner; those with an owner are checked
 *   - the number of the job of a periodic thread
 *   - the instant of the last alarm, unless that is now: only a timeout for an instant that has
 *     passed depends on it
 * Orders in which things happened (a stamp of the model) count as their ranks.
 *
 * Instants count as their distance from now. The bucket of a timeout depends on the instant base
 * itself, but only on its last CLOCK_BITS bits: all timeouts that differ from it in a higher bit
 * are in one bucket, since none is 2^CLOCK_BITS ticks behind base (memory_time_may_pass). So the
 * buckets from this one on count as one, and base is modulo 2^CLOCK_BITS.
 */
#include "key.h"
#include "check.h"
#include "core/wait_list.h"
#include "model/kernel/calls.h"
#include "observe/observation.h"
#include "preemption/preemption.h"
#include "state.h"

enum { CLOCK_BITS = 3, LAG_MAX = 4, LATE_MAX = 3 };

static bool has_timeouts(const struct world *world)
{
    CHECK(LAG_MAX + world->ticks < 1U << CLOCK_BITS);
    return world->ticks != 0;
}

/* Is a job of a periodic thread late, as far as it may be? */
static bool is_late(const struct world *world, const struct model *model)
{
    for (int i = 0; i < world->threads; i++) {
        const struct thread *t = &model->thread[i];

        if (has_job(t) && model->now + 1 > t->release + LATE_MAX) {
            return true;
        }
    }
    return false;
}

bool memory_time_may_pass(const struct world *world, const struct model *model)
{
    const struct lm_timeout_queue *queue = &lm_the_kernel.cpu.timeouts;
    uint64_t later = lm_null.now + 1;

    return !has_timeouts(world) ||
           (!is_late(world, model) && (queue->earliest <= later || later - queue->base <= LAG_MAX));
}

/* Joins the buckets from this one on to one, and makes instants relative to base. */
static void make_canonical(struct lm_timeout_queue *queue, const struct world *world)
{
    uint64_t base = queue->base;

    if (queue->occupied == 0) {
        queue->recent = NULL; /* it is read only if its bucket is not empty */
    }
    for (unsigned number = 0; number < LM_TIMEOUT_BUCKETS; number++) {
        struct lm_timeout_node **bucket = &queue->bucket[number];
        uint32_t bit = lm_port_bit(number);
        uint32_t kept = lm_port_bit(CLOCK_BITS);

        if ((queue->occupied & bit) == 0) {
            queue->unequal &= ~bit;
            queue->unsorted &= ~bit;
            queue->recent = queue->recent == bucket ? NULL : queue->recent;
        } else if (number > CLOCK_BITS) {
            CHECK((queue->occupied & kept) == 0);
            queue->bucket[CLOCK_BITS] = *bucket;
            *bucket = NULL;
            queue->occupied ^= bit | kept;
            queue->unequal |= (queue->unequal & bit) != 0 ? kept : 0;
            queue->unsorted |= (queue->unsorted & bit) != 0 ? kept : 0;
            queue->unequal &= ~bit;
            queue->unsorted &= ~bit;
            queue->recent = queue->recent == bucket ? &queue->bucket[CLOCK_BITS] : queue->recent;
        }
    }
    queue->earliest -= queue->earliest != LM_NEVER ? base : 0;
    queue->base = has_timeouts(world) ? base % (1U << CLOCK_BITS) : 0;
}

static void hash_kernel_thread(struct key *key, const struct lm_thread *original,
                               const struct thread *defined, bool runs)
{
    struct lm_thread t = *original;
    bool is_ready = t.state == LM_STATE_READY || t.state == LM_STATE_DISPATCHED;
    bool is_listed = t.state == LM_STATE_BLOCKED && lm_waits_in_list(&t);

    t.object.id = 0;
    LM_IF_COUNTED(t.counters = NULL;)
    if (!has_answer(defined, runs)) {
        t.wait_status = 0;
    }
    if (!is_ready) {
        t.place = 0;
    }
    if (!is_listed) {
        t.wait_list = NULL;
        t.wait_data = NULL;
    }
    if (t.node.next == &original->node) {
        t.node.prev = t.node.next; /* a circle of one node does not use it */
    }
    if (!lm_timeout_is_started(&t.timeout)) {
        memset(&t.timeout, 0, sizeof t.timeout);
    } else {
        t.timeout.expiry -= lm_null.now;
    }
    hash(key, &t, sizeof t);
    if (has_job(defined)) {
        hash_number(key, t.releaser->release - lm_null.now);
    }
    if (t.slice != NULL) {
        hash_number(key, (uint64_t)t.slice->ticks << 32 |
                             (lm_the_kernel.cpu.running == original ? 0 : t.slice->left));
    }
}

static void hash_kernel(struct key *key, const struct world *world)
{
    struct lm_kernel k = lm_the_kernel;
    uint64_t now = lm_null.now;

    hash_number(key, has_timeouts(world) ? now - k.cpu.timeouts.base : 0);
    hash_instant(key, k.cpu.slice_end, now);
    hash_instant(key, k.cpu.alarm, now);
    hash_instant(key, lm_null.alarm, now);
    hash_number(key, world->timers != 0 && k.cpu.alarm_time == now);
    k.cpu.slice_end = k.cpu.alarm = k.cpu.alarm_time = 0;
    make_canonical(&k.cpu.timeouts, world);

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        if (!lm_ready_is_occupied(&k.cpu.ready, level)) {
            k.cpu.ready.head[level] = NULL;
        }
    }
    LM_IF_COUNTED(k.cpu.idle.counters = NULL;)
    k.objects = 0;
    hash(key, &k, sizeof k);
    hash(key, &lm_the_preemption, sizeof lm_the_preemption);
    hash_number(key, lm_null.depth);
    hash_number(key, lm_null.switch_pending);
    hash_number(key, lm_null.locked);
}

static void hash_objects(struct key *key, const struct world *world)
{
    for (int i = 0; i < world->mutexes; i++) {
        struct lm_mutex m = calls.mutex[i];

        m.object.id = 0;
        hash(key, &m, sizeof m);
    }
    for (int i = 0; i < world->semaphores; i++) {
        struct lm_semaphore s = calls.semaphore[i];

        s.object.id = 0;
        hash(key, &s, sizeof s);
    }
    for (int i = 0; i < world->spins; i++) {
        hash(key, &calls.spin[i], sizeof calls.spin[i]);
        hash(key, &calls.raw[i], sizeof calls.raw[i]);
    }
}

static void hash_queue(struct key *key, const struct lm_queue *queue)
{
    struct lm_queue q = *queue;
    const unsigned char *message = q.read;

    q.object.id = 0;
    hash(key, &q, sizeof q);
    for (uint32_t i = 0; i < q.used; i++) {
        hash(key, message, q.message_bytes);
        message += q.message_bytes;
        message = message == q.end ? q.storage : message;
    }
}

/* A free block has the link to the next one in its first word. */
static void hash_pool(struct key *key, const struct lm_block_pool *pool, uint32_t taken)
{
    struct lm_block_pool p = *pool;

    p.object.id = 0;
    hash(key, &p, sizeof p);
    for (uint32_t block = 0; block < p.blocks; block++) {
        if ((taken & 1U << block) == 0) {
            hash(key, p.area + (size_t)block * p.block_bytes, sizeof(void *));
        }
    }
}

/* A word of a piece of a byte pool: the piece before it, its size with the bit of free pieces, and
 * in free pieces the links of their list. */
static uint64_t word_of(const unsigned char *piece, unsigned number)
{
    uint64_t word;

    memcpy(&word, piece + number * sizeof word, sizeof word);
    return word;
}

/* Hashes the index, and each piece without the data of its owner. */
static void hash_pieces(struct key *key, const struct lm_byte_pool *pool, const unsigned char *area)
{
    const unsigned char *piece = (const unsigned char *)pool->first;

    hash(key, area, (size_t)(piece - area));
    while (piece < pool->end) {
        uint64_t size = word_of(piece, 1);

        hash(key, piece, (size % 2 != 0 ? 4 : 2) * sizeof size);
        piece += size & ~1ULL;
    }
}

/* The data of an owner is not a part of the key: the data is checked in each state. */
static void hash_byte_pool(struct key *key, int number, const struct byte_pool *defined)
{
    struct lm_byte_pool p = calls.bytes[number];

    p.object.id = 0;
    hash(key, &p, sizeof p);
    hash_pieces(key, &p, calls_areas.area[number]);
    hash(key, calls_areas.filled[number], sizeof calls_areas.filled[number]);
    hash(key, &calls_areas.shadow[number], sizeof calls_areas.shadow[number]);
    hash_pieces(key, &calls_areas.shadow[number], calls_areas.shadow_area[number]);
    for (int i = 0; i < PIECES_MAX; i++) {
        const struct piece *piece = &defined->piece[i];

        CHECK(!piece->taken || calls_bytes_are_kept((uint32_t)number, piece->offset));
    }
}

/* The due instant of a timer that does not run has no meaning. */
static void hash_timer(struct key *key, const struct lm_timer *timer)
{
    struct lm_timer t = *timer;

    t.object.id = 0;
    if (lm_timeout_is_started(&t.timeout)) {
        t.timeout.expiry -= lm_null.now;
        t.due -= lm_null.now;
    } else {
        void (*expire)(struct lm_timeout_node *) = t.timeout.expire;

        memset(&t.timeout, 0, sizeof t.timeout);
        t.timeout.expire = expire;
        t.due = 0;
    }
    if (t.timeout.node.next == &timer->timeout.node) {
        t.timeout.node.prev = t.timeout.node.next;
    }
    hash(key, &t, sizeof t);
}

static void hash_data(struct key *key, const struct world *world, const struct model *model)
{
    for (int i = 0; i < world->queues; i++) {
        hash_queue(key, &calls.queue[i]);
    }
    for (int i = 0; i < world->flags; i++) {
        struct lm_event_flags f = calls.flags[i];

        f.object.id = 0;
        hash(key, &f, sizeof f);
    }
    for (int i = 0; i < world->pools; i++) {
        hash_pool(key, &calls.blocks[i], model->blocks[i].taken);
    }
    for (int i = 0; i < world->areas; i++) {
        hash_byte_pool(key, i, &model->bytes[i]);
    }
    for (int i = 0; i < world->timers; i++) {
        hash_timer(key, &calls.timer[i]);
    }
    hash(key, calls_contents.block_is_filled, sizeof calls_contents.block_is_filled);
}

struct key memory_key(const struct world *world, const struct model *model)
{
    struct key key = {0x9e3779b97f4a7c15U, 0xc2b2ae3d27d4eb4fU};

    for (int i = 0; i < world->threads; i++) {
        bool runs = i == model->running && !model_in_interrupt(model);

        hash_kernel_thread(&key, &calls.thread[i], &model->thread[i], runs);
    }
    hash_kernel(&key, world);
    hash_objects(&key, world);
    hash_data(&key, world, model);
    hash_model(&key, world, model);
    key.high |= 1;
    return key;
}
