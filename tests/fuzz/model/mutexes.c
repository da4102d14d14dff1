/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes; their effect on priorities is in scheduling.c. */
#include "inside.h"

static void become_owner(struct model *model, struct mutex *mutex, int thread)
{
    mutex->owner = thread;
    mutex->held = 1;
    mutex->taken = ++model->stamp;
}

static void give_up(struct model *model, struct mutex *mutex)
{
    int waiter = mutex->line.count > 0 ? mutex->line.thread[0] : NOBODY;

    mutex->owner = NOBODY;
    mutex->held = 0;
    refresh(model);
    if (waiter != NOBODY) {
        become_owner(model, mutex, waiter);
        end_wait(model, waiter, OK, 0);
    }
}

/* In the order in which they were taken. */
void release_mutexes(struct model *model, int thread)
{
    struct mutex *oldest;

    do {
        oldest = NULL;
        for (int i = 0; i < MUTEXES; i++) {
            struct mutex *mutex = &model->mutex[i];

            if (mutex->exists && mutex->owner == thread &&
                (oldest == NULL || mutex->taken < oldest->taken)) {
                oldest = mutex;
            }
        }
        if (oldest != NULL) {
            give_up(model, oldest);
        }
    } while (oldest != NULL);
}

static enum status create(struct model *model, const struct operation *o)
{
    if (o->a >= MUTEXES || o->b > CEILING || o->c > 1 || (o->b == CEILING && o->d >= LEVELS)) {
        return BAD_ARGUMENT;
    }
    model->mutex[o->a] = (struct mutex){.exists = true,
                                        .protocol = (enum protocol)o->b,
                                        .ceiling = o->d,
                                        .owner = NOBODY,
                                        .line = {.by_priority = o->c == 1 || o->b != PLAIN}};
    return OK;
}

/* Does the owner wait, perhaps for others who wait, for this thread? */
static bool would_be_a_circle(const struct model *model, const struct mutex *mutex, int thread)
{
    int owner = mutex->owner;

    while (owner != NOBODY && owner != thread) {
        const struct thread *o = &model->thread[owner];

        owner = o->life == WAITING && o->wait == FOR_MUTEX ? model->mutex[o->object].owner : NOBODY;
    }
    return owner == thread;
}

static enum status lock(struct model *model, int number, uint32_t timeout)
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
    if (timeout != NO_WAIT && would_be_a_circle(model, mutex, thread)) {
        return DEADLOCK;
    }
    enum status status = wait_in_line(model, FOR_MUTEX, number, timeout);

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
    struct mutex *mutex = o->a < MUTEXES ? &model->mutex[o->a] : NULL;

    if (o->kind == DO_MUTEX_CREATE) {
        return plain(create(model, o));
    }
    if (mutex == NULL || !mutex->exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_MUTEX_LOCK:
        return plain(lock(model, (int)o->a, o->d));
    case DO_MUTEX_UNLOCK:
        return plain(unlock_mutex(model, mutex));
    case DO_MUTEX_PRIORITIZE:
        line_prioritize(model, &mutex->line);
        return plain(OK);
    default:
        delete_object(model, OF_MUTEX, (int)o->a);
        return plain(OK);
    }
}
