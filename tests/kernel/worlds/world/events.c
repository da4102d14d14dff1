/* SPDX-License-Identifier: Apache-2.0 */
/* Events: which ones are possible in a state, and how they are printed. */
#include "check.h"
#include "world.h"
#include <stdio.h>

struct possible {
    const struct world *world;
    const struct model *model;
    struct event *events;
    unsigned count;
};

static void add(struct possible *list, enum event_kind kind, struct operation operation)
{
    if ((list->world->events & 1ULL << kind) != 0) {
        CHECK(list->count < EVENTS_MAX);
        list->events[list->count++] = (struct event){kind, operation};
    }
}

#define ADD(list, event, ...) add(list, EVENT_##event, (struct operation){.kind = __VA_ARGS__})

/* Waits of all lengths of the world, each in one way: for this time, or until this instant. */
static void add_waits(struct possible *list, enum event_kind kind, struct operation operation)
{
    uint32_t base = operation.kind == DO_MUTEX_LOCK ? UNTIL_BASE + UNTIL_NOW : 0;

    operation.d = FOREVER;
    add(list, kind, operation);
    for (unsigned ticks = 1; ticks <= list->world->ticks; ticks++) {
        operation.d = base + ticks;
        add(list, kind, operation);
    }
}

#define ADD_WAITS(list, event, ...)                                                                \
    add_waits(list, EVENT_##event, (struct operation){.kind = __VA_ARGS__})

static void add_mutex(struct possible *list, int m, bool may_wait)
{
    const struct model *model = list->model;
    const struct mutex *mutex = &model->mutex[m];

    if (mutex->owner == model->running) {
        ADD(list, UNLOCK, DO_MUTEX_UNLOCK, .a = (uint32_t)m);
    }
    if (may_wait && mutex->owner == model->running && mutex->held < 2) {
        ADD(list, LOCK, DO_MUTEX_LOCK, .a = (uint32_t)m, .d = FOREVER);
    } else if (may_wait && mutex->owner != model->running) {
        ADD_WAITS(list, LOCK, DO_MUTEX_LOCK, .a = (uint32_t)m);
    }
}

/* One of each fills the area of a byte pool. Two small ones leave no room for a third. One in the
 * middle leaves enough bytes for a large one, but not in one piece. */
enum { SMALL_BYTES = 200, LARGE_BYTES = 400 };

/* Calls of a thread that may wait for data or memory. */
static void add_waits_for_data(struct possible *list)
{
    static const struct operation requests[] = {{.b = 1, .c = ANY_AND_CLEAR},
                                                {.b = 2, .c = ANY_OF},
                                                {.b = 3, .c = ALL_OF},
                                                {.b = 3, .c = ALL_AND_CLEAR}};

    for (int q = 0; q < list->world->queues; q++) {
        for (uint32_t message = 1; message <= 2; message++) {
            ADD_WAITS(list, SEND, DO_QUEUE_SEND, .a = (uint32_t)q, .b = message);
            ADD_WAITS(list, SEND_FRONT, DO_QUEUE_SEND_FRONT, .a = (uint32_t)q, .b = message);
        }
        ADD_WAITS(list, RECEIVE, DO_QUEUE_RECEIVE, .a = (uint32_t)q, .b = 1);
    }
    for (int f = 0; f < list->world->flags; f++) {
        for (unsigned i = 0; i < sizeof requests / sizeof requests[0]; i++) {
            ADD_WAITS(list, FLAGS_WAIT, DO_FLAGS_WAIT, .a = (uint32_t)f, .b = requests[i].b,
                      .c = requests[i].c);
        }
    }
    for (int p = 0; p < list->world->pools; p++) {
        ADD_WAITS(list, ALLOCATE, DO_BLOCKS_ALLOCATE, .a = (uint32_t)p);
    }
    for (int p = 0; p < list->world->areas; p++) {
        ADD_WAITS(list, ALLOCATE_BYTES, DO_BYTES_ALLOCATE, .a = (uint32_t)p, .b = SMALL_BYTES);
        ADD_WAITS(list, ALLOCATE_BYTES, DO_BYTES_ALLOCATE, .a = (uint32_t)p, .b = LARGE_BYTES);
    }
}

/* A piece is released by any context, as soon as the call that allocated it has returned. */
static void add_releases(struct possible *list, uint32_t pool)
{
    for (int i = 0; i < PIECES_MAX; i++) {
        const struct piece *piece = &list->model->bytes[pool].piece[i];
        struct operation release = {DO_BYTES_RELEASE, .a = pool, .b = piece->offset};

        if (piece->taken && model_permits(list->model, &release)) {
            add(list, EVENT_RELEASE_BYTES, release);
        }
    }
}

/* Calls of any context about data and memory. */
static void add_data(struct possible *list)
{
    for (int q = 0; q < list->world->queues; q++) {
        ADD(list, FLUSH, DO_QUEUE_FLUSH, .a = (uint32_t)q);
        ADD(list, DELETE_QUEUE, DO_QUEUE_DELETE, .a = (uint32_t)q);
    }
    for (int f = 0; f < list->world->flags; f++) {
        ADD(list, FLAGS_SET, DO_FLAGS_SET, .a = (uint32_t)f, .b = 1);
        ADD(list, FLAGS_SET, DO_FLAGS_SET, .a = (uint32_t)f, .b = 2);
        ADD(list, FLAGS_CLEAR, DO_FLAGS_CLEAR, .a = (uint32_t)f, .b = 3);
        ADD(list, DELETE_FLAGS, DO_FLAGS_DELETE, .a = (uint32_t)f);
    }
    for (int p = 0; p < list->world->pools; p++) {
        for (uint32_t block = 0; block < list->world->pool[p].blocks; block++) {
            if ((list->model->blocks[p].taken & 1U << block) != 0) {
                ADD(list, RELEASE, DO_BLOCKS_RELEASE, .a = (uint32_t)p, .b = block);
            }
        }
        ADD(list, DELETE_BLOCKS, DO_BLOCKS_DELETE, .a = (uint32_t)p);
    }
    for (int p = 0; p < list->world->areas; p++) {
        add_releases(list, (uint32_t)p);
        ADD(list, DELETE_BYTES, DO_BYTES_DELETE, .a = (uint32_t)p);
    }
}

/* The first instant of a timer may have passed. */
enum { JUST_PASSED = UNTIL_BASE + UNTIL_NOW - 1 };

/* Calls of any context about timers. */
static void add_timers(struct possible *list)
{
    for (uint32_t t = 0; t < (uint32_t)list->world->timers; t++) {
        for (uint32_t period = 0; period <= 2; period++) {
            ADD(list, TIMER_START, DO_TIMER_START, .a = t, .b = period, .d = JUST_PASSED);
            ADD(list, TIMER_START, DO_TIMER_START, .a = t, .b = period, .d = JUST_PASSED + 2);
            for (uint32_t ticks = 0; ticks <= list->world->ticks; ticks += 2) {
                ADD(list, TIMER_START, DO_TIMER_START, .a = t, .b = period, .d = ticks);
            }
        }
        ADD(list, TIMER_STOP, DO_TIMER_STOP, .a = t);
        ADD(list, DELETE_TIMER, DO_TIMER_DELETE, .a = t);
    }
}

/* Events of the running thread about itself and its own objects. */
static void add_own(struct possible *list)
{
    const struct model *model = list->model;
    const struct thread *self = &model->thread[model->running];
    bool may_wait = model_may_wait(model);

    for (int m = 0; m < list->world->mutexes; m++) {
        add_mutex(list, m, may_wait);
    }
    for (int s = 0; may_wait && s < list->world->semaphores; s++) {
        ADD_WAITS(list, WAIT, DO_SEMAPHORE_WAIT, .a = (uint32_t)s);
    }
    if (self->disabled < 2) {
        ADD(list, DISABLE, DO_PREEMPT_DISABLE);
    }
    if (self->disabled > 0) {
        ADD(list, ENABLE, DO_PREEMPT_ENABLE);
    }
    if (!may_wait) {
        return;
    }
    add_waits_for_data(list);
    ADD(list, YIELD, DO_YIELD);
    ADD(list, WAIT_PERIOD, DO_WAIT_PERIOD);
    for (unsigned ticks = 1; ticks <= list->world->ticks; ticks++) {
        if (ticks % 2 == 0) {
            ADD(list, SLEEP, DO_SLEEP, .a = ticks);
        } else {
            ADD(list, SLEEP, DO_SLEEP_UNTIL, .a = UNTIL_BASE + UNTIL_NOW + ticks);
        }
    }
}

static void add_sections(struct possible *list)
{
    const struct thread *self = &list->model->thread[list->model->running];

    if (self->sections < 2) {
        ADD(list, SECTION_ENTER, DO_SECTION_ENTER);
    }
    if (self->sections > 0) {
        ADD(list, SECTION_LEAVE, DO_SECTION_LEAVE);
        ADD(list, PREEMPT_POINT, DO_PREEMPT_POINT);
    }
}

static void add_spins(struct possible *list)
{
    for (int s = 0; s < list->world->spins; s++) {
        if (model_may_lock(list->model, s) == OK) {
            ADD(list, SPIN_LOCK, DO_SPIN_LOCK, .a = (uint32_t)s);
        }
        if (model_may_unlock(list->model, s) == OK) {
            ADD(list, SPIN_UNLOCK, DO_SPIN_UNLOCK, .a = (uint32_t)s);
        }
    }
}

static void add_models(struct possible *list)
{
    for (unsigned model = 0; model < MODELS; model++) {
        if (model != (unsigned)list->model->preemption) {
            ADD(list, MODEL_SET, DO_MODEL_SET, .a = model);
        }
    }
}

static void add_settings(struct possible *list, int thread)
{
    const struct thread *t = &list->model->thread[thread];
    uint32_t a = (uint32_t)thread;

    for (unsigned p = 0; p < list->world->levels; p++) {
        for (unsigned threshold = 0; threshold <= p; threshold++) {
            if (p != t->base_priority || threshold != t->base_threshold) {
                ADD(list, SET, DO_THREAD_SET_PRIORITY, .a = a, .b = p, .c = threshold);
            }
        }
    }
    for (unsigned ticks = 0; ticks <= 2; ticks++) {
        ADD(list, SET_SLICE, DO_THREAD_SET_SLICE, .a = a, .b = ticks);
    }
}

/* Events of any context about a thread. */
static void add_to_thread(struct possible *list, int thread)
{
    const struct model *model = list->model;
    const struct thread *t = &model->thread[thread];
    bool runs = thread == model->running;
    bool suspended = t->life == WAITING && t->wait == FOR_RESUME;
    uint32_t a = (uint32_t)thread;

    if (!t->begun) {
        ADD(list, START, DO_THREAD_START, .a = a);
        return;
    }
    add_settings(list, thread);
    if (t->life == ENDED) {
        if (!runs) { /* the interrupt that ended it still uses its stack */
            ADD(list, RESTART, DO_THREAD_RESTART, .a = a);
        }
        return;
    }
    ADD(list, TERMINATE, DO_THREAD_TERMINATE, .a = a);
    if (t->life == WAITING && t->wait != FOR_RESUME && t->activity.step != TAKES) {
        ADD(list, ABORT, DO_THREAD_ABORT_WAIT, .a = a);
    }
    if (suspended || t->stop) {
        ADD(list, RESUME, DO_THREAD_RESUME, .a = a);
    } else if (!runs || model_in_interrupt(model) || model_may_wait(model)) {
        ADD(list, SUSPEND, DO_THREAD_SUSPEND, .a = a);
    }
}

static void add_of_context(struct possible *list)
{
    const struct model *model = list->model;

    if (model_in_interrupt(model)) {
        add_spins(list);
        ADD(list, PREEMPT_TICK, DO_PREEMPT_TICK);
        if (model_last_spin(model, NOBODY) == NOBODY) {
            ADD(list, EXIT, DO_RETURN);
        }
        return;
    }
    ADD(list, ENTER, DO_RAISE);
    if (model_next_alarm(model) != NEVER || world_has_periods(list->world)) {
        ADD(list, TICK, DO_WORK, .a = 1);
    }
    if (model->running != NOBODY) {
        add_own(list);
        add_sections(list);
        add_spins(list);
    }
}

unsigned event_list(const struct world *world, const struct model *model, struct event *events)
{
    struct possible list = {world, model, events, 0};

    add_of_context(&list);
    for (int i = 0; i < world->threads; i++) {
        add_to_thread(&list, i);
    }
    add_models(&list);
    for (int m = 0; m < world->mutexes; m++) {
        ADD(&list, DELETE_MUTEX, DO_MUTEX_DELETE, .a = (uint32_t)m);
    }
    for (int s = 0; s < world->semaphores; s++) {
        ADD(&list, DELETE_SEMAPHORE, DO_SEMAPHORE_DELETE, .a = (uint32_t)s);
        if (model->semaphore[s].count < 2) {
            ADD(&list, POST, DO_SEMAPHORE_POST, .a = (uint32_t)s);
        }
    }
    add_data(&list);
    add_timers(&list);
    return list.count;
}

/* How an object that the event deletes is created, or DO_RETURN. */
static enum kind creation_after(enum event_kind kind)
{
    switch (kind) {
    case EVENT_DELETE_MUTEX:
        return DO_MUTEX_CREATE;
    case EVENT_DELETE_SEMAPHORE:
        return DO_SEMAPHORE_CREATE;
    case EVENT_DELETE_QUEUE:
        return DO_QUEUE_CREATE;
    case EVENT_DELETE_FLAGS:
        return DO_FLAGS_CREATE;
    case EVENT_DELETE_BLOCKS:
        return DO_BLOCKS_CREATE;
    case EVENT_DELETE_TIMER:
        return DO_TIMER_CREATE;
    case EVENT_DELETE_BYTES:
        return DO_BYTES_CREATE;
    default:
        return DO_RETURN;
    }
}

unsigned event_steps(const struct world *world, const struct model *model,
                     const struct event *event, struct operation *steps)
{
    static const struct operation begin = {.kind = DO_RAISE};
    static const struct operation end = {.kind = DO_RETURN};
    enum kind creation = creation_after(event->kind);
    unsigned count = 0;

    if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT || event->kind == EVENT_TICK) {
        steps[0] = event->operation;
        return 1;
    }
    bool in_interrupt = model_in_interrupt(model);

    if (!in_interrupt && model->running == NOBODY) { /* only an interrupt can call */
        steps[count++] = begin;
    }
    steps[count++] = event->operation;
    if (creation != DO_RETURN) {
        if (!in_interrupt && count == 1) { /* the caller may not run any more */
            steps[count++] = begin;
        }
        steps[count++] = setup_of(world, creation, event->operation.a);
    }
    if (count > 1 && !in_interrupt) {
        steps[count++] = end;
    }
    return count;
}

void event_print(const struct event *event)
{
    char text[100];

    operation_text(&event->operation, text, sizeof text);
    switch (event->kind) {
    case EVENT_ENTER:
        fputs("an interrupt begins", stderr);
        break;
    case EVENT_EXIT:
        fputs("the interrupt ends", stderr);
        break;
    case EVENT_TICK:
        fputs("the clock ticks", stderr);
        break;
    default:
        fputs(text, stderr);
        break;
    }
}
