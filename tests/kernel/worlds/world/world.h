/* SPDX-License-Identifier: Apache-2.0 */
/* A small world: some threads and objects, and the events that may happen to them. The kernel, on
 * the port without contexts, and the model get each event, and then both are compared. */
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
    EVENT_PREEMPT_TICK, /* within an interrupt */
    EVENT_SPIN_LOCK,
    EVENT_SPIN_UNLOCK,
    EVENT_ABORT,
    EVENT_SEND,
    EVENT_SEND_FRONT,
    EVENT_RECEIVE,
    EVENT_FLUSH,
    EVENT_FLAGS_WAIT,
    EVENT_FLAGS_SET,
    EVENT_FLAGS_CLEAR,
    EVENT_ALLOCATE,
    EVENT_RELEASE,
    EVENT_DELETE_QUEUE,
    EVENT_DELETE_FLAGS,
    EVENT_DELETE_BLOCKS,
    EVENT_TIMER_START,
    EVENT_TIMER_STOP,
    EVENT_DELETE_TIMER,
    EVENT_WAIT_PERIOD,
    EVENT_ALLOCATE_BYTES,
    EVENT_RELEASE_BYTES,
    EVENT_DELETE_BYTES,
    EVENT_KINDS
};

/* Sets of kinds, as in struct world. */
#define E(kind) (1ULL << EVENT_##kind)

#define MESSAGES (E(SEND) | E(RECEIVE))
#define BITS (E(FLAGS_WAIT) | E(FLAGS_SET) | E(FLAGS_CLEAR))
#define BLOCKS (E(ALLOCATE) | E(RELEASE))
#define TIMES (E(TIMER_START) | E(TIMER_STOP))
#define BYTES (E(ALLOCATE_BYTES) | E(RELEASE_BYTES))

enum {
    STOPS = E(SUSPEND) | E(RESUME),
    TURNS = E(START) | STOPS | E(YIELD),
    INTERRUPTS = E(ENTER) | E(EXIT),
    LIVES = E(TERMINATE) | E(RESTART),
    DISABLES = E(DISABLE) | E(ENABLE),
    SIGNALS = E(WAIT) | E(POST),
    LOCKS = E(LOCK) | E(UNLOCK),
    SECTIONS = E(SECTION_ENTER) | E(SECTION_LEAVE) | E(PREEMPT_POINT),
    SPINLOCKS = E(SPIN_LOCK) | E(SPIN_UNLOCK),
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
    unsigned ticks;  /* the longest wait with a timeout; 0: waits have none */
    uint64_t events; /* bit for each kind */
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
    int queues;
    struct {
        unsigned capacity;
        bool by_priority;
    } queue[QUEUES];
    int flags;
    bool flags_by_priority[FLAGS];
    int pools;
    struct {
        unsigned blocks;
        bool by_priority;
    } pool[BLOCK_POOLS];
    int areas;
    bool area_by_priority[BYTE_POOLS];
    int timers;
    struct operation function[TIMERS]; /* what the function of each timer does */
    struct {
        unsigned length, offset, deadline;
    } period[THREADS];
    unsigned models; /* bit for each preemption model that a run may begin with; 0: FULL */
    unsigned border; /* of LAZY; 0: none */
    int spins;
    bool raw[SPINS];
    bool by_kind; /* first choose a kind of event, then one of them */
    int befores;  /* events that every run begins with */
    struct event before[EVENTS_BEFORE_MAX];
    unsigned depth;      /* events in a run */
    unsigned depth_long; /* in the long form */
};

/* One run: a task set and a sequence of events that the explorer chooses. It is compared with the
 * model from the first difference to the previous run on. */
void world_run(const struct world *world, struct explore *explore, unsigned depth);

/* The parts of a run. Create the kernel's objects, and the model's if they are new: those that the
 * explorer has chosen. */
void world_begin(const struct world *world, struct explore *choices, struct model *model,
                 bool is_new);

/* The event happens to the kernel and, if it is new, to the model, whose state before it is given;
 * their answers are compared, and not yet their states. */
void world_event(const struct world *world, const struct event *event, const struct model *before,
                 struct model *after, bool is_new);

/* Run only the world of this name, with these choices. */
void worlds_replay(const struct world *worlds, unsigned count, unsigned depth, const char *name,
                   const char *choices);

/* The main function of a test. It makes all runs of all worlds in the quick or the long form, and
 * checks that their number is at least the promised one. With the name of a world and choices as
 * arguments, it makes that run alone. */
int worlds_explore(const struct world *worlds, unsigned count, uint64_t promised,
                   uint64_t promised_long, int argc, char **argv);

/* For world_run. */

/* Write the events that are possible now. Returns: their number. */
enum { EVENTS_MAX = 512 };
unsigned event_list(const struct world *world, const struct model *model, struct event *events);
void event_print(const struct event *event);

/* Does the first thread have a period? Then time may pass while no timeout runs. */
static inline bool world_has_periods(const struct world *world)
{
    return world->period[0].length != 0;
}

/* Write the operations that set the world up, with the task set that the explorer chooses. */
enum {
    SETUP_MAX = THREADS + MUTEXES + SEMAPHORES + SPINS + QUEUES + FLAGS + BLOCK_POOLS + BYTE_POOLS +
                TIMERS + 2
};
unsigned setup_list(const struct world *world, struct explore *explore, struct operation *setup);

/* An event as operations of the running context. The exceptions are DO_RAISE, with which an
 * interrupt begins, DO_RETURN, with which it ends, and DO_WORK, with which time passes. */
enum { STEPS_MAX = 4 };
unsigned event_steps(const struct world *world, const struct model *model,
                     const struct event *event, struct operation *steps);

/* The operation that creates the object as it is in the world. */
struct operation setup_of(const struct world *world, enum kind kind, unsigned number);

/* The kernel's side. */
enum { CLOCK_AT_START = 6 }; /* its upper bits change soon: timeouts move between buckets */
void system_create(const struct world *world, const struct operation *setup, unsigned count);
bool system_has_no_counters(void);
/* Gives the model the instant up to which the kernel has expired timeouts, which the semantics
 * leave open. */
void system_feed(struct model *model);
struct answer system_step(const struct operation *step);
void system_check_status(enum status actual, enum status expected);

/* Continue a call that has waited, because this port has no contexts. */
void system_go_on(const struct model *before, const struct model *after);

void system_compare(const struct model *model);

/* The part of the stack that a waiting call of the thread uses for data: memory of the kernel. */
void *system_stack(int thread, size_t *bytes);

/* Try all wrong uses. They are not events: each state gets all of them, because they may have no
 * other effect than a status and a report. */
void misuse_expect_none(void);
void misuse_try(const struct world *world, const struct model *model);

#endif
