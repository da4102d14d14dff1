/* SPDX-License-Identifier: Apache-2.0 */
/* What is done to threads, and what they and other contexts do to themselves. */
#include "inside.h"
#include <string.h>

/* The life of a thread begins: ready, or waiting for its first release. */
static void begin(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->begun = true;
    t->context.depth = 0;
    push(&t->context, MAY_TELL, IN_THREAD, thread, 0);
    t->context.activity[0].next = BEGINS;
    t->context.activity[0].object = OF_THREAD * 16 + thread;
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

    t->disabled = 0;
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

static enum status terminate_by_call(struct model *model, int thread)
{
    bool itself = thread == model->running && !model_in_interrupt(model);

    if (itself && model->offs > 0) {
        return BAD_CONTEXT;
    }
    if (model->thread[thread].life == ENDED) {
        return BAD_STATE;
    }
    if (model->thread[thread].notifies) {
        tell(model, TELLS, OF_THREAD, thread);
    }
    if (!itself) {
        terminate(model, thread, false);
        return OK;
    }
    if (current(model)->step == TELLS) {
        current(model)->next = DIES;
    } else {
        current(model)->step = DIES;
    }
    current(model)->returned = false;
    return OK;
}

/* It has ended and is off its stack. */
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

/* One that waits for its turn goes to the tail, also if its priority was the same. */
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
    case DO_THREAD_NOTIFY:
        model->thread[thread].notifies = o->b != 0;
        return OK;
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

static enum status sleep_until(struct model *model, uint64_t instant)
{
    if (instant > model->now) {
        begin_wait_until(model, FOR_TIME, NOBODY, instant);
    }
    return OK;
}

static void give_way(struct model *model)
{
    requeue(model, model->running);
    if (next_thread(model) == model->running) { /* it is dispatched again */
        model->switch_pending = is_end_of_instant(model);
        if (!model->switch_pending) {
            dispatch(model);
        }
    }
}

/* The job ends. */
static enum status wait_period(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    if (t->period == 0) {
        return BAD_STATE;
    }
    if (t->deadline != 0 && model->now - t->release > t->deadline) {
        count(model, model->running, DEADLINE_MISSES);
    }
    t->release += t->period;
    t->job++;
    if (t->release > model->now) {
        begin_wait_until(model, FOR_PERIOD, NOBODY, t->release);
        return OK;
    }
    count(model, model->running, OVERRUNS);
    give_way(model);
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

void enable_preemption(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    t->disabled--;
    refresh(model);
    if (t->disabled == 0 && t->stop) {
        stop_thread(model, model->running);
    }
}

static enum status preempt_enable(struct model *model)
{
    if (model_in_interrupt(model) || !model->started) {
        return BAD_CONTEXT;
    }
    if (model->thread[model->running].disabled == 0) {
        return BAD_STATE;
    }
    enable_preemption(model);
    return OK;
}

static enum status perform_waiting(struct model *model, const struct operation *o)
{
    if (!model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    switch (o->kind) {
    case DO_YIELD:
        count(model, model->running, YIELDS);
        give_way(model);
        return OK;
    case DO_SLEEP:
        return sleep_until(model, instant_of(model, o->a));
    case DO_SLEEP_UNTIL:
        return sleep_until(model, instant_of(model, o->a));
    default:
        return wait_period(model);
    }
}

/* Return from the entry function or the callback, or start the kernel. */
static void do_return(struct model *model)
{
    struct activity *activity = current(model);

    switch (activity->place) {
    case START_UP:
        model->started = true;
        unlock(model);
        break;
    case IN_THREAD:
        model->offs = 0;
        tell(model, MAY_TELL, OF_THREAD, model->running);
        activity->next = DIES;
        activity->returned = true;
        unlock(model);
        break;
    case IN_LINE:
        model->frames--;
        break;
    default:
        pop(model);
        break;
    }
}

struct answer perform_context(struct model *model, const struct operation *o)
{
    struct activity *activity = current(model);

    switch (o->kind) {
    case DO_RETURN:
        do_return(model);
        break;
    case DO_WORK:
        activity->step = o->a != 0 ? WORKS : ANSWERS;
        activity->left = o->a * model->rules.work;
        break;
    case DO_RAISE_WITHIN:
        model->armed |= 1U << o->a;
        break;
    case DO_RAISE:
        model->raised |= 1U << o->a;
        break;
    case DO_INTERRUPTS_OFF:
        model->offs++;
        break;
    case DO_INTERRUPTS_ON:
        model->offs--;
        break;
    case DO_SLICES_IN:
        model->slice_unit = o->a;
        break;
    case DO_TIME_SET:
        model->clock = o->a * model->rules.unit + model->now % model->rules.unit - model->now;
        break;
    case DO_PREEMPT_DISABLE:
        return plain(preempt_disable(model));
    case DO_PREEMPT_ENABLE:
        return plain(preempt_enable(model));
    default:
        return plain(perform_waiting(model, o));
    }
    return plain(OK);
}
