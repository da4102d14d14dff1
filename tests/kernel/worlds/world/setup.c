/* SPDX-License-Identifier: Apache-2.0 */
/* The operations that set a world up before the kernel starts. */
#include "world.h"

/* Threads that do not differ may change places, so only one order of them is a new task set. */
static unsigned choose_urgency(const struct world *world, struct explore *explore, int thread,
                               unsigned before)
{
    unsigned all = world->levels * (world->levels + 1) / 2;
    bool differ = world->befores != 0 || world_has_periods(world);
    unsigned least = thread > world->ready && !differ ? before : 0;

    return least + explore_choose(explore, all - least);
}

static struct operation create_thread(const struct world *world, int thread, unsigned urgency)
{
    struct thread_setup setup = {.suspended = thread >= world->ready,
                                 .slice = world->slice,
                                 .period = world->period[thread].length,
                                 .offset = world->period[thread].offset,
                                 .deadline = world->period[thread].deadline};
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

struct operation setup_of(const struct world *world, enum kind kind, unsigned number)
{
    struct operation create = {.kind = kind, .a = number};

    switch (kind) {
    case DO_MUTEX_CREATE:
        create.b = (uint32_t)world->mutex[number].protocol;
        create.c = world->mutex[number].by_priority;
        create.d = world->mutex[number].ceiling;
        break;
    case DO_SEMAPHORE_CREATE:
        create.b = world->semaphore[number].count;
        create.c = world->semaphore[number].by_priority;
        break;
    case DO_QUEUE_CREATE:
        create.b = world->queue[number].capacity;
        create.c = world->queue[number].by_priority;
        break;
    case DO_FLAGS_CREATE:
        create.c = world->flags_by_priority[number];
        break;
    case DO_BLOCKS_CREATE:
        create.b = world->pool[number].blocks;
        create.c = world->pool[number].by_priority;
        break;
    case DO_BYTES_CREATE:
        create.c = world->area_by_priority[number];
        break;
    case DO_TIMER_CREATE:
        break;
    default:
        create.b = world->raw[number];
        break;
    }
    return create;
}

static struct operation *add_objects(const struct world *world, enum kind kind, int count,
                                     struct operation *next)
{
    for (int number = 0; number < count; number++) {
        *next++ = setup_of(world, kind, (unsigned)number);
    }
    return next;
}

unsigned setup_list(const struct world *world, struct explore *explore, struct operation *setup)
{
    struct operation *next = setup;
    unsigned urgency = 0;

    for (int i = 0; i < world->threads; i++) {
        urgency = choose_urgency(world, explore, i, urgency);
        *next++ = create_thread(world, i, urgency);
    }
    next = add_objects(world, DO_MUTEX_CREATE, world->mutexes, next);
    next = add_objects(world, DO_SEMAPHORE_CREATE, world->semaphores, next);
    next = add_objects(world, DO_SPIN_CREATE, world->spins, next);
    next = add_objects(world, DO_QUEUE_CREATE, world->queues, next);
    next = add_objects(world, DO_FLAGS_CREATE, world->flags, next);
    next = add_objects(world, DO_BLOCKS_CREATE, world->pools, next);
    next = add_objects(world, DO_BYTES_CREATE, world->areas, next);
    next = add_objects(world, DO_TIMER_CREATE, world->timers, next);
    if (world->border != 0) {
        *next++ = (struct operation){.kind = DO_BORDER_SET, .a = world->border};
    }
    *next++ = (struct operation){.kind = DO_MODEL_SET, .a = choose_model(world, explore)};
    return (unsigned)(next - setup);
}
