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
    unsigned messages; /* in the queue by priority; if any, one in what else has messages */
    uint32_t notice;   /* its value, given; 0: none was given */
    enum lm_model model;
    uint64_t period; /* of the caller */
} kinds[WORLDS] = {
    {.waits = {"semaphore_wait", "queue_receive", "flags_wait_all", "stream_wait_for_message"},
     .subjects = "semaphore queue flags notice priority stream ceiling timer device irq raw stack",
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
    {.waits = {"notice_wait_any", "notice_wait_all", "notice_wait_given", "join_waiter"},
     .subjects = "notice queue priority stream",
     .messages = 1,
     .model = LM_MODEL_FULL},
    {.waits = {"priority_queue_receive", "stream_wait_for_data", "notice_wait_soon",
               "priority_queue_receive_soon"},
     .subjects = "notice priority stream",
     .model = LM_MODEL_FULL},
    {.waits = {"join_holder_soon", "priority_queue_send_urgent", "priority_queue_send",
               "stream_send"},
     .subjects = "notice priority stream",
     .messages = PRIORITY_CAPACITY,
     .notice = 3,
     .model = LM_MODEL_FULL},
};

/* The actions of the waiters as calls. */
static const step_function *waiter_steps[WAITERS];
static unsigned world_of_steps = WORLDS;

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

static void count(void *counter)
{
    ++*(uint32_t *)counter;
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
    /* The first join of a program prepares the list of those that wait for an end. Here, because
     * each trial has to execute the same instructions. */
    (void)lm_thread_join(&world.irq.thread, 1);
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
    objects_create(kind->semaphore, kind->messages, kind->notice);
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
    }
    objects_delete();
}
