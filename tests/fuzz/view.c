/* SPDX-License-Identifier: Apache-2.0 */
/* The model's side of a view, and views as text. */
#include "view.h"
#include "model/oracle.h"
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1000 };

static const struct {
    const char *name;
    int count;
} groups[GROUPS] = {
    [OF_SEMAPHORE] = {"semaphore", SEMAPHORES},
    [OF_MUTEX] = {"mutex", MUTEXES},
    [OF_QUEUE] = {"queue", QUEUES},
    [OF_FLAGS] = {"flags", FLAGS},
    [OF_BLOCKS] = {"block pool", BLOCK_POOLS},
    [OF_BYTES] = {"byte pool", BYTE_POOLS},
    [OF_TIMER] = {"timer", TIMERS},
};

int view_begin(enum group group)
{
    int begin = 0;

    for (unsigned i = 0; i < (unsigned)group; i++) {
        begin += groups[i].count;
    }
    return begin;
}

static void view_of_line(const struct line *line, struct line_view *view)
{
    view->count = line->count;
    for (int i = 0; i < line->count; i++) {
        view->thread[i] = line->thread[i];
    }
}

static void view_of_thread(const struct thread *t, bool runs, struct thread_view *view)
{
    bool ready = t->life == TURN || t->life == LEVEL;

    view->life = (int32_t)t->life;
    if (t->life == GONE) {
        return;
    }
    view->base_priority = (int32_t)t->base_priority;
    view->base_threshold = (int32_t)t->base_threshold;
    view->slice = (int32_t)t->slice;
    view->returned = t->life == ENDED && t->returned;
    if (t->life == ENDED) {
        return;
    }
    view->wait = (int32_t)t->wait;
    view->object = t->life == WAITING && t->wait >= FOR_UNIT ? t->object : NOBODY;
    view->stop = t->stop;
    view->disabled = (int32_t)t->disabled;
    view->priority = (int32_t)t->priority;
    view->threshold = (int32_t)t->threshold;
    view->level = ready ? (int32_t)t->level : NOBODY;
    view->slice_left = runs ? 0 : (int64_t)t->slice_left;
    view->release = (int64_t)t->release;
    view->job = t->job;
}

static void fill(struct object_view *view, int64_t first, int64_t second, int64_t third,
                 const struct line *line)
{
    view->exists = 1;
    view->number[0] = first;
    view->number[1] = second;
    view->number[2] = third;
    if (line != NULL) {
        view_of_line(line, &view->line);
    }
}

static void view_of_pools(const struct model *model, struct view *view)
{
    struct object_view *object = &view->object[view_begin(OF_BLOCKS)];

    for (int i = 0; i < BLOCK_POOLS; i++, object++) {
        const struct block_pool *pool = &model->blocks[i];

        if (pool->exists) {
            fill(object, pool->available, pool->blocks, 0, &pool->line);
        }
    }
    for (int i = 0; i < BYTE_POOLS; i++, object++) {
        if (model->bytes[i].exists) {
            fill(object, oracle_available(i), 0, 0, &model->bytes[i].line);
        }
    }
    for (int i = 0; i < TIMERS; i++, object++) {
        const struct timer *timer = &model->timer[i];
        bool active = timer->until != NEVER;
        uint64_t left = active && timer->due > model->now ? timer->due - model->now : 0;

        if (timer->exists) {
            fill(object, active, (int64_t)left, (int64_t)timer->period, NULL);
        }
    }
}

static void view_of_objects(const struct model *model, struct view *view)
{
    struct object_view *object = &view->object[view_begin(OF_SEMAPHORE)];

    for (int i = 0; i < SEMAPHORES; i++, object++) {
        const struct semaphore *semaphore = &model->semaphore[i];

        if (semaphore->exists) {
            fill(object, semaphore->count, 0, 0, &semaphore->line);
        }
    }
    for (int i = 0; i < MUTEXES; i++, object++) {
        const struct mutex *mutex = &model->mutex[i];

        if (mutex->exists) {
            fill(object, mutex->owner, mutex->held, 0, &mutex->line);
        }
    }
    for (int i = 0; i < QUEUES; i++, object++) {
        const struct queue *queue = &model->queue[i];

        if (queue->exists) {
            fill(object, queue->used, queue->capacity, 0, &queue->line);
        }
    }
    for (int i = 0; i < FLAGS; i++, object++) {
        if (model->flags[i].exists) {
            fill(object, model->flags[i].bits, 0, 0, &model->flags[i].line);
        }
    }
}

