/* SPDX-License-Identifier: Apache-2.0 */
/* A model of the scheduler of kernel-v1, as the document describes it, with a list as its queue. It
 * shares no code with the kernel. Times are in milliseconds, as in the document. */
#include "script.h"
#include <stddef.h>

enum { NONE, PERIOD, DELAY, DEVICE };

struct model_thread {
    bool enabled, asleep;
    unsigned prio;
    int32_t period, ticker, delay;
    bool has_device;
    uint32_t set, clear;
    uint32_t runs;
    uint8_t trigger;
};

struct model {
    struct model_thread threads[THREADS];
    unsigned queue[THREADS], queued;
    unsigned waiting[THREADS], waiters; /* for the signal */
    uint32_t device;
};

static uint32_t mix(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352dU;
    x = (x ^ (x >> 15)) * 0x846ca68bU;
    return x ^ (x >> 16);
}

static uint32_t draw(uint32_t seed, unsigned tid, uint32_t run, uint32_t what)
{
    return mix(mix(mix(seed + 1) ^ (tid * 97 + 13)) ^ (run * 31 + what));
}

struct settings script_settings(uint32_t seed, unsigned tid)
{
    struct settings settings = {.prio = draw(seed, tid, 0, 1) % 4};

    if (tid != 0) {
        settings.period_ms = draw(seed, tid, 0, 2) % 4 == 0 ? 0 : draw(seed, tid, 0, 3) % 9;
        settings.start_after_ms = draw(seed, tid, 0, 4) % 7;
    }
    return settings;
}

struct step script_step(uint32_t seed, unsigned tid, uint32_t run)
{
    struct step step = {
        .first = (enum first)(draw(seed, tid, run, 5) % FIRSTS),
        .last = (enum last)(draw(seed, tid, run, 6) % LASTS),
        .delay_ms = 1 + draw(seed, tid, run, 7) % 9,
        .set = draw(seed, tid, run, 8) % 16,
        .clear = draw(seed, tid, run, 9) % 4,
    };

    if (tid == 0) {
        step.first = (enum first)(1 + draw(seed, tid, run, 5) % FIRST_SET_DEVICE);
        step.last = LAST_NEXT;
    }
    step.value = draw(seed, tid, run, 10) % (step.first == FIRST_SET_DEVICE ? 16 : THREADS);
    if (step.first == FIRST_START_TIMEOUT) {
        step.value++;
    }
    return step;
}

static void put_in(struct model *model, unsigned tid)
{
    unsigned place = 0;

    while (place < model->queued &&
           model->threads[model->queue[place]].prio <= model->threads[tid].prio) {
        place++;
    }
    for (unsigned i = model->queued++; i > place; i--) {
        model->queue[i] = model->queue[i - 1];
    }
    model->queue[place] = tid;
}

/* One thread in a scan. Returns true if it is due. */
static bool look(struct model_thread *thread, uint32_t device)
{
    bool due = false;

    thread->trigger = NONE;
    if (thread->delay <= 0 && thread->period == 0 && !thread->has_device) {
        return true;
    }
    if (thread->period > 0) {
        thread->ticker -= TICK_MS;
        if (thread->ticker <= 0) {
            thread->ticker += thread->period;
            thread->trigger = PERIOD;
        }
    }
    if (thread->delay > 0) {
        thread->delay -= TICK_MS;
        if (thread->delay <= 0) {
            due = true;
            thread->trigger = DELAY;
        }
    }
    if (thread->has_device && ((device & thread->set) != 0 || (~device & thread->clear) != 0)) {
        due = true;
        thread->has_device = false;
        thread->trigger = DEVICE;
    }
    return due || (thread->trigger == PERIOD && thread->delay <= 0 && !thread->has_device);
}

static void do_first(struct model *model, struct model_thread *self, const struct step *step)
{
    switch (step->first) {
    case FIRST_WAKE:
        if (model->threads[step->value].asleep) {
            model->threads[step->value].asleep = false;
            model->threads[step->value].enabled = true;
        }
        break;
    case FIRST_SEND:
        if (model->waiters > 0) {
            model->threads[model->waiting[0]].enabled = true;
            model->waiters--;
            for (unsigned i = 0; i < model->waiters; i++) {
                model->waiting[i] = model->waiting[i + 1];
            }
        }
        break;
    case FIRST_SET_DEVICE:
        model->device = step->value;
        break;
    case FIRST_START_TIMEOUT:
        self->delay = (int32_t)step->value;
        break;
    case FIRST_CANCEL_TIMEOUT:
        self->delay = 0;
        break;
    case FIRST_CANCEL_FLAGS:
        self->has_device = false;
        break;
    case FIRST_CHANGE_PRIO:
        self->prio = step->value;
        break;
    case FIRST_CHANGE_PERIOD:
        self->period = (int32_t)step->value;
        self->ticker = (int32_t)step->delay_ms;
        break;
    case FIRST_NOTHING:
    case FIRSTS:
        break;
    }
}

static void do_last(struct model *model, unsigned tid, const struct step *step)
{
    struct model_thread *self = &model->threads[tid];

    switch (step->last) {
    case LAST_DELAY:
        self->delay = (int32_t)step->delay_ms;
        break;
    case LAST_FLAGS:
        self->has_device = true;
        self->set = step->set;
        self->clear = step->clear;
        break;
    case LAST_SUSPEND:
        self->asleep = true;
        self->enabled = false;
        break;
    case LAST_AWAIT:
        model->waiting[model->waiters++] = tid;
        self->enabled = false;
        break;
    case LAST_NEXT:
    case LASTS:
        break;
    }
}

static void begin(struct model *model, uint32_t seed)
{
    *model = (struct model){0};
    for (unsigned tid = 0; tid < THREADS; tid++) {
        struct settings settings = script_settings(seed, tid);

        model->threads[tid] = (struct model_thread){.enabled = true,
                                                    .prio = settings.prio,
                                                    .period = (int32_t)settings.period_ms,
                                                    .ticker = (int32_t)settings.start_after_ms};
    }
}

static void run(struct model *model, uint32_t seed, uint32_t scan, struct history *history)
{
    unsigned tid = model->queue[0];
    struct model_thread *self = &model->threads[tid];
    struct step step = script_step(seed, tid, self->runs++);

    model->queued--;
    for (unsigned i = 0; i < model->queued; i++) {
        model->queue[i] = model->queue[i + 1];
    }
    history->runs[history->length++] =
        (struct run){.scan = scan, .tid = (uint8_t)tid, .trigger = self->trigger};
    do_first(model, self, &step);
    do_last(model, tid, &step);
}

void model_run(uint32_t seed, struct history *history)
{
    struct model model;

    begin(&model, seed);
    history->length = 0;
    for (uint32_t scan = 1; scan <= SCANS; scan++) {
        for (unsigned tid = 0; tid < THREADS; tid++) {
            struct model_thread *thread = &model.threads[tid];

            if (thread->enabled && look(thread, model.device)) {
                put_in(&model, tid);
            }
        }
        while (model.queued > 0) {
            run(&model, seed, scan, history);
        }
    }
}
