/* SPDX-License-Identifier: Apache-2.0 */
/* The operations that set a world up before the kernel starts. */
#include "world.h"

/* Threads that do not differ may change places, so only one order of them is a new task set. */
static unsigned choose_urgency(const struct world *world, struct explore *explore, int thread,
                               unsigned before)
{
    unsigned all = world->levels * (world->levels + 1) / 2;
    unsigned least = thread > world->ready && world->befores == 0 ? before : 0;

    return least + explore_choose(explore, all - least);
}

static struct operation create_thread(const struct world *world, int thread, unsigned urgency)
{
    struct thread_setup setup = {.suspended = thread >= world->ready, .slice = world->slice};
    uint32_t priority = 0;

    while (urgency > priority) {
        urgency -= ++priority;
    }
    return (struct operation){DO_THREAD_CREATE, (uint32_t)thread, priority, urgency,
                              thread_setup_digits(&setup)};
}

static uint32_t choose_model(const struct world *world, struct explore *explore)
{
    unsigned models = world->models != 0 ? world->models : 1U << MODEL_FULL;

    for (unsigned n = explore_choose(explore, (unsigned)__builtin_popcount(models)); n > 0; n--) {
        models &= models - 1;
    }
    return (uint32_t)__builtin_ctz(models);
}

unsigned setup_list(const struct world *world, struct explore *explore, struct operation *setup)
{
    struct operation *next = setup;
    unsigned urgency = 0;

    for (int i = 0; i < world->threads; i++) {
        urgency = choose_urgency(world, explore, i, urgency);
        *next++ = create_thread(world, i, urgency);
    }
    for (int m = 0; m < world->mutexes; m++) {
        *next++ = (struct operation){DO_MUTEX_CREATE, (uint32_t)m, world->mutex[m].protocol,
                                     world->mutex[m].by_priority, world->mutex[m].ceiling};
    }
    for (int s = 0; s < world->semaphores; s++) {
        *next++ = (struct operation){DO_SEMAPHORE_CREATE, (uint32_t)s, world->semaphore[s].count,
                                     world->semaphore[s].by_priority, 0};
    }
    for (int s = 0; s < world->spins; s++) {
        *next++ = (struct operation){DO_SPIN_CREATE, (uint32_t)s, world->raw[s], 0, 0};
    }
    if (world->border != 0) {
        *next++ = (struct operation){.kind = DO_BORDER_SET, .a = world->border};
    }
    *next++ = (struct operation){.kind = DO_MODEL_SET, .a = choose_model(world, explore)};
    return (unsigned)(next - setup);
}
