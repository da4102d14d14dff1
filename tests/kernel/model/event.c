/* SPDX-License-Identifier: Apache-2.0 */
/* Events: which are possible in a state, and in words. */
#include "check.h"
#include "world.h"
#include <stdio.h>

struct list {
    const struct world *world;
    const struct model *model;
    struct event *events;
    unsigned count;
};

static void add(struct list *list, enum event_kind kind, int object, uint64_t a, unsigned b)
{
    if ((list->world->events & 1U << kind) != 0) {
        CHECK(list->count < EVENTS_MAX);
        list->events[list->count++] = (struct event){kind, object, a, b};
    }
}

/* A wait of any length that the world has. */
static void add_waits(struct list *list, enum event_kind kind, int object)
{
    add(list, kind, object, MODEL_NEVER, 0);
    for (unsigned ticks = 1; ticks <= list->world->ticks; ticks++) {
        add(list, kind, object, ticks, 0);
    }
}

/* What the running thread can do, of itself and to its own objects. */
static void add_own(struct list *list)
{
    const struct model *model = list->model;
    const struct model_thread *self = &model->thread[model->running];
    bool may_wait = model_disables(model, model->running) == 0;

    for (int m = 0; m < list->world->mutexes; m++) {
        const struct model_mutex *mutex = &model->mutex[m];

        if (mutex->owner == model->running) {
            add(list, EVENT_UNLOCK, m, 0, 0);
        }
        if (may_wait && mutex->owner == model->running && mutex->held < 2) {
            add(list, EVENT_LOCK, m, MODEL_NEVER, 0);
        } else if (may_wait && mutex->owner != model->running) {
            add_waits(list, EVENT_LOCK, m);
        }
    }
    for (int s = 0; may_wait && s < model->semaphores; s++) {
        add_waits(list, EVENT_WAIT, s);
    }
    if (self->disabled < 2) {
        add(list, EVENT_DISABLE, NOBODY, 0, 0);
    }
    if (self->disabled > 0) {
        add(list, EVENT_ENABLE, NOBODY, 0, 0);
    }
    if (!may_wait) {
        return;
    }
    add(list, EVENT_YIELD, NOBODY, 0, 0);
    for (unsigned ticks = 1; ticks <= list->world->ticks; ticks++) {
        add(list, EVENT_SLEEP, NOBODY, ticks, 0);
    }
}

static void add_sections(struct list *list)
{
    const struct model_thread *self = &list->model->thread[list->model->running];

    if (self->sections < 2) {
        add(list, EVENT_SECTION_ENTER, NOBODY, 0, 0);
    }
    if (self->sections > 0) {
        add(list, EVENT_SECTION_LEAVE, NOBODY, 0, 0);
        add(list, EVENT_PREEMPT_POINT, NOBODY, 0, 0);
    }
}

/* Of a thread, or of an interrupt. Returns: has the interrupt one? */
static bool add_spins(struct list *list)
{
    bool has = false;

    for (int s = 0; s < list->model->spins; s++) {
        if (model_may_lock_spin(list->model, s) == LM_OK) {
            add(list, EVENT_SPIN_LOCK, s, 0, 0);
        }
        if (model_may_unlock_spin(list->model, s) == LM_OK) {
            add(list, EVENT_SPIN_UNLOCK, s, 0, 0);
        }
        has = has || list->model->spin[s].in_interrupt;
    }
    return has;
}

static void add_rules(struct list *list)
{
    for (unsigned rules = 0; rules < RULES; rules++) {
        if (rules != list->model->rules) {
            add(list, EVENT_RULES, (int)rules, 0, 0);
        }
    }
}

static void add_settings(struct list *list, int thread)
{
    const struct model_thread *t = &list->model->thread[thread];

    for (unsigned p = 0; p < list->world->levels; p++) {
        for (unsigned threshold = 0; threshold <= p; threshold++) {
            if (p != t->base_priority || threshold != t->base_threshold) {
                add(list, EVENT_SET, thread, p, threshold);
            }
        }
    }
    for (unsigned ticks = 0; ticks <= 2; ticks++) {
        add(list, EVENT_SET_SLICE, thread, ticks, 0);
    }
}

