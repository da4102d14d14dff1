/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a tick releases its threads as limen/cyclic.h defines: with its reasons and order, in both
 * styles, for all actions of threads and interrupt handlers.
 *
 * Method: small worlds. Each of them has every choice of periods and urgencies and every sequence
 * of actions of a certain length. The running thread, or an interrupt handler between two ticks,
 * takes the next action, applies it to the model (support/tick_model.h), and performs it. When a
 * thread or the handler continues, kernel and model have to be in the same state. The threads have
 * code and run in virtual time, because lm_cyclic_await continues after its wait, and so does the
 * thread of the tick. A run is a vector of choices. A run that fails prints it; given as arguments,
 * the choices make that run alone. LIMEN_SHORT=1: sequences with one action less.
 */
#include "check.h"
#include "explore.h"
#include "support/tick_model.h"
#include <limen/board.h>
#include <limen/cyclic.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A(act) (1U << ACT_##act)

enum { STACK_BYTES = 8192, ACTIONS_MAX = 64, HISTORY_MAX = 64 };
enum { AFTERMATH = 4, BUSY_PRIORITY = 1 }; /* ticks that are compared after the last action */

struct world {
    const char *name;
    int threads;
    unsigned urgencies; /* so many rows of the table below */
    unsigned periods;   /* ... */
    uint32_t by_thread; /* bit for each kind of action */
    uint32_t by_handler;
    unsigned depth, depth_long;
};

enum { LIVES = A(TERMINATE) | A(RESTART), STOPS = A(SUSPEND) | A(RESUME) };
enum { GATES = A(ENABLE) | A(DISABLE), WAITS = A(WAIT) | A(DELAY) | A(AWAIT) };

static const struct world worlds[] = {
    {"periods", 3, 4, 4, A(WAIT) | A(WORK), 0, 2, 3},
    {"busy", 2, 4, 5, A(WAIT) | A(WORK) | A(SLEEP), 0, 3, 5},
    {"waits", 1, 1, 6, WAITS | A(TIMEOUT) | A(ARM) | A(DISARM) | A(WORK), A(DEVICE), 4, 5},
    {"flags", 2, 2, 3, WAITS | A(ARM) | A(TIMEOUT), A(DEVICE), 3, 4},
    {"gates", 2, 2, 3, A(WAIT) | A(WORK) | A(DELAY) | GATES, GATES, 3, 4},
    {"stops", 2, 2, 2, A(WAIT) | A(DELAY) | STOPS | A(WORK), STOPS, 3, 4},
    {"asleep", 1, 1, 3, A(WAIT) | A(SLEEP) | A(DELAY) | STOPS, STOPS, 5, 6},
    {"lives", 2, 2, 2, A(WAIT) | A(AWAIT) | A(WORK) | LIVES, LIVES, 3, 4},
    {"lived", 1, 1, 2, A(WAIT) | A(DELAY) | A(WORK) | LIVES, LIVES, 4, 6},
    {"changes", 1, 1, 5, A(WAIT) | A(WORK) | A(PERIOD) | A(DELAY), A(PERIOD), 4, 5},
    {"all", 2, 1, 2, (1U << ACT_KINDS) - 1, (1U << ACT_KINDS) - 1, 2, 3},
};

static const struct {
    uint16_t priority, threshold;
} urgencies[][TICK_THREADS] = {
    {{5, 5}, {5, 5}, {5, 5}}, /* peers */
    {{6, 6}, {5, 5}, {4, 4}}, /* the last one is the most urgent */
    {{6, 0}, {5, 0}, {4, 0}}, /* ... and no thread preempts */
    {{6, 4}, {5, 5}, {3, 3}}, /* the first one holds the second one off */
};

static const struct {
    uint32_t period, offset;
} periods[] = {{8, 0}, {16, 0}, {0, 0}, {12, 5}, {3, 0}, {24, 16}, {9, 8}};

static const uint32_t busy_work[] = {0, 9, 20};

enum { PROMISED = 100000, PROMISED_LONG = 1000000 };

static struct run {
    const struct world *world;
    struct explore *explore;
    struct tick_model model;
    unsigned depth; /* actions that are still to be chosen */
    unsigned left;  /* ticks to be compared then */
    bool over;
    unsigned actions;
    struct {
        struct tick_action action;
        int by;
        uint64_t time;
    } action[HISTORY_MAX];
} run;

static struct explore explore;
static struct lm_tick tick;
static struct lm_cyclic cyclic[TICK_THREADS];
static struct lm_thread threads[TICK_THREADS];
static struct lm_counters counters[TICK_THREADS];
static struct lm_thread busy;
static struct lm_timer between;
static volatile uint32_t device;
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[TICK_THREADS + 2][STACK_BYTES];

/* Failure */

