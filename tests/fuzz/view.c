/* SPDX-License-Identifier: Apache-2.0 */
/* The model's side of a view, and views as text. */
#include "view.h"
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 400 };

static void view_of_line(const struct line *line, struct line_view *view)
{
    view->count = line->count;
    for (int i = 0; i < line->count; i++) {
        view->thread[i] = line->thread[i];
    }
}

static void view_of_thread(const struct thread *t, struct thread_view *view)
{
    bool ready = t->life == TURN || t->life == LEVEL;

    view->life = (int32_t)t->life;
    if (t->life == GONE) {
        return;
    }
    view->base_priority = (int32_t)t->base_priority;
    view->base_threshold = (int32_t)t->base_threshold;
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
    view->release = (int64_t)t->release;
    view->job = t->job;
}

static void view_of_objects(const struct model *model, struct view *view)
{
    for (int i = 0; i < SEMAPHORES; i++) {
        const struct semaphore *s = &model->semaphore[i];

        view->semaphore[i].count = s->exists ? (int64_t)s->count : NOBODY;
        view_of_line(&s->line, &view->semaphore[i].line);
    }
    for (int i = 0; i < QUEUES; i++) {
        const struct queue *q = &model->queue[i];

        view->queue[i].used = q->exists ? (int64_t)q->used : NOBODY;
        view_of_line(&q->receivers, &view->queue[i].receivers);
        view_of_line(&q->senders, &view->queue[i].senders);
    }
}

void view_of_model(const struct model *model, struct view *view)
{
    memset(view, 0, sizeof *view);
    view->now = (int64_t)model->now;
    view->running = model->running;
    for (int i = 0; i < THREADS; i++) {
        view_of_thread(&model->thread[i], &view->thread[i]);
    }
    view_of_objects(model, view);
}

static void line_text(const struct line_view *line, char *text)
{
    strcat(text, "[");
    for (int i = 0; i < line->count && i < THREADS; i++) {
        (void)sprintf(text + strlen(text), i == 0 ? "%d" : " %d", line->thread[i]);
    }
    strcat(text, "]");
}

static void thread_text(const void *view, char *text)
{
    static const char *const lives[] = {"gone", "turn", "level", "waits", "ended"};
    static const char *const waits[WAITS] = {"",      " start", " resume",  " period",
                                             " time", " unit",  " message", " space"};
    const struct thread_view *t = view;

    (void)sprintf(text, "%s%s of %d%s, disabled %d, %d/%d (base %d/%d), level %d, job %lld of %lld",
                  lives[t->life], waits[t->wait], t->object, t->stop ? ", to be stopped" : "",
                  t->disabled, t->priority, t->threshold, t->base_priority, t->base_threshold,
                  t->level, (long long)t->job, (long long)t->release);
}

static void semaphore_text(const void *view, char *text)
{
    const struct semaphore_view *s = view;

    (void)sprintf(text, "%lld ", (long long)s->count);
    line_text(&s->line, text);
}

static void queue_text(const void *view, char *text)
{
    const struct queue_view *q = view;

    (void)sprintf(text, "%lld ", (long long)q->used);
    line_text(&q->receivers, text);
    line_text(&q->senders, text);
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
    if (model->now != system->now || model->running != system->running) {
        printf("    it is %lld and %lld runs; by the model it is %lld and %lld runs\n",
               (long long)system->now, (long long)system->running, (long long)model->now,
               (long long)model->running);
    }
    for (int i = 0; i < THREADS; i++) {
        compare("thread", i, &model->thread[i], &system->thread[i], sizeof model->thread[i],
                thread_text);
    }
    for (int i = 0; i < SEMAPHORES; i++) {
        compare("semaphore", i, &model->semaphore[i], &system->semaphore[i],
                sizeof model->semaphore[i], semaphore_text);
    }
    for (int i = 0; i < QUEUES; i++) {
        compare("queue", i, &model->queue[i], &system->queue[i], sizeof model->queue[i],
                queue_text);
    }
}
