/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in some small worlds, the kernel does what the model does in every state that can be
 * reached, and its invariants hold there. It is compiled for the library with checks, and for the
 * one without.
 *
 * Usage: reach --list        the names of the worlds
 *        reach NAME [MOST]   this world; the search ends at MOST states
 *
 * It prints name, threads, levels, states, transitions, and the possible events.
 */
#include "reach.h"
#include "check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The body of the function of a timer. */
#define POST_UP_TO(most)                                                                           \
    {                                                                                              \
        DO_SEMAPHORE_POST_BELOW, 0, (most), 0, 0                                                   \
    }
#define STOP_TIMER(timer)                                                                          \
    {                                                                                              \
        DO_TIMER_STOP, (timer), 0, 0, 0                                                            \
    }
#define START_TIMER(timer, delay, period)                                                          \
    {                                                                                              \
        DO_TIMER_START, (timer), (period), 0, (delay)                                              \
    }

static const struct world worlds[] = {
    {"rule", 4, 0, 4, .events = TURNS},
    {"four", 4, 0, 3, .events = TURNS | INTERRUPTS},
    {"disable", 4, 0, 3, .events = TURNS | DISABLES},
    {"chains", 4, 0, 2, .events = E(START) | LOCKS, .mutexes = 2,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}}},
    {"signals", 3, 0, 3, .events = TURNS | SIGNALS | INTERRUPTS, .semaphores = 1,
     .semaphore = {{0, false}}},
    {"settings", 3, 0, 2, .events = TURNS | E(SET)},
    {"set-disabled", 2, 0, 3, .events = TURNS | E(SET) | DISABLES},
    {"two", 3, 0, 3, .events = E(START) | LOCKS | LIVES, .mutexes = 2,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}}},
    {"inherit-set", 3, 0, 2, .events = E(START) | LOCKS | E(SET), .mutexes = 1,
     .mutex = {{INHERIT, 0, true}}},
    {"inherit-suspend", 3, 0, 3, .events = TURNS | LOCKS, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}},
    {"inherit-post", 3, 0, 2, .events = E(START) | LOCKS | SIGNALS | LIVES, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}, .semaphores = 1, .semaphore = {{0, true}}},
    {"ceiling-plain", 3, 0, 2, .events = E(START) | LOCKS | LIVES, .mutexes = 2,
     .mutex = {{CEILING, 0, false}, {PLAIN, 0, true}}},
    {"ceiling-inherit", 3, 0, 2, .events = E(START) | LOCKS | E(SUSPEND) | E(RESUME), .mutexes = 2,
     .mutex = {{CEILING, 0, false}, {INHERIT, 0, false}}},
    {"deletion", 3, 0, 2, .events = E(START) | LOCKS | E(DELETE_MUTEX) | E(SUSPEND) | E(RESUME),
     .mutexes = 1, .mutex = {{INHERIT, 0, false}}},
    {"interrupt", 3, 0, 4, .events = TURNS | INTERRUPTS},
    {"lives", 3, 0, 3, .events = TURNS | LIVES | INTERRUPTS},
    {"disable-interrupt", 3, 0, 3, .events = TURNS | DISABLES | INTERRUPTS},
    {"sections", 3, 0, 3, .events = TURNS | SECTIONS, .models = 1U << MODEL_NONE | 1U << MODEL_LAZY,
     .border = 1},
    {"models", 2, 0, 3, .events = TURNS | SECTIONS | E(MODEL_SET), .models = 31, .border = 1},
    {"ordered", 3, 3, 2, .events = SIGNALS | E(SET) | E(DELETE_SEMAPHORE), .semaphores = 1,
     .semaphore = {{0, true}}},
    {"two-semaphores", 3, 0, 2, .events = TURNS | SIGNALS, .semaphores = 2,
     .semaphore = {{0, false}, {1, true}}},
    {"spins", 2, 0, 2, .events = TURNS | SPINLOCKS | INTERRUPTS, .spins = 2},
    {"spin-mutexes", 2, 0, 3, .events = TURNS | SPINLOCKS, .spins = 2, .models = 1U << MODEL_RT},
    {"sleeps", 3, 0, 3, .ticks = 2, .events = E(START) | E(YIELD) | E(SLEEP) | E(TICK)},
    {"sleeps-stop", 2, 0, 2, .ticks = 3, .events = TURNS | LIVES | E(SLEEP) | E(TICK)},
    {"sleeps-interrupt", 2, 0, 3, .ticks = 2, .events = TURNS | INTERRUPTS | E(SLEEP) | E(TICK)},
    {"timed-signals", 3, 0, 2, .ticks = 1, .events = E(START) | SIGNALS | E(TICK), .semaphores = 1,
     .semaphore = {{0, true}}},
    {"timed-deletion", 2, 0, 2, .ticks = 2,
     .events = E(START) | SIGNALS | E(TICK) | LIVES | E(DELETE_SEMAPHORE), .semaphores = 1,
     .semaphore = {{0, false}}},
    {"timed-mutex", 3, 0, 2, .ticks = 1, .events = E(START) | LOCKS | E(TICK) | LIVES, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}},
    {"timed-chain", 3, 0, 2, .ticks = 1, .events = E(START) | LOCKS | E(TICK), .mutexes = 2,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, true}}},
    {"slices", 3, 0, 2, .slice = 2, .events = TURNS | E(TICK)},
    {"slices-set", 3, 0, 2, .slice = 1, .events = E(START) | E(SET_SLICE) | E(TICK) | E(YIELD)},
    {"slices-sleep", 2, 0, 2, .slice = 2, .ticks = 2,
     .events = TURNS | E(SLEEP) | E(TICK) | DISABLES},
    {"slices-sections", 2, 0, 2, .slice = 1, .models = 1U << MODEL_NONE,
     .events = E(START) | STOPS | E(TICK) | E(SECTION_ENTER) | E(SECTION_LEAVE)},
    {"queue", 3, 3, 2, .events = MESSAGES | E(ABORT) | E(FLUSH), .queues = 1,
     .queue = {{1, false}}},
    {"queue-lives", 2, 0, 2, .events = E(START) | MESSAGES | LIVES | E(DELETE_QUEUE), .queues = 1,
     .queue = {{1, true}}},
    {"queue-front", 3, 3, 2, .events = MESSAGES | E(SEND_FRONT), .queues = 1, .queue = {{1, true}}},
    {"queue-timed", 2, 2, 2, .ticks = 1, .events = MESSAGES | E(TICK), .queues = 1,
     .queue = {{2, false}}},
    {"queue-interrupt", 2, 2, 2, .events = E(RECEIVE) | E(FLUSH) | INTERRUPTS | STOPS | E(SEND),
     .queues = 1, .queue = {{2, false}}},
    {"queue-semaphore", 3, 3, 2, .events = MESSAGES | SIGNALS, .queues = 1, .queue = {{1, false}},
     .semaphores = 1, .semaphore = {{0, false}}},
    {"queue-mutex", 3, 3, 2, .events = MESSAGES | LOCKS, .queues = 1, .queue = {{1, false}},
     .mutexes = 1, .mutex = {{INHERIT, 0, false}}},
    {"queue-flags", 2, 2, 2, .events = MESSAGES | BITS, .queues = 1, .queue = {{1, false}},
     .flags = 1},
    {"queue-pool", 3, 3, 2, .events = MESSAGES | BLOCKS, .queues = 1, .queue = {{1, false}},
     .pools = 1, .pool = {{1, false}}},
    {"flags", 3, 3, 2, .events = BITS | E(ABORT), .flags = 1, .flags_by_priority = {true}},
    {"flags-lives", 2, 0, 2, .events = E(START) | BITS | LIVES | E(DELETE_FLAGS), .flags = 1},
    {"flags-timed", 2, 2, 2, .ticks = 1, .events = BITS | E(TICK), .flags = 1},
    {"flags-interrupt", 3, 3, 2, .events = BITS | INTERRUPTS, .flags = 1},
    {"flags-semaphore", 2, 2, 3, .events = BITS | SIGNALS, .flags = 1, .semaphores = 1,
     .semaphore = {{0, false}}},
    {"flags-mutex", 2, 2, 2, .events = BITS | LOCKS, .flags = 1, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}},
    {"flags-pool", 2, 2, 2, .events = BITS | BLOCKS, .flags = 1, .pools = 1, .pool = {{1, false}}},
    {"pool", 3, 3, 2, .events = BLOCKS | E(ABORT), .pools = 1, .pool = {{2, true}}},
    {"pool-lives", 3, 0, 2, .events = E(START) | BLOCKS | LIVES | E(DELETE_BLOCKS), .pools = 1,
     .pool = {{1, false}}},
    {"pool-timed", 3, 3, 2, .ticks = 1, .events = BLOCKS | E(TICK), .pools = 1,
     .pool = {{1, false}}},
    {"pool-semaphore", 3, 3, 2, .events = BLOCKS | SIGNALS, .pools = 1, .pool = {{1, false}},
     .semaphores = 1, .semaphore = {{0, false}}},
    {"pool-mutex", 3, 3, 2, .events = BLOCKS | LOCKS, .pools = 1, .pool = {{1, false}},
     .mutexes = 1, .mutex = {{CEILING, 0, false}}},
    {"bytes", 3, 3, 2, .events = BYTES, .areas = 1, .area_by_priority = {true}},
    {"bytes-stops", 2, 2, 2, .events = BYTES | STOPS | E(ABORT), .areas = 1},
    {"bytes-lives", 2, 0, 2, .events = E(START) | BYTES | LIVES | E(DELETE_BYTES), .areas = 1,
     .area_by_priority = {true}},
    {"bytes-timed", 2, 2, 1, .ticks = 1, .events = BYTES | E(TICK), .areas = 1},
    {"bytes-interrupt", 2, 2, 2, .events = BYTES | INTERRUPTS | E(ABORT), .areas = 1},
    {"timer", 2, 2, 2, .ticks = 1, .events = TIMES | SIGNALS | E(TICK), .timers = 1,
     .function = {POST_UP_TO(1)}, .semaphores = 1, .semaphore = {{0, false}}},
    {"timer-interrupt", 1, 1, 2, .ticks = 1, .events = TIMES | SIGNALS | E(TICK) | INTERRUPTS,
     .timers = 1, .function = {POST_UP_TO(1)}, .semaphores = 1, .semaphore = {{0, false}}},
    {"timers", 1, 1, 1, .ticks = 1, .events = TIMES | SIGNALS | E(TICK), .timers = 2,
     .function = {POST_UP_TO(1), STOP_TIMER(0)}, .semaphores = 1, .semaphore = {{0, false}}},
    {"timer-starts", 1, 1, 1, .ticks = 2, .events = TIMES | E(TICK) | E(DELETE_TIMER), .timers = 2,
     .function = {START_TIMER(1, 1, 2), START_TIMER(1, 0, 0)}},
    {"period", 2, 0, 2, .ticks = 1, .events = E(START) | LIVES | E(WAIT_PERIOD) | E(TICK),
     .period = {{2, 1, 2}, {3, 0, 2}}},
    {"periods", 3, 0, 1, .ticks = 1, .events = E(START) | E(WAIT_PERIOD) | E(TICK),
     .period = {{2, 1, 2}, {3, 0, 2}, {2, 0, 0}}},
    {"period-suspend", 2, 0, 2, .ticks = 1, .events = E(START) | STOPS | E(WAIT_PERIOD) | E(TICK),
     .period = {{2, 1, 2}, {3, 0, 2}}},
    {"period-interrupt", 2, 0, 2, .ticks = 1,
     .events = E(START) | INTERRUPTS | E(WAIT_PERIOD) | E(TICK), .period = {{2, 1, 2}, {1, 2, 0}}},
    {"period-mutex", 2, 0, 2, .ticks = 1, .events = E(START) | LOCKS | E(WAIT_PERIOD) | E(TICK),
     .period = {{2, 1, 2}, {3, 0, 2}}, .mutexes = 1, .mutex = {{INHERIT, 0, false}}},
};

