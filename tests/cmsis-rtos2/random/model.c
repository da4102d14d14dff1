/* SPDX-License-Identifier: Apache-2.0 */
/* The model: which thread runs, what happens at a tick, and the steps of a script. */
#include "model.h"
#include <stddef.h>
#include <string.h>

struct model model;

/* The most urgent thread runs, and in a locked section the one that runs. */
static void dispatch(void)
{
    uint8_t first = model.ready.number != 0 ? model.ready.who[0] : NOBODY;
    uint8_t who = model.running;

    if (first == NOBODY || (who != NOBODY && model.locked)) {
        return;
    }
    if (who != NOBODY) {
        if (model.thread[first].priority <= model.thread[who].priority) {
            return;
        }
        list_insert(&model.ready, who, true);
    }
    list_remove(&model.ready, first);
    model.running = first;
    model.thread[first].dispatched = true;
}

static void serve_timer(unsigned number)
{
    struct timer *timer = &model.timer[number];

    timer->active = model.script->periodic[number];
    timer->due += timer->period;
    timer->order = model.order++;
    if (timer->pending++ == 0) {
        list_append(&model.due, (uint8_t)number);
    }
    if (model.thread[WHO_TIMERS].waits == CALLBACK) {
        end_wait(WHO_TIMERS, 0);
    }
}

/* The end of the slice comes before the timeouts. */
static void serve_slice(void)
{
    uint8_t who = model.running;

    if (who == NOBODY || who >= THREADS || ++model.thread[who].paid != SLICE) {
        return;
    }
    model.thread[who].paid = 0;
    if (!model.locked && model.ready.number != 0 &&
        model.thread[model.ready.who[0]].priority == model.thread[who].priority) {
        yield();
    }
}

/* Waits and timers end in the order in which they began. Returns: whether there is another one. */
static bool serve_next(uint32_t tick)
{
    unsigned first = UINT32_MAX, timer = OBJECTS;
    uint8_t who = NOBODY;

    for (unsigned each = 0; each < model.timed.number; each++) {
        const struct thread *thread = &model.thread[model.timed.who[each]];

        if (thread->until == tick && thread->order < first) {
            first = thread->order;
            who = model.timed.who[each];
        }
    }
    for (unsigned each = 0; each < OBJECTS; each++) {
        if (model.timer[each].active && model.timer[each].due == tick &&
            model.timer[each].order < first) {
            first = model.timer[each].order;
            timer = each;
        }
    }
    if (timer != OBJECTS) {
        serve_timer(timer);
    } else if (who != NOBODY) {
        end_wait(who, model.thread[who].result);
    }
    return first != UINT32_MAX;
}

static void serve_tick(void)
{
    serve_slice();
    while (serve_next(tick_now())) {
    }
}

void sleep_for(uint32_t ticks)
{
    while (ticks-- > 0) {
        model.now += FRACTIONS;
        while (serve_next(tick_now())) {
        }
    }
    model.thread[model.running].paid = 0;
}

/* Let time pass up to an instant or the next tick. Returns: the time that has passed. */
static uint32_t pass(uint32_t most)
{
    uint32_t left = FRACTIONS - (uint32_t)(model.now % FRACTIONS);

    if (most < left) {
        model.now += most;
        return most;
    }
    model.now += left;
    model.is_certain = model.is_certain && most != left;
    serve_tick();
    return left;
}

/* On a processor a call might be in the next tick: it is late by all calls since it was idle. */
static void be_late(const struct step *step)
{
    model.late += step->call == CALL_NEW ? 4 * CALL_TIME : CALL_TIME;
    model.is_early = model.is_early && model.now % FRACTIONS + model.late < FRACTIONS;
}

/* Work on a processor may be a little longer or shorter, and ends in the next or the last tick. */
static void be_inexact(uint32_t passed, bool ends)
{
    uint32_t place = (uint32_t)(model.now % FRACTIONS);

    model.worked += passed;
    uint32_t inexact = 2 + model.worked / 64;

    if (ends && (place < inexact || place + model.late + inexact >= FRACTIONS)) {
        model.is_early = false;
    }
}

