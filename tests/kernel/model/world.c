/* SPDX-License-Identifier: Apache-2.0 */
/* A run of a world, and what it was if it fails; see world.h. */
#include "world.h"
#include "check.h"
#include <stdio.h>

enum { STEPS_MAX = 4096, STEPS_SHOWN = 40 };

struct run {
    const struct world *world;
    struct explore *explore;
    struct model model;
    unsigned steps;
    struct event step[STEPS_MAX];
    int caller[STEPS_MAX]; /* who ran */
};

static struct run run;

static void explain(void *context)
{
    const struct model *model = &run.model;

    (void)context;
    fprintf(stderr, "world %s, %d threads, preemption model %d at the end:\n", run.world->name,
            model->threads, (int)model->rules);
    for (int i = 0; i < model->threads; i++) {
        const struct model_thread *t = &model->thread[i];

        fprintf(stderr,
                "    thread %d: priority %u, threshold %u at the end; by the model %u/%u, level "
                "%u, place %ld, state %d\n",
                i, t->base_priority, t->base_threshold, t->priority, t->threshold, t->level,
                t->place, (int)t->state);
    }
    fprintf(stderr, "by the model %d runs and %d is first; what happened:\n", model->running,
            model_first(model));
    for (unsigned i = run.steps > STEPS_SHOWN ? run.steps - STEPS_SHOWN : 0; i < run.steps; i++) {
        if (run.caller[i] == NOBODY) {
            fprintf(stderr, "    (idle) ");
        } else {
            fprintf(stderr, "    (%d runs) ", run.caller[i]);
        }
        event_print(&run.step[i]);
        fputc('\n', stderr);
    }
    fprintf(stderr, "this run alone: give the program the arguments %s ", run.world->name);
    explore_print(run.explore);
}

/* The events of one kind, which the explorer chooses, to the front; their number. */
static unsigned choose_kind(struct explore *explore, struct event *events, unsigned count)
{
    unsigned kinds = 0;
    unsigned of_kind = 0;

    for (unsigned i = 0; i < count; i++) {
        kinds |= 1U << events[i].kind;
    }
    for (unsigned n = explore_choose(explore, (unsigned)__builtin_popcount(kinds)); n > 0; n--) {
        kinds &= kinds - 1;
    }
    for (unsigned i = 0; i < count; i++) {
        if (events[i].kind == (unsigned)__builtin_ctz(kinds)) {
            events[of_kind++] = events[i];
        }
    }
    return of_kind;
}

static void make(const struct world *world, struct explore *explore, const struct event *event)
{
    run.step[run.steps] = *event;
    run.caller[run.steps] = run.model.running;
    run.steps++;
    system_apply(&run.model, event);
    if (explore_is_new(explore)) {
        system_compare(world, &run.model);
    }
}

void world_run(const struct world *world, struct explore *explore, unsigned depth)
{
    struct event events[EVENTS_MAX];

    CHECK(depth + EVENTS_BEFORE_MAX <= STEPS_MAX);
    run.world = world;
    run.explore = explore;
    run.steps = 0;
    check_explain(explain, NULL);
    system_create(world, &run.model, explore);
    for (int i = 0; i < world->befores; i++) {
        make(world, explore, &world->before[i]);
    }
    for (unsigned i = 0; i < depth; i++) {
        unsigned count = event_list(world, &run.model, events);

        if (count == 0) {
            break; /* all have ended */
        }
        if (world->by_kind) {
            count = choose_kind(explore, events, count);
        }
        make(world, explore, &events[explore_choose(explore, count)]);
    }
    check_explain(NULL, NULL);
}
