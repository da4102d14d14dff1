/* SPDX-License-Identifier: Apache-2.0 */
/* What of the memory of both sides determines the future.
 *
 * Left out of the key, because no decision reads it:
 *   - counters, the trace, numbers of objects in the trace
 *   - what a field held before it lost its meaning: the wait list of a thread that does not wait,
 *     the head of a level without threads, the answer of a call that has returned
 *   - when the last alarm came: only a timeout for an instant that has passed depends on it
 * Orders in which things happened (a stamp of the model) count as their ranks.
 *
 * Instants count as their distance from now. The bucket of a timeout depends on the instant base
 * itself, but only on its last CLOCK_BITS bits: all timeouts that differ from it in a higher bit
 * are in one bucket, since none is 2^CLOCK_BITS ticks behind base (memory_time_may_pass). So the
 * buckets from this one on count as one, and base is modulo 2^CLOCK_BITS.
 */
#include "check.h"
#include "core/wait_list.h"
#include "model/kernel/calls.h"
#include "observe/observation.h"
#include "preemption/preemption.h"
#include "reach.h"
#include "state.h"
#include <string.h>

static void hash(struct key *key, const void *memory, size_t bytes)
{
    const unsigned char *from = memory;

    while (bytes != 0) {
        uint64_t word = 0;
        size_t length = bytes < sizeof word ? bytes : sizeof word;

        memcpy(&word, from, length);
        key->low = (key->low ^ word) * 0xff51afd7ed558ccdU;
        key->low ^= key->low >> 32;
        key->high = (key->high + word) * 0xc4ceb9fe1a85ec53U;
        key->high ^= key->high >> 29;
        from += length;
        bytes -= length;
    }
}

static void hash_number(struct key *key, uint64_t number)
{
    hash(key, &number, sizeof number);
}

/* An instant by its distance from now. */
static void hash_instant(struct key *key, uint64_t instant, uint64_t now)
{
    hash_number(key, instant == NEVER ? NEVER : instant - now);
}

enum { CLOCK_BITS = 3, LAG_MAX = 4 };

static bool has_timeouts(const struct world *world)
{
    CHECK(LAG_MAX + world->ticks < 1U << CLOCK_BITS);
    return world->ticks != 0;
}

bool memory_time_may_pass(const struct world *world)
{
    const struct lm_timeout_queue *queue = &lm_the_kernel.cpu.timeouts;
    uint64_t later = lm_null.now + 1;

    return !has_timeouts(world) || queue->earliest <= later || later - queue->base <= LAG_MAX;
}

/* The buckets from this one on become one, and instants relative to base. */
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

/* Does the thread have an answer that no state has been compared with yet, since it has not run? */
static bool has_answer(const struct thread *thread, bool runs)
{
    return thread->life != ENDED && thread->activity.waited && !runs;
}

