/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of threads, handlers and start-up code on themselves. */
#include "inside.h"

/* The running context yields to its peers. If it has none, it is dispatched again. */
static void give_way(struct model *model)
{
    requeue(model, model->running);
    if (model_next(model) == model->running) {
        model->switch_pending = is_end_of_instant(model);
        if (!model->switch_pending) {
            dispatch(model);
        }
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
    if (model_in_interrupt(model) || model->masks > 0 || !model->started) {
        return BAD_CONTEXT;
    }
    model->thread[model->running].disabled++;
    refresh(model);
    return OK;
}

void allow_preemption(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    refresh(model);
    if (model_disables(model, model->running) == 0 && t->stop) {
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
    model->thread[model->running].disabled--;
    allow_preemption(model);
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
        model->masks = 0;
        activity->step = DIES;
        activity->returned = true;
        unlock(model);
        break;
    case IN_LINE:
        model->frames--;
        break;
    default:
        activity->step = NOTHING;
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
        model->masks++;
        break;
    case DO_INTERRUPTS_ON:
        model->masks--;
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
