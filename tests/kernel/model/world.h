/* SPDX-License-Identifier: Apache-2.0 */
/* A small world: some threads and objects, and what may happen to them. Its events go to the
 * kernel and to the model, and then both are compared. */
#ifndef LIMEN_TESTS_WORLD_H
#define LIMEN_TESTS_WORLD_H

#include "explore.h"
#include "model.h"

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
    EVENT_ENTER,
    EVENT_EXIT,
    EVENT_SET_SLICE,
    EVENT_DELETE_MUTEX, /* and create it again */
    EVENT_DELETE_SEMAPHORE,
    EVENT_RULES,
    EVENT_SECTION_ENTER,
    EVENT_SECTION_LEAVE,
    EVENT_PREEMPT_POINT,
    EVENT_SPIN_LOCK,
    EVENT_SPIN_UNLOCK,
    EVENT_KINDS
};

struct event {
    enum event_kind kind;
    int object; /* thread, mutex, semaphore or spinlock */
    uint64_t a; /* priority, ticks, timeout */
    unsigned b; /* threshold */
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
        enum model_protocol protocol;
        unsigned ceiling;
        bool by_priority;
    } mutex[MODEL_MUTEXES];
    int semaphores;
    struct {
        unsigned count;
        bool by_priority;
    } semaphore[MODEL_SEMAPHORES];
    unsigned rules; /* bit for each that a run may begin with; 0: RULES_FULL */
    int spins;
    bool raw[MODEL_SPINS];
    bool by_kind; /* first choose a kind of event, then one of them */
    int befores;  /* events that every run begins with */
    struct event before[EVENTS_BEFORE_MAX];
    unsigned depth;      /* events in a run */
    unsigned depth_long; /* if the tests may take long */
};

/* One run: a task set and a sequence of events, as the explorer chooses, compared with the
 * model wherever the run before has not been compared already. */
void world_run(const struct world *world, struct explore *explore, unsigned depth);

/* The main function of a test: all runs of all worlds, and at least so many as it promises, in its
 * quick or long form; or with the name of a world and choices as arguments that run alone. */
int worlds_explore(const struct world *worlds, unsigned count, uint64_t promised,
                   uint64_t promised_long, int argc, char **argv);

/* For world_run. */

/* What can happen now; the number of events written. */
enum { EVENTS_MAX = 512 };
unsigned event_list(const struct world *world, const struct model *model, struct event *events);
void event_print(const struct event *event);

/* Create both sides, with the task set that the explorer chooses. */
void system_create(const struct world *world, struct model *model, struct explore *explore);
void system_apply(struct model *model, const struct event *event);
void system_compare(const struct world *world, const struct model *model);

/* For these: sections and spinlocks. */
void spins_create(const struct world *world, struct model *model, struct explore *explore);
void spins_apply(struct model *model, const struct event *event);
void spins_go_on(const struct model *model); /* who has waited for one, runs again */
void spins_compare(const struct world *world, const struct model *model);
struct lm_thread *system_thread(int thread); /* NULL: NOBODY */

#endif
