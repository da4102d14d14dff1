/* SPDX-License-Identifier: Apache-2.0 */
/* The model's side of a view, the comparison, and views as text. */
#include "view.h"
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1000 };

static const struct {
    const char *name;
    size_t bytes;
} groups[GROUPS] = {
    [OF_CONTEXT] = {"system", sizeof(struct system_view)},
    [OF_THREAD] = {"thread", sizeof(struct thread_view)},
    [OF_SEMAPHORE] = {"semaphore", sizeof(struct object_view)},
    [OF_MUTEX] = {"mutex", sizeof(struct object_view)},
    [OF_QUEUE] = {"queue", sizeof(struct object_view)},
    [OF_FLAGS] = {"flags", sizeof(struct object_view)},
    [OF_BLOCKS] = {"block pool", sizeof(struct object_view)},
    [OF_BYTES] = {"byte pool", sizeof(struct object_view)},
    [OF_TIMER] = {"timer", sizeof(struct object_view)},
    [OF_SPIN] = {"spinlock", sizeof(struct object_view)},
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

    view->life = (int32_t)t->life;
    if (t->life == GONE) {
        return false;
    }
    view->base_priority = (int32_t)t->base_priority;
    view->base_threshold = (int32_t)t->base_threshold;
    view->slice = (int32_t)t->slice;
    view->returned = t->life == ENDED && t->returned;
    view_counts(model, number, view->count);
    if (t->life == ENDED) {
        return true;
    }
    view->wait = (int32_t)t->wait;
    view->object = t->life == WAITING && t->wait >= FOR_UNIT ? t->object : NOBODY;
    view->stop = t->stop;
    view->disabled = (int32_t)model_disables(model, number);
    view->sections = (int32_t)t->sections;
    view->last_spin = model_last_spin(model, number);
    view->priority = (int32_t)t->priority;
    view->threshold = (int32_t)t->threshold;
    if (t->context.depth > 0 && t->context.activity[0].step == REENTERS) {
        view->threshold = 0; /* TODO */
    }
    view->level = model_is_ready(model, number) ? (int32_t)t->level : NOBODY;
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

static bool is_same(const struct model *model, enum group group, int number, union view *of_model,
                    union view *of_system)
{
    memset(of_model, 0, groups[group].bytes);
    memset(of_system, 0, groups[group].bytes);

    bool in_model = view_of_model(model, group, number, of_model);
    bool in_system = view_of_system(group, number, of_system);

    return in_model == in_system &&
           (!in_model || memcmp(of_model, of_system, groups[group].bytes) == 0);
}

bool view_is_same(const struct model *model)
{
    union view of_model;
    union view of_system;

    for (unsigned group = 0; group < GROUPS; group++) {
        for (int i = 0; i < model->used[group]; i++) {
            if (!is_same(model, (enum group)group, i, &of_model, &of_system)) {
                return false;
            }
        }
    }
    return true;
}

static void list_text(const struct list_view *view, char *text)
{
    (void)sprintf(text, "[");
    for (int i = 0; i < view->count && i < THREADS; i++) {
        (void)sprintf(text + strlen(text), i == 0 ? "%d" : " %d", view->thread[i]);
    }
    strcat(text, view->wrong != 0 ? "] and the count is wrong" : "]");
}

static void counts_text(const int64_t *counts, char *text)
{
    static const char *const names[COUNTERS] = {
        "switches", "to idle",         "from idle",   "runs",     "slices",
        "yields",   "suspensions",     "resumptions", "timeouts", "aborts",
        "overruns", "deadline misses", "run time"};

    for (int i = 0; i < COUNTERS; i++) {
        if (counts[i] != 0) {
            (void)sprintf(text, ", %s %lld", names[i], (long long)counts[i]);
            text += strlen(text);
        }
    }
}

static void system_text(const struct system_view *s, char *text)
{
    (void)sprintf(text, "it is %lld (clock %lld), %lld runs%s, preemption model %lld, ready ",
                  (long long)s->now, (long long)s->clock, (long long)s->running,
                  s->locked != 0 ? ", interrupts off" : "", (long long)s->preemption);
    list_text(&s->ready, text + strlen(text));
    counts_text(s->count, text + strlen(text));
}

static void thread_text(const struct thread_view *t, char *text)
{
    static const char *const lives[] = {"gone", "turn", "level", "waits", "ended"};
    static const char *const waits[WAITS] = {"",       " resume", " period", " time",  " unit",
                                             " mutex", " queue",  " events", " block", " bytes"};

    (void)sprintf(text,
                  "%s%s of %d%s%s, disabled %d, sections %d, last spinlock %d, %d/%d (base %d/%d), "
                  "level %d, slice %d left %lld, job %lld of %lld",
                  lives[t->life], waits[t->wait], t->object, t->stop ? ", to be stopped" : "",
                  t->returned ? ", returned" : "", t->disabled, t->sections, t->last_spin,
                  t->priority, t->threshold, t->base_priority, t->base_threshold, t->level,
                  t->slice, (long long)t->slice_left, (long long)t->job, (long long)t->release);
    counts_text(t->count, text + strlen(text));
}

static void print(enum group group, const union view *view, const char *side, FILE *file)
{
    char text[TEXT_MAX] = "";

    if (group == OF_CONTEXT) {
        system_text(&view->system, text);
    } else if (group == OF_THREAD) {
        thread_text(&view->thread, text);
    } else {
        (void)sprintf(text, "%lld %lld %lld ", (long long)view->object.number[0],
                      (long long)view->object.number[1], (long long)view->object.number[2]);
        list_text(&view->object.waiters, text + strlen(text));
    }
    (void)fprintf(file, "        %s: %s\n", side, text);
}

void view_print_difference(const struct model *model, FILE *file)
{
    union view of_model;
    union view of_system;

    for (unsigned group = 0; group < GROUPS; group++) {
        for (int i = 0; i < model->used[group]; i++) {
            if (!is_same(model, (enum group)group, i, &of_model, &of_system)) {
                (void)fprintf(file, "    %s %d\n", groups[group].name, i);
                print((enum group)group, &of_system, "is     ", file);
                print((enum group)group, &of_model, "defined", file);
            }
        }
    }
}
