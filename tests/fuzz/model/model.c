/* SPDX-License-Identifier: Apache-2.0 */
/* The model as a whole: what a context does, and how things go on to the next moment; see model.h.
 */
#include "inside.h"
#include <string.h>

const char *status_name(enum status status)
{
    static const char *const names[STATUSES] = {
        "ok",           "timed out",  "deleted",     "unavailable", "overrun",       "aborted",
        "bad argument", "bad object", "bad context", "bad state",   "not the owner", "deadlock",
        "too many"};

    return status < STATUSES ? names[status] : "no status";
}

void model_init(struct model *model)
{
    memset(model, 0, sizeof *model);
    model->running = NOBODY;
    model->slice_end = NEVER;
    model->expect.place = START_UP;
    model->start_up.kind = BEGINS;
}

bool model_in_interrupt(const struct model *model)
{
    return model->frames > 0;
}

bool model_may_wait(const struct model *model)
{
    return model->started && model->frames == 0 && model->offs == 0 && model->running != NOBODY &&
           model->thread[model->running].disabled == 0;
}

struct activity *model_activity(struct model *model)
{
    if (model->frames > 0) {
        return &model->frame[model->frames - 1].activity;
    }
    return model->started ? &model->thread[model->running].activity : &model->start_up;
}

/* The next instant at which something expires. */
static uint64_t next_timeout(const struct model *model)
{
    uint64_t instant = NEVER;

    for (int i = 0; i < THREADS; i++) {
        if (model->thread[i].life == WAITING && model->thread[i].until < instant) {
            instant = model->thread[i].until;
        }
    }
    return instant;
}

static uint64_t next_alarm(const struct model *model)
{
    uint64_t instant = next_timeout(model);

    return model->slice_end < instant ? model->slice_end : instant;
}

static unsigned urgency(const struct model *model)
{
    if (model->frames == 0) {
        return THREAD_URGENCY;
    }
    int line = model->frame[model->frames - 1].line;

    return line == NOBODY ? ALARM_URGENCY : model->urgency[line];
}

static bool alarm_may_come(const struct model *model)
{
    return model->started && model->offs == 0 && urgency(model) > ALARM_URGENCY;
}

uint64_t model_work_limit(const struct model *model)
{
    uint64_t first = next_timeout(model);
    uint64_t second = NEVER;

    if (alarm_may_come(model)) {
        return NEVER;
    }
    for (int i = 0; i < THREADS; i++) {
        uint64_t until = model->thread[i].until;

        if (model->thread[i].life == WAITING && until > first && until < second) {
            second = until;
        }
    }
    return second == NEVER ? NEVER : second > model->now ? second - model->now - 1 : 0;
}

/* Begin the handler of the most urgent interrupt that may come now. Returns: false if none may. */
static bool interrupt(struct model *model)
{
    unsigned most = urgency(model);
    int line = NOBODY;

    if (!model->started || model->offs > 0) {
        return false;
    }
    bool alarm = alarm_may_come(model) && model->now >= next_alarm(model);

    most = alarm ? ALARM_URGENCY : most;
    for (int i = 0; i < LINES; i++) {
        if ((model->raised & 1U << i) != 0 && model->urgency[i] < most) {
            most = model->urgency[i];
            line = i;
        }
    }
    if (line == NOBODY && !alarm) {
        return false;
    }
    if (line != NOBODY) {
        model->raised &= ~(1U << line);
    }
    model->frame[model->frames++] = (struct frame){.line = line, .begun = model->now};
    return true;
}

/* The thread whose wait ends by time now; of several the one that was begun first. */
static int whose_time_has_come(const struct model *model, uint64_t instant)
{
    int first = NOBODY;

    for (int i = 0; i < THREADS; i++) {
        const struct thread *t = &model->thread[i];

        if (t->life == WAITING && t->until <= instant &&
            (first == NOBODY || t->started < model->thread[first].started)) {
            first = i;
        }
    }
    return first;
}

static void expire(struct model *model, int thread)
{
    switch (model->thread[thread].wait) {
    case FOR_TIME:
    case FOR_PERIOD:
        end_wait(model, thread, OK, 0);
        break;
    default:
        end_wait(model, thread, TIMED_OUT, 0);
        break;
    }
}

/* One step of the alarm's handler. */
static void ring(struct model *model, struct frame *frame)
{
    if (!frame->advanced) {
        frame->advanced = true;
        if (model->slice_end <= frame->begun) {
            end_slice(model);
        }
        model->soonest = frame->begun + 1;
    } else {
        int thread = whose_time_has_come(model, frame->begun);

        if (thread == NOBODY) {
            unlock(model);
            model->frames--;
            return;
        }
        expire(model, thread);
    }
    unlock(model);
}

