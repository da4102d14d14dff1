/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the model that determines the future; see key.c. */
#include "key.h"

/* Hashes the pieces that have an owner, in the order of their places. */
static void hash_taken(struct key *key, const struct byte_pool *pool)
{
    uint32_t bytes[AREA_BYTES / PIECE_ALIGN] = {0};

    for (int i = 0; i < PIECES_MAX; i++) {
        if (pool->piece[i].taken) {
            bytes[pool->piece[i].offset / PIECE_ALIGN] = pool->piece[i].bytes;
        }
    }
    hash(key, bytes, sizeof bytes);
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
    for (int i = 0; i < world->areas; i++) {
        hash_list(key, &model->bytes[i].object.waiters);
        hash_taken(key, &model->bytes[i]);
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
    if (a.step > WORKS) { /* in a call that continues after a wait */
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
    if (has_job(t)) {
        hash_instant(key, t->release, model->now);
    }
    hash_activity(key, &t->activity, has_answer(t, runs));
}

static bool is_started(const struct timer *timer)
{
    return timer->exists && timer->until != NEVER;
}

static void hash_order_of_timeouts(struct key *key, const struct world *world,
                                   const struct model *model)
{
    long stamps[THREADS + TIMERS];
    int count = 0;

    for (int i = 0; i < world->threads; i++) {
        const struct thread *t = &model->thread[i];

        if (t->life == WAITING && t->until != NEVER) {
            stamps[count++] = t->started;
        }
    }
    for (int i = 0; i < world->timers; i++) {
        if (is_started(&model->timer[i])) {
            stamps[count++] = model->timer[i].started;
        }
    }
    for (int i = 0; i < world->threads; i++) {
        const struct thread *t = &model->thread[i];

        if (t->life == WAITING && t->until != NEVER) {
            hash_number(key, rank(t->started, stamps, count));
        }
    }
    for (int i = 0; i < world->timers; i++) {
        const struct timer *t = &model->timer[i];

        hash_number(key, (uint64_t)t->exists);
        if (is_started(t)) {
            hash_instant(key, t->until, model->now);
            hash_instant(key, t->due, model->now);
            hash_number(key, t->period);
            hash_number(key, rank(t->started, stamps, count));
        }
    }
}

void hash_model(struct key *key, const struct world *world, const struct model *model)
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
    hash_model_data(key, world, model);
}
