/* SPDX-License-Identifier: Apache-2.0 */
/* The definition of ticks, as a program; see tick_model.h. */
#include "tick_model.h"

void tick_model_to_tail(struct tick_model *model, struct tick_model_thread *t)
{
    t->state = TICK_READY;
    t->level = t->priority;
    t->place = ++model->stamp;
    t->dispatched = false;
}

/* The head of the most urgent level; or TICK_NOBODY. */
static int first_ready(const struct tick_model *model)
{
    int first = TICK_NOBODY;

    for (int i = 0; i < model->threads + 2; i++) {
        const struct tick_model_thread *t = &model->thread[i];
        const struct tick_model_thread *f = &model->thread[first < 0 ? i : first];

        if (t->state == TICK_READY &&
            (first < 0 || t->level < f->level || (t->level == f->level && t->place < f->place))) {
            first = i;
        }
    }
    return first;
}

/* The thread runs, and its threshold becomes its level. */
static void commit(struct tick_model *model)
{
    model->running = first_ready(model);
    if (model->running == TICK_NOBODY) {
        return;
    }
    struct tick_model_thread *t = &model->thread[model->running];

    t->dispatched = true;
    if (t->level != t->threshold) {
        t->level = t->threshold;
        t->place = -++model->stamp;
    }
}

/* The running thread would work; or it has left by itself, and no thread is between two calls. */
static bool is_end_of_instant(const struct tick_model *model)
{
    int first = first_ready(model);
    const struct tick_model_thread *f = &model->thread[first < 0 ? 0 : first];
    const struct tick_model_thread *r = &model->thread[model->running < 0 ? 0 : model->running];

    if (first == TICK_NOBODY) {
        return true;
    }
    if (model->running != TICK_NOBODY && r->state == TICK_READY && r->dispatched) {
        return first == model->running && f->work > 0;
    }
    return !f->dispatched || f->work > 0;
}

static void end_wait(struct tick_model *model, struct tick_model_thread *t)
{
    if (t->stop) {
        t->stop = false;
        t->state = TICK_HELD;
    } else {
        tick_model_to_tail(model, t);
    }
}

static void release(struct tick_model *model, struct tick_model_thread *t, unsigned trigger)
{
    t->trigger = trigger;
    t->release = model->now;
    end_wait(model, t);
}

/* Count the period. Returns: whether it has ended. */
static bool count_period(struct tick_model_thread *t)
{
    if (t->period == 0) {
        return false;
    }
    t->left -= TICK_LENGTH;
    if (t->left > 0) {
        return false;
    }
    t->left += t->period;
    return true;
}

/* The thread does not wait for the tick. The reasons to release it are kept or dropped. */
static void look_at_busy(struct tick_model *model, struct tick_model_thread *t)
{
    bool nothing_pending = t->delay == 0 && !t->armed;

    if (count_period(t) && nothing_pending && t->state != TICK_ENDED && !t->late) {
        t->late = true;
        t->late_since = model->now;
    }
    if (t->delay > 0) { /* a delay that has passed stays at the minimum */
        t->delay = t->delay > TICK_LENGTH ? t->delay - TICK_LENGTH : 1;
    }
}

/* The scan of one thread, rule by rule. */
static void look_at(struct tick_model *model, struct tick_model_thread *t)
{
    bool due = false;
    unsigned trigger = TICK_BY_NONE;

    if (!t->enabled) {
        return;
    }
    if (t->state != TICK_WAITS) {
        look_at_busy(model, t);
        return;
    }
    if (t->delay == 0 && t->period == 0 && !t->armed) {
        due = true;
    } else if (count_period(t)) {
        trigger = TICK_BY_PERIOD;
    }
    if (t->delay > 0) {
        t->delay -= TICK_LENGTH;
        if (t->delay <= 0) {
            t->delay = 0;
            due = true;
            trigger = TICK_BY_DELAY;
        }
    }
    if (t->armed && ((model->flags & t->set) != 0 || (~model->flags & t->clear) != 0)) {
        t->armed = false;
        due = true;
        trigger = TICK_BY_DEVICE;
    }
    if (trigger == TICK_BY_PERIOD && t->delay == 0 && !t->armed) {
        due = true;
    }
    if (due) {
        release(model, t, trigger);
    }
}

static void scan(struct tick_model *model)
{
    model->scans++;
    for (int i = 0; i < model->threads; i++) {
        look_at(model, &model->thread[i]);
    }
}