/* Time passes while the context works. */
static void work(struct model *model, struct activity *activity)
{
    uint64_t step = activity->left;
    uint64_t alarm = next_alarm(model);

    if (alarm_may_come(model) && alarm < model->now + step) {
        step = alarm - model->now;
    }
    model->now += step;
    activity->left -= step;
    if (activity->left == 0) {
        activity->kind = ANSWERS;
    }
}

static void expect(struct model *model, const struct activity *activity)
{
    struct expectation *e = &model->expect;

    *e = (struct expectation){.answers = activity->kind == ANSWERS, .answer = activity->answer};
    if (model->frames > 0) {
        e->place = IN_LINE;
        e->number = model->frame[model->frames - 1].line;
    } else if (model->started) {
        e->place = IN_THREAD;
        e->number = model->running;
    } else {
        e->place = START_UP;
    }
}

/* Nobody is ready and no handler runs. Returns: false if nothing happens any more. */
static bool idle(struct model *model)
{
    uint64_t alarm = next_alarm(model);

    if (alarm == NEVER) {
        model->expect = (struct expectation){.place = AT_END};
        return false;
    }
    model->now = alarm;
    return true;
}

/* One step; false if somebody has something to say. */
static bool step(struct model *model)
{
    if (interrupt(model)) {
        return true;
    }
    if (model->started && model->frames == 0 && model->offs == 0 && model->switch_pending) {
        dispatch(model);
        return true;
    }
    if (model->frames > 0 && model->frame[model->frames - 1].line == NOBODY) {
        ring(model, &model->frame[model->frames - 1]);
        return true;
    }
    if (model->started && model->frames == 0 && model->running == NOBODY) {
        return idle(model);
    }
    struct activity *activity = model_activity(model);

    switch (activity->kind) {
    case WORKS:
        work(model, activity);
        return true;
    case ENDS:
        (void)terminate(model, model->running);
        unlock(model);
        return true;
    default:
        expect(model, activity);
        return false;
    }
}

void model_run(struct model *model)
{
    while (step(model)) {
    }
}

/* Return from the entry function or the handler, or start the kernel. */
static void do_return(struct model *model, struct activity *activity)
{
    if (model->frames > 0) {
        model->frames--;
        return;
    }
    if (model->started) {
        model->offs = 0;
        activity->kind = ENDS;
    } else {
        model->started = true;
    }
    unlock(model);
}

static struct answer perform(struct model *model, const struct operation *o)
{
    struct activity *activity = model_activity(model);

    switch (o->kind) {
    case DO_RETURN:
        do_return(model, activity);
        return plain(OK);
    case DO_WORK:
        activity->kind = o->a != 0 ? WORKS : ANSWERS;
        activity->left = o->a;
        return plain(OK);
    case DO_RAISE:
        model->raised |= 1U << o->a;
        return plain(OK);
    case DO_INTERRUPTS_OFF:
        model->offs++;
        return plain(OK);
    case DO_INTERRUPTS_ON:
        model->offs--;
        return plain(OK);
    default:
        break;
    }
    return o->kind < DO_THREAD_CREATE      ? perform_self(model, o)
           : o->kind < DO_SEMAPHORE_CREATE ? perform_thread(model, o)
           : o->kind < DO_QUEUE_CREATE     ? perform_semaphore(model, o)
                                           : perform_queue(model, o);
}

enum status model_perform(struct model *model, const struct operation *operation)
{
    struct activity *activity = model_activity(model);

    activity->kind = ANSWERS;
    struct answer answer = perform(model, operation);

    activity->answer = answer;
    if (operation->kind != DO_RETURN) {
        unlock(model);
    }
    return answer.status;
}

bool model_permits(const struct model *model, const struct operation *o)
{
    switch (o->kind) {
    case DO_RETURN:
        return model->offs == 0 || (model->started && model->frames == 0);
    case DO_WORK:
        return o->a <= model_work_limit(model);
    case DO_RAISE:
        return o->a < LINES;
    case DO_INTERRUPTS_OFF:
        return model->offs < OFFS_MAX;
    case DO_INTERRUPTS_ON:
        return model->offs > 0;
    case DO_THREAD_CREATE:
        return o->a >= THREADS || model->thread[o->a].life == GONE;
    case DO_SEMAPHORE_CREATE:
        return o->a >= SEMAPHORES || !model->semaphore[o->a].exists;
    case DO_QUEUE_CREATE:
        return o->a >= QUEUES || (!model->queue[o->a].exists && o->b <= QUEUE_MAX);
    default:
        return true;
    }
}
