/* SPDX-License-Identifier: Apache-2.0 */
/* Which thread runs. The ready threads are one array, in the order in which they run: by level, and
 * within a level in the order of the queue. The first one is next.
 */
#include "inside.h"

void count(struct model *model, int thread, enum counter counter)
{
    model->count[THREADS][counter]++;
    if (thread != NOBODY) {
        model->count[thread][counter]++;
    }
}

int model_next(const struct model *model)
{
    return model->ready.count > 0 ? model->ready.thread[0] : NOBODY;
}

bool model_is_ready(const struct model *model, int thread)
{
    enum life life = model->thread[thread].life;

    return life == TURN || life == LEVEL;
}

static void put(struct model *model, int thread, unsigned level, int at)
{
    struct list *ready = &model->ready;

    for (int i = ready->count++; i > at; i--) {
        ready->thread[i] = ready->thread[i - 1];
    }
    ready->thread[at] = thread;
    model->thread[thread].level = level;
}

/* The number of ready threads with a more urgent level. */
static int ahead_of(const struct model *model, unsigned level)
{
    int count = 0;

    while (count < model->ready.count && model->thread[model->ready.thread[count]].level < level) {
        count++;
    }
    return count;
}

static void to_tail(struct model *model, int thread, unsigned level)
{
    put(model, thread, level, ahead_of(model, level + 1));
}

static void to_head(struct model *model, int thread, unsigned level)
{
    put(model, thread, level, ahead_of(model, level));
}

void take_from_ready(struct model *model, int thread)
{
    list_remove(&model->ready, thread);
}

void make_ready(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->life = TURN;
    t->wait = FOR_NOTHING;
    t->stop = false;
    to_tail(model, thread, t->priority);
    count(model, thread, RESUMPTIONS);
}

void requeue(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->life = TURN;
    take_from_ready(model, thread);
    to_tail(model, thread, t->priority);
}

unsigned more_urgent(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The most urgent of the base priority, the ceilings of the owned mutexes, and their waiters. */
static unsigned priority_in_force(const struct model *model, int thread)
{
    unsigned priority = model->thread[thread].base_priority;

    for (int m = 0; m < model->used[OF_MUTEX]; m++) {
        const struct mutex *mutex = &model->mutex[m];

        if (mutex->owner != thread) {
            continue;
        }
        if (mutex->protocol == CEILING) {
            priority = more_urgent(priority, mutex->ceiling);
        }
        for (int i = 0; mutex->protocol == INHERIT && i < mutex->object.waiters.count; i++) {
            priority =
                more_urgent(priority, priority_in_force(model, mutex->object.waiters.thread[i]));
        }
    }
    return priority;
}

bool model_keeps_preemption_off(const struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];

    return (t->raised && t->raised_to == 0) || model_disables(model, thread) > 0;
}

/* The threshold in force while nothing raises the thread. */
unsigned own_threshold(const struct thread *thread)
{
    return more_urgent(thread->base_threshold, thread->priority);
}

static unsigned threshold_in_force(const struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];
    unsigned own = own_threshold(t);

    if (model_keeps_preemption_off(model, thread)) {
        return 0;
    }
    return t->raised ? more_urgent(own, t->raised_to) : own;
}

void lower(struct model *model, int thread, unsigned level)
{
    take_from_ready(model, thread);
    to_head(model, thread, level);
}

/* The priority or the threshold in force of a ready thread has changed: find its new place. */
static void move(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];
    int next = model->ready.thread[0]; /* there is one: this thread is ready */
    const struct thread *n = &model->thread[next];

    if (t->life == TURN) {
        if (t->level != t->priority) {
            requeue(model, thread);
        }
        return;
    }
    /* The level of the next thread, or the one that it has when it enables preemption. */
    unsigned bound = n->level > own_threshold(n) ? n->level : own_threshold(n);
    bool lets_in = t->priority < bound;
    unsigned level = thread == next || lets_in || t->threshold > bound ? t->threshold : bound;

    if (t->level != level) { /* a threshold makes no thread preempt: it goes right behind */
        take_from_ready(model, thread);
        put(model, thread, level, thread != next && level == n->level ? 1 : ahead_of(model, level));
    }
}

void refresh(struct model *model)
{
    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        struct thread *t = &model->thread[i];

        if (t->life == GONE) {
            continue;
        }
        unsigned before = t->priority;

        t->priority = priority_in_force(model, i);

        unsigned threshold = threshold_in_force(model, i);
        bool changed = t->priority != before || threshold != t->threshold;

        t->threshold = threshold;
        if (changed && model_is_ready(model, i)) {
            move(model, i);
        }
        if (t->priority != before && t->life == WAITING && t->wait >= FOR_UNIT) {
            struct object *object = waits_for(model, i);

            if (object->by_priority && !t->ahead) {
                list_remove(&object->waiters, i);
                list_insert(model, object, i);
            }
        }
    }
    for (int i = 0; i < model->used[OF_MUTEX]; i++) {
        note_urgency(model, &model->mutex[i]);
    }
}

/* Slices in units: an alarm comes at each multiple of the unit, and the thread that runs then pays
 * for one unit. */
static bool counts_units(const struct model *model)
{
    return model->slice_unit != 1;
}

