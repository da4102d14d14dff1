/* SPDX-License-Identifier: Apache-2.0 */
/* What each call of the kernel does, in terms of model.c. */
#include "model.h"

void model_start(struct model *model, int thread)
{
    model_make_ready(model, thread);
    model_commit(model);
}

/* The thread stops being ready until it is resumed. */
static void stop(struct model_thread *t)
{
    t->stop = false;
    t->state = MODEL_STOPPED;
}

enum lm_status model_suspend(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    if (t->state == MODEL_ENDED) {
        return LM_BAD_STATE;
    }
    if (t->state == MODEL_NEW) {
        return LM_OK;
    }
    if (!model_is_ready(model, thread) || model_disables(model, thread) > 0) {
        t->stop = t->state != MODEL_STOPPED;
    } else {
        stop(t);
        model_commit(model);
    }
    return LM_OK;
}

enum lm_status model_resume(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    if (t->state == MODEL_STOPPED) {
        model_make_ready(model, thread);
        model_commit(model);
    } else if (t->stop) {
        t->stop = false;
    } else {
        return LM_BAD_STATE;
    }
    return LM_OK;
}

void model_yield(struct model *model)
{
    model_rotate(model);
    model_commit(model);
}

/* The wait is over; the thread itself may go on only if nobody has suspended it meanwhile. */
void model_end_wait(struct model *model, int thread, enum lm_status outcome)
{
    struct model_thread *t = &model->thread[thread];

    t->outcome = outcome;
    t->answer_due = true;
    t->until = MODEL_NEVER;
    t->state = MODEL_STOPPED; /* for a moment: it waits for nobody any more */
    model_refresh(model);
    if (t->stop) {
        t->stop = false;
    } else {
        model_make_ready(model, thread);
    }
}

void model_begin_wait(struct model *model, enum model_state wait, int object, uint64_t timeout)
{
    struct model_thread *t = &model->thread[model->running];

    t->state = wait;
    t->object = object;
    t->queued = ++model->stamp;
    t->started = ++model->stamp;
    t->until = timeout == MODEL_NEVER ? MODEL_NEVER : model->now + timeout;
    model_refresh(model);
    model_commit(model);
}

void model_release(struct model *model, int mutex)
{
    struct model_mutex *m = &model->mutex[mutex];

    m->owner = NOBODY;
    m->held = 0;
    model_refresh(model);

    int waiter = model_first_waiter(model, MODEL_WAITS_MUTEX, mutex);

    if (waiter != NOBODY) {
        m->owner = waiter;
        m->held = 1;
        m->taken = ++model->stamp;
        model_end_wait(model, waiter, LM_OK);
    }
}

/* The mutex that the thread has owned for the longest time. */
static int oldest_mutex(const struct model *model, int thread)
{
    int oldest = NOBODY;

    for (int m = 0; m < model->mutexes; m++) {
        if (model->mutex[m].owner == thread &&
            (oldest == NOBODY || model->mutex[m].taken < model->mutex[oldest].taken)) {
            oldest = m;
        }
    }
    return oldest;
}

void model_terminate(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    t->disabled = 0;
    t->sections = 0;
    for (int s = 0; s < model->spins; s++) {
        if (model->spin[s].holder == thread) {
            model->spin[s].holder = NOBODY;
        }
    }
    while (oldest_mutex(model, thread) != NOBODY) {
        model_release(model, oldest_mutex(model, thread));
    }
    t->state = MODEL_ENDED;
    t->answer_due = false;
    t->stop = false;
    t->until = MODEL_NEVER;
    model_refresh(model);
    model_commit(model);
}

void model_restart(struct model *model, int thread)
{
    struct model_thread *t = &model->thread[thread];

    t->slice_left = t->slice;
    model_make_ready(model, thread);
    model_commit(model);
}

void model_set(struct model *model, int thread, unsigned priority, unsigned threshold)
{
    struct model_thread *t = &model->thread[thread];
    unsigned before = t->priority;

    t->base_priority = priority;
    t->base_threshold = threshold;
    model_refresh(model);
    if (t->state == MODEL_TURN && t->priority == before) {
        model_to_tail(model, thread);
    }
    model_commit(model);
}

void model_set_slice(struct model *model, int thread, unsigned ticks)
{
    struct model_thread *t = &model->thread[thread];

    t->slice = ticks;
    t->slice_left = ticks;
    if (thread == model->running) {
        model->slice_end = ticks != 0 ? model->now + ticks : MODEL_NEVER;
    }
}

void model_disable(struct model *model)
{
    model->thread[model->running].disabled++;
    model_refresh(model);
    model_commit(model);
}

void model_enable(struct model *model)
{
    model->thread[model->running].disabled--;
    model_allow_preemption(model);
}

