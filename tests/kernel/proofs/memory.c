/* SPDX-License-Identifier: Apache-2.0 */
/* Saves and restores the memory of both sides, but for objects that no event of the world is about:
 * they are as at the beginning. */
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

enum { PARTS_MAX = 32 + THREADS };

static struct {
    struct part parts[PARTS_MAX];
    size_t count;
    struct model model; /* the parts of a model are found by those of this one */
} saved;

/* All of the memory that has such objects, in the first state. */
static struct {
    struct model model;
    struct calls calls;
} first;

static void add_part(void *at, size_t bytes)
{
    CHECK(saved.count < PARTS_MAX);
    saved.parts[saved.count++] = (struct part){at, bytes};
}

#define ADD_FIRST_OF(array, number) add_part((array), (size_t)(number) * sizeof *(array))

static bool has_data(const struct world *world)
{
    return world->queues + world->flags + world->pools + world->areas != 0;
}

static void add_model(const struct world *world)
{
    struct model *model = &saved.model;
    uint64_t *used_counts = model->count[world->threads], *counts_of_all = model->count[THREADS];

    add_part(model, offsetof(struct model, thread));
    ADD_FIRST_OF(model->thread, world->threads);
    ADD_FIRST_OF(model->semaphore, world->semaphores);
    ADD_FIRST_OF(model->mutex, world->mutexes);
    ADD_FIRST_OF(model->mutex + MUTEXES, world->spins);
    ADD_FIRST_OF(model->queue, world->queues);
    ADD_FIRST_OF(model->flags, world->flags);
    ADD_FIRST_OF(model->blocks, world->pools);
    ADD_FIRST_OF(model->bytes, world->areas);
    ADD_FIRST_OF(model->timer, world->timers);
    ADD_FIRST_OF(model->spin, world->spins);
    add_part(&model->ready, (size_t)((char *)used_counts - (char *)&model->ready));
    add_part(counts_of_all, (size_t)((char *)(model + 1) - (char *)counts_of_all));
}

static void add_calls(const struct world *world)
{
    ADD_FIRST_OF(calls.thread, world->threads);
    ADD_FIRST_OF(calls.semaphore, world->semaphores);
    ADD_FIRST_OF(calls.mutex, world->mutexes);
    ADD_FIRST_OF(calls.queue, world->queues);
    ADD_FIRST_OF(calls.flags, world->flags);
    ADD_FIRST_OF(calls.blocks, world->pools);
    ADD_FIRST_OF(calls.bytes, world->areas);
    ADD_FIRST_OF(calls.timer, world->timers);
    ADD_FIRST_OF(calls.spin, world->spins);
    ADD_FIRST_OF(calls.raw, world->spins);
    ADD_FIRST_OF(calls.counters, world->threads);
    ADD_FIRST_OF(calls.period, world->threads);
    ADD_FIRST_OF(calls.slice, world->threads);
    ADD_FIRST_OF(calls.lives, world->threads);
    ADD_FIRST_OF(calls.wait, world->threads);
}

void memory_begin(const struct world *world)
{
    saved.count = 0;
    add_model(world);
    add_calls(world);
    add_part(&lm_the_kernel, sizeof lm_the_kernel);
    add_part(&lm_the_preemption, sizeof lm_the_preemption);
    add_part(&lm_the_observation, sizeof lm_the_observation);
    add_part(&lm_null, sizeof lm_null);
    add_part(&calls_contents, has_data(world) ? sizeof calls_contents : 0);
    add_part(&calls_areas, world->areas != 0 ? sizeof calls_areas : 0);
    for (int i = 0; i < world->threads && has_data(world); i++) {
        size_t bytes;
        void *stack = system_stack(i, &bytes);

        add_part(stack, bytes);
    }
}

/* The place of a part; one of the model is in this model. */
static char *place(const struct part *part, const struct model *model)
{
    ptrdiff_t offset = (char *)part->at - (char *)&saved.model;
    bool is_of_model = offset >= 0 && offset < (ptrdiff_t)sizeof saved.model;

    return is_of_model ? (char *)model + offset : part->at;
}

size_t memory_save(const struct model *model, unsigned char *bytes)
{
    size_t used = 0;

    for (size_t i = 0; i < saved.count; i++) {
        CHECK(used + saved.parts[i].bytes <= MEMORY_MAX);
        memcpy(bytes + used, place(&saved.parts[i], model), saved.parts[i].bytes);
        used += saved.parts[i].bytes;
    }
    return used;
}

void memory_load(struct model *model, const unsigned char *bytes)
{
    for (size_t i = 0; i < saved.count; i++) {
        memcpy(place(&saved.parts[i], model), bytes, saved.parts[i].bytes);
        bytes += saved.parts[i].bytes;
    }
}

void memory_remember(const struct model *model)
{
    first.model = *model;
    first.calls = calls;
}

/* The end of the parts that begin here, one behind the other, or else this place. */
static const char *end_of_parts(const char *at)
{
    for (size_t i = 0; i < saved.count; i++) {
        if (saved.parts[i].at == at && saved.parts[i].bytes != 0) {
            return end_of_parts(at + saved.parts[i].bytes);
        }
    }
    return at;
}

/* Check the bytes that belong to no part. parts: the memory that the parts are of. */
static void check_others(const void *parts, const void *memory, const void *before, size_t bytes)
{
    for (size_t at = 0; at < bytes; at++) {
        at = (size_t)(end_of_parts((const char *)parts + at) - (const char *)parts);
        if (at < bytes) {
            CHECK(((const char *)memory)[at] == ((const char *)before)[at]);
        }
    }
}

void memory_check(const struct model *model)
{
    check_others(&saved.model, model, &first.model, sizeof *model);
    check_others(&calls, &calls, &first.calls, sizeof calls);
}
