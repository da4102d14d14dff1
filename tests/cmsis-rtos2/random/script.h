/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs as data, so that the executor and the model take the same steps. Neither of them
 * chooses anything, and the model knows no header of the layer: numbers of the interface that are
 * part of a script or of a log are repeated here.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    THREADS = 5,
    OBJECTS = 2, /* of each kind */
    STEPS = 24,  /* of a thread, at most */
    PARTS = 3,   /* calls in a function of a timer or an interrupt */
    HANDLERS = 4,
    RESTARTS = 4,   /* of threads, in a run */
    LENGTH = 60,    /* ticks of a run */
    FRACTIONS = 250 /* of a tick: the unit of work */
};

/* Who makes a call. */
enum { WHO_CONTROL = THREADS, WHO_TIMERS, WHO_INTERRUPT, WHOS };

#define FOR_EVER 0xFFFFFFFFU

/* A step is a call, or work. Its numbers are in `object`, `a` and `b`, in the order of the
 * arguments. */
#define CALLS(X)                                                                                   \
    X(WORK)                                                                                        \
    X(DELAY)                                                                                       \
    X(DELAY_UNTIL)                                                                                 \
    X(SEMAPHORE_ACQUIRE)                                                                           \
    X(SEMAPHORE_RELEASE)                                                                           \
    X(SEMAPHORE_COUNT)                                                                             \
    X(SEMAPHORE_DELETE)                                                                            \
    X(QUEUE_PUT)                                                                                   \
    X(QUEUE_GET)                                                                                   \
    X(QUEUE_COUNT)                                                                                 \
    X(QUEUE_RESET)                                                                                 \
    X(QUEUE_DELETE)                                                                                \
    X(MUTEX_ACQUIRE)                                                                               \
    X(MUTEX_RELEASE)                                                                               \
    X(MUTEX_OWNER)                                                                                 \
    X(MUTEX_DELETE)                                                                                \
    X(EVENTS_SET)                                                                                  \
    X(EVENTS_CLEAR)                                                                                \
    X(EVENTS_GET)                                                                                  \
    X(EVENTS_WAIT)                                                                                 \
    X(EVENTS_DELETE)                                                                               \
    X(FLAGS_SET)                                                                                   \
    X(FLAGS_CLEAR)                                                                                 \
    X(FLAGS_GET)                                                                                   \
    X(FLAGS_WAIT)                                                                                  \
    X(POOL_ALLOC)                                                                                  \
    X(POOL_FREE)                                                                                   \
    X(POOL_COUNT)                                                                                  \
    X(POOL_DELETE)                                                                                 \
    X(TIMER_START)                                                                                 \
    X(TIMER_STOP)                                                                                  \
    X(TIMER_RUNS)                                                                                  \
    X(TIMER_DELETE)                                                                                \
    X(YIELD)                                                                                       \
    X(SUSPEND)                                                                                     \
    X(RESUME)                                                                                      \
    X(TERMINATE)                                                                                   \
    X(JOIN)                                                                                        \
    X(DETACH)                                                                                      \
    X(NEW)                                                                                         \
    X(SET_PRIORITY)                                                                                \
    X(GET_PRIORITY)                                                                                \
    X(GET_STATE)                                                                                   \
    X(LOCK)                                                                                        \
    X(UNLOCK)                                                                                      \
    X(RESTORE_LOCK)                                                                                \
    X(SLEEP)                                                                                       \
    X(RAISE)

#define AS_NUMBER(name) CALL_##name,
enum call { CALLS(AS_NUMBER) CALL_NUMBER };
#undef AS_NUMBER

struct step {
    uint8_t call;
    uint8_t object;
    uint32_t a;
    uint32_t b;
};

struct steps {
    unsigned number;
    struct step step[STEPS];
};

struct script {
    unsigned threads;
    uint8_t priority[THREADS];
    bool joinable[THREADS];
    struct steps steps[THREADS];
    struct steps timer[OBJECTS];
    struct steps handler[HANDLERS];
    bool uses_heap; /* for stacks and data */
    bool periodic[OBJECTS];
    uint8_t most[OBJECTS];    /* tokens of a semaphore, */
    uint8_t initial[OBJECTS]; /* when it is created */
    uint8_t capacity[OBJECTS];
    uint8_t blocks[OBJECTS];
    bool inherits[OBJECTS];
    bool recurs[OBJECTS];
};

/* What a call has returned. A message is its priority and its number behind a mark. */
struct entry {
    uint32_t tick;
    uint8_t who;
    uint8_t call;
    uint16_t place; /* of the step in its list */
    uint32_t result;
};

enum { ENTRIES = 1000, MESSAGE = 0x1000000, PRIORITY_SHIFT = 16 };

struct log {
    unsigned number;
    struct entry entry[ENTRIES];
};

/* A number that no result is, for what has no handle any more. */
#define NOT_THERE 0x7654321U

extern const char *const call_names[CALL_NUMBER];

/* The features that a script may use, as bits; each seed takes some of those that are allowed. */
void script_make(struct script *script, uint32_t seed, uint32_t features);

/* Execute the script in the model. Returns: whether the log is also that of a processor whose calls
 * take time: no call begins shortly before a tick. *is_certain: no work ends at a tick exactly, at
 * which the order of events is a choice. */
bool model_run(const struct script *script, struct log *log, bool *is_certain);

#endif
