/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of all objects with wait lists.
 *
 * Calls that end the waits of several threads take several locked steps, between which interrupts
 * may come. The model serves interrupts after the first step.
 */
#include "inside.h"

static const struct {
    int count;
    enum status (*create)(struct model *model, const struct operation *operation);
    struct answer (*perform)(struct model *model, const struct operation *operation);
} groups[GROUPS] = {
    [OF_SEMAPHORE] = {SEMAPHORES, create_semaphore, perform_semaphore},
    [OF_MUTEX] = {MUTEXES, create_mutex, perform_mutex},
    [OF_QUEUE] = {QUEUES, create_queue, perform_queue},
    [OF_FLAGS] = {FLAGS, create_flags, perform_flags},
    [OF_BLOCKS] = {BLOCK_POOLS, create_blocks, perform_blocks},
    [OF_BYTES] = {BYTE_POOLS, create_bytes, perform_bytes},
};

struct object *object_at(struct model *model, enum group group, int number)
{
    switch (group) {
    case OF_SEMAPHORE:
        return &model->semaphore[number].object;
    case OF_MUTEX:
        return &model->mutex[number].object;
    case OF_QUEUE:
        return &model->queue[number].object;
    case OF_FLAGS:
        return &model->flags[number].object;
    case OF_BLOCKS:
        return &model->blocks[number].object;
    default:
        return &model->bytes[number].object;
    }
}

struct object *object_find(struct model *model, enum group group, uint32_t number)
{
    return number < (uint32_t)groups[group].count ? object_at(model, group, (int)number) : NULL;
}

/* The object is deleted. Its owner does not inherit from the threads that wait for it any more. */
static void mark(struct model *model, enum group group, int number)
{
    object_at(model, group, number)->exists = false;
    if (group == OF_MUTEX) {
        model->mutex[number].owner = NOBODY;
        refresh(model);
    }
}

static void end_waits(struct model *model, struct list *waiters)
{
    while (waiters->count > 0) {
        end_wait(model, waiters->thread[0], DELETED, 0);
    }
}

void begin_long_call(struct model *model, struct activity *activity)
{
    activity->in_long_call = model->started && model->frames == 0 && model->masks == 0;
    if (activity->in_long_call) {
        model->thread[model->running].disabled++;
        refresh(model);
    }
}

void end_long_call(struct model *model, struct activity *activity)
{
    if (!activity->in_long_call) {
        return;
    }
    struct thread *t = &model->thread[model->running];

    activity->in_long_call = false;
    t->disabled--;
    allow_preemption(model);
    if (t->to_end) {
        terminate(model, model->running, false);
    }
}

bool is_in_long_call(const struct model *model, int thread)
{
    return model->thread[thread].activity.in_long_call;
}

static void note_gone_in(struct activity *activity, enum group group, int number)
{
    bool is_about = (activity->step == GIVES && group == OF_BYTES) ||
                    (activity->step == FLUSHES && group == OF_QUEUE);

    activity->gone = activity->gone || (is_about && activity->object == number);
}

/* Interrupted long calls with the object have no further effect on it. */
static void note_gone(struct model *model, enum group group, int number)
{
    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        note_gone_in(&model->thread[i].activity, group, number);
    }
    for (int i = 0; i < model->frames; i++) {
        note_gone_in(&model->frame[i].activity, group, number);
    }
}

static void delete_object(struct model *model, enum group group, int number)
{
    struct list *waiters = &object_at(model, group, number)->waiters;
    struct activity *activity = current(model);

    note_gone(model, group, number);
    if (waiters->count > 0) {
        begin_long_call(model, activity);
    }
    if (model->at_door && waiters->count > 0) {
        object_at(model, group, number)->exists = false;
        if (group != OF_MUTEX) { /* it keeps its owner for one step more */
            end_wait(model, waiters->thread[0], DELETED, 0);
        }
        activity->object = (int)group * 16 + number;
        activity->step = DELETES;
        object_at(model, group, number)->closes = true;
        return;
    }
    mark(model, group, number);
    end_waits(model, waiters);
    end_long_call(model, activity);
}

void go_on_deleting(struct model *model, struct activity *activity)
{
    enum group group = (enum group)(activity->object / 16);

    activity->step = ANSWERS;
    mark(model, group, activity->object % 16);
    object_at(model, group, activity->object % 16)->closes = false;
    end_waits(model, &object_at(model, group, activity->object % 16)->waiters);
    end_long_call(model, activity);
}

struct answer perform_object(struct model *model, const struct operation *o)
{
    enum group group = operation_group(o->kind);
    enum verb verb = operation_verb(o->kind);
    struct object *object = object_find(model, group, o->a);

    if (verb == CREATE) {
        return plain(object == NULL || o->c > 1 ? BAD_ARGUMENT : groups[group].create(model, o));
    }
    if (object == NULL || !object->exists) {
        return plain(BAD_OBJECT);
    }
    switch (verb) {
    case PRIORITIZE:
        list_prioritize(model, &object->waiters);
        return plain(OK);
    case DELETE:
        delete_object(model, group, (int)o->a);
        return plain(OK);
    default:
        return groups[group].perform(model, o);
    }
}
