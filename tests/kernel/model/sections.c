/* SPDX-License-Identifier: Apache-2.0 */
/* Preemption models, kernel sections and preempt points. */
#include "inside.h"

static enum status enter(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    if (t->sections == 0) {
        t->section_model = model->preemption;
        t->raised_to = model->preemption == MODEL_LAZY ? model->border : 0;
        t->raised = model->preemption <= MODEL_VOLUNTARY || model->preemption == MODEL_LAZY;
    }
    t->sections++;
    refresh(model);
    return OK;
}

static enum status leave(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    if (t->sections == 0) {
        return BAD_STATE;
    }
    t->sections--;
    t->raised = t->raised && t->sections > 0;
    refresh(model);
    return OK;
}

/* Would another thread run if the section did not raise this one? */
static bool holds_others_off(const struct model *model, int thread)
{
    for (int i = 0; i < model->ready.count; i++) {
        int other = model->ready.thread[i];

        if (other != thread && model->thread[other].level < own_threshold(&model->thread[thread])) {
            return true;
        }
    }
    return false;
}

/* The thread leaves its section, and enters it again when it runs again. */
static bool preempt_point(struct model *model)
{
    struct thread *t = &model->thread[model->running];

    if (!t->raised || t->section_model != MODEL_VOLUNTARY || !model_may_wait(model) ||
        !holds_others_off(model, model->running)) {
        return false;
    }
    current(model)->step = REENTERS;
    t->raised = false;
    refresh(model);
    return true;
}

/* The level of the interrupted thread falls, until it is dispatched again. */
static bool preempt_tick(struct model *model)
{
    int running = model->running;

    if (!model_in_interrupt(model) || running == NOBODY) {
        return false;
    }
    const struct thread *t = &model->thread[running];
    unsigned own = own_threshold(t);

    if (t->sections == 0 || t->section_model != MODEL_LAZY || t->life != LEVEL || t->level >= own ||
        model_disables(model, running) > 0 || !holds_others_off(model, running)) {
        return false;
    }
    lower(model, running, own);
    return true;
}

static enum status set_border(struct model *model, unsigned border)
{
    if (border >= LEVELS) {
        return BAD_ARGUMENT;
    }
    if (model_in_interrupt(model)) {
        return BAD_CONTEXT;
    }
    model->border = border;
    return OK;
}

struct answer perform_section(struct model *model, const struct operation *o)
{
    bool in_thread = model->started && !model_in_interrupt(model);

    if (o->kind == DO_MODEL_SET) {
        if (o->a >= MODELS) {
            return plain(BAD_ARGUMENT);
        }
        model->preemption = (enum preemption)o->a;
        return plain(OK);
    }
    if (o->kind == DO_BORDER_SET) {
        return plain(set_border(model, o->a));
    }
    if (o->kind == DO_PREEMPT_TICK) {
        return (struct answer){.value = preempt_tick(model)};
    }
    if (o->kind == DO_PREEMPT_POINT) {
        return (struct answer){.value = in_thread && preempt_point(model)};
    }
    if (!in_thread || (o->kind == DO_SECTION_ENTER && model->masks > 0)) {
        return plain(BAD_CONTEXT);
    }
    return plain(o->kind == DO_SECTION_ENTER ? enter(model) : leave(model));
}
