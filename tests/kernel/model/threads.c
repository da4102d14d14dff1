/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on threads. */
#include "inside.h"
#include <string.h>

/* Start a thread: it is ready, or waits for its first release. */
static void begin(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->begun = true;
    t->activity = new_activity(IN_THREAD, thread);
    if (t->period == 0) {
        make_ready(model, thread);
        return;
    }
    t->release = (model->started ? model->now : 0) + t->offset;
    t->life = WAITING;
    t->wait = FOR_PERIOD;
    if (t->release > model->now) {
        t->until = expiry_of(model, t->release);
        t->started = ++model->stamp;
    } else {
        end_wait(model, thread, OK, 0);
    }
}

static enum status create(struct model *model, const struct operation *o)
{
    struct thread_setup setup = thread_setup(o->d);

    if (o->a >= THREADS || o->b >= LEVELS || o->c > o->b) {
        return BAD_ARGUMENT;
    }
    struct thread *t = &model->thread[o->a];

    memset(t, 0, sizeof *t);
    memset(model->count[o->a], 0, sizeof model->count[o->a]);
    t->life = WAITING;
    t->wait = FOR_RESUME;
    t->until = NEVER;
    t->base_priority = t->priority = o->b;
    t->base_threshold = t->threshold = o->c;
    t->slice = setup.slice;
    t->slice_left = setup.slice;
    model->has_slices |= setup.slice != 0;
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
    const struct thread *t = &model->thread[thread];

    if (t->life != WAITING || t->begun) {
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
    if (t->life == ENDED) {
        return BAD_STATE;
    }
    if (t->life == WAITING) {
        t->stop = t->wait != FOR_RESUME;
    } else if (model_disables(model, thread) > 0) {
        t->stop = true;
    } else {
        stop_thread(model, thread);
    }
    return OK;
}

static enum status resume(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];
    bool waits = t->life == WAITING && t->wait == FOR_RESUME;

    if (!waits && !t->stop) {
        return BAD_STATE;
    }
    t->stop = false;
    if (waits && !t->begun) {
        begin(model, thread);
    } else if (waits) {
        make_ready(model, thread);
    }
    return OK;
}

void terminate(struct model *model, int thread, bool returned)
{
    struct thread *t = &model->thread[thread];

    t->to_end = false;
    t->disabled = 0;
    t->sections = 0;
    t->raised = false;
    release_spins(model, thread);
    release_mutexes(model, thread);
    if (t->life == WAITING) {
        leave_wait(model, thread);
    } else {
        take_from_ready(model, thread);
        count(model, thread, SUSPENSIONS);
    }
    t->life = ENDED;
    t->wait = FOR_NOTHING;
    t->stop = false;
    t->returned = returned;
    refresh(model);
}

/* Does the thread own more than one mutex without waiting threads? */
static bool has_much(struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];

    return t->sections > 0 || model_last_spin(model, thread) != NOBODY ||
           has_wanted_mutexes(model, thread);
}

void terminate_now(struct model *model, struct activity *activity)
{
    activity->step = activity->then;
    terminate(model, activity->ended, false);
    end_long_call(model, activity);
}

/* It keeps its objects until the next step. */
static void begin_to_end(struct model *model, int thread)
{
    struct activity *activity = current(model);

    model->thread[thread].to_end = true;
    begin_long_call(model, activity);
    activity->then = activity->step;
    activity->step = ENDS;
    activity->ended = thread;
}

static enum status terminate_by_call(struct model *model, int thread)
{
    bool itself = thread == model->running && !model_in_interrupt(model);

    if (itself && model->masks > 0) {
        return BAD_CONTEXT;
    }
    if (model->thread[thread].life == ENDED || model->thread[thread].to_end) {
        return BAD_STATE;
    }
    if (!itself && is_in_long_call(model, thread)) {
        model->thread[thread].to_end = true;
        return OK;
    }
    if (!itself && has_much(model, thread)) {
        begin_to_end(model, thread);
        return OK;
    }
    if (!itself) {
        terminate(model, thread, false);
        return OK;
    }
    current(model)->step = DIES;
    current(model)->returned = false;
    return OK;
}

/* Has the thread ended, and does no context use its stack? */
static bool has_left(const struct model *model, int thread)
{
    return model->thread[thread].life == ENDED && thread != model->running;
}

static enum status reset(struct model *model, int thread, bool start_too)
{
    struct thread *t = &model->thread[thread];

    if (!has_left(model, thread)) {
        return BAD_STATE;
    }
    t->life = WAITING;
    t->wait = FOR_RESUME;
    t->begun = false;
    t->slice_left = t->slice;
    t->job = 0;
    if (start_too) {
        begin(model, thread);
    }
    return OK;
}

static enum status delete_thread(struct model *model, int thread)
{
    if (!has_left(model, thread)) {
        return BAD_STATE;
    }
    model->thread[thread].life = GONE;
    return OK;
}

static enum status abort_wait(struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];

    if (t->life != WAITING || t->wait < FOR_TIME) {
        return BAD_STATE;
    }
    count(model, thread, ABORTS);
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

/* A ready thread that was not dispatched goes to the tail, even if its priority does not change. */
static enum status set_priority_too(struct model *model, int thread, uint32_t priority,
                                    uint32_t threshold)
{
    enum status status = set_priority(model, thread, priority, threshold);

    if (status == OK && model->thread[thread].life == TURN) {
        requeue(model, thread);
    }
    return status;
}

static enum status perform(struct model *model, int thread, const struct operation *o)
{
    switch (o->kind) {
    case DO_THREAD_START:
        return start(model, thread);
    case DO_THREAD_SUSPEND:
        return suspend(model, thread);
    case DO_THREAD_RESUME:
        return resume(model, thread);
    case DO_THREAD_TERMINATE:
        return terminate_by_call(model, thread);
    case DO_THREAD_RESET:
        return reset(model, thread, false);
    case DO_THREAD_RESTART:
        return reset(model, thread, true);
    case DO_THREAD_DELETE:
        return delete_thread(model, thread);
    case DO_THREAD_ABORT_WAIT:
        return abort_wait(model, thread);
    case DO_THREAD_SET_PRIORITY:
        return set_priority_too(model, thread, o->b, o->c);
    case DO_THREAD_SET_THRESHOLD:
        return set_priority(model, thread, model->thread[thread].base_priority, o->b);
    default:
        set_slice(model, thread, o->b);
        return OK;
    }
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
    return plain(perform(model, thread, o));
}