static const char *const act_names[] = {
    "wait",    "delay",  "await",  "timeout", "arm",     "disarm", "work",      "sleep",  "nothing",
    "device:", "period", "enable", "disable", "suspend", "resume", "terminate", "restart"};

static void explain(void *context)
{
    const struct tick_model *model = &run.model;

    (void)context;
    fprintf(stderr, "in the world %s, %s:\n", run.world->name,
            model->deferred ? "deferred" : "in an interrupt");
    for (int i = 0; i < model->threads; i++) {
        const struct tick_model_thread *t = &model->thread[i];

        fprintf(stderr,
                "    thread %d: %u/%u, period %d; by the model: state %d, left %d, delay %d, "
                "armed %d, late %d, trigger %u\n",
                i, t->priority, t->threshold, (int)t->period, (int)t->state, (int)t->left,
                (int)t->delay, t->armed, t->late, t->trigger);
    }
    fprintf(stderr, "at %u, by the model at %u %d is heard next (-2: the handler)\n",
            (unsigned)lm_now(), (unsigned)model->now, model->speaker);
    for (unsigned i = 0; i < run.actions; i++) {
        const struct tick_action *a = &run.action[i].action;

        fprintf(stderr, "    %4u (%d) %s, of thread %d, %u %u %u\n", (unsigned)run.action[i].time,
                run.action[i].by, act_names[a->act], a->thread, a->a, a->b, a->c);
    }
    fprintf(stderr, "this run alone: give the program the name of the world and the choices ");
    explore_print(run.explore);
}

/* Both sides */

static enum tick_state state_of(const struct lm_thread_info *info)
{
    switch (info->state) {
    case LM_SUSPENDED:
        return info->waits_for == LM_WAITS_FOR_PERIOD ? TICK_WAITS
               : info->waits_for == LM_WAITS_FOR_TIME ? TICK_SLEEPS
                                                      : TICK_HELD;
    case LM_TERMINATED:
        return TICK_ENDED;
    default:
        return TICK_READY;
    }
}

static void compare_thread(int i)
{
    const struct tick_model_thread *t = &run.model.thread[i];
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
    CHECK_EQUAL(state_of(&info), t->state);
    CHECK_EQUAL(info.suspend_pending, t->stop);
    CHECK_EQUAL(cyclic[i].trigger, t->trigger);
    CHECK_EQUAL(cyclic[i].enabled, t->enabled);
    if (TICK_COUNTED) {
        CHECK_EQUAL(info.job, t->job);
        CHECK_EQUAL(counters[i].overruns, t->overruns);
        CHECK_EQUAL(counters[i].deadline_misses, t->misses);
        if (t->state == TICK_READY) {
            CHECK_EQUAL(info.release, t->release);
        }
    }
}

static void compare(void)
{
    struct lm_tick_info info;

    CHECK_EQUAL(lm_now(), run.model.now);
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    CHECK_EQUAL(info.scans, run.model.scans);
    CHECK_EQUAL(info.lost, run.model.lost);
    for (int i = 0; i < run.model.threads; i++) {
        compare_thread(i);
    }
}

/* A thread or the handler continues. It has to be this one, with this status. */
static void arrive(int speaker, bool begins, enum lm_status answer)
{
    if (run.over) {
        return;
    }
    CHECK_EQUAL(speaker, run.model.speaker);
    if (speaker != TICK_HANDLER) {
        CHECK_EQUAL(begins, run.model.thread[speaker].begins);
        if (!begins) {
            CHECK_STATUS(answer, run.model.thread[speaker].answer);
        }
        CHECK_EQUAL(lm_cyclic_trigger(), run.model.thread[speaker].trigger);
    }
    if (explore_is_new(run.explore)) {
        compare();
    }
}

/* Choices */

static const struct tick_action own_actions[] = {
    {ACT_WAIT, 0, 0, 0, 0},   {ACT_DELAY, 0, 1, 0, 0},   {ACT_DELAY, 0, 9, 0, 0},
    {ACT_DELAY, 0, 0, 0, 0},  {ACT_AWAIT, 0, 1, 0, 0},   {ACT_AWAIT, 0, 1, 9, 0},
    {ACT_AWAIT, 0, 0, 8, 2},  {ACT_TIMEOUT, 0, 9, 0, 0}, {ACT_TIMEOUT, 0, 0, 0, 0},
    {ACT_ARM, 0, 1, 0, 0},    {ACT_ARM, 0, 0, 0, 2},     {ACT_DISARM, 0, 0, 0, 0},
    {ACT_WORK, 0, 5, 0, 0},   {ACT_WORK, 0, 9, 0, 0},    {ACT_WORK, 0, 20, 0, 0},
    {ACT_SLEEP, 0, 10, 0, 0},
};

