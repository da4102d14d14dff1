/* SPDX-License-Identifier: Apache-2.0 */
/* What kernel sections, preempt points and spinlocks do, in terms of model.c. */
#include "model.h"

void model_set_rules(struct model *model, enum model_rules rules)
{
    model->rules = rules;
}

void model_section_enter(struct model *model)
{
    struct model_thread *t = &model->thread[model->running];

    if (t->sections == 0) {
        t->section_rules = model->rules;
    }
    t->sections++;
    model_refresh(model);
    model_commit(model);
}

void model_section_leave(struct model *model)
{
    model->thread[model->running].sections--;
    model_refresh(model);
    model_commit(model);
}

/* The thread stands as if it had no section until it runs again. */
bool model_preempt_point(struct model *model)
{
    int self = model->running;
    struct model_thread *t = &model->thread[self];
    unsigned own = model_own_threshold(model, self);
    bool held_off = false;

    if (t->sections == 0 || t->section_rules != RULES_VOLUNTARY ||
        model_disables(model, self) > 0) {
        return false;
    }
    for (int i = 0; i < model->threads; i++) {
        held_off =
            held_off || (model_is_ready(model, i) && i != self && model->thread[i].level < own);
    }
    if (held_off) {
        t->gave_way = true;
        t->due = own;
        model_to_head(model, self, own);
        model_commit(model);
    }
    return held_off;
}

static int mutex_owner(const struct model *model, int spin)
{
    int mutex = model->spin[spin].mutex;

    return mutex == NOBODY ? NOBODY : model->mutex[mutex].owner;
}

/* A spinlock that is a mutex stays one until it is free, whatever the rules are by then. */
static bool is_mutex(const struct model *model, int spin)
{
    return model->spin[spin].mutex != NOBODY &&
           (model->rules == RULES_RT || mutex_owner(model, spin) != NOBODY);
}

bool model_spin_is(const struct model *model, int spin, int thread)
{
    return thread != NOBODY &&
           (model->spin[spin].holder == thread || mutex_owner(model, spin) == thread);
}

static long taken(const struct model *model, int spin)
{
    return mutex_owner(model, spin) != NOBODY ? model->mutex[model->spin[spin].mutex].taken
                                              : model->spin[spin].taken;
}

int model_last_spin(const struct model *model, int thread)
{
    int last = NOBODY;

    for (int s = 0; s < model->spins; s++) {
        if (model_spin_is(model, s, thread) &&
            (last == NOBODY || taken(model, s) > taken(model, last))) {
            last = s;
        }
    }
    return last;
}

static int last_of_interrupt(const struct model *model)
{
    int last = NOBODY;

    for (int s = 0; s < model->spins; s++) {
        if (model->spin[s].in_interrupt &&
            (last == NOBODY || model->spin[s].taken > model->spin[last].taken)) {
            last = s;
        }
    }
    return last;
}

enum lm_status model_may_lock_spin(const struct model *model, int spin)
{
    const struct model_spin *s = &model->spin[spin];
    int self = model->in_interrupt ? NOBODY : model->running;

    if (s->in_interrupt || s->holder != NOBODY || model_spin_is(model, spin, self)) {
        return LM_DEADLOCK;
    }
    if (!is_mutex(model, spin)) {
        return LM_OK;
    }
    if (self == NOBODY || model_disables(model, self) > 0) {
        return LM_BAD_CONTEXT;
    }
    return model_closes_circle(model, s->mutex, self) ? LM_DEADLOCK : LM_OK;
}

enum lm_status model_may_unlock_spin(const struct model *model, int spin)
{
    int self = model->running;

    if (model->in_interrupt ? !model->spin[spin].in_interrupt : !model_spin_is(model, spin, self)) {
        return LM_NOT_OWNER;
    }
    int last = model->in_interrupt ? last_of_interrupt(model) : model_last_spin(model, self);

    return spin == last ? LM_OK : LM_BAD_STATE;
}

void model_spin_lock(struct model *model, int spin)
{
    struct model_spin *s = &model->spin[spin];

    if (is_mutex(model, spin)) {
        (void)model_lock(model, s->mutex, MODEL_NEVER);
        return;
    }
    s->taken = ++model->stamp;
    if (model->in_interrupt) {
        s->in_interrupt = true;
        return;
    }
    s->holder = model->running;
    model_refresh(model);
    model_commit(model);
}

void model_spin_unlock(struct model *model, int spin)
{
    struct model_spin *s = &model->spin[spin];

    if (s->in_interrupt) {
        s->in_interrupt = false;
    } else if (s->holder != NOBODY) {
        s->holder = NOBODY;
        model_allow_preemption(model);
    } else {
        model_unlock(model, s->mutex);
    }
}
