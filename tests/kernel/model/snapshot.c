/* SPDX-License-Identifier: Apache-2.0 */
/* The model's side of a snapshot, and the comparison. */
#include "snapshot.h"
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

enum { FIELDS_MAX = sizeof(union snapshot) / sizeof(int64_t) };

static const struct {
    const char *name;
    size_t bytes;
    const char *field[FIELDS_MAX];
} groups[GROUPS] = {
    [OF_CONTEXT] = {"system", sizeof(struct system_snapshot), {SYSTEM_FIELDS(NAME) COUNTS, LIST}},
    [OF_THREAD] = {"thread", sizeof(struct thread_snapshot), {THREAD_FIELDS(NAME) COUNTS}},
#define OBJECT(...)                                                                                \
    sizeof(struct object_snapshot),                                                                \
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

static void snapshot_list(const struct list *list, struct list_snapshot *snapshot)
{
    snapshot->count = list->count;
    for (int i = 0; i < list->count; i++) {
        snapshot->thread[i] = list->thread[i];
    }
}

static void snapshot_counts(const struct model *model, int thread, int64_t *snapshot)
{
    for (int i = 0; i < COUNTERS; i++) {
        snapshot[i] = model->rules.has_only_results || model->rules.has_no_counters
                          ? 0
                          : (int64_t)model->count[thread][i];
    }
}

static bool snapshot_system(const struct model *model, struct system_snapshot *snapshot)
{
    snapshot->now = (int64_t)model->now;
    snapshot->clock = (int64_t)(model->now + model->clock);
    snapshot->running = model->running;
    snapshot->locked = !model->started || model->masks > 0;
    snapshot->preemption = (int64_t)model->preemption;
    snapshot_counts(model, THREADS, snapshot->count);
    snapshot_list(&model->ready, &snapshot->ready);
    return true;
}

static bool snapshot_thread(const struct model *model, int number, struct thread_snapshot *snapshot)
{
    const struct thread *t = &model->thread[number];

    snapshot->life = t->life;
    if (t->life == GONE) {
        return false;
    }
    snapshot->base_priority = t->base_priority;
    snapshot->base_threshold = t->base_threshold;
    snapshot->slice = t->slice;
    snapshot->returned = t->life == ENDED && t->returned;
    snapshot_counts(model, number, snapshot->count);
    if (t->life == ENDED) {
        return true;
    }
    snapshot->wait = t->wait;
    bool waits_for_object = t->life == WAITING && t->wait >= FOR_UNIT;

    snapshot->object = waits_for_object && !model->rules.has_only_results ? t->object : NOBODY;
    snapshot->stop = t->stop;
    snapshot->disabled = model_disables(model, number);
    snapshot->sections = t->sections;
    snapshot->last_spin = model_last_spin(model, number);
    snapshot->priority = t->priority;
    snapshot->threshold = t->threshold;
    snapshot->level = model_is_ready(model, number) ? (int)t->level : NOBODY;
    snapshot->slice_left = number == model->running ? 0 : (int64_t)t->slice_left;
    snapshot->release = (int64_t)t->release;
    snapshot->job = t->job;
    return true;
}

static bool fill(const struct object *object, int64_t first, int64_t second,
                 struct object_snapshot *snapshot)
{
    snapshot->number[0] = first;
    snapshot->number[1] = second;
    snapshot_list(&object->waiters, &snapshot->waiters);
    return true;
}

static bool snapshot_timer(const struct model *model, const struct timer *timer,
                           struct object_snapshot *snapshot)
{
    bool active = timer->until != NEVER;

    snapshot->number[0] = active;
    snapshot->number[1] =
        active && timer->due > model->now ? (int64_t)(timer->due - model->now) : 0;
    snapshot->number[2] = (int64_t)timer->period;
    return timer->exists;
}

static bool snapshot_spin(const struct spin *spin, struct object_snapshot *snapshot)
{
    snapshot->number[0] = (int64_t)spin->hold;
    snapshot->number[1] = spin->hold != FREE ? spin->holder : NOBODY;
    return spin->exists;
}

bool snapshot_of_model(const struct model *model, enum group group, int n, union snapshot *snapshot)
{
    struct object_snapshot *v = &snapshot->object;

    switch (group) {
    case OF_CONTEXT:
        return snapshot_system(model, &snapshot->system);
    case OF_THREAD:
        return snapshot_thread(model, n, &snapshot->thread);
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
        return snapshot_timer(model, &model->timer[n], v);
    default:
        return snapshot_spin(&model->spin[n], v);
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
    union snapshot defined;
    union snapshot actual;

    memset(&defined, 0, groups[group].bytes);
    memset(&actual, 0, groups[group].bytes);

    bool in_model = snapshot_of_model(model, group, number, &defined);
    bool in_system = snapshot_of_system(group, number, &actual);

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

bool snapshot_is_same(const struct model *model, char *text, size_t bytes)
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
