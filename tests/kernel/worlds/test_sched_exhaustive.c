/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the kernel schedules as the definition says. This covers the rule of preemption thresholds,
 * and everything that changes priorities, thresholds and levels or makes threads wait.
 *
 * Method: small worlds. Each of them has every task set and every sequence of events of a certain
 * length. After each event the kernel is compared with a model that is written from the definition
 * and shares no code with it (tests/kernel/model). A run is a vector of choices. A run that fails
 * prints it; given as arguments, the choices make that run alone.
 */
#include "world/world.h"

static const struct world worlds[] = {
    {"rule", 3, 0, 4, .events = TURNS, .depth = 5, .depth_long = 8},
    {"four", 4, 0, 3, .events = TURNS, .depth = 4, .depth_long = 7},
    {"begin", 3, 3, 3, .events = TURNS | LIVES, .depth = 3, .depth_long = 5},
    {"interrupt", 3, 0, 3, .events = TURNS | INTERRUPTS, .depth = 5, .depth_long = 7},
    {"settings", 3, 1, 3, .events = TURNS | E(SET), .depth = 3, .depth_long = 4},
    {"disable", 3, 1, 3, .events = TURNS | DISABLES | INTERRUPTS, .depth = 4, .depth_long = 6},
    {"disabled", 3, 1, 3, .events = TURNS | DISABLES | INTERRUPTS, .befores = 1,
     .before = {{EVENT_DISABLE, {.kind = DO_PREEMPT_DISABLE}}}, .depth = 4, .depth_long = 6},
    {"lives", 3, 1, 3, .events = TURNS | LIVES | INTERRUPTS, .depth = 4, .depth_long = 6},
    {"sleep", 3, 1, 3, .ticks = 2, .events = E(START) | E(SLEEP) | E(TICK) | E(SUSPEND) | E(RESUME),
     .depth = 5, .depth_long = 6},
    {"slices", 3, 2, 3, .slice = 2, .events = TURNS | E(TICK) | DISABLES, .depth = 4,
     .depth_long = 6},
    {"all-slices", 3, 2, 2, .slice = 1, .ticks = 1,
     .events = TURNS | E(TICK) | E(SET_SLICE) | E(SET) | E(SLEEP), .depth = 3, .depth_long = 4},
    {"signals", 3, 1, 3, .ticks = 1, .events = TURNS | SIGNALS | E(TICK), .semaphores = 1,
     .semaphore = {{1, false}}, .depth = 4, .depth_long = 5},
    {"answers", 2, 1, 2, .ticks = 1, .events = TURNS | SIGNALS | E(TICK) | INTERRUPTS,
     .semaphores = 1, .semaphore = {{0, false}}, .depth = 5, .depth_long = 7},
    {"ordered", 3, 3, 2, .events = SIGNALS | E(SET), .semaphores = 1, .semaphore = {{0, true}},
     .depth = 4, .depth_long = 6},
    {"inherit", 3, 1, 3, .ticks = 1, .events = E(START) | LOCKS | E(TICK) | E(SUSPEND) | E(RESUME),
     .mutexes = 1, .mutex = {{INHERIT, 0, false}}, .depth = 5, .depth_long = 7},
    {"two", 3, 0, 3, .events = E(START) | LOCKS | E(TERMINATE), .mutexes = 2,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}}, .depth = 5, .depth_long = 7},
    {"chains", 3, 0, 3, .ticks = 1, .events = E(START) | LOCKS | E(TERMINATE) | E(TICK),
     .mutexes = 2, .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}}, .befores = 3,
     .before = {{EVENT_START, {.kind = DO_THREAD_START, .a = 0}},
                {EVENT_LOCK, {.kind = DO_MUTEX_LOCK, .d = FOREVER}},
                {EVENT_START, {.kind = DO_THREAD_START, .a = 1}}},
     .depth = 4, .depth_long = 6},
    {"deletion", 3, 2, 2, .events = E(START) | LOCKS | E(DELETE_MUTEX) | E(SUSPEND) | INTERRUPTS,
     .mutexes = 1, .mutex = {{INHERIT, 0, false}}, .depth = 5, .depth_long = 7},
    {"ceiling", 3, 1, 3, .ticks = 1, .events = TURNS | LOCKS | E(TICK), .mutexes = 2,
     .mutex = {{CEILING, 0, false}, {PLAIN, 0, true}}, .depth = 4, .depth_long = 5},
    {"protocols", 3, 3, 2, .events = E(START) | LOCKS | E(YIELD) | E(SET) | E(TERMINATE) | DISABLES,
     .mutexes = 3, .mutex = {{CEILING, 0, false}, {PLAIN, 0, false}, {INHERIT, 0, false}},
     .depth = 3, .depth_long = 5},
};

/* The least number of runs of the quick and of the long form. */
enum { PROMISED = 500000, PROMISED_LONG = 50000000 };

int main(int argc, char **argv)
{
    return worlds_explore(worlds, sizeof worlds / sizeof worlds[0], PROMISED, PROMISED_LONG, argc,
                          argv);
}
