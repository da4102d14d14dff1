/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages. */
#include "inside.h"
#include <string.h>

/* The queue is full. */
static enum status wait_for_space(struct model *model, int number, const struct operation *o)
{
    if (o->d == NO_WAIT) {
        return UNAVAILABLE;
    }
    model->thread[model->running].wanted = o->b;
    model->thread[model->running].ahead = o->kind == DO_QUEUE_SEND_FRONT;
    return wait_for(model, FOR_QUEUE, number, o->d);
}

static enum status send(struct model *model, int number, const struct operation *o)
{
    struct queue *queue = &model->queue[number];

    if (o->b == 0) {
        return BAD_ARGUMENT;
    }
    if (o->d != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (queue->used == queue->capacity) {
        return wait_for_space(model, number, o);
    }
    if (queue->object.waiters.count > 0) {
        end_wait(model, queue->object.waiters.thread[0], OK, o->b);
        return OK;
    }
    if (o->kind == DO_QUEUE_SEND_FRONT) {
        memmove(&queue->message[1], &queue->message[0], queue->used * sizeof queue->message[0]);
        queue->message[0] = o->b;
    } else {
        queue->message[queue->used] = o->b;
    }
    queue->used++;
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
        return plain(wait_for(model, FOR_QUEUE, number, timeout));
    }
    int sender = queue->object.waiters.count > 0 ? queue->object.waiters.thread[0] : NOBODY;
    struct answer answer = {.status = OK, .value = queue->message[0]};

    if (sender != NOBODY && model->thread[sender].ahead) {
        answer.value = model->thread[sender].wanted;
    } else {
        queue->used--;
        memmove(&queue->message[0], &queue->message[1], queue->used * sizeof queue->message[0]);
        if (sender != NOBODY) {
            queue->message[queue->used++] = model->thread[sender].wanted;
        }
    }
    if (sender != NOBODY) {
        end_wait(model, sender, OK, 0);
    }
    return answer;
}

static void discard(struct model *model, struct queue *queue)
{
    while (queue->object.waiters.count > 0) {
        end_wait(model, queue->object.waiters.thread[0], OK, 0);
    }
    queue->used = 0;
}

void go_on_flushing(struct model *model, struct activity *activity)
{
    struct queue *queue = &model->queue[activity->object];

    activity->step = ANSWERS;
    if (!activity->gone) {
        discard(model, queue);
    }
    end_long_call(model, activity);
}

/* The messages of threads that wait to send are discarded, too. The queue stays full until the last
 * step. */
static void flush(struct model *model, int number)
{
    struct activity *activity = current(model);
    struct queue *queue = &model->queue[number];

    if (queue->used == 0) {
        return;
    }
    if (queue->object.waiters.count < 2) {
        discard(model, queue);
        return;
    }
    begin_long_call(model, activity);
    end_wait(model, queue->object.waiters.thread[0], OK, 0);
    activity->step = FLUSHES;
    activity->gone = false;
    activity->object = number;
}

enum status create_queue(struct model *model, const struct operation *o)
{
    if (o->b == 0) {
        return BAD_ARGUMENT;
    }
    model->queue[o->a] = (struct queue){.object = new_object(o), .capacity = o->b};
    return OK;
}

struct answer perform_queue(struct model *model, const struct operation *o)
{
    switch (o->kind) {
    case DO_QUEUE_SEND:
    case DO_QUEUE_SEND_FRONT:
        return plain(send(model, (int)o->a, o));
    case DO_QUEUE_RECEIVE:
        return receive(model, (int)o->a, o->b != 0, o->d);
    default:
        flush(model, (int)o->a);
        return plain(OK);
    }
}