enum { WORLDS = sizeof worlds / sizeof worlds[0] };

/* A library without checks does not answer misuse, which these worlds contain: circles of owners,
 * and wrong uses of sections and spinlocks. */
static bool is_for_library(const struct world *world)
{
    return LM_CHECKED ||
           (world->mutexes < 2 && world->spins == 0 && (world->events & E(SECTION_ENTER)) == 0);
}

static struct {
    const struct world *world;
    uint32_t number; /* the number of the state to which the event happens */
    struct event event;
    bool has_event;
    struct model before, after;
    unsigned char bytes[MEMORY_MAX];
    uint64_t transitions;
} search;

/* One of so many states also has its memory checked that is not copied. */
enum { EACH_CHECKED = 1000 };

static struct explore explore;

static struct event told[EVENTS_MAX];

/* Begins with the task set of this number. */
static void begin_with(unsigned set)
{
    memset(&explore, 0, sizeof explore);
    while (explore_next(&explore)) {
        world_begin(search.world, &explore, &search.after, true);
        if (set-- == 0) {
            break;
        }
    }
    for (int i = 0; i < search.world->threads; i++) {
        fprintf(stderr, "    thread %d: priority %u, threshold %u at the beginning\n", i,
                search.after.thread[i].base_priority, search.after.thread[i].base_threshold);
    }
}

