/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores and queues. */
#include "inside.h"
#include <string.h>

static struct answer semaphore_create(struct model *model, const struct operation *o)
{
    if (o->a >= SEMAPHORES || o->c > 1) {
        return plain(BAD_ARGUMENT);
    }
    struct semaphore *semaphore = &model->semaphore[o->a];

    *semaphore = (struct semaphore){.exists = true, .count = o->b};
    semaphore->line.by_priority = o->c == 1;
    return plain(OK);
}

static enum status semaphore_wait(struct model *model, int number, uint32_t timeout)
{
    struct semaphore *semaphore = &model->semaphore[number];

    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (semaphore->count == 0) {
        return wait_in_line(model, FOR_UNIT, number, timeout) ? OK : UNAVAILABLE;
    }
    semaphore->count--;
    return OK;
}

static enum status semaphore_post(struct model *model, int number, uint32_t ceiling)
{
    struct semaphore *semaphore = &model->semaphore[number];

    if (ceiling == 0) {
        return BAD_ARGUMENT;
    }
    if (semaphore->line.count > 0) {
        end_wait(model, semaphore->line.thread[0], OK, 0);
    } else if (semaphore->count >= ceiling) {
        return TOO_MANY;
    } else {
        semaphore->count++;
    }
    return OK;
}

struct answer perform_semaphore(struct model *model, const struct operation *o)
{
    if (o->kind == DO_SEMAPHORE_CREATE) {
        return semaphore_create(model, o);
    }
    if (o->a >= SEMAPHORES || !model->semaphore[o->a].exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_SEMAPHORE_WAIT:
        return plain(semaphore_wait(model, (int)o->a, o->d));
    case DO_SEMAPHORE_POST:
        return plain(semaphore_post(model, (int)o->a, UINT32_MAX));
    case DO_SEMAPHORE_POST_BELOW:
        return plain(semaphore_post(model, (int)o->a, o->b));
    default:
        model->semaphore[o->a].exists = false;
        tell_all_deleted(model, &model->semaphore[o->a].line);
        return plain(OK);
    }
}

static struct answer queue_create(struct model *model, const struct operation *o)
{
    if (o->a >= QUEUES || o->b == 0 || o->c > 1) {
        return plain(BAD_ARGUMENT);
    }
    struct queue *queue = &model->queue[o->a];

    memset(queue, 0, sizeof *queue);
    queue->exists = true;
    queue->capacity = o->b;
    queue->receivers.by_priority = o->c == 1;
    queue->senders.by_priority = o->c == 1;
    return plain(OK);
}

static enum status send(struct model *model, int number, uint32_t message, uint32_t timeout)
{
    struct queue *queue = &model->queue[number];

    if (message == 0) {
        return BAD_ARGUMENT;
    }
    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (queue->receivers.count > 0) {
        end_wait(model, queue->receivers.thread[0], OK, message);
        return OK;
    }
    if (queue->used == queue->capacity) {
        if (!wait_in_line(model, FOR_SPACE, number, timeout)) {
            return UNAVAILABLE;
        }
        model->thread[model->running].wanted = message;
        return OK;
    }
    queue->message[queue->used++] = message;
    return OK;
}

static struct answer receive(struct model *model, int number, bool pointer, uint32_t timeout)
{
    struct queue *queue = &model->queue[number];

    if (!pointer) {
        return plain(BAD_ARGUMENT);
    }
    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return plain(BAD_CONTEXT);
    }
    if (queue->used == 0) {
        return plain(wait_in_line(model, FOR_MESSAGE, number, timeout) ? OK : UNAVAILABLE);
    }
    struct answer answer = {.status = OK, .value = queue->message[0]};

    queue->used--;
    memmove(&queue->message[0], &queue->message[1], queue->used * sizeof queue->message[0]);
    if (queue->senders.count > 0) {
        int sender = queue->senders.thread[0];

        queue->message[queue->used++] = model->thread[sender].wanted;
        end_wait(model, sender, OK, 0);
    }
    return answer;
}

struct answer perform_queue(struct model *model, const struct operation *o)
{
    if (o->kind == DO_QUEUE_CREATE) {
        return queue_create(model, o);
    }
    if (o->a >= QUEUES || !model->queue[o->a].exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_QUEUE_SEND:
        return plain(send(model, (int)o->a, o->b, o->d));
    case DO_QUEUE_RECEIVE:
        return receive(model, (int)o->a, o->b != 0, o->d);
    default:
        model->queue[o->a].exists = false;
        tell_all_deleted(model, &model->queue[o->a].receivers);
        tell_all_deleted(model, &model->queue[o->a].senders);
        return plain(OK);
    }
}
