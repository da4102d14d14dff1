/* SPDX-License-Identifier: Apache-2.0 */
/* One run of a world, its description if it fails, and all runs of many worlds; see world.h. */
#include "world.h"
#include "check.h"
#include "model/kernel/calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 304, SHOWN = 40 };

/* If a run begins like the previous one, only the kernel repeats that beginning: the states of the
 * model are those of the previous run. */
static struct {
    const struct world *world;
    struct explore *explore;
    unsigned depth;
    struct event event[DEPTH_MAX];
    struct model state[DEPTH_MAX + 1]; /* before each event, and at the end */
    unsigned possible[DEPTH_MAX];      /* events in that state, at the beginning of a run */
} run;

enum { LISTS = 16 };

static struct event lists[LISTS][EVENTS_MAX];
static struct explore explore;

static void explain(void *context)
{
    const struct model *model = &run.state[run.depth];

    (void)context;
    fprintf(stderr, "world %s, %d threads, preemption model %d at the end:\n", run.world->name,
            run.world->threads, (int)model->preemption);
    for (int i = 0; i < run.world->threads; i++) {
        fprintf(stderr, "    thread %d: priority %u, threshold %u at the end\n", i,
                model->thread[i].base_priority, model->thread[i].base_threshold);
    }
    fprintf(stderr, "what happened:\n");
    for (unsigned i = run.depth > SHOWN ? run.depth - SHOWN : 0; i < run.depth; i++) {
        if (run.state[i].running == NOBODY) {
            fprintf(stderr, "    (idle) ");
        } else {
            fprintf(stderr, "    (%d runs) ", run.state[i].running);
        }
        event_print(&run.event[i]);
        fputc('\n', stderr);
    }
    fprintf(stderr, "this run alone: give the program the arguments %s ", run.world->name);
    explore_print(run.explore);
}

/* Functions of timers are called until none is due. */
static void call_functions(const struct world *world, struct model *model)
{
    while (model->expect.place == IN_TIMER) {
        (void)model_perform(model, &world->function[model->expect.number]);
        model_run(model);
        (void)model_perform(model, &(struct operation){.kind = DO_RETURN});
        model_run(model);
    }
}

static struct answer step_model(const struct world *world, struct model *model,
                                const struct operation *step)
{
    struct answer answer = {.status = OK};

    if (step->kind == DO_RAISE) {
        model->raised |= 1U;
    } else if (step->kind == DO_WORK) {
        model->limit += step->a;
        model->now = model->limit;
    } else {
        answer = model_perform(model, step);
    }
    model_run(model);
    call_functions(world, model);
    return answer;
}

/* Has the thread's call returned? */
static bool is_answered(const struct model *before, const struct model *after)
{
    if (model_in_interrupt(before) || before->running == NOBODY) {
        return true;
    }
    const struct thread *caller = &after->thread[before->running];

    return caller->life != WAITING || caller->wait == FOR_RESUME;
}

void world_event(const struct world *world, const struct event *event, const struct model *before,
                 struct model *after, bool is_new)
{
    struct operation steps[STEPS_MAX];
    unsigned count = event_steps(world, before, event, steps);

    if (is_new) {
        *after = *before;
        system_feed(after);
    }
    for (unsigned i = 0; i < count; i++) {
        struct answer expected = {.status = OK};

        if (is_new) {
            expected = step_model(world, after, &steps[i]);
        }
        struct answer answer = system_step(&steps[i]);

        if (is_new && is_answered(before, after)) {
            system_check_status(answer.status, expected.status);
            if (expected.value == ANY_VALUE) {
                CHECK(model_accept(after, &steps[i], answer.value));
            } else {
                CHECK_EQUAL(answer.value, expected.value);
            }
        }
    }
    system_go_on(before, after);
}

static void make(struct event event)
{
    struct model *before = &run.state[run.depth];
    bool is_new = explore_is_new(run.explore);

    CHECK(run.depth < DEPTH_MAX);
    run.event[run.depth++] = event;
    world_event(run.world, &event, before, before + 1, is_new);
    if (is_new) {
        system_compare(before + 1);
        misuse_try(run.world, before + 1);
    }
}