/* Prints the events from the beginning to a state, and makes them again, because the possible
 * events depend on the state. */
static void tell(uint32_t number)
{
    uint16_t choice;
    uint32_t parent = store_parent(number, &choice);

    if (parent == NO_PARENT) {
        begin_with(choice);
        memory_save(&search.after, search.bytes);
        return;
    }
    tell(parent);
    memory_load(&search.before, search.bytes);
    (void)event_list(search.world, &search.before, told);
    fputs("    ", stderr);
    event_print(&told[choice]);
    fputc('\n', stderr);
    world_event(search.world, &told[choice], &search.before, &search.after, true);
    memory_save(&search.after, search.bytes);
}

static void explain(void *context)
{
    (void)context;
    check_explain(NULL, NULL); /* these events went well before */
    fprintf(stderr, "world %s, %u states so far, what happened:\n", search.world->name,
            store_count());
    tell(search.number);
    if (search.has_event) {
        fputs("    and now ", stderr);
        event_print(&search.event);
        fputc('\n', stderr);
    }
}

/* Adds the state of both sides, if it is a new one. */
static void reach(const struct model *model, uint32_t parent, uint16_t event)
{
    struct key key = memory_key(search.world, model);

    if (store_has(key)) {
        return;
    }
    memory_save(model, search.bytes);
    store_add(key, search.bytes, parent, event);
    if (store_count() % EACH_CHECKED == 0) {
        memory_check(model);
    }
    system_compare(model);
    audit_state();
    misuse_try(search.world, model);
}

