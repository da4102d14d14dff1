/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the kernel schedules as the definition says in long histories of larger worlds, too.
 *
 * Method: random task sets and events of all kinds. After each event the kernel is compared with
 * the model, as in test_sched_exhaustive.c. The test prints its seed. The seed as an argument
 * repeats the runs; the name of a world and the choices make one run alone.
 */
#include "check.h"
#include "explore.h"
#include "world/world.h"
#include <stdio.h>
#include <stdlib.h>

#define ALL ((1ULL << EVENT_KINDS) - 1)
#define NO_SLICES (ALL & ~E(SET_SLICE))
enum { R_ALL = (1U << MODELS) - 1 };
enum { EVENTS = 300, CASES = 300, CASES_LONG = 100000, SEED = 1 };

static const struct world worlds[] = {
    {"small", .threads = 3, .ready = 3, .levels = 3, .ticks = 3, .by_kind = true, .events = ALL,
     .semaphores = 1, .models = R_ALL, .spins = 2, .raw = {false, true}, .mutexes = 2,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}}},
    {"all", .threads = 6, .ready = 3, .levels = 5, .slice = 2, .ticks = 4, .by_kind = true,
     .events = ALL, .models = R_ALL, .spins = 2, .mutexes = 4,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}, {CEILING, 1, false}, {PLAIN, 0, false}},
     .semaphores = 2, .semaphore = {{0, true}, {1, false}}},
    {"inheritance", .threads = 8, .levels = 8, .ready = 8, .ticks = 5, .by_kind = true,
     .events = NO_SLICES, .models = R_ALL, .spins = 3, .raw = {false, false, true}, .mutexes = 4,
     .mutex = {{INHERIT, 0, false}, {INHERIT, 0, false}, {INHERIT, 0, false}, {CEILING, 0, false}}},
};

static struct explore explore;

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
    uint64_t runs = getenv("LIMEN_LONG") != NULL ? CASES_LONG : CASES;

    if (argc == 3) {
        worlds_replay(worlds, sizeof worlds / sizeof worlds[0], EVENTS, argv[1], argv[2]);
        return 0;
    }
    printf("seed %llu, %llu runs of %d events in each world\n", (unsigned long long)seed,
           (unsigned long long)runs, EVENTS);
    for (unsigned i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        explore_random(&explore, seed, runs);
        while (explore_next(&explore)) {
            world_run(&worlds[i], &explore, EVENTS);
        }
    }
    return 0;
}
