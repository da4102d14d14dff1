/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a machine, and the interpreter of its scripts. For machine.c only. */
#ifndef LIMEN_INTERPRETER_H
#define LIMEN_INTERPRETER_H

#include "machine.h"
#include "releaser.h"
#include "script.h"
#include <limen/cores.h>
#include <limen/limen.h>

/* A thread and the position in its script. */
struct lm_actor {
    struct lm_thread thread; /* at offset 0 */
    const struct lm_operation *operation;
    uint64_t left;  /* work of the operation */
    uint64_t extra; /* work for preemptions, when the thread runs next */
    uint64_t drawn; /* work of the job */
    uint64_t begun; /* jobs */
    uint64_t stack; /* bytes in use */
    bool in_job;
    bool uniform; /* the work of jobs is drawn */
    uint64_t work_key;
    const struct lm_machine_thread *description;
    struct lm_machine_thread_result result;

    /* Blocking, by places in the order of priorities: the most urgent thread is at place 0. */
    uint64_t *blocked;         /* work of less urgent threads since the release of its job */
    uint64_t *pending;         /* the word with the bit of this thread: a job is released */
    uint64_t bit;              /* of this thread */
    const uint64_t *last_word; /* with bits of more urgent threads, ... */
    uint64_t last_bits;        /* ... which are these */

    uint64_t repeated_at;
    uint32_t repeats; /* at that instant */
    uint32_t message;
    struct lm_jitter jitter;
    struct lm_slice slice;
};

union lm_actor_object {
    struct lm_mutex mutex;
    struct lm_semaphore semaphore;
    struct lm_queue queue;
    LM_IF_CORES(struct lm_core_lock lock;)
};

/* The state of one core. */
struct lm_machine {
    const struct lm_machine_system *system;
    const struct lm_machine_options *options;
    struct lm_machine_result result;
    uint64_t horizon, jobs; /* those of the options */
    struct lm_actor *actors;
    union lm_actor_object *objects;
    uint64_t *pending;    /* a bit for each place: a job is released and has not ended */
    uint64_t *blocked;    /* a number for each place */
    uint64_t stack_bytes; /* of the threads in a job */
    uint32_t stack_threads;

    /* Several cores. */
    LM_IF_CORES(uint64_t until;)             /* nothing happens before, but by a call */
    LM_IF_CORES(struct lm_actor *seen;)      /* that ran when switches were counted; NULL: none */
    LM_IF_CORES(struct lm_core_lock *spins;) /* for which the core spins, or NULL, ... */
    LM_IF_CORES(uint32_t ticket;)            /* ... and with which ticket */
};

/* Set the actor to the beginning of its script. */
void lm_actor_begin(struct lm_actor *actor);

/* Release a job: the work of less urgent threads blocks it from now on. */
static inline void lm_actor_release(struct lm_actor *actor)
{
    *actor->pending |= actor->bit;
    *actor->blocked = 0;
}

/* Run until one of the conditions of the options holds. Returns: which. */
enum lm_machine_end lm_interpret(struct lm_machine *machine);

/* The parts of it that the interpreter of several cores uses. */
enum { LM_GO_ON = -1 };

int lm_run_thread(struct lm_machine *machine, const struct lm_cpu *cpu, struct lm_actor *actor);
void lm_note_switch(struct lm_machine *machine, const struct lm_cpu *cpu, struct lm_actor *actor);
void lm_note_work(const struct lm_machine *machine, const struct lm_actor *actor, uint64_t ticks);

/* The same for several cores, whose machines these are. */
enum lm_machine_end lm_interpret_cores(struct lm_machine *machines, uint64_t jobs);

/* For several cores. The running thread works as long as nothing happens on its core, or spins for
 * a core lock. Returns: LM_GO_ON; LM_MACHINE_WAITS if that takes time. */
int lm_spend_with_others(struct lm_machine *machine, uint64_t left);
int lm_spin(struct lm_machine *machine, struct lm_actor *actor);

/* Let the thread enter or leave a core lock. */
enum lm_status lm_call_core_lock(struct lm_machine *machine, struct lm_actor *actor,
                                 const struct lm_operation *operation);

#endif
