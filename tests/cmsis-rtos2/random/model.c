/* SPDX-License-Identifier: Apache-2.0 */
/* The model: which thread runs, and what happens at a tick. It has one list of ready threads and
 * one of waits with a limit, and looks at all of them. */
#include "model.h"
#include <stddef.h>
#include <string.h>

struct model model;

uint32_t tick_now(void)
{
    return (uint32_t)(model.now / FRACTIONS);
}

static void insert_at(struct list *list, unsigned place, uint8_t who)
{
    memmove(&list->who[place + 1], &list->who[place], list->number++ - place);
    list->who[place] = who;
}

void list_append(struct list *list, uint8_t who)
{
    insert_at(list, list->number, who);
}

void list_insert(struct list *list, uint8_t who, bool before_equals)
{
    int bound = model.thread[who].priority + before_equals;
    unsigned place = 0;

    while (place < list->number && model.thread[list->who[place]].priority >= bound) {
        place++;
    }
    insert_at(list, place, who);
}

void list_remove(struct list *list, uint8_t who)
{
    for (unsigned place = 0; place < list->number; place++) {
        if (list->who[place] == who) {
            memmove(&list->who[place], &list->who[place + 1], --list->number - place);
            return;
        }
    }
}

/* The threads that wait for the same as this one. */
static struct list *list_of(const struct thread *thread)
{
    switch (thread->waits) {
    case SEMAPHORE:
        return &model.semaphore[thread->object].waiters;
    case POOL:
        return &model.pool[thread->object].waiters;
    case PUT:
    case GET:
        return &model.queue[thread->object].waiters;
    case MUTEX:
        return &model.mutex[thread->object].waiters;
    case EVENTS:
        return &model.events[thread->object].waiters;
    default:
        return NULL;
    }
}

/* A thread that was preempted is the first of its new priority, but the thread that has been chosen
 * to run stays before it. */
static void move_ready(uint8_t who)
{
    const struct list *ready = &model.ready;

    list_remove(&model.ready, who);
    uint8_t first = ready->number != 0 ? ready->who[0] : NOBODY;
    int priority = model.thread[who].priority;
    uint8_t running = model.running;
    bool stays = running != NOBODY && (model.locked || model.thread[running].priority >= priority);
    bool is_chosen = first != NOBODY && model.thread[first].priority == priority && !stays;

    if (is_chosen && model.thread[who].dispatched) {
        insert_at(&model.ready, 1, who);
    } else {
        list_insert(&model.ready, who, model.thread[who].dispatched);
    }
}

static void set_own(uint8_t who, int priority)
{
    struct thread *thread = &model.thread[who];
    struct list *list = list_of(thread);

    thread->priority = priority;
    if (thread->state == READY && model.running != who) {
        move_ready(who);
    } else if (list != NULL) {
        list_remove(list, who);
        list_insert(list, who, false);
    }
}

/* The priority that a mutex passes on, or 0. Another one changes its place among those that the
 * thread owns. */
static int passed_on(struct mutex *mutex)
{
    bool passes = model.script->inherits[mutex - model.mutex] && mutex->waiters.number != 0;
    int priority = passes ? model.thread[mutex->waiters.who[0]].priority : 0;

    if (priority != mutex->passes) {
        mutex->passes = priority;
        mutex->since = model.order++;
    }
    return priority;
}

void update_priority(uint8_t who)
{
    struct thread *thread = &model.thread[who];
    int priority = thread->base;

    for (unsigned each = 0; each < OBJECTS; each++) {
        if (model.mutex[each].owner == who) {
            int other = passed_on(&model.mutex[each]);

            priority = other > priority ? other : priority;
        }
    }
    if (priority == thread->priority) {
        return;
    }
    set_own(who, priority);
    if (thread->waits == MUTEX && model.mutex[thread->object].owner != NOBODY) {
        update_priority(model.mutex[thread->object].owner);
    }
}

/* A ready thread that was not preempted goes behind its equals, even if it inherits a higher
 * priority than the new one. */
void set_priority(uint8_t who, int priority)
{
    struct thread *thread = &model.thread[who];
    bool moves = thread->base != priority && thread->state == READY && !thread->dispatched;

    thread->base = priority;
    update_priority(who);
    if (moves) {
        list_remove(&model.ready, who);
        list_insert(&model.ready, who, false);
    }
}

/* A thread that waits no more does not pass on its priority. */
void leave_lists(uint8_t who)
{
    struct thread *thread = &model.thread[who];
    struct list *list = list_of(thread);
    enum waits waits = thread->waits;

    thread->waits = NOTHING;
    list_remove(&model.timed, who);
    if (list != NULL) {
        list_remove(list, who);
    }
    if (waits == MUTEX && model.mutex[thread->object].owner != NOBODY) {
        update_priority(model.mutex[thread->object].owner);
    }
}

/* The thread has ended its join: the other one is free, or nobody joins it any more. */
void end_join(uint8_t who)
{
    unsigned which = model.thread[who].joins;

    model.thread[who].joins = NOBODY;
    if (which != NOBODY) {
        model.thread[which].joiner = NOBODY;
        model.thread[which].joinable = false;
        if (model.thread[which].state == TERMINATED) {
            model.thread[which].state = STATE_INACTIVE;
        }
    }
}

static void make_ready(uint8_t who)
{
    struct thread *thread = &model.thread[who];

    thread->state = READY;
    thread->dispatched = false;
    list_insert(&model.ready, who, false);
}

void end_wait(uint8_t who, uint32_t result)
{
    leave_lists(who);
    model.thread[who].result = result;
    make_ready(who);
}

/* The thread does not run and is not ready any more. It keeps the rest of its slice if it was
 * preempted. */
void take_off(uint8_t who)
{
    list_remove(&model.ready, who);
    if (model.running == who) {
        model.thread[who].paid = 0;
        model.running = NOBODY;
    }
}

/* result: of a wait that is ended by another call. */
void begin_wait(struct list *list, enum waits waits, unsigned object, uint32_t timeout,
                uint32_t result)
{
    uint8_t who = model.running;
    struct thread *thread = &model.thread[who];

    take_off(who);
    thread->state = BLOCKED;
    thread->waits = waits;
    thread->object = (uint8_t)object;
    thread->result = result;
    thread->until = NO_TICK;
    if (list != NULL) {
        list_insert(list, who, false);
    }
    if (timeout != FOR_EVER) {
        thread->until = tick_now() + timeout;
        thread->order = model.order++;
        list_append(&model.timed, who);
    }
    if (waits == MUTEX) {
        update_priority(model.mutex[object].owner);
    }
}

void yield(void)
{
    uint8_t who = model.running;

    model.thread[who].paid = 0;
    model.thread[who].dispatched = false;
    list_insert(&model.ready, who, false);
    model.running = NOBODY;
}

void start_thread(uint8_t who)
{
    struct thread *thread = &model.thread[who];

    memset(thread, 0, sizeof *thread);
    thread->base = thread->priority = model.script->priority[who];
    thread->joinable = model.script->joinable[who];
    thread->joiner = thread->joins = NOBODY;
    make_ready(who);
}

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
        thread->work -= pass(thread->work);
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
            model.late = 0;
            (void)pass(FRACTIONS + 1);
        } else {
            run_running();
        }
    }
    *is_certain = model.is_certain;
    return model.is_early;
}
