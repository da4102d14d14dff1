/* SPDX-License-Identifier: Apache-2.0 */
/* The user threads of system.c. Each runs its jobs without privileges, in its own memory: first its
 * stack, so that a stack that is too small causes a fault, then struct own, then memory for the
 * function of its jobs. On a board without user threads they have privileges. */
#include "system.h"
#include <limen/board.h>

struct own {
    const struct task *task;
    uint32_t excess; /* as in main.c */
    _Alignas(8) unsigned char rest[];
};

/* A step of a user thread names a mutex by its handle. */
static void take(const struct own *own, const struct step *step)
{
    switch (step->kind) {
    case STEP_WORK:
        if (step->value > own->excess) {
            lm_work(step->value - own->excess);
        }
        break;
    case STEP_LOCK:
        lm_user_mutex_lock(step->value, LM_FOREVER);
        break;
    case STEP_UNLOCK:
        lm_user_mutex_unlock(step->value);
        break;
    default:
        break;
    }
}

static void run_job(struct own *own)
{
    const struct task *task = own->task;

    if (task->function != NULL) {
        task->function(own->rest);
        return;
    }
    for (uint32_t i = 0; i < task->count; i++) {
        take(own, &task->steps[i]);
    }
}

static void run_jobs(void *argument)
{
    for (;;) {
        run_job(argument);
        lm_user_thread_wait_period();
    }
}

static struct own *prepare(const struct user *user, uint32_t excess)
{
    struct own *own = (struct own *)(void *)(user->memory + user->stack_bytes);

    own->task = &tasks[user->task];
    own->excess = excess;
    return own;
}

#if SYSTEM_HAS_USER_THREADS
extern char code_start[], code_end[]; /* from the linker script */

/* The smallest region with all code. */
static struct lm_user_area code_area(void)
{
    uintptr_t bytes = LM_USER_REGION_MIN;

    while (bytes < (uintptr_t)(code_end - code_start)) {
        bytes *= 2;
    }
    return (struct lm_user_area){(uintptr_t)code_start, bytes, LM_USER_EXECUTE};
}

enum lm_status create_user(const struct user *user, struct lm_thread_config *config,
                           uint32_t excess)
{
    const struct lm_user_area areas[] = {code_area(),
                                         {(uintptr_t)user->memory, user->bytes, LM_USER_WRITE}};
    struct lm_user_config with = {.thread = *config,
                                  .areas = areas,
                                  .area_count = 2,
                                  .grants = user->grants,
                                  .grant_count = user->grant_count,
                                  .policy = user->policy,
                                  .restarts = user->restarts,
                                  .restart_ticks = user->restart_ticks};

    with.thread.entry = run_jobs;
    with.thread.argument = prepare(user, excess);
    with.thread.stack = user->memory;
    with.thread.stack_bytes = user->stack_bytes;
    if ((areas[0].base & (areas[0].bytes - 1)) != 0) {
        lm_board_print("the region CODE of the linker script is not at a multiple of its size\n");
    }
    return lm_user_thread_create(&user_threads[user - users], &with);
}

struct lm_thread *thread_of(uint32_t task)
{
    for (uint32_t i = 0; i < user_count; i++) {
        if (users[i].task == task) {
            return &user_threads[i].thread;
        }
    }
    return &task_threads[task];
}

void print_users(void)
{
    for (uint32_t i = 0; i < user_count; i++) {
        const struct lm_user_thread *user = &user_threads[i];

        lm_board_printf("user thread %u faults %u\n", (unsigned)users[i].task,
                        (unsigned)user->faults);
    }
}
#else
enum lm_status create_user(const struct user *user, struct lm_thread_config *config,
                           uint32_t excess)
{
    config->entry = run_jobs;
    config->argument = prepare(user, excess);
    return lm_thread_create(&task_threads[user->task], config);
}

struct lm_thread *thread_of(uint32_t task)
{
    return &task_threads[task];
}

void *granted_object(lm_handle handle)
{
    const struct lm_thread *self = lm_thread_self();

    for (uint32_t i = 0; i < user_count; i++) {
        if (self == &task_threads[users[i].task]) {
            return handle < users[i].grant_count ? users[i].grants[handle].object : NULL;
        }
    }
    return NULL;
}

void print_users(void)
{
    if (user_count != 0) {
        lm_board_print("this board has no user threads: they have run with privileges\n");
    }
}
#endif
