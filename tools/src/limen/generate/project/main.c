/* SPDX-License-Identifier: Apache-2.0 */
/* Run the system of system.c, record it, and save the trace.
 *
 * Each thread executes its steps in each period. To do real work, replace run_jobs by a function of
 * the product.
 */
#include "system.h"
#include <limen/board.h>
#include <limen/limen.h>

#ifndef SYSTEM_EVENTS
#error "SYSTEM_EVENTS, the length of the trace, comes from CMakeLists.txt"
#endif

enum { OBJECTS = 64 };

#define TRIAL_TICKS LM_US(100)

/* The trace of each core. The traces one behind the other are a trace of all cores. */
static _Alignas(4) unsigned char traces[LM_CORES][LM_TRACE_BYTES(OBJECTS, SYSTEM_EVENTS)];
static struct lm_thread finisher;
static struct lm_timer finish_timer;
static volatile bool is_over;
static uint32_t excess; /* ticks by which work takes longer than requested */

LM_STACK(finisher_stack, 512);

/* A trial of lm_work. One tick less in any case: a job ends before, and not at, the instant at
 * which the next one is released. */
static void calibrate(void)
{
    uint64_t begin = lm_now();

    lm_work(TRIAL_TICKS);
    uint64_t taken = lm_now() - begin;

    excess = 1U + (taken > TRIAL_TICKS ? (uint32_t)(taken - TRIAL_TICKS) : 0);
}

static void work(uint32_t ticks)
{
    if (ticks > excess) {
        lm_work(ticks - excess);
    }
}

static void finish(void)
{
    (void)lm_preempt_disable();
    for (uint32_t i = 0; i < task_count; i++) {
        lm_board_printf("thread %u runs %u misses %u overruns %u\n", (unsigned)i,
                        (unsigned)task_counters[i].runs, (unsigned)task_counters[i].deadline_misses,
                        (unsigned)task_counters[i].overruns);
    }
    lm_board_printf("stacks %u bytes\n", (unsigned)stack_bytes);
    print_users();
    for (uint32_t i = 0; i < budget_count; i++) {
        lm_board_printf("thread %u budget used up %u\n", (unsigned)budgets[i].task,
                        (unsigned)task_budgets[i].times_used_up);
    }
    if (lm_board_save("trace.limen", traces, core_count * sizeof traces[0]) != 0) {
        lm_board_print("the trace could not be written\n");
        lm_board_exit(2);
    }
    lm_board_exit(0);
}

/* In the alarm's interrupt, so that the trace ends at that instant. The system may be overloaded:
 * then the next job that ends calls finish, and otherwise the finisher does. */
static void end_run(void *argument)
{
    (void)argument;
    lm_trace_stop();
    is_over = true;
    lm_thread_resume(&finisher);
}

static void run_finisher(void *argument)
{
    (void)argument;
    finish();
}

static void fail(const char *name, const char *problem)
{
    (void)lm_preempt_disable();
    lm_board_printf("%s %s\n", name, problem);
    lm_board_exit(2);
}

static void note_overflow(struct lm_thread *thread)
{
    struct lm_thread_info info = {.name = "a thread"};

    (void)lm_thread_get_info(thread, &info);
    fail(info.name, "needs more stack than it has");
}

static void take(const struct step *step)
{
    switch (step->kind) {
    case STEP_WORK:
        work(step->value);
        break;
    case STEP_THRESHOLD:
        lm_thread_set_threshold(lm_thread_self(), step->value, NULL);
        break;
    case STEP_LOCK:
        lm_mutex_lock(&resource_mutexes[step->value], LM_FOREVER);
        break;
    case STEP_UNLOCK:
        lm_mutex_unlock(&resource_mutexes[step->value]);
        break;
    case STEP_ENTER:
        LM_IF_CORES(lm_core_enter(&resource_locks[step->value]);)
        break;
    case STEP_LEAVE:
        LM_IF_CORES(lm_core_leave(&resource_locks[step->value]);)
        break;
    }
}

static void run_job(void *argument)
{
    const struct task *task = argument;

    if (task->function != NULL) {
        task->function(NULL);
        return;
    }
    for (uint32_t i = 0; i < task->count; i++) {
        take(&task->steps[i]);
    }
}

static void run_jobs(void *argument)
{
    const struct task *task = argument;

    for (;;) {
        if (task->shared == NULL || LM_CORES > 1) {
            run_job(argument);
        } else if (lm_shared_stack_run(task->shared, run_job, argument) != LM_OK) {
            fail(task->config.name, "found its stack in use");
        }
        if (is_over) {
            finish();
        }
        lm_thread_wait_period();
    }
}

/* A request without a period comes at instants of its own. */
static void start_request(const struct request *request)
{
    uint32_t number = (uint32_t)(request - requests);
    struct lm_timer *timer = &request_timers[number];

    if (request->period != 0) {
        lm_timer_start(timer, LM_UNTIL(SYSTEM_BEGIN), request->period);
    } else {
        lm_timer_start(timer, LM_UNTIL(system_jitter.instant(number)), 0);
    }
}

