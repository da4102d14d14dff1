/* SPDX-License-Identifier: Apache-2.0 */
/* What is done to threads, and what they do to themselves. */
#include "inside.h"
#include <string.h>

/* The life of a thread begins: ready, or waiting for its first release. */
static void begin(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->activity = (struct activity){.kind = BEGINS};
    if (t->period == 0) {
        make_ready(model, thread);
        return;
    }
    t->release = (model->started ? model->now : 0) + t->offset;
    t->life = WAITING;
    t->wait = FOR_PERIOD;
    if (t->release > model->now) {
        t->until = t->release > model->soonest ? t->release : model->soonest;
        t->started = ++model->stamp;
    } else {
        release_job(model, thread);
    }
}

void release_job(struct model *model, int thread)
{
    end_wait(model, thread, OK, 0);
}

static enum status create(struct model *model, const struct operation *o)
{
    struct thread_setup setup = thread_setup(o->d);

    if (o->a >= THREADS || o->b >= LEVELS || o->c > o->b) {
        return BAD_ARGUMENT;
    }
    struct thread *t = &model->thread[o->a];

    memset(t, 0, sizeof *t);
    t->life = WAITING;
    t->wait = FOR_START;
    t->until = NEVER;
    t->base_priority = t->priority = o->b;
    t->base_threshold = t->threshold = o->c;
    t->slice = setup.slice;
    t->slice_left = setup.slice;
    t->period = setup.period;
    t->offset = setup.offset;
    t->deadline = setup.deadline;
    if (!setup.suspended) {
        begin(model, (int)o->a);
    }
    return OK;
}

static enum status start(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    if (t->life != WAITING || t->wait != FOR_START) {
        return BAD_STATE;
    }
    begin(model, thread);
    return OK;
}

static enum status suspend(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    if (thread == model->running && !model_in_interrupt(model) && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (t->life == ENDED || t->wait == FOR_START) {
        return BAD_STATE;
    }
    if (t->life == WAITING) {
        t->stop = t->wait != FOR_RESUME;
    } else if (t->disabled > 0) {
        t->stop = true;
    } else {
        stop_thread(model, thread);
    }
    return OK;
}

static enum status resume(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    if (t->life == WAITING && t->wait == FOR_RESUME) {
        make_ready(model, thread);
    } else if (!t->stop) {
        return BAD_STATE;
    }
    t->stop = false;
    return OK;
}

enum status terminate(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    if (t->life == ENDED) {
        return BAD_STATE;
    }
    t->disabled = 0;
    if (t->life == WAITING) {
        leave_wait(model, thread);
    } else {
        take_from_ready(model, thread);
    }
    t->life = ENDED;
    t->wait = FOR_NOTHING;
    t->stop = false;
    refresh(model);
    return OK;
}

static enum status terminate_from(struct model *model, int thread)
{
    if (thread == model->running && !model_in_interrupt(model) && model->offs > 0) {
        return BAD_CONTEXT;
    }
    return terminate(model, thread);
}

/* It has ended and is off its stack. */
static bool has_left(const struct model *model, int thread)
{
    return model->thread[thread].life == ENDED && thread != model->running;
}

static enum status restart(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    if (!has_left(model, thread)) {
        return BAD_STATE;
    }
    t->slice_left = t->slice;
    t->job = 0;
    begin(model, thread);
    return OK;
}

static enum status delete (struct model *model, int thread) {
    if (!has_left(model, thread)){return BAD_STATE;}
model->thread[thread].life = GONE;
return OK;
}

static enum status abort_wait(struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];

    if (t->life != WAITING || t->wait < FOR_TIME) {
        return BAD_STATE;
    }
    end_wait(model, thread, ABORTED, 0);
    return OK;
}

static enum status set_priority(struct model *model, int thread, uint32_t priority,
                                uint32_t threshold)
{
    struct thread *t = &model->thread[thread];

    if (priority >= LEVELS || threshold > priority) {
        return BAD_ARGUMENT;
    }
    t->base_priority = priority;
    t->base_threshold = threshold;
    refresh(model);
    return OK;
}

struct answer perform_thread(struct model *model, const struct operation *o)
{
    int thread = (int)o->a;

    if (o->kind == DO_THREAD_CREATE) {
        return plain(create(model, o));
    }
    if (thread >= THREADS || model->thread[thread].life == GONE) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_THREAD_START:
        return plain(start(model, thread));
    case DO_THREAD_SUSPEND:
        return plain(suspend(model, thread));
    case DO_THREAD_RESUME:
        return plain(resume(model, thread));
    case DO_THREAD_TERMINATE:
        return plain(terminate_from(model, thread));
    case DO_THREAD_RESTART:
        return plain(restart(model, thread));
    case DO_THREAD_DELETE:
        return plain(delete (model, thread));
    case DO_THREAD_ABORT_WAIT:
        return plain(abort_wait(model, thread));
    case DO_THREAD_SET_PRIORITY:
        return plain(set_priority(model, thread, o->b, o->c));
    case DO_THREAD_SET_THRESHOLD:
        return plain(set_priority(model, thread, model->thread[thread].base_priority, o->b));
    default:
        set_slice(model, thread, o->b);
        return plain(OK);
    }
}

static enum status sleep_until(struct model *model, uint64_t instant)
{
    if (instant > model->now) {
        begin_wait_until(model, FOR_TIME, NOBODY, instant);
    }
    return OK;
}

/* The job ends. */
static enum status wait_period(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    if (t->period == 0) {
        return BAD_STATE;
    }
    t->release += t->period;
    t->job++;
    if (t->release > model->now) {
        begin_wait_until(model, FOR_PERIOD, NOBODY, t->release);
        return OK;
    }
    requeue(model, model->running);
    dispatch(model);
    return OVERRUN;
}

static enum status preempt_disable(struct model *model)
{
    if (model_in_interrupt(model) || model->offs > 0 || !model->started) {
        return BAD_CONTEXT;
    }
    model->thread[model->running].disabled++;
    refresh(model);
    return OK;
}

static enum status preempt_enable(struct model *model)
{
    if (model_in_interrupt(model) || !model->started) {
        return BAD_CONTEXT;
    }
    struct thread *t = &model->thread[model->running];

    if (t->disabled == 0) {
        return BAD_STATE;
    }
    t->disabled--;
    refresh(model);
    if (t->disabled == 0 && t->stop) {
        stop_thread(model, model->running);
    }
    return OK;
}

struct answer perform_self(struct model *model, const struct operation *o)
{
    bool waits = o->kind != DO_PREEMPT_DISABLE && o->kind != DO_PREEMPT_ENABLE;

    if (waits && !model_may_wait(model)) {
        return plain(BAD_CONTEXT);
    }
    switch (o->kind) {
    case DO_YIELD:
        requeue(model, model->running);
        dispatch(model);
        return plain(OK);
    case DO_SLEEP:
        return plain(sleep_until(model, model->now + o->a));
    case DO_SLEEP_UNTIL:
        return plain(sleep_until(model, instant_of(model, o->a)));
    case DO_WAIT_PERIOD:
        return plain(wait_period(model));
    case DO_PREEMPT_DISABLE:
        return plain(preempt_disable(model));
    default:
        return plain(preempt_enable(model));
    }
}
