/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting: lines, timeouts, and how a wait ends. */
#include "inside.h"

struct line *line_of(struct model *model, enum wait wait, int object)
{
    switch (wait) {
    case FOR_UNIT:
        return &model->semaphore[object].line;
    case FOR_MUTEX:
        return &model->mutex[object].line;
    case FOR_QUEUE:
        return &model->queue[object].line;
    case FOR_EVENTS:
        return &model->flags[object].line;
    case FOR_BLOCK:
        return &model->blocks[object].line;
    case FOR_BYTES:
        return &model->bytes[object].line;
    default:
        return NULL;
    }
}

/* Who sends to the front of a queue stands ahead of all; the others by priority or by their
 * coming. */
void line_insert(struct model *model, struct line *line, int thread)
{
    const struct thread *t = &model->thread[thread];
    int at = line->count++;

    for (; at > 0; at--) {
        const struct thread *before = &model->thread[line->thread[at - 1]];
        bool passes = line->by_priority && before->priority > t->priority && !before->ahead;

        if (!passes && !t->ahead) {
            break;
        }
        line->thread[at] = line->thread[at - 1];
    }
    line->thread[at] = thread;
}

/* The most urgent one to the head, of equals the one that has waited longest. */
void line_prioritize(const struct model *model, struct line *line)
{
    int best = 0;

    for (int i = 1; i < line->count; i++) {
        if (model->thread[line->thread[i]].priority < model->thread[line->thread[best]].priority) {
            best = i;
        }
    }
    for (int thread = line->thread[best]; best > 0; best--) {
        line->thread[best] = line->thread[best - 1];
        line->thread[best - 1] = thread;
    }
}

void line_remove(struct line *line, int thread)
{
    int kept = 0;

    for (int i = 0; i < line->count; i++) {
        if (line->thread[i] != thread) {
            line->thread[kept++] = line->thread[i];
        }
    }
    line->count = kept;
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
    return instant > model->passed ? instant : model->rang + 1;
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

enum status wait_in_line(struct model *model, enum wait wait, int object, uint32_t timeout)
{
    if (timeout == NO_WAIT) {
        return UNAVAILABLE;
    }
    if (timeout == FOREVER) {
        begin_wait(model, wait, object);
    } else {
        begin_wait_until(model, wait, object, instant_of(model, timeout));
    }
    line_insert(model, line_of(model, wait, object), model->running);
    return OK;
}

void leave_wait(struct model *model, int thread)
{
    struct thread *t = &model->thread[thread];

    t->until = NEVER;
    if (t->wait >= FOR_UNIT) {
        line_remove(line_of(model, t->wait, t->object), thread);
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

    leave_wait(model, thread);
    t->context.activity[t->context.depth - 1].answer =
        (struct answer){.status = status, .value = value};
    if (t->stop) {
        t->stop = false;
        t->wait = FOR_RESUME;
        count(model, thread, SUSPENSIONS);
    } else {
        make_ready(model, thread);
    }
}
