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

/* How often it keeps preemption off. */
unsigned model_disables(const struct model *model, int thread)
{
    unsigned disables = model->thread[thread].disabled;

    for (int s = 0; s < model->spins; s++) {
        disables += model->spin[s].holder == thread;
    }
    return disables;
}

bool model_section_raises(const struct model *model, int thread)
{
    const struct model_thread *t = &model->thread[thread];

    return t->sections > 0 && t->section_rules <= RULES_VOLUNTARY;
}

static bool keeps_all_off(const struct model *model, int thread)
{
    return model_disables(model, thread) > 0 || model_section_raises(model, thread);
}

/* Also while it keeps all others off. */
unsigned model_own_threshold(const struct model *model, int thread)
{
    unsigned priority = model_priority(model, thread);
    unsigned threshold = model->thread[thread].base_threshold;

    return threshold < priority ? threshold : priority;
}

unsigned model_threshold(const struct model *model, int thread)
{
    return keeps_all_off(model, thread) ? 0 : model_own_threshold(model, thread);
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

void model_to_head(struct model *model, int thread, unsigned level)
{
    to_head(model, &model->thread[thread], level);
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

/* The level that other threads' thresholds must not pass: while the next one keeps all off, the
 * level that it has afterwards. */
static unsigned bound_by(const struct model *model, int next)
{
    bool ran = model->thread[next].state == MODEL_LEVEL;

    return ran && keeps_all_off(model, next) ? model_own_threshold(model, next)
                                             : model->thread[next].level;
}

/* Its priority or threshold in force has become another one: where does it stand? */
static void move(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];
    int next = model_first(model);
    unsigned bound = bound_by(model, next);
    unsigned level = t->due;

    if (t->state == MODEL_TURN) {
        if (t->level != t->priority) {
            to_tail(model, t, t->priority);
        }
        return;
    }
    if (thread != next && t->priority >= bound && t->due < bound) {
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
        unsigned due = t->gave_way ? model_own_threshold(model, i) : threshold;
        bool moved = priority != t->priority;

        t->threshold = threshold;
        if (!moved && due == t->due) {
            continue;
        }
        t->priority = priority;
        t->due = due;
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
    t->gave_way = false;
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
    t->gave_way = false;
    t->due = t->threshold;
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
    for (int s = 0; s < MODEL_SPINS; s++) {
        model->spin[s] = (struct model_spin){.mutex = NOBODY, .holder = NOBODY};
    }
}

void model_begin(struct model *model)
{
    for (int i = 0; i < model->threads; i++) {
        struct model_thread *t = &model->thread[i];

        t->priority = t->base_priority;
        t->threshold = t->base_threshold;
        t->due = t->base_threshold;
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
