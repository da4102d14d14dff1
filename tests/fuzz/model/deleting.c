/* SPDX-License-Identifier: Apache-2.0 */
/* Deletion. It is one step for all that see it, but for interrupts that come when it first frees
 * the lock: in a thread that is before the object is gone, in a handler before those who wait for
 * it know.
 */
#include "inside.h"

static struct line *line_of_object(struct model *model, enum group group, int number)
{
    switch (group) {
    case OF_SEMAPHORE:
        return &model->semaphore[number].line;
    case OF_MUTEX:
        return &model->mutex[number].line;
    case OF_QUEUE:
        return &model->queue[number].line;
    case OF_FLAGS:
        return &model->flags[number].line;
    case OF_BLOCKS:
        return &model->blocks[number].line;
    default:
        return &model->bytes[number].line;
    }
}

/* The object is gone. Returns: who waits for it. */
static struct line *mark(struct model *model, enum group group, int number)
{
    switch (group) {
    case OF_SEMAPHORE:
        model->semaphore[number].exists = false;
        break;
    case OF_MUTEX:
        /* Its waiters wait for nobody any more: the owner gets nothing from them. */
        model->mutex[number].exists = false;
        model->mutex[number].owner = NOBODY;
        refresh(model);
        break;
    case OF_QUEUE:
        model->queue[number].exists = false;
        break;
    case OF_FLAGS:
        model->flags[number].exists = false;
        break;
    case OF_BLOCKS:
        model->blocks[number].exists = false;
        break;
    default:
        model->bytes[number].exists = false;
        break;
    }
    return line_of_object(model, group, number);
}

static void tell_all(struct model *model, struct line *line)
{
    while (line->count > 0) {
        end_wait(model, line->thread[0], DELETED, 0);
    }
}

void delete_object(struct model *model, enum group group, int number)
{
    struct activity *activity = current(model);
    bool in_thread = model->started && model->frames == 0 && model->offs == 0;

    if (!model->at_door) {
        tell_all(model, mark(model, group, number));
        return;
    }
    activity->object = (int)group * 16 + number;
    activity->step = DELETES;
    activity->alone = in_thread;
    if (in_thread) {
        model->thread[model->running].disabled++;
        refresh(model);
    } else {
        (void)mark(model, group, number);
    }
}

void go_on_deleting(struct model *model, struct activity *activity)
{
    enum group group = (enum group)(activity->object / 16);
    int number = activity->object % 16;

    activity->step = ANSWERS;
    if (activity->alone) {
        tell_all(model, mark(model, group, number));
        enable_preemption(model);
    } else {
        tell_all(model, line_of_object(model, group, number));
    }
}