static void begin_all(void)
{
    uint16_t set = 0;

    memset(&explore, 0, sizeof explore);
    while (explore_next(&explore)) {
        world_begin(search.world, &explore, &search.after, true);
        if (set == 0) {
            memory_remember(&search.after);
            search.before = search.after;
            store_begin(search.bytes, memory_save(&search.after, search.bytes));
        }
        reach(&search.after, NO_PARENT, set++);
    }
}

/* The names of the events in the page. */
static const struct {
    uint64_t events;
    const char *name;
} groups[] = {
    {E(START), "start"},
    {E(SUSPEND) | E(RESUME), "suspend, resume"},
    {E(YIELD), "yield"},
    {INTERRUPTS, "an interrupt, with any of these in it"},
    {LIVES, "terminate, restart"},
    {E(SET), "set priority and threshold"},
    {DISABLES, "disable, enable preemption"},
    {SIGNALS, "wait, post"},
    {LOCKS, "lock, unlock"},
    {E(DELETE_MUTEX), "delete and create the mutex"},
    {E(DELETE_SEMAPHORE), "delete and create the semaphore"},
    {E(SLEEP), "sleep"},
    {E(TICK), "a tick of the clock"},
    {E(SET_SLICE), "set a slice"},
    {E(ABORT), "abort a wait"},
    {MESSAGES, "send, receive a message"},
    {E(SEND_FRONT), "send a message to the front"},
    {E(FLUSH), "flush the queue"},
    {BITS, "wait for, set, clear event flags"},
    {BLOCKS, "allocate, release a block"},
    {E(DELETE_QUEUE), "delete and create the queue"},
    {E(DELETE_FLAGS), "delete and create the event flags"},
    {E(DELETE_BLOCKS), "delete and create the pool"},
    {E(MODEL_SET), "set the preemption model"},
    {E(SECTION_ENTER) | E(SECTION_LEAVE), "enter, leave a section"},
    {E(PREEMPT_POINT), "preempt point"},
    {SPINLOCKS, "lock, unlock a spinlock"},
    {TIMES, "start, change, stop a timer; its function"},
    {E(DELETE_TIMER), "delete and create the timer"},
    {E(WAIT_PERIOD), "wait for the next period"},
    {BYTES, "allocate, release bytes"},
    {E(DELETE_BYTES), "delete and create the byte pool"},
};