static const struct tick_action other_actions[] = {
    {ACT_DEVICE, 0, 3, 0, 0},    {ACT_DEVICE, 0, 0, 0, 0},  {ACT_PERIOD, 0, 16, 0, 0},
    {ACT_PERIOD, 0, 0, 0, 0},    {ACT_PERIOD, 0, 2, 17, 0}, {ACT_ENABLE, 0, 0, 0, 0},
    {ACT_DISABLE, 0, 0, 0, 0},   {ACT_SUSPEND, 0, 0, 0, 0}, {ACT_RESUME, 0, 0, 0, 0},
    {ACT_TERMINATE, 0, 0, 0, 0}, {ACT_RESTART, 0, 0, 0, 0},
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static unsigned list_actions(int speaker, struct tick_action *list)
{
    uint32_t kinds = speaker == TICK_HANDLER ? run.world->by_handler : run.world->by_thread;
    unsigned count = 0;

    if (speaker == TICK_HANDLER) {
        list[count++] = (struct tick_action){.act = ACT_NOTHING};
    }
    for (unsigned i = 0; i < LENGTH(own_actions) && speaker != TICK_HANDLER; i++) {
        if ((kinds & 1U << own_actions[i].act) != 0) {
            list[count++] = own_actions[i];
        }
    }
    for (unsigned i = 0; i < LENGTH(other_actions); i++) {
        bool of_one = other_actions[i].act != ACT_DEVICE;

        for (int t = 0; t < (of_one ? run.model.threads : 1); t++) {
            if ((kinds & 1U << other_actions[i].act) != 0) {
                list[count] = other_actions[i];
                list[count++].thread = t;
            }
        }
    }
    CHECK(count <= ACTIONS_MAX);
    return count;
}

/* After the last choice the threads wait, and the tick continues for a while. */
static struct tick_action choose(int speaker)
{
    struct tick_action list[ACTIONS_MAX];
    struct tick_action chosen = {.act = speaker == TICK_HANDLER ? ACT_NOTHING : ACT_WAIT};
    unsigned count = list_actions(speaker, list);

    if (run.depth > 0 && count > 1) {
        chosen = list[explore_choose(run.explore, count)];
        run.depth--;
    }
    if (speaker == TICK_HANDLER && run.left-- == 0) {
        run.over = true;
    }
    if (run.actions < HISTORY_MAX) {
        run.action[run.actions].action = chosen;
        run.action[run.actions].by = speaker;
        run.action[run.actions++].time = run.model.now;
    }
    return chosen;
}

/* Actions */

static enum lm_status perform_own(const struct tick_action *a)
{
    switch (a->act) {
    case ACT_DELAY:
        return lm_cyclic_delay(a->a);
    case ACT_AWAIT:
        return lm_cyclic_await(&device, a->a, a->c, a->b);
    case ACT_TIMEOUT:
        return lm_cyclic_set_timeout(a->a);
    case ACT_ARM:
        return lm_cyclic_arm(&device, a->a, a->c);
    case ACT_DISARM:
        return lm_cyclic_disarm();
    case ACT_WORK:
        lm_work(a->a);
        return LM_OK;
    case ACT_SLEEP:
        return lm_thread_sleep(a->a);
    default:
        return lm_thread_wait_period();
    }
}

static enum lm_status perform(const struct tick_action *a)
{
    switch (a->act) {
    case ACT_NOTHING:
        return LM_OK;
    case ACT_DEVICE:
        device = a->a;
        return LM_OK;
    case ACT_PERIOD:
        return lm_cyclic_set_period(&cyclic[a->thread], a->a, a->b);
    case ACT_ENABLE:
        return lm_cyclic_enable(&cyclic[a->thread]);
    case ACT_DISABLE:
        return lm_cyclic_disable(&cyclic[a->thread]);
    case ACT_SUSPEND:
        return lm_thread_suspend(&threads[a->thread]);
    case ACT_RESUME:
        return lm_thread_resume(&threads[a->thread]);
    case ACT_TERMINATE:
        return lm_thread_terminate(&threads[a->thread]);
    case ACT_RESTART:
        return lm_thread_restart(&threads[a->thread]);
    default:
        return perform_own(a);
    }
}

/* Apply the action to the model, then make it. Returns: its status. */
static enum lm_status act(int speaker)
{
    struct tick_action action = choose(speaker);

    tick_model_apply(&run.model, &action);
    tick_model_advance(&run.model);
    return perform(&action);
}

static void live(void *argument)
{
    int self = (int)((struct lm_thread *)argument - threads);

    arrive(self, true, LM_OK);
    while (!run.over) {
        arrive(self, false, act(self));
    }
    for (;;) {
        (void)lm_thread_wait_period();
    }
}

static void work_first(void *argument)
{
    lm_work(*(const uint32_t *)argument);
}

/* Runs between two ticks. At the end of a run no more event is due. */
static void handle(void *argument)
{
    (void)argument;
    arrive(TICK_HANDLER, false, LM_OK);
    (void)act(TICK_HANDLER);
    if (run.over) {
        CHECK_STATUS(lm_timer_stop(&between), LM_OK);
        CHECK_STATUS(lm_timer_stop(&tick.timer), LM_OK);
    }
}

/* Begin */

static void create_thread(int i, unsigned urgency)
{
    unsigned chosen = explore_choose(run.explore, run.world->periods);
    struct tick_model_thread *t = &run.model.thread[i];
    struct lm_thread_config config = {.name = "thread",
                                      .entry = live,
                                      .argument = &threads[i],
                                      .stack = stacks[i],
                                      .stack_bytes = STACK_BYTES,
                                      .priority = urgencies[urgency][i].priority,
                                      .threshold = urgencies[urgency][i].threshold,
                                      .suspended = true,
                                      .counters = &counters[i]};

    counters[i] = (struct lm_counters){0};
    CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[i], &threads[i]), LM_OK);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[i], periods[chosen].period, periods[chosen].offset),
                 LM_OK);
    CHECK_STATUS(lm_cyclic_set_deadline(&cyclic[i], TICK_DEADLINE), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic[i]), LM_OK);
    t->priority = config.priority;
    t->threshold = config.threshold;
    t->period = periods[chosen].period;
    t->left = periods[chosen].offset;
    t->enabled = true;
}

