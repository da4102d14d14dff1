/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a machine, and the interpreter of its scripts. For machine.c only. */
#ifndef LIMEN_INTERPRETER_H
#define LIMEN_INTERPRETER_H

#include "machine.h"
#include "releaser.h"
#include "script.h"
#include <limen/limen.h>

/* A thread and the position in its script. */
struct lm_actor {
    struct lm_thread thread; /* at offset 0 */
    const struct lm_operation *operation;
    uint64_t left;  /* work of the operation */
    uint64_t extra; /* work for preemptions, before the next operation that works */
    uint64_t drawn; /* work of the job */
    uint64_t begun; /* jobs */
    uint64_t stack; /* bytes in use */
    bool in_job;
    bool uniform; /* the work of jobs is drawn */
    uint64_t work_key;
    const struct lm_machine_thread *description;
    struct lm_machine_thread_result *result;

    /* Blocking: the work that threads have done, most urgent threads first. */
    uint64_t *executed;          /* of this thread */
    const uint64_t *less_urgent; /* the first of the less urgent threads */
    const uint64_t *last;        /* behind the last thread */
    uint64_t blocked_before;     /* work of less urgent threads before the release of the job */

    uint64_t repeated_at;
    uint32_t repeats; /* at that instant */
    uint32_t message;
    struct lm_jitter jitter;
    LM_IF_COUNTED(struct lm_counters counters;)
};

union lm_actor_object {
    struct lm_mutex mutex;
    struct lm_semaphore semaphore;
    struct lm_queue queue;
};

struct lm_machine {
    const struct lm_machine_system *system;
    const struct lm_machine_options *options;
    struct lm_machine_result *result;
    struct lm_actor *actors;
    union lm_actor_object *objects;
    uint64_t stack_bytes; /* of the threads in a job */
    uint32_t stack_threads;
};

/* Set the actor to the beginning of its script. */
void lm_actor_begin(struct lm_actor *actor);

/* The work that threads less urgent than this one have done. */
uint64_t lm_actor_less_urgent_work(const struct lm_actor *actor);

/* Run until one of the conditions of the options holds. Returns: which. */
enum lm_machine_end lm_interpret(struct lm_machine *machine);

#endif
