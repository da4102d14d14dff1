/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's side of a world: its objects, the events as calls, and the comparison. */
#include "check.h"
#include "core/kernel.h"
#include "core/sched.h"
#include "world.h"
#include <limen/limen.h>

/* Instants whose upper bits change soon: timeouts move between buckets. */
enum { CLOCK_AT_START = 6 };

static struct lm_thread threads[MODEL_THREADS];
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[MODEL_THREADS][LM_PORT_STACK_MIN];
static struct lm_mutex mutexes[MODEL_MUTEXES];
static struct lm_semaphore semaphores[MODEL_SEMAPHORES];

static void never_runs(void *argument)
{
    (void)argument;
    CHECK(false);
}

/* Threads that nothing distinguishes may change places: one order of them is a new task set. */
static void choose_urgency(const struct world *world, struct model *model, int i,
                           struct explore *explore)
{
    unsigned all = world->levels * (world->levels + 1) / 2;
    unsigned code = 0;

    if (i > world->ready && world->befores == 0) {
        const struct model_thread *before = &model->thread[i - 1];

        code = before->base_priority * (before->base_priority + 1) / 2 + before->base_threshold;
    }
    code += explore_choose(explore, all - code);
    while (code > model->thread[i].base_priority) {
        code -= ++model->thread[i].base_priority;
    }
    model->thread[i].base_threshold = code;
}

static void create_mutex(const struct model *model, int m)
{
    static const enum lm_protocol protocols[] = {LM_PLAIN, LM_INHERIT, LM_CEILING};
    const struct model_mutex *mutex = &model->mutex[m];

    CHECK_STATUS(lm_mutex_create(&mutexes[m], "mutex", protocols[mutex->protocol], mutex->ceiling,
                                 mutex->by_priority ? LM_BY_PRIORITY : LM_FIFO),
                 LM_OK);
}

static void create_semaphore(const struct model *model, int s)
{
    const struct model_semaphore *semaphore = &model->semaphore[s];

    CHECK_STATUS(lm_semaphore_create(&semaphores[s], "semaphore", semaphore->count,
                                     semaphore->by_priority ? LM_BY_PRIORITY : LM_FIFO),
                 LM_OK);
}

static void create_objects(const struct world *world, struct model *model)
{
    model->mutexes = world->mutexes;
    model->semaphores = world->semaphores;
    for (int m = 0; m < world->mutexes; m++) {
        model->mutex[m].protocol = world->mutex[m].protocol;
        model->mutex[m].ceiling = world->mutex[m].ceiling;
        model->mutex[m].by_priority = world->mutex[m].by_priority;
        create_mutex(model, m);
    }
    for (int s = 0; s < world->semaphores; s++) {
        model->semaphore[s].count = world->semaphore[s].count;
        model->semaphore[s].by_priority = world->semaphore[s].by_priority;
        create_semaphore(model, s);
    }
}