static void note(uint8_t who, const struct step *step, unsigned place, uint32_t result)
{
    struct log *log = model.log;

    if (step->call == CALL_POOL_ALLOC) {
        model.pool[step->object].held += result;
    }

    if (log->number < ENTRIES) {
        log->entry[log->number++] =
            (struct entry){tick_now(), who, step->call, (uint16_t)place, result};
    }
}

static void run_handler(unsigned number)
{
    const struct steps *steps = &model.script->handler[number];

    model.in_interrupt = true;
    for (unsigned place = 0; place < steps->number; place++) {
        bool waits = false;

        be_late(&steps->step[place]);
        uint32_t result = do_call(WHO_INTERRUPT, &steps->step[place], 0xF00U + place, &waits);

        note(WHO_INTERRUPT, &steps->step[place], 16 * number + place, result);
    }
    model.in_interrupt = false;
}

/* One step of a list. Returns: whether it is complete. */
static bool take_step(uint8_t who, const struct step *step, unsigned place)
{
    struct thread *thread = &model.thread[who];
    bool waits = false;

    if (thread->has_result) {
        thread->has_result = false;
        end_join(who);
        note(who, step, place, thread->result);
        return true;
    }
    if (step->call == CALL_WORK) {
        thread->work = thread->work != 0 ? thread->work : step->a + 1;
        uint32_t passed = pass(thread->work);

        thread->work -= passed;
        be_inexact(passed, thread->work == 0);
        return thread->work == 0;
    }
    be_late(step);
    thread->has_result = true;
    if (step->call == CALL_RAISE) {
        run_handler(step->object);
        thread->result = 0;
        return false;
    }
    uint32_t result = do_call(who, step, (uint32_t)(who << 8) + place, &waits);

    if (!waits) {
        thread->result = result;
    }
    return false;
}

static void run_timers(struct thread *thread)
{
    const struct steps *steps = &model.script->timer[model.callback];

    if (thread->part == 0) {
        if (model.due.number == 0) {
            begin_wait(NULL, CALLBACK, 0, FOR_EVER, 0);
            return;
        }
        model.callback = model.due.who[0];
        steps = &model.script->timer[model.callback];
        list_remove(&model.due, model.callback);
        if (--model.timer[model.callback].pending != 0) {
            list_append(&model.due, model.callback);
        }
        thread->part = 1;
    } else if (thread->place == steps->number) {
        thread->part = thread->place = 0;
    } else {
        thread->place +=
            take_step(WHO_TIMERS, &steps->step[thread->place], 16 * model.callback + thread->place);
    }
}

static void run_running(void)
{
    uint8_t who = model.running;
    struct thread *thread = &model.thread[who];

    if (who == WHO_CONTROL) {
        model.is_over = true;
    } else if (who == WHO_TIMERS) {
        run_timers(thread);
    } else if (thread->place == model.script->steps[who].number) {
        model.late += 2 * CALL_TIME;
        end_thread(who);
    } else {
        thread->place +=
            take_step(who, &model.script->steps[who].step[thread->place], thread->place);
    }
}

static void begin(const struct script *script, struct log *log)
{
    memset(&model, 0, sizeof model);
    model.script = script;
    model.log = log;
    model.is_certain = model.is_early = true;
    log->number = 0;
    for (unsigned each = 0; each < OBJECTS; each++) {
        model.semaphore[each].count = script->initial[each];
        model.pool[each].count = script->blocks[each];
        model.mutex[each].owner = NOBODY;
    }
    model.thread[WHO_TIMERS].joins = NOBODY;
    model.thread[WHO_TIMERS].base = model.thread[WHO_TIMERS].priority = 40;
    model.thread[WHO_CONTROL].base = model.thread[WHO_CONTROL].priority = 56;
    for (uint8_t who = 0; who < script->threads; who++) {
        start_thread(who);
    }
    model.running = WHO_CONTROL;
    begin_wait(NULL, TIME, 0, LENGTH, OK);
    model.running = WHO_TIMERS;
    begin_wait(NULL, CALLBACK, 0, FOR_EVER, 0);
}

bool model_run(const struct script *script, struct log *log, bool *is_certain)
{
    begin(script, log);
    while (!model.is_over) {
        dispatch();
        if (model.running == NOBODY) {
            model.late = model.worked = 0;
            (void)pass(FRACTIONS + 1);
        } else {
            run_running();
        }
    }
    *is_certain = model.is_certain;
    return model.is_early;
}
