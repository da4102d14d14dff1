/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores and event flags. */
#include "inside.h"

static enum status semaphore_wait(struct model *model, int number, uint32_t timeout)
{
    struct semaphore *semaphore = &model->semaphore[number];

    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (semaphore->count == 0) {
        return wait_for(model, FOR_UNIT, number, timeout);
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
    if (semaphore->object.waiters.count > 0) {
        end_wait(model, semaphore->object.waiters.thread[0], OK, 0);
    } else if (semaphore->count >= ceiling) {
        return TOO_MANY;
    } else {
        semaphore->count++;
    }
    return OK;
}

enum status create_semaphore(struct model *model, const struct operation *o)
{
    model->semaphore[o->a] = (struct semaphore){.object = new_object(o), .count = o->b};
    return OK;
}

struct answer perform_semaphore(struct model *model, const struct operation *o)
{
    switch (o->kind) {
    case DO_SEMAPHORE_WAIT:
        return plain(semaphore_wait(model, (int)o->a, o->d));
    case DO_SEMAPHORE_POST:
        return plain(semaphore_post(model, (int)o->a, UINT32_MAX));
    default:
        return plain(semaphore_post(model, (int)o->a, o->b));
    }
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
    answer.status = wait_for(model, FOR_EVENTS, number, o->d);
    return answer;
}

/* All waiting threads are examined with the same bits. */
static void flags_set(struct model *model, int number, uint32_t bits)
{
    struct flags *flags = &model->flags[number];
    uint32_t clear = 0;

    flags->bits |= bits;
    for (int i = 0; i < flags->object.waiters.count;) {
        const struct thread *t = &model->thread[flags->object.waiters.thread[i]];

        if (is_satisfied(flags->bits, t->wanted, t->mode)) {
            clear |= cleared(t->wanted, t->mode);
            end_wait(model, flags->object.waiters.thread[i], OK, flags->bits);
        } else {
            i++;
        }
    }
    flags->bits &= ~clear;
}

void go_on_setting(struct model *model, struct activity *activity)
{
    end_long_call(model, activity);
    activity->step = ANSWERS;
}

/* An interrupt in between observes a complete set, because each of its calls about the flags
 * completes it. */
static void set_in_long_call(struct model *model, int number, uint32_t bits)
{
    struct activity *activity = current(model);

    begin_long_call(model, activity);
    flags_set(model, number, bits);
    activity->step = SETS;
}

static void perform_set(struct model *model, int number, uint32_t bits)
{
    if (model->flags[number].object.waiters.count > 1) {
        set_in_long_call(model, number, bits);
        return;
    }
    flags_set(model, number, bits);
}

enum status create_flags(struct model *model, const struct operation *o)
{
    model->flags[o->a] = (struct flags){.object = new_object(o)};
    return OK;
}

struct answer perform_flags(struct model *model, const struct operation *o)
{
    if (o->kind == DO_FLAGS_WAIT) {
        return flags_wait(model, (int)o->a, o);
    }
    if (o->kind == DO_FLAGS_SET) {
        perform_set(model, (int)o->a, o->b);
    } else {
        model->flags[o->a].bits &= ~o->b;
    }
    return plain(OK);
}
