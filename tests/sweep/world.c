/* SPDX-License-Identifier: Apache-2.0 */
/* The world of a trial.
 *
 *   thread     priority  threshold    what it does
 *   ---------  --------  -----------  --------------------------------------------------
 *   spare      5         5            is created by a service
 *   waiter 1   6         6            see the table of worlds below
 *   fresh      7         7            was created suspended, and never started
 *   waiter 0   8         8
 *   ended      9         9            was terminated
 *   caller     10        the trial's  makes the calls of service A
 *   waiter 3   10        10
 *   waiter 2   12        11
 *   master     30        30           sets up, observes, tears down: main.c
 *
 * A thread that is done suspends itself; one that is resumed all the same writes that down and ends.
 */
#include "world.h"
#include <string.h>

struct world world;

/* What the waiters do, the first one to do it first; and what else differs. */
static const struct kind {
    const char *waits[WAITERS];
    uint32_t semaphore;
    enum lm_model model;
} kinds[WORLDS] = {
    {{"semaphore_wait", "queue_receive", "flags_wait_all", "nothing"}, 0, LM_MODEL_FULL},
    {{"queue_send", "queue_send", "mutex_hold", "flags_wait_soon"}, 1, LM_MODEL_FULL},
    {{"semaphore_wait", "semaphore_wait", "mutex_hold", "mutex_lock"}, 0, LM_MODEL_FULL},
    {{"block_allocate", "byte_allocate", "queue_receive_soon", "semaphore_wait_soon"},
     0,
     LM_MODEL_FULL},
    {{"mutex_lock", "flags_wait_all", "mutex_hold", "semaphore_wait"}, 0, LM_MODEL_FULL},
    {{"queue_receive", "queue_receive", "flags_wait_soon", "queue_receive_soon"}, 0, LM_MODEL_FULL},
    {{"semaphore_wait", "readers_synchronize", "readers_hold", "section_wait"},
     0,
     LM_MODEL_VOLUNTARY},
    {{"spinlock", "byte_allocate", "spinlock_hold", "timer_wait"}, 0, LM_MODEL_RT},
};

static uint32_t queue_storage[1];
static _Alignas(8) unsigned char block_area[32], byte_area[384];
static enum lm_status driver_read(struct lm_device *device, void *data, size_t bytes, size_t *done);
static const struct lm_driver driver = {.read = driver_read};

static enum lm_status driver_read(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    (void)device;
    memset(data, 1, bytes);
    *done = bytes;
    return LM_OK;
}

void actor_log(struct actor *actor, uint32_t value)
{
    if (actor->logged == LOG_MAX) {
        trial_failed("a thread logs without end");
    } else {
        actor->log[actor->logged++] = value;
    }
}

void actor_run(struct actor *actor, const step_function *steps)
{
    for (unsigned i = 0; i < STEPS && steps[i] != NULL; i++) {
        actor->in_call = true;
        uint32_t result = registers_guard(steps[i]);
        actor->in_call = false;
        actor_log(actor, i << 24 | result);
    }
}

static uint32_t suspend_self(void)
{
    return lm_thread_suspend(lm_thread_self());
}

void actor_park(struct actor *actor)
{
    static const step_function park[STEPS] = {suspend_self};

    actor_run(actor, park);
    actor->in_call = true; /* it returns, into the kernel */
}

/* The entry of all threads but the caller. */
static void enter(void *argument)
{
    struct actor *actor = argument;

    actor->in_call = false;
    actor_log(actor, 0x10000U | actor->starts++);
    if (actor->steps != NULL) {
        actor_run(actor, actor->steps);
    }
    actor_park(actor);
}

static enum lm_status create(struct actor *actor, struct lm_thread_config config)
{
    actor->in_call = true;
    actor->starts = 0;
    actor->logged = 0;
    actor->steps = NULL;
    config.argument = actor;
    config.stack = actor->stack;
    config.stack_bytes = sizeof actor->stack;
    return lm_thread_create(&actor->thread, &config);
}

enum lm_status world_create_spare(enum role of, bool suspended)
{
    return create(&world.spare[of],
                  (struct lm_thread_config){
                      .name = "spare", LM_PREEMPTIVE(5), .entry = enter, .suspended = suspended});
}

static void create_suspended(struct actor *actor, unsigned priority, unsigned threshold,
                             void (*entry)(void *))
{
    struct lm_thread_config config = {.priority = (uint16_t)priority,
                                      .threshold = (uint16_t)threshold,
                                      .entry = entry,
                                      .suspended = true};

    if (create(actor, config) != LM_OK) {
        trial_failed("a thread cannot be created");
    }
}

