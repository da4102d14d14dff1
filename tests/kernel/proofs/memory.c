/* SPDX-License-Identifier: Apache-2.0 */
/* Saves and restores the memory of both sides. */
#include "check.h"
#include "model/kernel/calls.h"
#include "observe/observation.h"
#include "preemption/preemption.h"
#include "reach.h"
#include "state.h"
#include <string.h>

struct part {
    void *at;
    size_t bytes;
};

enum { PARTS_MAX = 7 + THREADS };

static struct {
    struct part parts[PARTS_MAX];
    size_t count;
} saved;

static void add_part(void *at, size_t bytes)
{
    saved.parts[saved.count++] = (struct part){at, bytes};
}

static bool has_data(const struct world *world)
{
    return world->queues + world->flags + world->pools + world->areas != 0;
}

void memory_begin(const struct world *world)
{
    saved.count = 0;
    add_part(&lm_the_kernel, sizeof lm_the_kernel);
    add_part(&lm_the_preemption, sizeof lm_the_preemption);
    add_part(&lm_the_observation, sizeof lm_the_observation);
    add_part(&lm_null, sizeof lm_null);
    add_part(&calls, sizeof calls);
    add_part(&calls_contents, has_data(world) ? sizeof calls_contents : 0);
    add_part(&calls_areas, world->areas != 0 ? sizeof calls_areas : 0);
    for (int i = 0; i < world->threads && has_data(world); i++) {
        size_t bytes;
        void *stack = system_stack(i, &bytes);

        add_part(stack, bytes);
    }
}

size_t memory_save(const struct model *model, unsigned char *bytes)
{
    size_t used = sizeof *model;

    memcpy(bytes, model, sizeof *model);
    for (size_t i = 0; i < saved.count; i++) {
        CHECK(used + saved.parts[i].bytes <= MEMORY_MAX);
        memcpy(bytes + used, saved.parts[i].at, saved.parts[i].bytes);
        used += saved.parts[i].bytes;
    }
    return used;
}

void memory_load(struct model *model, const unsigned char *bytes)
{
    memcpy(model, bytes, sizeof *model);
    bytes += sizeof *model;
    for (size_t i = 0; i < saved.count; i++) {
        memcpy(saved.parts[i].at, bytes, saved.parts[i].bytes);
        bytes += saved.parts[i].bytes;
    }
}