void system_create(const struct world *world, struct model *model, struct explore *explore)
{
    model_init(model);
    lm_kernel_init();
    null_creep(CLOCK_AT_START);
    model->now = CLOCK_AT_START;
    model->threads = world->threads;
    for (int i = 0; i < world->threads; i++) {
        choose_urgency(world, model, i, explore);
        model->thread[i].slice = world->slice;
        struct lm_thread_config config = {
            .name = "thread",
            .entry = never_runs,
            .stack = stacks[i],
            .stack_bytes = sizeof stacks[i],
            .priority = (uint16_t)model->thread[i].base_priority,
            .threshold = (uint16_t)model->thread[i].base_threshold,
            .slice = world->slice,
            .suspended = i >= world->ready,
        };
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    create_objects(world, model);
    spins_create(world, model, explore);
    model_begin(model);
    for (int i = 0; i < world->ready; i++) {
        model_make_ready(model, i);
    }
    lm_kernel_start();
    model->started = true;
    model_commit(model);
}

static lm_timeout timeout_of(uint64_t ticks)
{
    return ticks == MODEL_NEVER ? LM_FOREVER : ticks;
}

/* The calls of a thread about itself. Those that wait answer only if they did not wait. */
static void apply_own(struct model *model, const struct event *event)
{
    const struct model_thread *self = &model->thread[model->running];
    enum lm_status answer = LM_OK;
    enum lm_status expected = LM_OK;
    uint64_t now = model->now;

    switch (event->kind) {
    case EVENT_YIELD:
        model_yield(model);
        answer = lm_thread_yield();
        break;
    case EVENT_DISABLE:
        model_disable(model);
        answer = lm_preempt_disable();
        break;
    case EVENT_ENABLE:
        model_enable(model);
        answer = lm_preempt_enable();
        break;
    case EVENT_SLEEP:
        model_sleep(model, event->a);
        answer =
            event->a % 2 == 0 ? lm_thread_sleep(event->a) : lm_thread_sleep_until(now + event->a);
        break;
    case EVENT_WAIT:
        expected = model_wait(model, event->object, event->a);
        answer = lm_semaphore_wait(&semaphores[event->object], timeout_of(event->a));
        break;
    case EVENT_LOCK:
        expected = model_lock(model, event->object, event->a);
        answer = lm_mutex_lock(&mutexes[event->object],
                               event->a == MODEL_NEVER ? LM_FOREVER : LM_UNTIL(now + event->a));
        break;
    default:
        model_unlock(model, event->object);
        answer = lm_mutex_unlock(&mutexes[event->object]);
        break;
    }
    if (self->state != MODEL_SLEEPS && self->state != MODEL_WAITS_SEMAPHORE &&
        self->state != MODEL_WAITS_MUTEX) {
        CHECK_STATUS(answer, expected);
    }
}

/* The calls that a thread or an interrupt can make about any thread. */
static void apply_to_thread(struct model *model, const struct event *event)
{
    struct lm_thread *thread = &threads[event->object];
    enum lm_status answer = LM_OK;
    enum lm_status expected = LM_OK;

    switch (event->kind) {
    case EVENT_START:
        model_start(model, event->object);
        answer = lm_thread_start(thread);
        break;
    case EVENT_SUSPEND:
        expected = model_suspend(model, event->object);
        answer = lm_thread_suspend(thread);
        break;
    case EVENT_RESUME:
        expected = model_resume(model, event->object);
        answer = lm_thread_resume(thread);
        break;
    case EVENT_TERMINATE:
        model_terminate(model, event->object);
        answer = lm_thread_terminate(thread);
        break;
    case EVENT_RESTART:
        model_restart(model, event->object);
        answer = lm_thread_restart(thread);
        break;
    case EVENT_SET_SLICE:
        model_set_slice(model, event->object, (unsigned)event->a);
        answer = lm_thread_set_slice(thread, (uint32_t)event->a);
        break;
    default:
        model_set(model, event->object, (unsigned)event->a, event->b);
        answer = lm_thread_set_priority(thread, (unsigned)event->a, event->b);
        break;
    }
    CHECK_STATUS(answer, expected);
}

static void apply_anywhere(struct model *model, const struct event *event)
{
    switch (event->kind) {
    case EVENT_RULES:
        spins_apply(model, event);
        break;
    case EVENT_POST:
        model_post(model, event->object);
        CHECK_STATUS(lm_semaphore_post(&semaphores[event->object]), LM_OK);
        break;
    case EVENT_DELETE_MUTEX:
        model_delete_mutex(model, event->object);
        CHECK_STATUS(lm_mutex_delete(&mutexes[event->object]), LM_OK);
        create_mutex(model, event->object);
        break;
    case EVENT_DELETE_SEMAPHORE:
        model_delete_semaphore(model, event->object);
        CHECK_STATUS(lm_semaphore_delete(&semaphores[event->object]), LM_OK);
        create_semaphore(model, event->object);
        break;
    default:
        apply_to_thread(model, event);
        break;
    }
}

void system_apply(struct model *model, const struct event *event)
{
    switch (event->kind) {
    case EVENT_ENTER:
        model_enter(model);
        null_interrupt_enter();
        break;
    case EVENT_EXIT:
        model_exit(model);
        null_interrupt_exit();
        break;
    case EVENT_TICK:
        model_tick(model);
        null_set_clock(model->now);
        break;
    case EVENT_YIELD:
    case EVENT_DISABLE:
    case EVENT_ENABLE:
    case EVENT_SLEEP:
    case EVENT_WAIT:
    case EVENT_LOCK:
    case EVENT_UNLOCK:
        apply_own(model, event);
        break;
    case EVENT_SECTION_ENTER:
    case EVENT_SECTION_LEAVE:
    case EVENT_PREEMPT_POINT:
    case EVENT_SPIN_LOCK:
    case EVENT_SPIN_UNLOCK:
        spins_apply(model, event);
        break;
    default:
        if (model->running == NOBODY && !model->in_interrupt) { /* who else could it be? */
            model_enter(model);
            null_interrupt_enter();
            apply_anywhere(model, event);
            model_exit(model);
            null_interrupt_exit();
        } else {
            apply_anywhere(model, event);
        }
        break;
    }
    spins_go_on(model);
}

struct lm_thread *system_thread(int thread)
{
    return thread == NOBODY ? NULL : &threads[thread];
}

static struct lm_thread *kernel_thread(struct lm_kernel *kernel, int thread)
{
    return thread == NOBODY ? &kernel->idle : &threads[thread];
}

static void compare_thread(const struct model *model, int i)
{
    static const struct {
        enum lm_thread_state state;
        enum lm_waits_for waits_for;
    } expected[] = {
        [MODEL_NEW] = {LM_SUSPENDED, LM_WAITS_FOR_RESUME},
        [MODEL_TURN] = {LM_READY, LM_WAITS_FOR_NOTHING},
        [MODEL_LEVEL] = {LM_READY, LM_WAITS_FOR_NOTHING},
        [MODEL_STOPPED] = {LM_SUSPENDED, LM_WAITS_FOR_RESUME},
        [MODEL_SLEEPS] = {LM_SUSPENDED, LM_WAITS_FOR_TIME},
        [MODEL_WAITS_SEMAPHORE] = {LM_SUSPENDED, LM_WAITS_FOR_SEMAPHORE},
        [MODEL_WAITS_MUTEX] = {LM_SUSPENDED, LM_WAITS_FOR_MUTEX},
        [MODEL_ENDED] = {LM_TERMINATED, LM_WAS_TERMINATED},
    };
    const struct model_thread *t = &model->thread[i];
    bool ready = model_is_ready(model, i);
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
    CHECK_EQUAL(info.state, ready && i == model->running ? LM_RUNNING : expected[t->state].state);
    CHECK_EQUAL(info.waits_for, expected[t->state].waits_for);
    CHECK_EQUAL(info.base_priority, t->base_priority);
    CHECK_EQUAL(info.base_threshold, t->base_threshold);
    if (t->state != MODEL_ENDED) {
        CHECK_EQUAL(info.priority, model_priority(model, i));
        CHECK_EQUAL(info.threshold, model_threshold(model, i));
        CHECK_EQUAL(threads[i].suspend_pending, t->stop);
    }
    if (ready) {
        CHECK_EQUAL(info.level, t->level);
    }
    if (t->answer_due) {
        CHECK_STATUS(threads[i].wait_status, t->outcome);
    }
}

/* The ready queue holds the ready threads in the order of their turn; who is next comes first,
 * wherever it stands. */
static void compare_order(const struct world *world, const struct model *model,
                          struct lm_kernel *kernel)
{
    bool has_next = kernel->next != &kernel->idle;
    const struct model_thread *next = has_next ? &model->thread[kernel->next - threads] : NULL;
    const struct model_thread *before = next;
    int missing = 0;

    for (int i = 0; i < world->threads; i++) {
        missing += model_is_ready(model, i);
    }
    for (unsigned level = 0; level < world->levels; level++) {
        struct lm_list *fifo = &kernel->ready.fifo[level];

        for (struct lm_list *node = fifo->next; node != fifo; node = node->next) {
            long i = LM_CONTAINER(node, struct lm_thread, node) - threads;
            const struct model_thread *t = &model->thread[i];

            missing--;
            if (t != next) {
                CHECK(before == NULL || before->level < t->level || before->place < t->place);
                before = t;
            }
        }
    }
    CHECK_EQUAL(missing, 0);
}

void system_compare(const struct world *world, const struct model *model)
{
    struct lm_kernel *kernel = lm_kernel();

    CHECK(lm_sched_is_consistent(kernel));
    CHECK(lm_timeout_is_consistent(&kernel->timeouts));
    CHECK_SAME(kernel->running, kernel_thread(kernel, model->running));
    CHECK_SAME(kernel->next, kernel_thread(kernel, model_first(model)));
    for (int i = 0; i < world->threads; i++) {
        compare_thread(model, i);
    }
    compare_order(world, model, kernel);
    for (int m = 0; m < world->mutexes; m++) {
        int owner = model->mutex[m].owner;

        CHECK_SAME(lm_mutex_owner(&mutexes[m]), system_thread(owner));
        CHECK_EQUAL(mutexes[m].held, model->mutex[m].held);
    }
    for (int s = 0; s < world->semaphores; s++) {
        CHECK_EQUAL(lm_semaphore_count(&semaphores[s]), model->semaphore[s].count);
    }
    if (model->running != NOBODY && model->thread[model->running].slice != 0) {
        CHECK_EQUAL(kernel->slice_end, model->slice_end);
    }
    spins_compare(world, model);
}