void view_of_model(const struct model *model, struct view *view)
{
    memset(view, 0, sizeof *view);
    view->now = (int64_t)model->now;
    view->clock = (int64_t)(model->now + model->clock);
    view->running = model->running;
    view->locked = !model->started || model->offs > 0;
    for (int i = 0; i < THREADS; i++) {
        view_of_thread(&model->thread[i], i == model->running, &view->thread[i]);
    }
    for (int i = 0; i <= THREADS; i++) {
        for (int c = 0; c < COUNTERS; c++) {
            bool exists = i == THREADS || model->thread[i].life != GONE;

            view->count[i][c] = exists ? (int64_t)model->count[i][c] : 0;
        }
    }
    view_of_objects(model, view);
    view_of_pools(model, view);
}

static void thread_text(const void *view, char *text)
{
    static const char *const lives[] = {"gone", "turn", "level", "waits", "ended"};
    static const char *const waits[WAITS] = {"",       " resume", " period", " time",  " unit",
                                             " mutex", " queue",  " events", " block", " bytes"};
    const struct thread_view *t = view;

    (void)sprintf(text,
                  "%s%s of %d%s%s, disabled %d, %d/%d (base %d/%d), level %d, slice %d left %lld, "
                  "job %lld of %lld",
                  lives[t->life], waits[t->wait], t->object, t->stop ? ", to be stopped" : "",
                  t->returned ? ", returned" : "", t->disabled, t->priority, t->threshold,
                  t->base_priority, t->base_threshold, t->level, t->slice, (long long)t->slice_left,
                  (long long)t->job, (long long)t->release);
}

static void object_text(const void *view, char *text)
{
    const struct object_view *o = view;

    (void)sprintf(text, "%s %lld %lld %lld [", o->exists != 0 ? "has" : "is not there",
                  (long long)o->number[0], (long long)o->number[1], (long long)o->number[2]);
    for (int i = 0; i < o->line.count && i < THREADS; i++) {
        (void)sprintf(text + strlen(text), i == 0 ? "%d" : " %d", o->line.thread[i]);
    }
    strcat(text, "]");
}

static void count_text(const void *view, char *text)
{
    static const char *const names[COUNTERS] = {
        "switches", "to idle",         "from idle",   "runs",     "slices",
        "yields",   "suspensions",     "resumptions", "timeouts", "aborts",
        "overruns", "deadline misses", "run time"};
    const int64_t *counts = view;

    for (int i = 0; i < COUNTERS; i++) {
        (void)sprintf(text + strlen(text), "%s %lld ", names[i], (long long)counts[i]);
    }
}

static void compare(const char *what, int number, const void *a, const void *b, size_t bytes,
                    void (*to_text)(const void *view, char *text))
{
    char of_model[TEXT_MAX] = "";
    char of_system[TEXT_MAX] = "";

    if (memcmp(a, b, bytes) != 0) {
        to_text(a, of_model);
        to_text(b, of_system);
        printf("    %s %d: %s\n        by the model: %s\n", what, number, of_system, of_model);
    }
}

void view_print_difference(const struct view *model, const struct view *system)
{
    int at = 0;

    printf("    it is %lld (clock %lld) and %lld runs%s; by the model it is %lld (clock %lld) and "
           "%lld runs%s\n",
           (long long)system->now, (long long)system->clock, (long long)system->running,
           system->locked != 0 ? ", interrupts off" : "", (long long)model->now,
           (long long)model->clock, (long long)model->running,
           model->locked != 0 ? ", interrupts off" : "");
    for (int i = 0; i < THREADS; i++) {
        compare("thread", i, &model->thread[i], &system->thread[i], sizeof model->thread[i],
                thread_text);
    }
    for (int i = 0; i <= THREADS; i++) {
        compare("counters of", i, model->count[i], system->count[i], sizeof model->count[i],
                count_text);
    }
    for (unsigned group = 0; group < GROUPS; group++) {
        for (int i = 0; i < groups[group].count; i++, at++) {
            compare(groups[group].name, i, &model->object[at], &system->object[at],
                    sizeof model->object[at], object_text);
        }
    }
}