void world_begin(const struct world *world, struct explore *choices, struct model *model,
                 bool is_new)
{
    struct operation setup[SETUP_MAX];
    unsigned count = setup_list(world, choices, setup);

    if (is_new || explore_is_new(choices)) {
        model_init(model, (struct rules){.unit = 1,
                                         .work = 1,
                                         .oracle = &calls_oracle,
                                         .is_prompt = true,
                                         .has_no_counters = system_has_no_counters()});
        model->now = model->limit = CLOCK_AT_START;
        for (unsigned i = 0; i < count; i++) {
            (void)model_perform(model, &setup[i]);
        }
        (void)step_model(world, model, &(struct operation){.kind = DO_RETURN});
    }
    system_create(world, setup, count);
}

/* Move the events of one kind, which the explorer chooses, to the front. Returns: their number. */
static unsigned choose_kind(struct event *events, unsigned count)
{
    uint64_t kinds = 0;
    unsigned of_kind = 0;

    for (unsigned i = 0; i < count; i++) {
        kinds |= 1ULL << events[i].kind;
    }
    for (unsigned n = explore_choose(run.explore, (unsigned)__builtin_popcountll(kinds)); n > 0;
         n--) {
        kinds &= kinds - 1;
    }
    for (unsigned i = 0; i < count; i++) {
        if (events[i].kind == (unsigned)__builtin_ctzll(kinds)) {
            events[of_kind++] = events[i];
        }
    }
    return of_kind;
}

/* Returns: false if no event is possible. */
static bool make_any(void)
{
    unsigned at = run.depth < LISTS ? run.depth : LISTS - 1;
    struct event *events = lists[at];

    if (at == LISTS - 1 || explore_is_new(run.explore)) {
        run.possible[at] = event_list(run.world, &run.state[run.depth], events);
    }
    unsigned count = run.possible[at];

    if (count != 0 && run.world->by_kind) {
        count = choose_kind(events, count);
    }
    if (count != 0) {
        make(events[explore_choose(run.explore, count)]);
    }
    return count != 0;
}

void world_run(const struct world *world, struct explore *new_explore, unsigned depth)
{
    run.world = world;
    run.explore = new_explore;
    run.depth = 0;
    check_explain(explain, NULL);
    world_begin(world, new_explore, &run.state[0], false);
    for (int i = 0; i < world->befores; i++) {
        make(world->before[i]);
    }
    while (depth-- > 0 && make_any()) {
    }
    check_explain(NULL, NULL);
}

static bool is_long(void)
{
    return getenv("LIMEN_LONG") != NULL;
}

static unsigned depth_of(const struct world *world)
{
    return is_long() ? world->depth_long : world->depth;
}

void worlds_replay(const struct world *worlds, unsigned count, unsigned depth, const char *name,
                   const char *choices)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(worlds[i].name, name) == 0) {
            explore_replay(&explore, choices);
            while (explore_next(&explore)) {
                world_run(&worlds[i], &explore, depth != 0 ? depth : depth_of(&worlds[i]));
            }
            return;
        }
    }
    check_failed(__FILE__, __LINE__, "unknown world %s", name);
}

int worlds_explore(const struct world *worlds, unsigned count, uint64_t promised,
                   uint64_t promised_long, int argc, char **argv)
{
    uint64_t total = 0;

    if (argc == 3) {
        worlds_replay(worlds, count, 0, argv[1], argv[2]);
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        memset(&explore, 0, sizeof explore);
        unsigned depth = depth_of(&worlds[i]);

        while (explore_next(&explore)) {
            world_run(&worlds[i], &explore, depth);
        }
        printf("%-14s %12llu runs\n", worlds[i].name, (unsigned long long)explore.runs);
        total += explore.runs;
    }
    printf("%-14s %12llu pairs of a task set and a sequence of events\n", "total",
           (unsigned long long)total);
    CHECK(total >= (is_long() ? promised_long : promised));
    return 0;
}
