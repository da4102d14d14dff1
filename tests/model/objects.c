/* SPDX-License-Identifier: Apache-2.0 */
/* What all objects with wait lists have in common.
 *
 * A deletion is one step for all that see it, but for interrupts that come when the call first
 * frees the lock: in a thread that is before the object is gone, in a handler before the waiting
 * threads know.
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

/* The object is gone. Nobody inherits from the threads that wait for a mutex any more. */
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

static void delete_object(struct model *model, enum group group, int number)
{
    struct activity *activity = current(model);
    bool in_thread = model->started && model->frames == 0 && model->masks == 0;

    if (!model->at_door) {
        mark(model, group, number);
        end_waits(model, &object_at(model, group, number)->waiters);
        return;
    }
    activity->object = (int)group * 16 + number;
    activity->step = DELETES;
    activity->alone = in_thread;
    if (in_thread) {
        model->thread[model->running].disabled++;
        refresh(model);
    } else {
        mark(model, group, number);
    }
}

void go_on_deleting(struct model *model, struct activity *activity)
{
    enum group group = (enum group)(activity->object / 16);
    int number = activity->object % 16;

    activity->step = ANSWERS;
    if (activity->alone) {
        mark(model, group, number);
    }
    end_waits(model, &object_at(model, group, number)->waiters);
    if (activity->alone) {
        model->thread[model->running].disabled--;
        allow_preemption(model);
    }
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
    case NOTIFY:
        object->notifies = o->b != 0;
        return plain(OK);
    case DELETE:
        delete_object(model, group, (int)o->a);
        return plain(OK);
    default:
        return groups[group].perform(model, o);
    }
}