static void create_busy(void)
{
    struct tick_model_thread *t = &run.model.thread[run.world->threads];
    static uint32_t work;
    struct lm_thread_config config = {.name = "busy",
                                      LM_PREEMPTIVE(BUSY_PRIORITY),
                                      .entry = work_first,
                                      .argument = &work,
                                      .stack = stacks[TICK_THREADS],
                                      .stack_bytes = STACK_BYTES};

    work = busy_work[explore_choose(run.explore, LENGTH(busy_work))];
    CHECK_STATUS(lm_thread_create(&busy, &config), LM_OK);
    t->priority = t->threshold = BUSY_PRIORITY;
    t->work = work;
}

static void begin(const struct world *world, unsigned depth)
{
    memset(&run.model, 0, sizeof run.model);
    run.world = world;
    run.explore = &explore;
    run.depth = depth;
    run.left = depth + AFTERMATH;
    run.over = false;
    run.actions = 0;
    device = run.model.flags = 2;
    run.model.deferred = explore_choose(&explore, 2) != 0;
    run.model.threads = world->threads;
    run.model.thread[world->threads + 1].priority = LM_LEVELS - 1;
}

static void run_world(const struct world *world, unsigned depth)
{
    check_explain(explain, NULL);
    begin(world, depth);
    lm_kernel_init();
    struct lm_tick_config config = {.name = "tick",
                                    .length = TICK_LENGTH,
                                    .style = run.model.deferred ? LM_TICK_DEFERRED
                                                                : LM_TICK_IN_INTERRUPT,
                                    .stack = stacks[TICK_THREADS + 1],
                                    .stack_bytes = STACK_BYTES};
    unsigned urgency = explore_choose(&explore, world->urgencies);

    CHECK_STATUS(lm_tick_create(&tick, &config), LM_OK);
    for (int i = 0; i < world->threads; i++) {
        create_thread(i, urgency);
    }
    create_busy();
    CHECK_STATUS(lm_timer_create(&between, "between", handle, NULL), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    CHECK_STATUS(lm_timer_start(&between, LM_UNTIL(TICK_LENGTH / 2), TICK_LENGTH), LM_OK);
    tick_model_begin(&run.model);
    lm_kernel_start();
    CHECK(run.over);
    check_explain(NULL, NULL);
}

int main(int argc, char **argv)
{
    bool is_long = getenv("LIMEN_LONG") != NULL;
    bool is_short = getenv("LIMEN_SHORT") != NULL;
    uint64_t total = 0;

    for (unsigned i = 0; i < LENGTH(worlds); i++) {
        const struct world *world = &worlds[i];
        bool is_wanted = argc < 2 || strcmp(argv[1], world->name) == 0;

        memset(&explore, 0, sizeof explore);
        if (argc > 2) {
            explore_replay(&explore, argv[2]);
        }
        while (is_wanted && explore_next(&explore)) {
            run_world(world, (is_long ? world->depth_long : world->depth) - is_short);
        }
        printf("%-12s %12llu runs\n", world->name, (unsigned long long)explore.runs);
        total += explore.runs;
    }
    CHECK(argc > 1 || is_short || total >= (uint64_t)(is_long ? PROMISED_LONG : PROMISED));
    return 0;
}
