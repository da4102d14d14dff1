/* SPDX-License-Identifier: Apache-2.0 */
/* The operations whose effect is not defined, so that no case may contain them. */
#include "inside.h"

/* A new object must not be in use, and no deletion of it may be in progress. */
static bool permits_create(const struct model *model, const struct operation *o)
{
    enum group group = operation_group(o->kind);
    const struct object *object;

    switch (o->kind) {
    case DO_THREAD_CREATE:
        return o->a >= THREADS || model->thread[o->a].life == GONE;
    case DO_TIMER_CREATE:
        return o->a >= TIMERS || !model->timer[o->a].exists;
    case DO_SPIN_CREATE:
        return o->a >= SPINS || !model->spin[o->a].exists;
    case DO_QUEUE_CREATE:
        if (o->b > QUEUE_MAX) {
            return false;
        }
        break;
    case DO_BLOCKS_CREATE:
        if (o->b > BLOCKS_MAX) {
            return false;
        }
        break;
    default:
        break;
    }
    if (operation_verb(o->kind) != CREATE) {
        return true;
    }
    object = object_find((struct model *)(uintptr_t)model, group, o->a);
    return object == NULL || (!object->exists && !object->closes);
}

static bool permits_in_context(const struct model *model, const struct operation *o)
{
    const struct activity *activity = model_activity(model);

    switch (o->kind) {
    case DO_RETURN: /* with interrupts as they were; the end of a thread switches them on */
        return (model->masks == activity->masks || activity->place == IN_THREAD) &&
               (!model_in_interrupt(model) || model_last_spin(model, NOBODY) == NOBODY);
    case DO_RAISE:
        return o->a < LINES;
    case DO_RAISE_WITHIN:
        return o->a < LINES && model->started && model->masks == 0;
    case DO_INTERRUPTS_OFF:
        return model->masks < MASKS_MAX;
    case DO_INTERRUPTS_ON:
        return model->masks > activity->masks;
    case DO_SLICES_IN:
        return !model->started && !model->has_slices && o->a > 0;
    default:
        return true;
    }
}

/* Handlers free their spinlocks in the reverse order in which they took them. */
static bool permits_lock(const struct model *model, const struct operation *o)
{
    bool in_thread = model->started && !model_in_interrupt(model);

    switch (o->kind) {
    case DO_PREEMPT_ENABLE: /* it must not replace freeing a spinlock */
        return !in_thread || model->thread[model->running].disabled > 0 ||
               model_disables(model, model->running) == 0;
    case DO_SPIN_LOCK:
        return model->started;
    case DO_SPIN_UNLOCK:
        return model->started && (in_thread || o->a >= SPINS || !model->spin[o->a].exists ||
                                  model_may_unlock(model, (int)o->a) != BAD_STATE);
    default:
        return true;
    }
}

static int pieces_taken(const struct byte_pool *pool)
{
    int count = 0;

    for (int i = 0; i < PIECES_MAX; i++) {
        count += pool->piece[i].taken;
    }
    return count;
}

static bool was_given_out(const struct byte_pool *pool, uint32_t offset)
{
    for (int i = 0; i < PIECES_MAX; i++) {
        if (pool->piece[i].bytes != 0 && pool->piece[i].offset == offset) {
            return true;
        }
    }
    return false;
}

/* A thread whose call has not returned yet owns this memory: no other thread can know its
 * address. */
static bool is_on_its_way(const struct model *model, uint32_t value)
{
    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        const struct thread *t = &model->thread[i];
        bool asks = model->frames == 0 && model->started && i == model->running;

        if (t->life != GONE && t->life != ENDED && !asks && t->activity.step == ANSWERS &&
            t->activity.answer.value == value) {
            return true;
        }
    }
    return false;
}

static bool gives(const struct activity *activity, uint32_t pool, uint32_t offset)
{
    return activity->step == GIVES && (uint32_t)activity->object == pool &&
           activity->offset == offset;
}

/* An interrupted call is about to release the memory, which a waiting thread may then get. */
static bool is_being_given(const struct model *model, uint32_t pool, uint32_t offset)
{
    bool found = false;

    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        found = found || gives(&model->thread[i].activity, pool, offset);
    }
    for (int i = 0; i < model->frames; i++) {
        found = found || gives(&model->frame[i].activity, pool, offset);
    }
    return found;
}

static bool permits_memory(const struct model *model, const struct operation *o)
{
    switch (o->kind) {
    case DO_BLOCKS_RELEASE: /* not twice */
        return o->a >= BLOCK_POOLS || !model->blocks[o->a].object.exists ||
               o->b >= model->blocks[o->a].blocks ||
               ((model->blocks[o->a].taken & 1U << o->b) != 0 && !is_on_its_way(model, o->b + 1));
    case DO_BYTES_ALLOCATE:
        return o->a >= BYTE_POOLS || pieces_taken(&model->bytes[o->a]) < PIECES_MAX - THREADS;
    case DO_BYTES_RELEASE: /* an address that the pool returned at some time */
        if (o->b % PIECE_ALIGN != 0 || o->b >= AREA_BYTES) {
            return false;
        }
        return o->a >= BYTE_POOLS || !model->bytes[o->a].object.exists ||
               (was_given_out(&model->bytes[o->a], o->b) && !is_on_its_way(model, o->b + 1) &&
                !is_being_given(model, o->a, o->b));
    default:
        return true;
    }
}

/* Does the call take the lock once, after it has checked its arguments and before anything else? */
static bool permits_at_door(const struct model *model, const struct operation *o)
{
    struct model later;

    switch (o->kind) {
    case DO_RETURN:
    case DO_WORK:
    case DO_RAISE:
    case DO_RAISE_WITHIN:
    case DO_INTERRUPTS_OFF:
    case DO_INTERRUPTS_ON:
    case DO_SLICES_IN:
    case DO_THREAD_SET_THRESHOLD: /* it first reads the previous threshold */
    case DO_BLOCKS_ALLOCATE:      /* the block is not known yet */
    case DO_BYTES_ALLOCATE:
    case DO_PREEMPT_TICK:  /* takes no lock in a thread */
    case DO_PREEMPT_POINT: /* this and spinlocks take the lock more than once */
    case DO_SPIN_CREATE:
    case DO_SPIN_LOCK:
    case DO_SPIN_UNLOCK:
        return false;
    case DO_THREAD_TERMINATE: /* of itself: here an interrupt comes first */
        if ((int)o->a == model->running) {
            return false;
        }
        break;
    default:
        break;
    }
    later = *model;
    later.imagined = true;
    return model_perform(&later, o).status < BAD_ARGUMENT;
}

bool model_permits(const struct model *model, const struct operation *operation)
{
    return permits_create(model, operation) && permits_in_context(model, operation) &&
           permits_lock(model, operation) && permits_memory(model, operation) &&
           (model->armed == 0 || permits_at_door(model, operation));
}