void model_allow_preemption(struct model *model)
{
    struct model_thread *t = &model->thread[model->running];

    model_refresh(model);
    if (model_disables(model, model->running) == 0 && t->stop) {
        stop(t);
    }
    model_commit(model);
}

void model_sleep(struct model *model, uint64_t ticks)
{
    model_begin_wait(model, MODEL_SLEEPS, NOBODY, ticks);
}

enum lm_status model_wait(struct model *model, int semaphore, uint64_t timeout)
{
    struct model_semaphore *s = &model->semaphore[semaphore];

    if (s->count > 0) {
        s->count--;
        return LM_OK;
    }
    if (timeout == 0) {
        return LM_UNAVAILABLE;
    }
    model_begin_wait(model, MODEL_WAITS_SEMAPHORE, semaphore, timeout);
    return LM_OK;
}

void model_post(struct model *model, int semaphore)
{
    int waiter = model_first_waiter(model, MODEL_WAITS_SEMAPHORE, semaphore);

    if (waiter == NOBODY) {
        model->semaphore[semaphore].count++;
        return;
    }
    model_end_wait(model, waiter, LM_OK);
    model_commit(model);
}

/* Does the owner of the mutex wait, perhaps for others who wait, for this thread? */
bool model_closes_circle(const struct model *model, int mutex, int thread)
{
    int owner = model->mutex[mutex].owner;

    while (owner != NOBODY && owner != thread) {
        const struct model_thread *o = &model->thread[owner];

        owner = o->state == MODEL_WAITS_MUTEX ? model->mutex[o->object].owner : NOBODY;
    }
    return owner == thread;
}

enum lm_status model_lock(struct model *model, int mutex, uint64_t timeout)
{
    struct model_mutex *m = &model->mutex[mutex];
    int thread = model->running;

    if (m->protocol == MODEL_CEILING && m->ceiling > model->thread[thread].base_priority) {
        return LM_BAD_STATE;
    }
    if (m->owner == NOBODY || m->owner == thread) {
        m->taken = m->owner == thread ? m->taken : ++model->stamp;
        m->owner = thread;
        m->held++;
        model_refresh(model);
        model_commit(model);
        return LM_OK;
    }
    if (timeout == 0) {
        return LM_UNAVAILABLE;
    }
    if (model_closes_circle(model, mutex, thread)) {
        return LM_DEADLOCK;
    }
    model_begin_wait(model, MODEL_WAITS_MUTEX, mutex, timeout);
    return LM_OK;
}

void model_unlock(struct model *model, int mutex)
{
    struct model_mutex *m = &model->mutex[mutex];

    if (m->held > 1) {
        m->held--;
        return;
    }
    model_release(model, mutex);
    model_commit(model);
}

/* All are told before one of them runs. */
static void tell_all(struct model *model, enum model_state wait, int object)
{
    int waiter;

    while ((waiter = model_first_waiter(model, wait, object)) != NOBODY) {
        model_end_wait(model, waiter, LM_DELETED);
    }
    model_commit(model);
}

/* The waiters of a mutex that is deleted wait for nobody: its owner gets nothing from them. */
void model_delete_mutex(struct model *model, int mutex)
{
    struct model_mutex *m = &model->mutex[mutex];

    m->owner = NOBODY;
    m->held = 0;
    model_refresh(model);
    tell_all(model, MODEL_WAITS_MUTEX, mutex);
}

void model_delete_semaphore(struct model *model, int semaphore)
{
    tell_all(model, MODEL_WAITS_SEMAPHORE, semaphore);
    model->semaphore[semaphore].count = 0;
}

/* The wait that ends by time and whose end has come; of several the one that was begun first. */
static int whose_time_has_come(const struct model *model)
{
    int first = NOBODY;

    for (int i = 0; i < model->threads; i++) {
        const struct model_thread *t = &model->thread[i];

        if (t->until <= model->now &&
            (first == NOBODY || t->started < model->thread[first].started)) {
            first = i;
        }
    }
    return first;
}

static void end_slice(struct model *model)
{
    int running = model->running;
    struct model_thread *t = &model->thread[running];
    bool has_peers = false;

    for (int i = 0; i < model->threads; i++) {
        has_peers = has_peers || (i != running && model_is_ready(model, i) &&
                                  model->thread[i].level == t->level);
    }
    model->slice_end = model->now + t->slice;
    if (t->level == t->priority && has_peers && model_disables(model, running) == 0 &&
        !model_section_raises(model, running)) {
        model_rotate(model);
    }
}

/* First the slice, then the waits. */
void model_tick(struct model *model)
{
    int thread;

    model->now++;
    if (model->slice_end <= model->now) {
        end_slice(model);
    }
    while ((thread = whose_time_has_come(model)) != NOBODY) {
        bool in_time = model->thread[thread].state == MODEL_SLEEPS;

        model_end_wait(model, thread, in_time ? LM_OK : LM_TIMEOUT);
    }
    model_commit(model);
}