static void hash_kernel_thread(struct key *key, const struct lm_thread *original, bool answers)
{
    struct lm_thread t = *original;
    bool is_ready = t.state == LM_STATE_READY || t.state == LM_STATE_DISPATCHED;
    bool is_listed = t.state == LM_STATE_BLOCKED && lm_waits_in_list(&t);

    t.object.id = 0;
    LM_IF_COUNTED(t.counters = NULL;)
    if (!answers) {
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
        t.node.prev = t.node.next; /* a circle of one has no use for it */
    }
    if (!lm_timeout_is_started(&t.timeout)) {
        memset(&t.timeout, 0, sizeof t.timeout);
    } else {
        t.timeout.expiry -= lm_null.now;
    }
    hash(key, &t, sizeof t);
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

static void hash_list(struct key *key, const struct list *list)
{
    hash_number(key, (uint64_t)list->count);
    hash(key, list->thread, (size_t)list->count * sizeof list->thread[0]);
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
    hash(key, calls_contents.block_is_filled, sizeof calls_contents.block_is_filled);
}

static void hash_model_data(struct key *key, const struct world *world, const struct model *model)
{
    for (int i = 0; i < world->queues; i++) {
        const struct queue *q = &model->queue[i];

        hash_list(key, &q->object.waiters);
        hash_number(key, q->used);
        hash(key, q->message, q->used * sizeof q->message[0]);
    }
    for (int i = 0; i < world->flags; i++) {
        hash_list(key, &model->flags[i].object.waiters);
        hash_number(key, model->flags[i].bits);
    }
    for (int i = 0; i < world->pools; i++) {
        hash_list(key, &model->blocks[i].object.waiters);
        hash_number(key, (uint64_t)model->blocks[i].available << 32 | model->blocks[i].taken);
    }
}

static void hash_activity(struct key *key, const struct activity *original, bool answers)
{
    struct activity a = *original;

    if (!answers) {
        a.answer = (struct answer){.status = OK};
        a.waited = false;
    }
    hash_number(key, (uint64_t)a.step);
    hash_number(key, (uint64_t)a.place << 32 | (uint32_t)a.number);
    hash_number(key, (uint64_t)a.answer.status << 32 | a.answer.value);
    hash_number(key, a.waited);
    hash_number(key, a.masks);
    if (a.step > WORKS) { /* in a call that goes on */
        hash_number(key, (uint64_t)(uint32_t)a.object << 32 | (uint32_t)a.ended);
        hash_number(key, (uint64_t)a.then << 2 | 2U * a.returned | a.in_long_call);
    }
}

/* The rank of a stamp among those of its kind. */
static uint64_t rank(long stamp, const long *stamps, int count)
{
    uint64_t earlier = 0;

    for (int i = 0; i < count; i++) {
        earlier += stamps[i] < stamp;
    }
    return earlier;
}

static void hash_model_thread(struct key *key, const struct model *model, int number)
{
    const struct thread *t = &model->thread[number];
    bool runs = number == model->running && !model_in_interrupt(model);
    bool waits = t->life == WAITING;

    hash_number(key, (uint64_t)t->life << 32 | (uint64_t)(waits ? t->wait : FOR_NOTHING));
    if (waits && t->wait > FOR_TIME) {
        hash_number(key, (uint64_t)(uint32_t)t->object << 32 | t->wanted);
        hash_number(key, (uint64_t)t->mode << 1 | t->ahead);
    }
    hash_number(key, (uint64_t)t->returned << 4 | 8U * t->begun | 4U * t->stop | 2U * t->to_end |
                         t->raised);
    hash_number(key, (uint64_t)t->disabled << 32 | t->sections);
    hash_number(key, (uint64_t)(t->sections != 0 ? t->section_model : MODEL_NONE) << 32 |
                         (t->raised ? t->raised_to : 0));
    hash_number(key, (uint64_t)t->priority << 32 | t->threshold);
    hash_number(key, (uint64_t)t->base_priority << 32 | t->base_threshold);
    hash_number(key, t->life == LEVEL ? t->level : 0);
    hash_instant(key, waits ? t->until : NEVER, model->now);
    hash_number(key, (uint64_t)t->slice << 32 | (number == model->running ? 0 : t->slice_left));
    hash_activity(key, &t->activity, has_answer(t, runs));
}

static void hash_order_of_timeouts(struct key *key, const struct world *world,
                                   const struct model *model)
{
    long stamps[THREADS];
    int count = 0;

    for (int i = 0; i < world->threads; i++) {
        const struct thread *t = &model->thread[i];

        if (t->life == WAITING && t->until != NEVER) {
            stamps[count++] = t->started;
        }
    }
    for (int i = 0; i < world->threads; i++) {
        const struct thread *t = &model->thread[i];

        if (t->life == WAITING && t->until != NEVER) {
            hash_number(key, rank(t->started, stamps, count));
        }
    }
}

static void hash_model(struct key *key, const struct world *world, const struct model *model)
{
    long stamps[ALL_MUTEXES + SPINS];

    for (int i = 0; i < ALL_MUTEXES; i++) {
        stamps[i] = model->mutex[i].since;
    }
    for (int i = 0; i < SPINS; i++) {
        stamps[ALL_MUTEXES + i] = model->spin[i].taken;
    }
    hash_list(key, &model->ready);
    hash_number(key, (uint64_t)model->running << 32 | (uint64_t)model->preemption);
    hash_number(key, (uint64_t)model->frames << 32 | model->masks);
    for (int i = 0; i < model->frames; i++) {
        hash_activity(key, &model->frame[i].activity, true);
    }
    hash_instant(key, model->slice_end, model->now);
    for (int i = 0; i < world->threads; i++) {
        hash_model_thread(key, model, i);
    }
    hash_order_of_timeouts(key, world, model);
    for (int i = 0; i < ALL_MUTEXES; i++) {
        const struct mutex *m = &model->mutex[i];

        if (m->object.exists) {
            bool is_owned = m->owner != NOBODY;

            hash_list(key, &m->object.waiters);
            hash_number(key, (uint64_t)(uint32_t)m->owner << 32 | m->held);
            hash_number(key, is_owned ? m->urgency : 0);
            hash_number(key, is_owned ? rank(m->since, stamps, ALL_MUTEXES) : 0);
        }
    }
    for (int i = 0; i < world->semaphores; i++) {
        hash_list(key, &model->semaphore[i].object.waiters);
        hash_number(key, model->semaphore[i].count);
    }
    for (int i = 0; i < world->spins; i++) {
        const struct spin *s = &model->spin[i];
        bool is_held = s->hold != FREE;

        hash_number(key, (uint64_t)s->hold << 32 | (uint32_t)(is_held ? s->holder : NOBODY));
        hash_number(key, is_held ? rank(s->taken, stamps + ALL_MUTEXES, SPINS) : 0);
    }
}

struct key memory_key(const struct world *world, const struct model *model)
{
    struct key key = {0x9e3779b97f4a7c15U, 0xc2b2ae3d27d4eb4fU};

    for (int i = 0; i < world->threads; i++) {
        bool runs = i == model->running && !model_in_interrupt(model);

        hash_kernel_thread(&key, &calls.thread[i], has_answer(&model->thread[i], runs));
    }
    hash_kernel(&key, world);
    hash_objects(&key, world);
    hash_data(&key, world, model);
    hash_model_data(&key, world, model);
    hash_model(&key, world, model);
    key.high |= 1;
    return key;
}