static void handle(void *argument)
{
    const struct request *request = argument;

    work(request->work);
    if (request->period == 0) {
        start_request(request);
    }
}

static void require(enum lm_status status, const char *name)
{
    if (status != LM_OK) {
        lm_board_printf("%s has a wrong configuration (status %d)\n", name, (int)status);
        lm_board_exit(2);
    }
}

static void create_resource(uint32_t number)
{
    const struct resource *resource = &resources[number];
    struct lm_mutex *mutex = &resource_mutexes[number];

    if (resource->serves == SERVES_BY_WAITS && lm_core_self() == 0) {
        LM_IF_CORES(require(lm_mutex_create_shared(mutex, resource->name, resource->ceiling),
                            resource->name);)
    }
    if (resource->serves == SERVES_ONE_CORE && resource->core == lm_core_self()) {
        require(lm_mutex_create(mutex, resource->name, resource->protocol, resource->ceiling,
                                LM_BY_PRIORITY),
                resource->name);
    }
}

/* They serve one core. */
static void create_objects(void)
{
    for (uint32_t i = 0; i < queue_config_count; i++) {
        const struct queue *queue = &queue_configs[i];

        require(lm_queue_create(&queues[i], queue->name, queue->places, queue->capacity,
                                queue->message_bytes, LM_BY_PRIORITY),
                queue->name);
    }
    for (uint32_t i = 0; i < semaphore_config_count; i++) {
        const struct semaphore *one = &semaphore_configs[i];

        require(lm_semaphore_create(&semaphores[i], one->name, one->count, LM_BY_PRIORITY),
                one->name);
    }
}

static const struct user *user_of(uint32_t task)
{
    for (uint32_t i = 0; i < user_count; i++) {
        if (users[i].task == task) {
            return &users[i];
        }
    }
    return NULL;
}

static void create_task(uint32_t number)
{
    struct lm_thread_config config = tasks[number].config;
    const struct user *user = user_of(number);

    config.counters = &task_counters[number];
    if (user != NULL) {
        require(create_user(user, &config, excess), config.name);
        return;
    }
    config.entry = run_jobs;
    config.argument = (void *)&tasks[number];
    require(lm_thread_create(&task_threads[number], &config), config.name);
}

static void set_budgets(void)
{
    for (uint32_t i = 0; i < budget_count; i++) {
        LM_CORES_OR(, require(lm_thread_set_budget(thread_of(budgets[i].task), &task_budgets[i],
                                                   &budgets[i].config),
                              "a budget");)
    }
}

/* Creates the objects and threads of this core. */
static void create_all(void)
{
    for (uint32_t i = 0; i < job_stack_count && LM_CORES == 1; i++) {
        const struct job_stack *one = &job_stacks[i];

        require(lm_shared_stack_init(one->shared, one->stack, one->bytes), "a shared stack");
    }
    for (uint32_t i = 0; i < resource_count; i++) {
        create_resource(i);
    }
    create_objects();
    for (uint32_t i = 0; i < task_count; i++) {
        if (tasks[i].core == lm_core_self()) {
            create_task(i);
        }
    }
    for (uint32_t i = 0; i < request_count; i++) {
        struct lm_timer *timer = &request_timers[i];

        if (requests[i].core != lm_core_self()) {
            continue;
        }
        require(lm_timer_create(timer, requests[i].name, handle, (void *)&requests[i]),
                requests[i].name);
        start_request(&requests[i]);
    }
}

static void create_finisher(void)
{
    static const struct lm_thread_config config = {.name = "(end)",
                                                   LM_PREEMPTIVE(0),
                                                   .entry = run_finisher,
                                                   .suspended = true,
                                                   LM_USE_STACK(finisher_stack)};

    require(lm_thread_create(&finisher, &config), config.name);
    require(lm_timer_create(&finish_timer, "(end)", end_run, NULL), "(end)");
    lm_timer_start(&finish_timer, LM_UNTIL(system_end), 0);
}

static void prepare(void)
{
    unsigned core = lm_core_self();

    lm_trace_start(traces[core], sizeof traces[core], OBJECTS);
    create_all();
    set_budgets();
    lm_stack_check(note_overflow);
}

static void start_cores(void)
{
    for (unsigned core = 1; core < core_count; core++) {
        LM_IF_CORES(require(lm_core_start(core, prepare), "a core");)
    }
}

int main(void)
{
    lm_kernel_init(); /* no interrupt disturbs the trial */
    calibrate();
    if (system_jitter.begin != NULL) {
        system_jitter.begin();
    }
    prepare();
    create_finisher();
    start_cores();
    if (lm_now() >= SYSTEM_BEGIN) {
        lm_board_print("to create all objects took too long; increase SYSTEM_BEGIN\n");
        lm_board_exit(2);
    }
    lm_kernel_start();
    return 1;
}
