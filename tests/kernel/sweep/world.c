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
 *   timers     4         4            calls functions of timers under LM_MODEL_RT
 *   irq        5         5            handles irq_serve
 *   master     30        30           sets up, observes, tears down: main.c
 *
 * A thread that has made its calls suspends itself. If it is nevertheless resumed, it logs that and
 * ends.
 */
#include "world.h"
#include "state.h"
#include <string.h>

struct world world;

/* The actions of the waiters, in this order, and the other differences between worlds. */
static const struct kind {
    const char *waits[WAITERS];
    const char *subjects; /* of services that have an effect: the first word of their names */
    uint32_t semaphore;
    enum lm_model model;
    uint64_t period; /* of the caller */
} kinds[WORLDS] = {
    {.waits = {"semaphore_wait", "queue_receive", "flags_wait_all", "nothing"},
     .subjects = "semaphore queue flags ceiling timer device irq raw stack",
     .model = LM_MODEL_FULL},
    {.waits = {"queue_send", "queue_send", "mutex_hold", "flags_wait_soon"},
     .subjects = "semaphore queue mutex flags block byte spinlock",
     .semaphore = 1,
     .model = LM_MODEL_FULL},
    {.waits = {"semaphore_wait", "semaphore_wait", "mutex_hold", "mutex_lock"},
     .subjects = "semaphore mutex ceiling timer section stack",
     .model = LM_MODEL_FULL},
    {.waits = {"block_allocate", "byte_allocate", "queue_receive_soon", "semaphore_wait_soon"},
     .subjects = "semaphore queue block byte",
     .model = LM_MODEL_FULL},
    {.waits = {"mutex_lock", "flags_wait_all", "mutex_hold", "semaphore_wait"},
     .subjects = "mutex flags semaphore readers",
     .model = LM_MODEL_FULL},
    {.waits = {"queue_receive", "queue_receive", "flags_wait_soon", "queue_receive_soon"},
     .subjects = "queue flags",
     .period = PERIOD,
     .model = LM_MODEL_FULL},
    {.waits = {"semaphore_wait", "readers_synchronize", "readers_hold", "section_wait"},
     .subjects = "semaphore readers section spinlock raw model device",
     .model = LM_MODEL_VOLUNTARY},
    {.waits = {"spinlock", "byte_allocate", "spinlock_hold", "timer_wait"},
     .subjects = "spinlock byte timer section raw irq model device",
     .model = LM_MODEL_RT},
    {.waits = {"semaphore_wait", "mutex_lock", "mutex_hold", "section_wait"},
     .subjects = "semaphore section lazy device",
     .model = LM_MODEL_LAZY},
};

/* The actions of the waiters as calls. */
static const step_function *waiter_steps[WAITERS];
static unsigned world_of_steps = WORLDS;

static uint32_t queue_storage[1];
static _Alignas(8) unsigned char block_area[32], byte_area[96 * sizeof(void *)];

static enum lm_status driver_read(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    (void)device;
    memset(data, 1, bytes);
    *done = bytes;
    return LM_OK;
}

static enum lm_status driver_write(struct lm_device *device, const void *data, size_t bytes,
                                   size_t *done)
{
    (void)device;
    (void)data;
    *done = bytes;
    return LM_OK;
}

static enum lm_status driver_control(struct lm_device *device, unsigned request, void *argument)
{
    (void)request;
    (void)argument;
    return device->removed ? LM_DELETED : LM_OK;
}

static const struct lm_driver driver = {
    .read = driver_read, .write = driver_write, .control = driver_control};

void actor_log(struct actor *actor, uint32_t value)
{
    if (actor->logged == LOG_MAX) {
        trial_failed("a thread logs without end");
    } else {
        actor->log[actor->logged++] = value;
    }
}

void actor_enter_user(struct actor *actor)
{
    actor->in_call = false;
    __asm__ volatile("" ::: "memory");
}

