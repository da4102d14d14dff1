/* SPDX-License-Identifier: Apache-2.0 */
/* A small world: some threads and objects, and what may happen to them. Its events go to the kernel
 * on the port without contexts and to the model, and then both are compared. */
#ifndef LIMEN_TESTS_WORLD_H
#define LIMEN_TESTS_WORLD_H

#include "explore.h"
#include "model/model.h"

enum event_kind {
    EVENT_START,
    EVENT_SUSPEND,
    EVENT_RESUME,
    EVENT_YIELD,
    EVENT_TERMINATE,
    EVENT_RESTART,
    EVENT_SET,
    EVENT_DISABLE,
    EVENT_ENABLE,
    EVENT_SLEEP,
    EVENT_TICK,
    EVENT_WAIT,
    EVENT_POST,
    EVENT_LOCK,
    EVENT_UNLOCK,
    EVENT_ENTER, /* an interrupt */
    EVENT_EXIT,
    EVENT_SET_SLICE,
    EVENT_DELETE_MUTEX, /* and create it again */
    EVENT_DELETE_SEMAPHORE,
    EVENT_MODEL_SET,
    EVENT_SECTION_ENTER,
    EVENT_SECTION_LEAVE,
    EVENT_PREEMPT_POINT,
    EVENT_SPIN_LOCK,
    EVENT_SPIN_UNLOCK,
    EVENT_KINDS
};

struct event {
    enum event_kind kind;
    struct operation operation; /* of the running context; TICK, ENTER and EXIT have none */
};

enum { EVENTS_BEFORE_MAX = 4 };

struct world {
    const char *name;
    int threads;
    int ready;       /* threads that are ready when the kernel starts; the others are started */
    unsigned levels; /* priorities are 0 to levels - 1 */
    unsigned slice;
    unsigned ticks;  /* the longest wait with a timeout; 0: waits are for ever */
    uint32_t events; /* bit for each kind */
    int mutexes;
    struct {
        enum protocol protocol;
        unsigned ceiling;
        bool by_priority;
    } mutex[MUTEXES];
    int semaphores;
    struct {
        unsigned count;
        bool by_priority;
    } semaphore[SEMAPHORES];
    unsigned models; /* bit for each preemption model that a run may begin with; 0: FULL */
    int spins;
    bool raw[SPINS];
    bool by_kind; /* first choose a kind of event, then one of them */
    int befores;  /* events that every run begins with */
    struct event before[EVENTS_BEFORE_MAX];
    unsigned depth;      /* events in a run */
    unsigned depth_long; /* if the tests may take long */
};

/* One run: a task set and a sequence of events, as the explorer chooses, compared with the model
 * wherever the run before has not been compared already. */
void world_run(const struct world *world, struct explore *explore, unsigned depth);

/* Run the world with that name alone, with these choices. */
void worlds_replay(const struct world *worlds, unsigned count, unsigned depth, const char *name,
                   const char *choices);

/* The main function of a test: all runs of all worlds, and at least so many as it promises, in its
 * quick or long form; or with the name of a world and choices as arguments that run alone. */
int worlds_explore(const struct world *worlds, unsigned count, uint64_t promised,
                   uint64_t promised_long, int argc, char **argv);

/* For world_run. */

/* What can happen now; the number of events written. */
enum { EVENTS_MAX = 512 };
unsigned event_list(const struct world *world, const struct model *model, struct event *events);
void event_print(const struct event *event);

/* The operations that set the world up, with the task set that the explorer chooses. */
enum { SETUP_MAX = THREADS + MUTEXES + SEMAPHORES + SPINS + 1 };
unsigned setup_list(const struct world *world, struct explore *explore, struct operation *setup);

/* An event as operations. Of the context that runs, but for these: DO_RAISE, an interrupt begins;
 * DO_RETURN, it ends; DO_WORK, time passes. */
enum { STEPS_MAX = 4 };
unsigned event_steps(const struct world *world, const struct model *model,
                     const struct event *event, struct operation *steps);

/* The kernel's side. */
enum { CLOCK_AT_START = 6 }; /* its upper bits change soon: timeouts move between buckets */
void system_create(const struct operation *setup, unsigned count);
struct answer system_step(const struct operation *step);
void system_check_status(enum status actual, enum status expected);

/* A call that has waited goes on: this port has no contexts. */
void system_go_on(const struct model *before, const struct model *after);

void system_compare(const struct model *model);

/* Wrong uses are no events: in each state all of them are tried, for nothing may come of them but
 * an answer and a report. */
void misuse_expect_none(void);
void misuse_try(const struct world *world, const struct model *model);

#endif