/* What can be done to a thread by whomever. */
static void add_to_thread(struct list *list, int thread)
{
    const struct model *model = list->model;
    const struct model_thread *t = &model->thread[thread];
    bool runs = thread == model->running;

    if (t->state == MODEL_NEW) {
        add(list, EVENT_START, thread, 0, 0);
        return;
    }
    add_settings(list, thread);
    if (t->state == MODEL_ENDED) {
        if (!runs) { /* in the interrupt that ended it, its context is still there */
            add(list, EVENT_RESTART, thread, 0, 0);
        }
        return;
    }
    add(list, EVENT_TERMINATE, thread, 0, 0);
    if (t->state == MODEL_STOPPED || t->stop) {
        add(list, EVENT_RESUME, thread, 0, 0);
    } else if (!runs || model->in_interrupt || model_disables(model, thread) == 0) {
        add(list, EVENT_SUSPEND, thread, 0, 0);
    }
}

static bool alarm_is_set(const struct model *model)
{
    bool set = model->slice_end != MODEL_NEVER;

    for (int i = 0; i < model->threads; i++) {
        set = set || model->thread[i].until != MODEL_NEVER;
    }
    return set;
}

unsigned event_list(const struct world *world, const struct model *model, struct event *events)
{
    struct list list = {world, model, events, 0};

    if (model->in_interrupt) {
        if (!add_spins(&list)) {
            add(&list, EVENT_EXIT, NOBODY, 0, 0);
        }
    } else {
        add(&list, EVENT_ENTER, NOBODY, 0, 0);
        if (alarm_is_set(model)) {
            add(&list, EVENT_TICK, NOBODY, 0, 0);
        }
        if (model->running != NOBODY) {
            add_own(&list);
            add_sections(&list);
            (void)add_spins(&list);
        }
    }
    for (int i = 0; i < model->threads; i++) {
        add_to_thread(&list, i);
    }
    add_rules(&list);
    for (int m = 0; m < world->mutexes; m++) {
        add(&list, EVENT_DELETE_MUTEX, m, 0, 0);
    }
    for (int s = 0; s < model->semaphores; s++) {
        add(&list, EVENT_DELETE_SEMAPHORE, s, 0, 0);
        if (model->semaphore[s].count < 2) {
            add(&list, EVENT_POST, s, 0, 0);
        }
    }
    return list.count;
}

void event_print(const struct event *event)
{
    static const char *const words[EVENT_KINDS] = {
        [EVENT_START] = "start thread %d",
        [EVENT_SUSPEND] = "suspend thread %d",
        [EVENT_RESUME] = "resume thread %d",
        [EVENT_YIELD] = "yield",
        [EVENT_TERMINATE] = "terminate thread %d",
        [EVENT_RESTART] = "restart thread %d",
        [EVENT_SET] = "set priority of thread %d to %d, threshold to %d",
        [EVENT_DISABLE] = "disable preemption",
        [EVENT_ENABLE] = "enable preemption",
        [EVENT_SLEEP] = "sleep (%d) for %d ticks",
        [EVENT_TICK] = "the clock ticks",
        [EVENT_WAIT] = "wait for semaphore %d, at most (-1: for ever) %d ticks",
        [EVENT_POST] = "post semaphore %d",
        [EVENT_LOCK] = "lock mutex %d, wait at most (-1: for ever) %d ticks",
        [EVENT_UNLOCK] = "unlock mutex %d",
        [EVENT_ENTER] = "an interrupt begins",
        [EVENT_EXIT] = "the interrupt ends",
        [EVENT_DELETE_MUTEX] = "delete mutex %d and create it again",
        [EVENT_DELETE_SEMAPHORE] = "delete semaphore %d and create it again with 0",
        [EVENT_RULES] = "set preemption model %d (none, voluntary, full, RT)",
        [EVENT_SECTION_ENTER] = "enter a kernel section",
        [EVENT_SECTION_LEAVE] = "leave the kernel section",
        [EVENT_PREEMPT_POINT] = "preempt point",
        [EVENT_SPIN_LOCK] = "lock spinlock %d",
        [EVENT_SPIN_UNLOCK] = "unlock spinlock %d",
        [EVENT_SET_SLICE] = "set the slice of thread %d to %d ticks",
    };
    const char *word = words[event->kind];
    int numbers[] = {event->object, (int)event->a, (int)event->b};
    unsigned used = 0;

    for (; *word != '\0'; word++) {
        if (*word == '%') {
            fprintf(stderr, "%d", numbers[used++]);
            word++; /* the d */
        } else {
            fputc(*word, stderr);
        }
    }
}