void actor_run(struct actor *actor, const step_function *steps)
{
    for (unsigned i = 0; i < STEPS && steps[i] != NULL; i++) {
        __asm__ volatile("" ::: "memory");
        actor->in_call = true;
        uint32_t result = registers_guard(steps[i]);

        actor_enter_user(actor);
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
    actor->in_call = true; /* it returns to the kernel */
}

/* The entry function of all threads except the caller. */
static void enter(void *argument)
{
    struct actor *actor = argument;

    actor_enter_user(actor);
    actor_log(actor, 0x10000U | actor->starts++);
    if (actor->steps != NULL) {
        actor_run(actor, actor->steps);
    }
    actor_park(actor);
}

/* Check a call that sets up the world. */
static void must(enum lm_status status)
{
    if (status != LM_OK) {
        lm_board_printf("the world cannot be set up: %s\n", lm_status_name(status));
        lm_board_exit(2);
    }
}

static enum lm_status create(struct actor *actor, struct lm_thread_config config)
{
    actor->in_call = true;
    actor->starts = 0;
    actor->logged = actor->logged_before = 0;
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

static void create_suspended(struct actor *actor, struct lm_thread_config config)
{
    config.suspended = true;
    must(create(actor, config));
}

/* Kept from the previous trial if the world is the same, because the search for names takes
 * long. */
static void find_steps(unsigned number)
{
    for (unsigned i = 0; i < WAITERS && number != world_of_steps; i++) {
        waiter_steps[i] = service_named(kinds[number].waits[i])->steps;
    }
    world_of_steps = number;
}

static struct lm_period period; /* of the caller */

static void create_waiters(void)
{
    static const struct {
        uint16_t index, priority, threshold;
    } order[WAITERS] = {{2, 12, 11}, {0, 8, 8}, {1, 6, 6}, {3, 10, 10}};

    for (unsigned i = 0; i < WAITERS; i++) {
        struct actor *actor = &world.waiter[order[i].index];

        create_suspended(
            actor, (struct lm_thread_config){LM_THRESHOLD(order[i].priority, order[i].threshold),
                                             .entry = enter});
        actor->steps = waiter_steps[order[i].index];
        (void)lm_thread_resume(&actor->thread);
    }
}

static void create_memory(void)
{
    must(lm_block_pool_create(&world.blocks, "blocks", block_area, sizeof block_area,
                              sizeof block_area, LM_FIFO));
    must(lm_block_allocate(&world.blocks, &world.block, LM_NO_WAIT));
    must(lm_byte_pool_create(&world.bytes, "bytes", byte_area, sizeof byte_area, LM_FIFO));
    must(lm_byte_allocate(&world.bytes, &world.piece, 64, LM_NO_WAIT));
    must(lm_byte_allocate(&world.bytes, &world.other_piece, 32, LM_NO_WAIT));

    void *rest;

    while (lm_byte_allocate(&world.bytes, &rest, 32, LM_NO_WAIT) == LM_OK) {
    }
}

static void count(void *counter)
{
    ++*(uint32_t *)counter;
}

/* The timer stops after two calls. Otherwise the number of calls would depend on the end of the
 * trial. */
static void count_twice(void *timer)
{
    world.timer_calls++;
    if (world.timer_calls == 2) {
        (void)lm_timer_stop(timer);
    }
}

static void post(void *semaphore)
{
    (void)lm_semaphore_post(semaphore);
}

static void create_objects(const struct kind *kind)
{
    must(lm_semaphore_create(&world.semaphore, "semaphore", kind->semaphore, LM_BY_PRIORITY));
    must(lm_mutex_create(&world.mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY));
    must(lm_mutex_create(&world.ceiling, "ceiling", LM_CEILING, 1, LM_BY_PRIORITY));
    must(lm_queue_create(&world.queue, "queue", queue_storage, 1, sizeof queue_storage, LM_FIFO));
    must(lm_event_flags_create(&world.flags, "flags", LM_FIFO));
    must(lm_timer_create(&world.timer, "timer", count_twice, &world.timer));
    must(lm_timer_create(&world.poster, "poster", post, &world.semaphore));
    /* These objects cannot be deleted, or not while they are in use, so those of the previous trial
     * are overwritten. */
    memset(&world.device, 0, sizeof world.device);
    memset(&world.spinlock, 0, sizeof world.spinlock);
    memset(&world.raw_spinlock, 0, sizeof world.raw_spinlock);
    memset(&world.readers, 0, sizeof world.readers);
    must(lm_spinlock_create(&world.spinlock, "spinlock"));
    must(lm_raw_spinlock_create(&world.raw_spinlock, "raw spinlock"));
    must(lm_readers_create(&world.readers, "readers"));
    must(lm_device_add(&world.device, "device", &driver, NULL));
}

void world_init(void)
{
    LM_STACK(timer_stack, 400);
    static struct lm_timer_thread timer_thread;
    LM_STACK(irq_stack, 400);

    must(lm_timer_thread_create(&timer_thread, &(struct lm_thread_config){
                                                   .name = "timers",
                                                   LM_PREEMPTIVE(4),
                                                   LM_USE_STACK(timer_stack),
                                               }));
    must(lm_irq_attach(&world.irq, &(struct lm_irq_config){.name = "irq",
                                                           .line = LM_IRQ_NO_LINE,
                                                           .handler = count,
                                                           .argument = &world.irqs,
                                                           .threaded = true,
                                                           LM_PREEMPTIVE(5),
                                                           LM_USE_STACK(irq_stack)}));
}

static bool has_to_do_with(const struct kind *kind, const struct service *service)
{
    size_t length = strcspn(service->name, "_");
    bool is_of_threads =
        service >= thread_services.table && service < thread_services.table + thread_services.count;
    bool is_subject = false;

    for (const char *word = kind->subjects; word != NULL; word = strchr(word, ' ')) {
        word += *word == ' ';
        is_subject = is_subject || strncmp(word, service->name, length) == 0;
    }
    return is_of_threads || is_subject;
}

unsigned world_choose(const struct service *a, const struct service *b, unsigned worlds[WORLDS])
{
    unsigned count = 0;

    for (unsigned i = 0; i < WORLDS; i++) {
        if (has_to_do_with(&kinds[i], a) && has_to_do_with(&kinds[i], b)) {
            worlds[count++] = i;
        }
    }
    if (count == 0) {
        worlds[count++] = 0;
    }
    return count;
}

void world_set_up(unsigned number, unsigned threshold, void (*caller)(void *actor))
{
    const struct kind *kind = &kinds[number];

    lm_cpu()->on_switch = NULL; /* the state in which no thread has had a time slice */
    lm_cpu()->on_slice_end = NULL;
    world.timer_calls = world.irqs = 0;
    lm_time_set(0);
    lm_stack_check(NULL);
    must(lm_lazy_set(BORDER, 0));
    must(lm_model_set(kind->model));
    create_objects(kind);
    create_memory();
    find_steps(number);
    create_waiters();
    period = (struct lm_period)LM_PERIOD(kind->period, 0, 0);
    create_suspended(&world.caller,
                     (struct lm_thread_config){LM_THRESHOLD(CALLER_PRIORITY, (uint16_t)threshold),
                                               .period = kind->period != 0 ? &period : NULL,
                                               .entry = caller});
    create_suspended(&world.fresh, (struct lm_thread_config){LM_PREEMPTIVE(7), .entry = enter});
    create_suspended(&world.ended, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = enter});
    (void)lm_thread_terminate(&world.ended.thread);
    for (unsigned i = 0; i < WAITERS; i++) {
        world.waiter[i].logged_before = world.waiter[i].logged;
    }
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
        (void)lm_semaphore_delete(&world.spare_semaphore[i]);
        (void)lm_mutex_delete(&world.spare_mutex[i]);
        (void)lm_queue_delete(&world.spare_queue[i]);
        (void)lm_event_flags_delete(&world.spare_flags[i]);
        (void)lm_block_pool_delete(&world.spare_blocks[i]);
        (void)lm_byte_pool_delete(&world.spare_bytes[i]);
        (void)lm_timer_delete(&world.spare_timer[i]);
    }
    (void)lm_semaphore_delete(&world.semaphore);
    (void)lm_mutex_delete(&world.mutex);
    (void)lm_mutex_delete(&world.ceiling);
    (void)lm_queue_delete(&world.queue);
    (void)lm_event_flags_delete(&world.flags);
    (void)lm_timer_delete(&world.timer);
    (void)lm_timer_delete(&world.poster);
    /* A timer that continues is a finding already. It would disturb the next trial. */
    if (lm_timeout_is_started(&world.timer.timeout)) {
        (void)lm_timeout_cancel(&lm_cpu()->timeouts, &world.timer.timeout);
    }
    (void)lm_block_pool_delete(&world.blocks);
    (void)lm_byte_pool_delete(&world.bytes);
    (void)lm_device_remove(&world.device);
}