static void print_result(void)
{
    const struct world *world = search.world;
    const char *separator = "";

    printf("%s %d %u %u %llu ", world->name, world->threads, world->levels, store_count(),
           (unsigned long long)search.transitions);
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if ((world->events & groups[i].events) == groups[i].events) {
            printf("%s%s", separator, groups[i].name);
            separator = "; ";
        }
    }
    printf("\n");
}

static void explore_world(const struct world *world, uint32_t most)
{
    static struct event events[EVENTS_MAX];
    static unsigned char bytes[MEMORY_MAX];

    search.world = world;
    memory_begin(world);
    check_explain(explain, NULL);
    begin_all();
    while (store_count() < most && store_take(bytes, &search.number)) {
        memory_load(&search.before, bytes);

        unsigned count = event_list(world, &search.before, events);

        search.has_event = true;
        for (unsigned i = 0; i < count; i++) {
            memory_load(&search.before, bytes);
            if (events[i].kind == EVENT_TICK && !memory_time_may_pass(world, &search.before)) {
                continue;
            }
            search.event = events[i];
            world_event(world, &events[i], &search.before, &search.after, true);
            reach(&search.after, search.number, (uint16_t)i);
            search.transitions++;
        }
    }
    memory_check(&search.after);
    check_explain(NULL, NULL);
}

int main(int argc, char **argv)
{
    uint32_t most = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : UINT32_MAX;

    for (unsigned i = 0; argc > 1 && i < WORLDS; i++) {
        if (!is_for_library(&worlds[i])) {
            continue;
        }
        if (strcmp(argv[1], "--list") == 0) {
            puts(worlds[i].name);
        } else if (strcmp(argv[1], worlds[i].name) == 0) {
            explore_world(&worlds[i], most);
            print_result();
            return 0;
        }
    }
    if (argc < 2 || strcmp(argv[1], "--list") != 0) {
        fputs("usage: reach --list | NAME [MOST]\n", stderr);
        return 2;
    }
    return 0;
}
