/* SPDX-License-Identifier: Apache-2.0 */
/* The definition of scheduling, as a program; see model.h. */
#include "model.h"
#include <string.h>

bool model_is_ready(const struct model *model, int thread)
{
    enum model_state state = model->thread[thread].state;

    return state == MODEL_TURN || state == MODEL_LEVEL;
}

int model_first(const struct model *model)
{
    int first = NOBODY;

    for (int i = 0; i < model->threads; i++) {
        const struct model_thread *a = &model->thread[i];
        const struct model_thread *b = &model->thread[first == NOBODY ? i : first];

        if (model_is_ready(model, i) && (first == NOBODY || a->level < b->level ||
                                         (a->level == b->level && a->place < b->place))) {
            first = i;
        }
    }
    return first;
}

/* What was set, what is held, and who waits. */
unsigned model_priority(const struct model *model, int thread)
{
    unsigned priority = model->thread[thread].base_priority;

    for (int m = 0; m < model->mutexes; m++) {
        const struct model_mutex *mutex = &model->mutex[m];

        if (mutex->owner != thread) {
            continue;
        }
        if (mutex->protocol == MODEL_CEILING && mutex->ceiling < priority) {
            priority = mutex->ceiling;
        }
        for (int w = 0; w < model->threads; w++) {
            if (mutex->protocol == MODEL_INHERIT && model->thread[w].state == MODEL_WAITS_MUTEX &&
                model->thread[w].object == m && model_priority(model, w) < priority) {
                priority = model_priority(model, w);
            }
        }
    }
    return priority;
}

/* Also while it keeps preemption off. */
static unsigned model_own_threshold(const struct model *model, int thread)
{
    unsigned priority = model_priority(model, thread);
    unsigned threshold = model->thread[thread].base_threshold;

    return threshold < priority ? threshold : priority;
}

unsigned model_threshold(const struct model *model, int thread)
{
    const struct model_thread *t = &model->thread[thread];
    return t->disabled > 0 ? 0 : model_own_threshold(model, thread);
}

static void to_tail(struct model *model, struct model_thread *thread, unsigned level)
{
    thread->level = level;
    thread->place = ++model->stamp;
}

static void to_head(struct model *model, struct model_thread *thread, unsigned level)
{
    thread->level = level;
    thread->place = -++model->stamp;
}

static void right_behind(struct model *model, struct model_thread *thread, int ahead)
{
    const struct model_thread *a = &model->thread[ahead];

    for (int i = 0; i < model->threads; i++) {
        struct model_thread *other = &model->thread[i];

        if (other->level == a->level && other->place > a->place) {
            other->place++; /* make room; the distances do not matter */
        }
    }
    model->stamp++;
    thread->level = a->level;
    thread->place = a->place + 1;
}

/* Its priority or threshold in force has become another one: where does it stand? */
static void move(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];
    int next = model_first(model);
    unsigned bound = model->thread[next].disabled > 0 ? model_own_threshold(model, next)
                                                      : model->thread[next].level;

    unsigned level = t->threshold;

    if (t->state == MODEL_TURN) {
        if (t->level != t->priority) {
            to_tail(model, t, t->priority);
        }
        return;
    }
    if (thread != next && t->priority >= bound && t->threshold < bound) {
        level = bound; /* a threshold lets no thread preempt */
    }
    if (t->level == level) {
        return;
    }
    if (thread != next && level == model->thread[next].level) {
        right_behind(model, t, next);
    } else {
        to_head(model, t, level);
    }
}

static bool waits_by_priority(const struct model *model, const struct model_thread *thread)
{
    switch (thread->state) {
    case MODEL_WAITS_SEMAPHORE:
        return model->semaphore[thread->object].by_priority;
    case MODEL_WAITS_MUTEX:
        return model->mutex[thread->object].protocol != MODEL_PLAIN ||
               model->mutex[thread->object].by_priority;
    default:
        return false;
    }
}

void model_refresh(struct model *model)
{
    for (int i = 0; i < model->threads; i++) {
        struct model_thread *t = &model->thread[i];
        unsigned priority = model_priority(model, i);
        unsigned threshold = model_threshold(model, i);
        bool moved = priority != t->priority;

        if (!moved && threshold == t->threshold) {
            continue;
        }
        t->priority = priority;
        t->threshold = threshold;
        if (model_is_ready(model, i)) {
            move(model, i);
        } else if (moved && waits_by_priority(model, t)) {
            t->queued = ++model->stamp; /* behind those of the same priority */
        }
    }
}

int model_first_waiter(const struct model *model, enum model_state wait, int object)
{
    int first = NOBODY;

    for (int i = 0; i < model->threads; i++) {
        const struct model_thread *a = &model->thread[i];

        if (a->state != wait || a->object != object) {
            continue;
        }
        if (first == NOBODY) {
            first = i;
            continue;
        }
        const struct model_thread *b = &model->thread[first];
        unsigned pa = waits_by_priority(model, a) ? model_priority(model, i) : 0;
        unsigned pb = waits_by_priority(model, b) ? model_priority(model, first) : 0;

        if (pa < pb || (pa == pb && a->queued < b->queued)) {
            first = i;
        }
    }
    return first;
}

void model_make_ready(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    t->state = MODEL_TURN;
    t->stop = false;
    t->until = MODEL_NEVER;
    to_tail(model, t, t->priority);
}

void model_to_tail(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    to_tail(model, t, t->priority);
}

void model_rotate(struct model *model)
{
    struct model_thread *t = &model->thread[model->running];

    t->state = MODEL_TURN;
    to_tail(model, t, t->priority);
}

/* The one who leaves the processor keeps what is left of its slice only if it was preempted. */
static void stop_slice(struct model *model)
{
    struct model_thread *t = &model->thread[model->running];
    bool preempted = t->state == MODEL_LEVEL && model->slice_end > model->now;

    if (t->slice != 0) {
        t->slice_left = preempted ? model->slice_end - model->now : t->slice;
    }
}

void model_commit(struct model *model)
{
    int next = model_first(model);

    if (model->in_interrupt || !model->started) {
        return;
    }
    if (model->running != NOBODY) {
        model->thread[model->running].answer_due = false; /* it has run */
        stop_slice(model);
    }
    model->running = next;
    model->slice_end = MODEL_NEVER;
    if (next == NOBODY) {
        return;
    }
    struct model_thread *t = &model->thread[next];

    t->state = MODEL_LEVEL;
    if (t->level != t->threshold) {
        to_head(model, t, t->threshold);
    }
    if (t->slice != 0) {
        model->slice_end = model->now + t->slice_left;
    }
}

void model_init(struct model *model)
{
    memset(model, 0, sizeof *model);
    model->running = NOBODY;
    model->slice_end = MODEL_NEVER;
    for (int m = 0; m < MODEL_MUTEXES; m++) {
        model->mutex[m].owner = NOBODY;
    }
}

void model_begin(struct model *model)
{
    for (int i = 0; i < model->threads; i++) {
        struct model_thread *t = &model->thread[i];

        t->priority = t->base_priority;
        t->threshold = t->base_threshold;
        t->until = MODEL_NEVER;
        t->slice_left = t->slice;
        t->state = MODEL_NEW;
    }
}

void model_enter(struct model *model)
{
    model->in_interrupt = true;
}

void model_exit(struct model *model)
{
    model->in_interrupt = false;
    model_commit(model);
}
