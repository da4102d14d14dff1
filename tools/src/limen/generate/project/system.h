/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a system of periodic threads: system.c has them, main.c runs them. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "calls.h"
#include <limen/budget.h>
#include <limen/cores.h>
#include <limen/limen.h>

/* The steps of a job, in order. */
enum step_kind {
    STEP_WORK,      /* use processor time: value in ticks of the clock */
    STEP_THRESHOLD, /* set the threshold: value */
    STEP_LOCK,      /* lock the mutex with this number */
    STEP_UNLOCK,
    STEP_ENTER, /* spin for the core lock with this number */
    STEP_LEAVE
};

struct step {
    enum step_kind kind;
    uint32_t value;
};

/* A periodic thread. Times are in ticks of the clock; main.c adds the entry function and the
 * counters to the configuration. */
struct task {
    struct lm_thread_config config;
    const struct step *steps;
    uint32_t count;                 /* of the steps */
    void (*function)(void *memory); /* does a job in their place, or NULL */
    struct lm_shared_stack *shared; /* for its jobs, or NULL: they run on its own stack */
    uint8_t core;
};

/* A stack for the jobs of threads that do not preempt each other. */
struct job_stack {
    struct lm_shared_stack *shared;
    void *stack;
    uint32_t bytes;
};

/* The kind of a resource: threads of several cores use a shared mutex, or a core lock. */
enum serves { SERVES_ONE_CORE, SERVES_BY_WAITS, SERVES_BY_SPINS };

struct resource {
    const char *name;
    enum lm_protocol protocol;
    uint16_t ceiling;
    uint8_t serves; /* enum serves */
    uint8_t core;   /* whose threads use it, if it serves one */
};

/* The user thread that runs a task: users.c. */
struct user {
    uint32_t task;
    unsigned char *memory;
    uint32_t bytes, stack_bytes;
    const struct lm_user_grant *grants;
    uint32_t grant_count;
    enum lm_user_policy policy;
    uint32_t restarts;
    uint64_t restart_ticks;
};

/* The budget of a task. */
struct budget {
    uint32_t task;
    struct lm_budget_config config;
};

struct queue {
    const char *name;
    unsigned char *places;
    uint16_t capacity, message_bytes;
};

struct semaphore {
    const char *name;
    uint32_t count;
};

/* An interrupt handler that uses processor time. */
struct request {
    const char *name;
    uint64_t period; /* 0: it has a jitter (jitter.h) */
    uint32_t work;
    uint8_t core;
};

/* The whole system: system.c. */
extern const struct task tasks[];
extern const uint32_t task_count;
extern const struct job_stack job_stacks[];
extern const uint32_t job_stack_count;
extern const uint32_t stack_bytes; /* of all stacks */
extern const struct resource resources[];
extern const uint32_t resource_count;
extern const struct request requests[];
extern const uint32_t request_count;
extern const struct user users[];
extern const uint32_t user_count;
extern const struct budget budgets[];
extern const uint32_t budget_count;
extern const struct queue queue_configs[];
extern const uint32_t queue_config_count;
extern const struct semaphore semaphore_configs[];
extern const uint32_t semaphore_config_count;

/* The instant of offset 0; before it, all objects are created. And the end of the run. */
#define SYSTEM_BEGIN LM_MS(10)
extern const uint64_t system_end;
extern const uint32_t core_count;

/* Where main.c keeps the objects of the kernel; as many as in the tables, and one more thread. */
extern struct lm_thread task_threads[];
extern struct lm_counters task_counters[];
extern struct lm_mutex resource_mutexes[];
extern struct lm_core_lock resource_locks[];
extern struct lm_timer request_timers[];
extern struct lm_queue queues[];
extern struct lm_semaphore semaphores[];
extern struct lm_budget task_budgets[];
#if SYSTEM_HAS_USER_THREADS
extern struct lm_user_thread user_threads[];
#endif

/* excess: ticks by which lm_work takes longer than requested. config: without stack and entry. */
enum lm_status create_user(const struct user *user, struct lm_thread_config *config,
                           uint32_t excess);
struct lm_thread *thread_of(uint32_t task);
void print_users(void);

/* Functions of systems with jitter; NULL in others. begin_jitter: before the threads are
 * created. late_instant: when an interrupt comes next. */
struct jitter {
    void (*begin)(void);
    uint64_t (*instant)(uint32_t request);
};

extern const struct jitter system_jitter;
void begin_jitter(void);
uint64_t late_instant(uint32_t request);

#endif