static void create_waiters(const struct kind *kind)
{
    static const struct {
        unsigned index, priority, threshold;
    } order[WAITERS] = {{2, 12, 11}, {0, 8, 8}, {1, 6, 6}, {3, 10, 10}};

    for (unsigned i = 0; i < WAITERS; i++) {
        struct actor *actor = &world.waiter[order[i].index];

        create_suspended(actor, order[i].priority, order[i].threshold, enter);
        actor->steps = service_named(kind->waits[order[i].index])->steps;
        (void)lm_thread_resume(&actor->thread);
    }
}

static void create_memory(void)
{
    (void)lm_block_pool_create(&world.blocks, "blocks", block_area, sizeof block_area,
                               sizeof block_area, LM_FIFO);
    (void)lm_block_allocate(&world.blocks, &world.block, LM_NO_WAIT);
    (void)lm_byte_pool_create(&world.bytes, "bytes", byte_area, sizeof byte_area, LM_FIFO);
    (void)lm_byte_allocate(&world.bytes, &world.piece, 64, LM_NO_WAIT);
    (void)lm_byte_allocate(&world.bytes, &world.other_piece, 32, LM_NO_WAIT);

    void *rest;

    while (lm_byte_allocate(&world.bytes, &rest, 32, LM_NO_WAIT) == LM_OK) {
    }
}

static void count_timer(void *counter)
{
    ++*(uint32_t *)counter;
}

static void create_objects(const struct kind *kind)
{
    (void)lm_semaphore_create(&world.semaphore, "semaphore", kind->semaphore, LM_BY_PRIORITY);
    (void)lm_mutex_create(&world.mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY);
    (void)lm_mutex_create(&world.ceiling, "ceiling", LM_CEILING, 1, LM_BY_PRIORITY);
    (void)lm_queue_create(&world.queue, "queue", queue_storage, 1, sizeof queue_storage, LM_FIFO);
    (void)lm_event_flags_create(&world.flags, "flags", LM_FIFO);
    (void)lm_timer_create(&world.timer, "timer", count_timer, &world.timer_calls);
    (void)lm_spinlock_create(&world.spinlock, "spinlock");
    (void)lm_raw_spinlock_create(&world.raw_spinlock, "raw spinlock");
    (void)lm_readers_create(&world.readers, "readers");
    (void)lm_device_add(&world.device, "device", &driver, NULL);
}

void world_init(void)
{
    static unsigned char timer_stack[LM_PORT_STACK_BYTES(400)];
    static struct lm_timer_thread timer_thread;
    static unsigned char irq_stack[LM_PORT_STACK_BYTES(400)];

    (void)lm_timer_thread_create(&timer_thread, &(struct lm_thread_config){
                                                    .name = "timers",
                                                    LM_PREEMPTIVE(4),
                                                    LM_USE_STACK(timer_stack),
                                                });
    (void)lm_irq_attach(&world.irq, &(struct lm_irq_config){.name = "irq",
                                                            .line = LM_IRQ_NO_LINE,
                                                            .handler = count_timer,
                                                            .argument = &world.irqs,
                                                            .threaded = true,
                                                            LM_PREEMPTIVE(5),
                                                            LM_USE_STACK(irq_stack)});
}

void world_set_up(unsigned number, unsigned threshold, void (*caller)(void *actor))
{
    const struct kind *kind = &kinds[number];

    world.timer_calls = world.notices = world.irqs = 0;
    lm_time_set(0);
    (void)lm_model_set(kind->model);
    create_objects(kind);
    create_memory();
    create_waiters(kind);
    create_suspended(&world.caller, 10, threshold, caller);
    create_suspended(&world.fresh, 7, 7, enter);
    create_suspended(&world.ended, 9, 9, enter);
    (void)lm_thread_terminate(&world.ended.thread);
}

static void destroy(struct actor *actor)
{
    (void)lm_thread_terminate(&actor->thread);
    (void)lm_thread_delete(&actor->thread);
}

void world_tear_down(void)
{
    destroy(&world.caller);
    for (unsigned i = 0; i < WAITERS; i++) {
        destroy(&world.waiter[i]);
    }
    destroy(&world.fresh);
    destroy(&world.ended);
    for (unsigned i = 0; i < ROLES; i++) {
        destroy(&world.spare[i]);
        (void)lm_timer_delete(&world.spare_timer[i]);
    }
    (void)lm_semaphore_delete(&world.semaphore);
    (void)lm_mutex_delete(&world.mutex);
    (void)lm_mutex_delete(&world.ceiling);
    (void)lm_queue_delete(&world.queue);
    (void)lm_event_flags_delete(&world.flags);
    (void)lm_timer_delete(&world.timer);
    (void)lm_block_pool_delete(&world.blocks);
    (void)lm_byte_pool_delete(&world.bytes);
    (void)lm_device_remove(&world.device);
}
