/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes; their effect on priorities is in schedule.c. */
#include "inside.h"

static void become_owner(struct model *model, struct mutex *mutex, int thread)
{
    mutex->owner = thread;
    mutex->held = 1;
    mutex->urgency = LEVELS;
    mutex->since = ++model->stamp;
}

void note_urgency(struct model *model, struct mutex *mutex)
{
    const struct list *waiters = &mutex->object.waiters;
    unsigned now = mutex->protocol == CEILING ? mutex->ceiling : LEVELS;

    if (mutex->protocol == INHERIT && waiters->count > 0) {
        now = model->thread[waiters->thread[0]].priority;
    }
    if (mutex->owner != NOBODY && now != mutex->urgency) {
        mutex->urgency = now;
        mutex->since = ++model->stamp;
    }
}

void give_up(struct model *model, struct mutex *mutex)
{
    int waiter = mutex->object.waiters.count > 0 ? mutex->object.waiters.thread[0] : NOBODY;

    mutex->owner = NOBODY;
    mutex->held = 0;
    refresh(model);
    if (waiter != NOBODY) {
        become_owner(model, mutex, waiter);
        end_wait(model, waiter, OK, 0);
        note_urgency(model, mutex);
    }
}

static bool goes_before(const struct mutex *one, const struct mutex *other)
{
    return one->urgency < other->urgency ||
           (one->urgency == other->urgency && one->since < other->since);
}

/* The owned mutex that gives the thread its most urgent priority. Of equal ones, the one that has
 * done so for the longest time. */
static struct mutex *first_owned(struct model *model, int thread)
{
    struct mutex *first = NULL;

    for (int i = 0; i < model->used[OF_MUTEX]; i++) {
        struct mutex *mutex = &model->mutex[i];

        if (mutex->owner == thread && (first == NULL || goes_before(mutex, first))) {
            first = mutex;
        }
    }
    return first;
}

void release_mutexes(struct model *model, int thread)
{
    for (struct mutex *mutex = first_owned(model, thread); mutex != NULL;
         mutex = first_owned(model, thread)) {
        give_up(model, mutex);
    }
}

bool has_wanted_mutexes(struct model *model, int thread)
{
    int owned = 0;
    bool wanted = false;

    for (int i = 0; i < model->used[OF_MUTEX]; i++) {
        owned += model->mutex[i].owner == thread;
        wanted =
            wanted || (model->mutex[i].owner == thread && model->mutex[i].object.waiters.count > 0);
    }
    return owned > 1 || wanted;
}

enum status create_mutex(struct model *model, const struct operation *o)
{
    if (o->b > CEILING || (o->b == CEILING && o->d >= LEVELS)) {
        return BAD_ARGUMENT;
    }
    model->mutex[o->a] = (struct mutex){
        .object = new_object(o), .protocol = (enum protocol)o->b, .ceiling = o->d, .owner = NOBODY};
    model->mutex[o->a].object.by_priority |= o->b != PLAIN;
    return OK;
}

/* Does the owner wait for this thread, perhaps through other owners that wait? */
bool closes_circle(const struct model *model, int mutex, int thread)
{
    int owner = model->mutex[mutex].owner;

    while (owner != NOBODY && owner != thread) {
        const struct thread *o = &model->thread[owner];

        owner = o->life == WAITING && o->wait == FOR_MUTEX ? model->mutex[o->object].owner : NOBODY;
    }
    return owner == thread;
}

enum status lock_mutex(struct model *model, int number, uint32_t timeout)
{
    struct mutex *mutex = &model->mutex[number];
    int thread = model->running;

    if (!model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (mutex->protocol == CEILING && mutex->ceiling > model->thread[thread].base_priority) {
        return BAD_STATE;
    }
    if (mutex->owner == thread) {
        mutex->held++;
        return OK;
    }
    if (mutex->owner == NOBODY) {
        become_owner(model, mutex, thread);
        refresh(model);
        return OK;
    }
    if (timeout != NO_WAIT && closes_circle(model, number, thread)) {
        return DEADLOCK;
    }
    enum status status = wait_for(model, FOR_MUTEX, number, timeout);

    refresh(model);
    return status;
}

static enum status unlock_mutex(struct model *model, struct mutex *mutex)
{
    if (model_in_interrupt(model)) {
        return BAD_CONTEXT;
    }
    if (mutex->owner == NOBODY || mutex->owner != model->running) {
        return NOT_OWNER;
    }
    if (mutex->held > 1) {
        mutex->held--;
    } else {
        give_up(model, mutex);
    }
    return OK;
}

struct answer perform_mutex(struct model *model, const struct operation *o)
{
    return plain(o->kind == DO_MUTEX_LOCK ? lock_mutex(model, (int)o->a, o->d)
                                          : unlock_mutex(model, &model->mutex[o->a]));
}
