/* SPDX-License-Identifier: Apache-2.0 */
/* All runs of many worlds, or one run of one of them; see world.h. */
#include "check.h"
#include "world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct explore explore;

static const struct world *find(const struct world *worlds, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(worlds[i].name, name) == 0) {
            return &worlds[i];
        }
    }
    check_failed(__FILE__, __LINE__, "there is no world %s", name);
}

static void run_all(const struct world *world, bool is_long)
{
    while (explore_next(&explore)) {
        world_run(world, &explore, is_long ? world->depth_long : world->depth);
    }
}

int worlds_explore(const struct world *worlds, unsigned count, uint64_t promised,
                   uint64_t promised_long, int argc, char **argv)
{
    bool is_long = getenv("LIMEN_LONG") != NULL;
    uint64_t total = 0;

    if (argc == 3) {
        const struct world *world = find(worlds, count, argv[1]);

        explore_replay(&explore, argv[2]);
        run_all(world, is_long);
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        memset(&explore, 0, sizeof explore);
        run_all(&worlds[i], is_long);
        printf("%-14s %12llu runs\n", worlds[i].name, (unsigned long long)explore.runs);
        total += explore.runs;
    }
    printf("%-14s %12llu pairs of a task set and a sequence of events\n", "total",
           (unsigned long long)total);
    CHECK(total >= (is_long ? promised_long : promised));
    return 0;
}
