/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks. Each one that is not raw has a mutex, by which it is held under RT. */
#include "inside.h"

unsigned model_disables(const struct model *model, int thread)
{
    unsigned disables = model->thread[thread].disabled;

    for (int i = 0; i < model->used[OF_SPIN]; i++) {
        disables += model->spin[i].hold == BY_LEVEL && model->spin[i].holder == thread;
    }
    return disables;
}

/* The context that takes or frees a spinlock: a thread, or NOBODY for an interrupt. */
static int caller(const struct model *model)
{
    return model_in_interrupt(model) ? NOBODY : model->running;
}

static bool is_held_by(const struct spin *spin, int thread)
{
    return spin->hold != FREE && spin->holder == thread;
}

int model_last_spin(const struct model *model, int thread)
{
    int last = NOBODY;

    for (int i = 0; i < model->used[OF_SPIN]; i++) {
        if (is_held_by(&model->spin[i], thread) &&
            (last == NOBODY || model->spin[i].taken > model->spin[last].taken)) {
            last = i;
        }
    }
    return last;
}

/* A spinlock that is held as a mutex stays one until it is free, even if the preemption model
 * changes. Only an interrupt may come between the thread that frees it and the one that gets it. */
static bool is_mutex(const struct model *model, int spin)
{
    bool has_owner = model->mutex[MUTEXES + spin].owner != NOBODY;

    if (model->spin[spin].raw) {
        return false;
    }
    if (model_in_interrupt(model) && model->spin[spin].hold == FREE) {
        has_owner = false;
    }
    return model->started && (model->preemption == MODEL_RT || has_owner);
}

enum status model_may_lock(const struct model *model, int spin)
{
    const struct spin *s = &model->spin[spin];

    if (s->hold == BY_LEVEL || s->hold == BY_MASK || is_held_by(s, caller(model))) {
        return DEADLOCK;
    }
    if (!is_mutex(model, spin)) {
        return OK;
    }
    if (!model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    return closes_circle(model, MUTEXES + spin, model->running) ? DEADLOCK : OK;
}

enum status model_may_unlock(const struct model *model, int spin)
{
    int self = caller(model);

    if (!is_held_by(&model->spin[spin], self)) {
        return NOT_OWNER;
    }
    return spin == model_last_spin(model, self) ? OK : BAD_STATE;
}

void take_spin(struct model *model, int spin, enum hold hold)
{
    struct spin *s = &model->spin[spin];

    s->hold = hold;
    s->holder = caller(model);
    s->taken = ++model->stamp;
    refresh(model);
}

static enum status lock(struct model *model, int spin)
{
    enum status status = model_may_lock(model, spin);

    if (status != OK) {
        return status;
    }
    if (!is_mutex(model, spin)) {
        take_spin(model, spin, model_in_interrupt(model) || model->masks > 0 ? BY_MASK : BY_LEVEL);
        return OK;
    }
    current(model)->step = TAKES;
    current(model)->object = spin;
    return lock_mutex(model, MUTEXES + spin, FOREVER);
}

static enum status free_spin(struct model *model, int spin)
{
    enum status status = model_may_unlock(model, spin);
    enum hold hold = model->spin[spin].hold;

    if (status != OK) {
        return status;
    }
    model->spin[spin].hold = FREE;
    if (hold == BY_MUTEX) {
        give_up(model, &model->mutex[MUTEXES + spin]);
    } else if (hold == BY_LEVEL) {
        allow_preemption(model);
    }
    return OK;
}

/* The mutexes of its spinlocks are released with the others. */
void release_spins(struct model *model, int thread)
{
    for (int i = 0; i < model->used[OF_SPIN]; i++) {
        if (is_held_by(&model->spin[i], thread)) {
            model->spin[i].hold = FREE;
        }
    }
}

struct answer perform_spin(struct model *model, const struct operation *o)
{
    if (o->kind == DO_SPIN_CREATE) {
        if (o->a >= SPINS) {
            return plain(BAD_ARGUMENT);
        }
        model->spin[o->a] = (struct spin){.exists = true, .raw = o->b != 0};
        model->mutex[MUTEXES + o->a] =
            (struct mutex){.object = {.exists = o->b == 0, .by_priority = true},
                           .protocol = INHERIT,
                           .owner = NOBODY};
        return plain(OK);
    }
    if (o->a >= SPINS || !model->spin[o->a].exists) {
        return plain(BAD_OBJECT);
    }
    return plain(o->kind == DO_SPIN_LOCK ? lock(model, (int)o->a) : free_spin(model, (int)o->a));
}
