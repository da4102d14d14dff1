/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores, queues and event flags. */
#include "inside.h"
#include <string.h>

static enum status semaphore_wait(struct model *model, int number, uint32_t timeout)
{
    struct semaphore *semaphore = &model->semaphore[number];

    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (semaphore->count == 0) {
        return wait_in_line(model, FOR_UNIT, number, timeout);
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
    if (semaphore->notifies) {
        tell(model, TELLS, OF_SEMAPHORE, number);
    }
    return OK;
}

static enum status semaphore_perform(struct model *model, struct semaphore *semaphore,
                                     const struct operation *o)
{
    switch (o->kind) {
    case DO_SEMAPHORE_WAIT:
        return semaphore_wait(model, (int)o->a, o->d);
    case DO_SEMAPHORE_POST:
        return semaphore_post(model, (int)o->a, UINT32_MAX);
    case DO_SEMAPHORE_POST_BELOW:
        return semaphore_post(model, (int)o->a, o->b);
    case DO_SEMAPHORE_PRIORITIZE:
        line_prioritize(model, &semaphore->line);
        return OK;
    case DO_SEMAPHORE_NOTIFY:
        semaphore->notifies = o->b != 0;
        return OK;
    default:
        delete_object(model, OF_SEMAPHORE, (int)o->a);
        return OK;
    }
}

struct answer perform_semaphore(struct model *model, const struct operation *o)
{
    struct semaphore *semaphore = o->a < SEMAPHORES ? &model->semaphore[o->a] : NULL;

    if (o->kind == DO_SEMAPHORE_CREATE) {
        if (semaphore == NULL || o->c > 1) {
            return plain(BAD_ARGUMENT);
        }
        *semaphore =
            (struct semaphore){.exists = true, .count = o->b, .line = {.by_priority = o->c == 1}};
        return plain(OK);
    }
    if (semaphore == NULL || !semaphore->exists) {
        return plain(BAD_OBJECT);
    }
    return plain(semaphore_perform(model, semaphore, o));
}

/* The queue is full. */
static enum status wait_for_space(struct model *model, int number, const struct operation *o)
{
    if (o->d == NO_WAIT) {
        return UNAVAILABLE;
    }
    model->thread[model->running].wanted = o->b;
    model->thread[model->running].ahead = o->kind == DO_QUEUE_SEND_FRONT;
    if (model->queue[number].notifies) {
        tell(model, MAY_TELL, OF_QUEUE, number); /* if its call succeeds, when it returns */
    }
    return wait_in_line(model, FOR_QUEUE, number, o->d);
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
    if (queue->notifies) {
        tell(model, TELLS, OF_QUEUE, number);
    }
    if (queue->line.count > 0) {
        end_wait(model, queue->line.thread[0], OK, o->b);
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
        return plain(wait_in_line(model, FOR_QUEUE, number, timeout));
    }
    int sender = queue->line.count > 0 ? queue->line.thread[0] : NOBODY;
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

/* Messages of those who wait to send are discarded, too. */
static void flush(struct model *model, struct queue *queue)
{
    while (queue->used > 0 && queue->line.count > 0) {
        end_wait(model, queue->line.thread[0], OK, 0);
    }
    queue->used = 0;
}

static struct answer queue_perform(struct model *model, struct queue *queue,
                                   const struct operation *o)
{
    switch (o->kind) {
    case DO_QUEUE_SEND:
    case DO_QUEUE_SEND_FRONT:
        return plain(send(model, (int)o->a, o));
    case DO_QUEUE_RECEIVE:
        return receive(model, (int)o->a, o->b != 0, o->d);
    case DO_QUEUE_FLUSH:
        flush(model, queue);
        break;
    case DO_QUEUE_PRIORITIZE:
        line_prioritize(model, &queue->line);
        break;
    case DO_QUEUE_NOTIFY:
        queue->notifies = o->b != 0;
        break;
    default:
        delete_object(model, OF_QUEUE, (int)o->a);
        break;
    }
    return plain(OK);
}

struct answer perform_queue(struct model *model, const struct operation *o)
{
    struct queue *queue = o->a < QUEUES ? &model->queue[o->a] : NULL;

    if (o->kind == DO_QUEUE_CREATE) {
        if (queue == NULL || o->b == 0 || o->c > 1) {
            return plain(BAD_ARGUMENT);
        }
        *queue =
            (struct queue){.exists = true, .capacity = o->b, .line = {.by_priority = o->c == 1}};
        return plain(OK);
    }
    if (queue == NULL || !queue->exists) {
        return plain(BAD_OBJECT);
    }
    return queue_perform(model, queue, o);
}

static bool is_satisfied(uint32_t bits, uint32_t wanted, enum flags_mode mode)
{
    return mode == ALL_OF || mode == ALL_AND_CLEAR ? (bits & wanted) == wanted
                                                   : (bits & wanted) != 0;
}

static uint32_t cleared(uint32_t wanted, enum flags_mode mode)
{
    return mode == ANY_AND_CLEAR || mode == ALL_AND_CLEAR ? wanted : 0;
}

static struct answer flags_wait(struct model *model, int number, const struct operation *o)
{
    struct flags *flags = &model->flags[number];
    struct answer answer = {.status = OK, .value = flags->bits};

    if (o->b == 0 || o->c > ALL_AND_CLEAR) {
        return plain(BAD_ARGUMENT);
    }
    if (o->d != NO_WAIT && !model_may_wait(model)) {
        return plain(BAD_CONTEXT);
    }
    if (is_satisfied(flags->bits, o->b, (enum flags_mode)o->c)) {
        flags->bits &= ~cleared(o->b, (enum flags_mode)o->c);
        return answer;
    }
    if (o->d != NO_WAIT) {
        model->thread[model->running].wanted = o->b;
        model->thread[model->running].mode = (enum flags_mode)o->c;
    }
    answer.status = wait_in_line(model, FOR_EVENTS, number, o->d);
    return answer;
}

/* All are judged by the same bits. */
static void flags_set(struct model *model, int number, uint32_t bits)
{
    struct flags *flags = &model->flags[number];
    uint32_t clear = 0;

    flags->bits |= bits;
    for (int i = 0; i < flags->line.count;) {
        const struct thread *t = &model->thread[flags->line.thread[i]];

        if (is_satisfied(flags->bits, t->wanted, t->mode)) {
            clear |= cleared(t->wanted, t->mode);
            end_wait(model, flags->line.thread[i], OK, flags->bits);
        } else {
            i++;
        }
    }
    flags->bits &= ~clear;
    if (flags->notifies) {
        tell(model, TELLS, OF_FLAGS, number);
    }
}

struct answer perform_flags(struct model *model, const struct operation *o)
{
    struct flags *flags = o->a < FLAGS ? &model->flags[o->a] : NULL;

    if (o->kind == DO_FLAGS_CREATE) {
        if (flags == NULL || o->c > 1) {
            return plain(BAD_ARGUMENT);
        }
        *flags = (struct flags){.exists = true, .line = {.by_priority = o->c == 1}};
        return plain(OK);
    }
    if (flags == NULL || !flags->exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_FLAGS_WAIT:
        return flags_wait(model, (int)o->a, o);
    case DO_FLAGS_SET:
        flags_set(model, (int)o->a, o->b);
        break;
    case DO_FLAGS_CLEAR:
        flags->bits &= ~o->b;
        break;
    case DO_FLAGS_NOTIFY:
        flags->notifies = o->b != 0;
        break;
    default:
        delete_object(model, OF_FLAGS, (int)o->a);
        break;
    }
    return plain(OK);
}
