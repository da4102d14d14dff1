/* SPDX-License-Identifier: Apache-2.0 */
/* The model's side of a view, and the comparison. */
#include "view.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME(name) #name,
#define COUNTS                                                                                     \
    "switches", "to_idle", "from_idle", "runs", "slices", "yields", "suspensions", "resumptions",  \
        "timeouts", "aborts", "overruns", "deadline_misses", "run_time"
#define LIST                                                                                       \
    "agreement", "threads", "first", "second", "third", "fourth", "fifth", "sixth", "seventh",     \
        "eighth"

enum { FIELDS_MAX = sizeof(union view) / sizeof(int64_t) };

static const struct {
    const char *name;
    size_t bytes;
    const char *field[FIELDS_MAX];
} groups[GROUPS] = {
    [OF_CONTEXT] = {"system", sizeof(struct system_view), {SYSTEM_FIELDS(NAME) COUNTS, LIST}},
    [OF_THREAD] = {"thread", sizeof(struct thread_view), {THREAD_FIELDS(NAME) COUNTS}},
#define OBJECT(...)                                                                                \
    sizeof(struct object_view),                                                                    \
    {                                                                                              \
        __VA_ARGS__, LIST                                                                          \
    }
    [OF_SEMAPHORE] = {"semaphore", OBJECT("count", "", "")},
    [OF_MUTEX] = {"mutex", OBJECT("owner", "held", "")},
    [OF_QUEUE] = {"queue", OBJECT("used", "capacity", "")},
    [OF_FLAGS] = {"flags", OBJECT("bits", "", "")},
    [OF_BLOCKS] = {"block pool", OBJECT("available", "blocks", "")},
    [OF_BYTES] = {"byte pool", OBJECT("available", "", "")},
    [OF_TIMER] = {"timer", OBJECT("active", "remaining", "period")},
    [OF_SPIN] = {"spinlock", OBJECT("hold", "holder", "")},
};

static void view_list(const struct list *list, struct list_view *view)
{
    view->count = list->count;
    for (int i = 0; i < list->count; i++) {
        view->thread[i] = list->thread[i];
    }
}

static void view_counts(const struct model *model, int thread, int64_t *view)
{
    for (int i = 0; i < COUNTERS; i++) {
        view[i] = (int64_t)model->count[thread][i];
    }
}

static bool view_system(const struct model *model, struct system_view *view)
{
    view->now = (int64_t)model->now;
    view->clock = (int64_t)(model->now + model->clock);
    view->running = model->running;
    view->locked = !model->started || model->masks > 0;
    view->preemption = (int64_t)model->preemption;
    view_counts(model, THREADS, view->count);
    view_list(&model->ready, &view->ready);
    return true;
}

static bool view_thread(const struct model *model, int number, struct thread_view *view)
{
    const struct thread *t = &model->thread[number];

    view->life = t->life;
    if (t->life == GONE) {
        return false;
    }
    view->base_priority = t->base_priority;
    view->base_threshold = t->base_threshold;
    view->slice = t->slice;
    view->returned = t->life == ENDED && t->returned;
    view_counts(model, number, view->count);
    if (t->life == ENDED) {
        return true;
    }
    view->wait = t->wait;
    view->object = t->life == WAITING && t->wait >= FOR_UNIT ? t->object : NOBODY;
    view->stop = t->stop;
    view->disabled = model_disables(model, number);
    view->sections = t->sections;
    view->last_spin = model_last_spin(model, number);
    view->priority = t->priority;
    view->threshold = t->threshold;
    view->level = model_is_ready(model, number) ? (int)t->level : NOBODY;
    view->slice_left = number == model->running ? 0 : (int64_t)t->slice_left;
    view->release = (int64_t)t->release;
    view->job = t->job;
    return true;
}

static bool fill(const struct object *object, int64_t first, int64_t second,
                 struct object_view *view)
{
    view->number[0] = first;
    view->number[1] = second;
    view_list(&object->waiters, &view->waiters);
    return true;
}

static bool view_timer(const struct model *model, const struct timer *timer,
                       struct object_view *view)
{
    bool active = timer->until != NEVER;

    view->number[0] = active;
    view->number[1] = active && timer->due > model->now ? (int64_t)(timer->due - model->now) : 0;
    view->number[2] = (int64_t)timer->period;
    return timer->exists;
}

static bool view_spin(const struct spin *spin, struct object_view *view)
{
    view->number[0] = (int64_t)spin->hold;
    view->number[1] = spin->hold != FREE ? spin->holder : NOBODY;
    return spin->exists;
}

bool view_of_model(const struct model *model, enum group group, int n, union view *view)
{
    struct object_view *v = &view->object;

    switch (group) {
    case OF_CONTEXT:
        return view_system(model, &view->system);
    case OF_THREAD:
        return view_thread(model, n, &view->thread);
    case OF_SEMAPHORE:
        return model->semaphore[n].object.exists &&
               fill(&model->semaphore[n].object, model->semaphore[n].count, 0, v);
    case OF_MUTEX:
        return model->mutex[n].object.exists &&
               fill(&model->mutex[n].object, model->mutex[n].owner, model->mutex[n].held, v);
    case OF_QUEUE:
        return model->queue[n].object.exists &&
               fill(&model->queue[n].object, model->queue[n].used, model->queue[n].capacity, v);
    case OF_FLAGS:
        return model->flags[n].object.exists &&
               fill(&model->flags[n].object, model->flags[n].bits, 0, v);
    case OF_BLOCKS:
        return model->blocks[n].object.exists &&
               fill(&model->blocks[n].object, model->blocks[n].available, model->blocks[n].blocks,
                    v);
    case OF_BYTES:
        return model->bytes[n].object.exists &&
               fill(&model->bytes[n].object, model->rules.oracle->available(n), 0, v);
    case OF_TIMER:
        return view_timer(model, &model->timer[n], v);
    default:
        return view_spin(&model->spin[n], v);
    }
}

/* The end of a text. */
struct text {
    char *at;
    size_t left;
};

static __attribute__((format(printf, 2, 3))) void put(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    length = length < text->left ? length : text->left - 1;
    text->at += length;
    text->left -= length;
}

static bool compare(const struct model *model, enum group group, int number, struct text *text)
{
    union view defined;
    union view actual;

    memset(&defined, 0, groups[group].bytes);
    memset(&actual, 0, groups[group].bytes);

    bool in_model = view_of_model(model, group, number, &defined);
    bool in_system = view_of_system(group, number, &actual);

    if (in_model == in_system &&
        (!in_model || memcmp(&defined, &actual, groups[group].bytes) == 0)) {
        return true;
    }
    put(text, "%s %d%s", groups[group].name, number,
        in_model == in_system ? ":"
        : in_system           ? " exists"
                              : " does not exist");
    for (size_t i = 0; in_model == in_system && i < groups[group].bytes / sizeof(int64_t); i++) {
        if (defined.field[i] != actual.field[i]) {
            put(text, " %s is %lld, not %lld;", groups[group].field[i], (long long)actual.field[i],
                (long long)defined.field[i]);
        }
    }
    put(text, " ");
    return false;
}

bool view_is_same(const struct model *model, char *text, size_t bytes)
{
    struct text end = {text, bytes};
    bool same = true;

    for (unsigned group = 0; group < GROUPS; group++) {
        for (int i = 0; i < model->used[group]; i++) {
            same = compare(model, (enum group)group, i, &end) && same;
        }
    }
    return same;
}
