/* SPDX-License-Identifier: Apache-2.0 */
/* Time: the instants of events, and timers. */
#include "inside.h"

static bool waits_by_time(const struct thread *t)
{
    return t->life == WAITING && t->until != NEVER;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t next_timeout(const struct model *model)
{
    uint64_t instant = NEVER;

    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        if (waits_by_time(&model->thread[i])) {
            instant = earlier(instant, model->thread[i].until);
        }
    }
    for (int i = 0; i < model->used[OF_TIMER]; i++) {
        if (model->timer[i].exists) {
            instant = earlier(instant, model->timer[i].until);
        }
    }
    return instant;
}

uint64_t model_next_alarm(const struct model *model)
{
    return earlier(next_timeout(model), model->slice_end);
}

unsigned urgency(const struct model *model)
{
    if (model->frames == 0) {
        return THREAD_URGENCY;
    }
    int line = model->frame[model->frames - 1].line;

    return line == NOBODY ? ALARM_URGENCY : model->urgency[line];
}

bool alarm_may_come(const struct model *model)
{
    return model->started && model->masks == 0 && urgency(model) > ALARM_URGENCY;
}

/* The instant of the alarm. In its own handler it is set late. */
static uint64_t set_alarm(const struct model *model)
{
    return alarm_may_come(model) ? earlier(model_next_alarm(model), model->alarm) : model->alarm;
}

static bool alarm_is_due(const struct model *model)
{
    return !model->alarm_raised && set_alarm(model) <= model->now;
}

/* Was it preempted while it worked, and not between two calls? */
static bool would_work(const struct thread *t)
{
    return t->activity.step == WORKS;
}

bool alarm_is_prompt(const struct model *model)
{
    return model->rules.is_prompt && model_next_alarm(model) <= model->now;
}

bool is_end_of_instant(const struct model *model)
{
    int next = model_next(model);

    if (model->rules.is_prompt || !alarm_is_due(model) || model->running == NOBODY ||
        model->thread[model->running].life == LEVEL) {
        return false;
    }
    return next == NOBODY || model->thread[next].life != LEVEL || would_work(&model->thread[next]);
}

static void expire_thread(struct model *model, int thread)
{
    enum wait wait = model->thread[thread].wait;

    if (wait >= FOR_UNIT) {
        count(model, thread, TIMEOUTS);
    }
    end_wait(model, thread, wait >= FOR_UNIT ? TIMED_OUT : OK, 0);
}

/* A period that is shorter than the handling of an alarm leaves out instants. */
static uint64_t next_instant(const struct model *model, const struct frame *frame,
                             const struct timer *timer)
{
    uint64_t pause = 6 * (model->now - frame->begun);
    uint64_t instant = timer->due + timer->period;

    while (timer->period < pause && instant <= model->now + pause) {
        instant += timer->period;
    }
    return instant;
}

static void expire_timer(struct model *model, struct frame *frame, int number)
{
    struct timer *timer = &model->timer[number];

    timer->until = NEVER;
    if (timer->period != 0) {
        timer->due = next_instant(model, frame, timer);
        timer->until = expiry_of(model, timer->due);
        timer->started = ++model->stamp;
    }
    frame->activity = new_activity(IN_TIMER, number);
}

/* Does it expire before another timeout? The earlier instant expires first, and of equal instants
 * the older timeout. */
static bool is_ahead(uint64_t until, long started, uint64_t other_until, long other_started)
{
    return until < other_until || (until == other_until && started < other_started);
}

/* The next timeout that has expired by now: a thread, or a timer, whose numbers follow those of the
 * threads; NOBODY: none. */
static int due_timeout(const struct model *model, uint64_t now)
{
    int first = NOBODY;
    uint64_t until = now + 1;
    long started = 0;

    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        const struct thread *t = &model->thread[i];

        if (waits_by_time(t) && is_ahead(t->until, t->started, until, started)) {
            first = i;
            until = t->until;
            started = t->started;
        }
    }
    for (int i = 0; i < model->used[OF_TIMER]; i++) {
        const struct timer *t = &model->timer[i];

        if (t->exists && is_ahead(t->until, t->started, until, started)) {
            first = THREADS + i;
            until = t->until;
            started = t->started;
        }
    }
    return first;
}

/* One step of the alarm's handler: the slice, and then one timeout after the other. */
bool serve_alarm(struct model *model, struct frame *frame)
{
    if (!frame->advanced) {
        frame->advanced = true;
        if (model->slice_end <= frame->begun) {
            end_slice(model);
        }
        model->last_alarm = frame->begun;
        return true;
    }
    int due = due_timeout(model, frame->begun);

    if (due == NOBODY) {
        return false;
    }
    model->served = due < THREADS ? model->thread[due].until : model->timer[due - THREADS].until;
    if (due < THREADS) {
        expire_thread(model, due);
    } else {
        expire_timer(model, frame, due - THREADS);
    }
    return true;
}

/* Time passes while the context works. */
void work(struct model *model, struct activity *activity)
{
    uint64_t step = activity->left;
    uint64_t alarm = set_alarm(model);

    if (!model->rules.is_prompt && model->started && model->masks == 0 && alarm_is_due(model)) {
        model->alarm_raised = true;
        return;
    }
    if (alarm_may_come(model) && alarm < model->now + step) {
        step = alarm - model->now;
    }
    model->now += step;
    model->alarm_raised = model->alarm_raised || set_alarm(model) < model->now;
    activity->left -= step;
    if (activity->left == 0) {
        activity->step = ANSWERS;
    }
}

/* The instants of a periodic timer that have passed before its start count once. */
static uint64_t first_instant(const struct model *model, uint64_t instant, uint64_t period)
{
    while (period != 0 && instant + period <= model->now) {
        instant += period;
    }
    return instant;
}

struct answer perform_timer(struct model *model, const struct operation *o)
{
    struct timer *timer = o->a < TIMERS ? &model->timer[o->a] : NULL;

    if (o->kind == DO_TIMER_CREATE) {
        if (timer == NULL) {
            return plain(BAD_ARGUMENT);
        }
        *timer = (struct timer){.exists = true, .until = NEVER};
        return plain(OK);
    }
    if (timer == NULL || !timer->exists) {
        return plain(BAD_OBJECT);
    }
    if (o->kind == DO_TIMER_START) {
        if (o->d == FOREVER) {
            return plain(BAD_ARGUMENT);
        }
        timer->period = o->b;
        timer->due = first_instant(model, instant_of(model, o->d), o->b);
        timer->until = expiry_of(model, timer->due);
        timer->started = ++model->stamp;
    } else {
        timer->period = 0;
        timer->until = NEVER;
        timer->exists = o->kind == DO_TIMER_STOP;
    }
    return plain(OK);
}