static void ring(struct tick_model *model)
{
    model->ring += TICK_LENGTH;
    model->ring_started = ++model->stamp;
    if (!model->deferred) {
        scan(model);
        return;
    }
    model->lost += model->pending ? 1 : 0;
    model->pending = true;
    if (model->thread[model->own].state == TICK_WAITS) {
        tick_model_to_tail(model, &model->thread[model->own]);
    }
}

/* The thread of the tick runs. If it has to examine threads when it begins to wait, its peers go
 * first; it has none in this model. */
static void run_own(struct tick_model *model)
{
    if (model->pending) {
        model->pending = false;
        scan(model);
    }
    model->thread[model->own].state = TICK_WAITS;
}

/* The sleeping thread that is released first; or TICK_NOBODY. */
static int first_sleeper(const struct tick_model *model)
{
    int first = TICK_NOBODY;

    for (int i = 0; i < model->threads; i++) {
        const struct tick_model_thread *t = &model->thread[i];
        const struct tick_model_thread *f = &model->thread[first < 0 ? i : first];

        if (t->state == TICK_SLEEPS && (first < 0 || t->until < f->until ||
                                        (t->until == f->until && t->started < f->started))) {
            first = i;
        }
    }
    return first;
}

struct instant {
    uint64_t time;
    long started;
};

static bool is_before(struct instant a, struct instant b)
{
    return a.time < b.time || (a.time == b.time && a.started < b.started);
}

/* The next instant at which an event is due. */
static struct instant next_instant(const struct tick_model *model)
{
    int sleeper = first_sleeper(model);
    struct instant first = {model->ring, model->ring_started};
    struct instant calls = {model->call, model->call_started};

    first = is_before(first, calls) ? first : calls;
    if (sleeper >= 0) {
        const struct tick_model_thread *t = &model->thread[sleeper];
        struct instant wakes = {t->until, t->started};

        first = is_before(wakes, first) ? wakes : first;
    }
    return first;
}

/* Execute all events that are due at this instant. */
static void happen(struct tick_model *model)
{
    long started = next_instant(model).started;

    if (started == model->ring_started) {
        ring(model);
    } else if (started == model->call_started) {
        model->call += TICK_LENGTH;
        model->call_started = ++model->stamp;
        model->speaker = TICK_HANDLER;
    } else {
        end_wait(model, &model->thread[first_sleeper(model)]);
    }
}

/* The status of lm_cyclic_await, which ends with nothing armed. */
static void speak(struct tick_model *model, int thread)
{
    struct tick_model_thread *t = &model->thread[thread];

    model->speaker = thread;
    if (t->awaits) {
        t->awaits = false;
        t->answer = t->trigger == TICK_BY_DEVICE ? LM_OK : LM_TIMEOUT;
        t->delay = 0;
        t->armed = false;
    }
}

/* The running thread works until its work ends or an event is due. Returns: false at its end. */
static bool works(struct tick_model *model, struct tick_model_thread *t, uint64_t next)
{
    uint64_t step = next > model->now ? next - model->now : 0;

    if (t->work == 0) {
        return false;
    }
    step = (uint64_t)t->work < step ? (uint64_t)t->work : step;
    model->now += step;
    t->work -= (int64_t)step;
    return true;
}

void tick_model_advance(struct tick_model *model)
{
    model->speaker = TICK_NOBODY;
    while (model->speaker == TICK_NOBODY) {
        uint64_t next = next_instant(model).time;

        model->instant_is_over = model->instant_is_over || is_end_of_instant(model);
        if (next <= model->now && model->instant_is_over) {
            happen(model);
            continue;
        }
        model->instant_is_over = false;
        commit(model);
        if (model->running == TICK_NOBODY) {
            model->now = next;
        } else if (model->running == model->own) {
            run_own(model);
        } else if (!works(model, &model->thread[model->running], next)) {
            if (model->running == model->busy) {
                model->thread[model->busy].state = TICK_ENDED;
            } else {
                speak(model, model->running);
            }
        }
    }
}

void tick_model_begin(struct tick_model *model)
{
    model->busy = model->threads;
    model->own = model->threads + 1;
    model->ring = TICK_LENGTH;
    model->ring_started = ++model->stamp;
    model->call = TICK_LENGTH / 2;
    model->call_started = ++model->stamp;
    for (int i = 0; i < model->threads; i++) {
        model->thread[i].state = TICK_WAITS;
        model->thread[i].begins = true;
    }
    tick_model_to_tail(model, &model->thread[model->busy]);
    if (model->deferred) {
        tick_model_to_tail(model, &model->thread[model->own]);
    } else {
        model->thread[model->own].state = TICK_ENDED;
    }
    tick_model_advance(model);
}