/* The next alarm for a slice with this rest. */
static uint64_t slice_end(const struct model *model, uint64_t left)
{
    uint64_t unit = model->slice_unit;

    return counts_units(model) ? (model->now / unit + 1) * unit : model->now + left;
}

/* Is the slice of the running thread over? */
static bool is_over(const struct model *model)
{
    return model->slice_end <= model->now;
}

/* A thread that leaves the processor keeps the rest of its slice only if it was preempted. If it
 * leaves at the end of its slice, the time since that end counts for the next slice. */
static void stop_slice(const struct model *model, struct thread *from)
{
    bool ready = from->life == LEVEL || from->life == TURN;
    bool over = model->slice_end == NEVER;
    uint64_t late = over ? model->now - model->slice_over : 0;

    if (from->slice == 0) {
        return;
    }
    from->slice_left = from->slice;
    if (ready && over) {
        from->slice_left = from->slice > late ? from->slice - late : 1;
    } else if (from->life == LEVEL) {
        from->slice_left = is_over(model) ? 1 : model->slice_end - model->now;
    }
}

/* The slice of a thread that is dispatched again without a switch, or of one that leaves: its end
 * counts even if no alarm has noticed it. Returns: whether the slice continues. */
static bool keep_slice(struct model *model, int to)
{
    if (model->running == NOBODY) {
        return false;
    }
    struct thread *from = &model->thread[model->running];
    bool again = to == model->running && from->life == LEVEL && model->slice_end != NEVER;

    if (from->slice != 0 && from->life == LEVEL && is_over(model) && !again) {
        end_slice(model);
    }
    stop_slice(model, from);
    return again;
}

/* The alarm of the unit stays as it is. */
static bool keep_units(struct model *model)
{
    struct thread *from = model->running != NOBODY ? &model->thread[model->running] : NULL;

    if (from != NULL && from->life != LEVEL) {
        from->slice_left = from->slice;
    }
    return model->slice_end != NEVER;
}

static void count_switch(struct model *model, int from, int to)
{
    uint64_t ran = model->now - model->run_start;

    if (from == to) {
        return;
    }
    model->run_start = model->now;
    if (from == NOBODY) {
        count(model, NOBODY, FROM_IDLE);
    } else {
        count(model, from, to == NOBODY ? TO_IDLE : SWITCHES);
        model->count[from][RUN_TIME] += ran;
        model->count[THREADS][RUN_TIME] += ran;
    }
    if (to != NOBODY) {
        count(model, to, RUNS);
    }
}

void dispatch(struct model *model)
{
    int to = model_next(model);
    bool slice_goes_on = counts_units(model) ? keep_units(model) : keep_slice(model, to);

    model->switch_pending = false;
    count_switch(model, model->running, to);
    model->running = to;
    if (!slice_goes_on) {
        model->slice_end = NEVER;
    }
    if (to == NOBODY) {
        return;
    }
    struct thread *t = &model->thread[to];

    t->life = LEVEL;
    if (t->level != t->threshold) {
        take_from_ready(model, to);
        to_head(model, to, t->threshold);
    }
    if (t->slice != 0 && !slice_goes_on) {
        model->slice_end = slice_end(model, t->slice_left);
    }
}

void set_slice(struct model *model, int thread, uint32_t ticks)
{
    struct thread *t = &model->thread[thread];

    t->slice = ticks;
    model->has_slices |= ticks != 0;
    t->slice_left = ticks;
    if (thread == model->running && (!counts_units(model) || model->slice_end == NEVER)) {
        model->slice_end = ticks != 0 ? slice_end(model, ticks) : NEVER;
    }
}

/* The slice of the running thread is over. */
static void turn(struct model *model)
{
    int running = model->running;
    const struct thread *t = &model->thread[running];
    bool has_peers = false;

    for (int i = 0; i < model->ready.count; i++) {
        has_peers = has_peers || (model->ready.thread[i] != running &&
                                  model->thread[model->ready.thread[i]].level == t->level);
    }
    if (t->life == LEVEL) {
        count(model, running, SLICES);
    }
    if (t->life == LEVEL && t->level == t->priority && has_peers &&
        !model_keeps_preemption_off(model, running)) {
        requeue(model, running);
    }
}

static void end_unit(struct model *model)
{
    struct thread *t = model->running != NOBODY ? &model->thread[model->running] : NULL;

    model->slice_end = NEVER;
    if (t == NULL || t->slice == 0) {
        return;
    }
    if (t->life == LEVEL) {
        t->slice_left--;
        if (t->slice_left == 0) {
            t->slice_left = t->slice;
            turn(model);
        }
    }
    if (model_next(model) == model->running) {
        model->slice_end = slice_end(model, 0);
    }
}

void end_slice(struct model *model)
{
    if (counts_units(model)) {
        end_unit(model);
        return;
    }
    turn(model);

    /* A thread that is about to leave the processor has no slice to end. */
    const struct thread *t = &model->thread[model->running];
    bool stays = model_next(model) == model->running;

    model->slice_over = model->slice_end;
    model->slice_end = stays ? slice_end(model, t->slice) : NEVER;
}

void unlock(struct model *model)
{
    if (model_next(model) == model->running) {
        return;
    }
    if (model->started && model->frames == 0 && model->masks == 0 && !is_end_of_instant(model)) {
        dispatch(model);
    } else {
        model->switch_pending = true;
    }
}
