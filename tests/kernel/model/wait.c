/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting: wait lists, timeouts, and how a wait ends. */
#include "inside.h"

struct object *waits_for(struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];
    enum group group = (enum group)(t->wait - FOR_UNIT + OF_SEMAPHORE);

    return t->wait >= FOR_UNIT ? object_at(model, group, t->object) : NULL;
}

/* A thread that waits to send to the front of a queue is ahead of all others, which are ordered by
 * priority or by their arrival. */
void list_insert(struct model *model, struct object *object, int thread)
{
    struct list *list = &object->waiters;
    const struct thread *t = &model->thread[thread];
    int at = list->count++;

    for (; at > 0; at--) {
        const struct thread *before = &model->thread[list->thread[at - 1]];
        bool passes = object->by_priority && before->priority > t->priority && !before->ahead;

        if (!passes && !t->ahead) {
            break;
        }
        list->thread[at] = list->thread[at - 1];
    }
    list->thread[at] = thread;
}

/* Move the most urgent thread to the head. Of several, it is the one that has waited longest. */
void list_prioritize(const struct model *model, struct list *list)
{
    int best = 0;

    for (int i = 1; i < list->count; i++) {
        if (model->thread[list->thread[i]].priority < model->thread[list->thread[best]].priority) {
            best = i;
        }
    }
    for (int thread = list->thread[best]; best > 0; best--) {
        list->thread[best] = list->thread[best - 1];
        list->thread[best - 1] = thread;
    }
}

void list_remove(struct list *list, int thread)
{
    int kept = 0;

    for (int i = 0; i < list->count; i++) {
        if (list->thread[i] != thread) {
            list->thread[kept++] = list->thread[i];
        }
    }
    list->count = kept;
}

uint64_t instant_of(const struct model *model, uint32_t timeout)
{
    uint64_t unit = model->rules.unit;

    if (timeout < UNTIL_BASE || timeout >= UNTIL_END) {
        return (model->now / unit + timeout) * unit;
    }
    uint64_t later = model->now + (timeout - UNTIL_BASE);

    return later > UNTIL_NOW ? later - UNTIL_NOW : 0;
}

uint64_t expiry_of(const struct model *model, uint64_t instant)
{
    return instant > model->served ? instant : model->last_alarm + 1;
}

void begin_wait_until(struct model *model, enum wait wait, int object, uint64_t instant)
{
    begin_wait(model, wait, object);
    model->thread[model->running].until = expiry_of(model, instant);
    model->thread[model->running].started = ++model->stamp;
}

/* The running thread stops being ready. */
void begin_wait(struct model *model, enum wait wait, int object)
{
    struct thread *t = &model->thread[model->running];

    take_from_ready(model, model->running);
    count(model, model->running, SUSPENSIONS);
    t->life = WAITING;
    t->wait = wait;
    t->object = object;
    t->until = NEVER;
}

enum status wait_for(struct model *model, enum wait wait, int object, uint32_t timeout)
{
    if (timeout == NO_WAIT) {
        return UNAVAILABLE;
    }
    if (timeout == FOREVER) {
        begin_wait(model, wait, object);
    } else {
        begin_wait_until(model, wait, object, instant_of(model, timeout));
    }
    list_insert(model, waits_for(model, model->running), model->running);
    return OK;
}

void leave_wait(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->until = NEVER;
    if (t->wait >= FOR_UNIT) {
        list_remove(&waits_for(model, thread)->waiters, thread);
        t->wait = FOR_NOTHING;
        t->ahead = false;
        refresh(model);
    }
}

void stop_thread(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    take_from_ready(model, thread);
    count(model, thread, SUSPENSIONS);
    t->life = WAITING;
    t->wait = FOR_RESUME;
    t->stop = false;
}

void end_wait(struct model *model, int thread, enum status status, uint32_t value)
{
    struct thread *t = &model->thread[thread];
    struct activity *activity = &t->activity;

    leave_wait(model, thread);
    activity->answer = (struct answer){.status = status, .value = value};
    activity->waited = true;
    if (t->stop) {
        t->stop = false;
        t->wait = FOR_RESUME;
        count(model, thread, SUSPENSIONS);
    } else {
        make_ready(model, thread);
    }
}
