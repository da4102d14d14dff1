/* SPDX-License-Identifier: Apache-2.0 */
/* The services of the kernel as they are defined, as a program that is run beside it: who runs,
 * until when, what each call answers. It shares no code and no header with the kernel. The ready
 * threads are one array in the order of their turns; a wait list is an array; time goes from
 * instant to instant.
 *
 * model_perform is told what the running context does; model_run then goes on to the next moment at
 * which some context has something to say, and model->expect says which context and what.
 *
 * The driver feeds in what is not defined: which free block is taken, what the allocator of a byte
 * pool can serve, and the soonest instant at which a timeout can come that is due already.
 */
#ifndef LIMEN_FUZZ_MODEL_H
#define LIMEN_FUZZ_MODEL_H

#include "operation.h"

enum {
    THREADS = 6,
    SEMAPHORES = 3,
    QUEUES = 3,
    LINES = 3,
    LEVELS = 32,
    NOBODY = -1,
    QUEUE_MAX = 4,
    FRAMES_MAX = LINES + 1,
    OFFS_MAX = 4,
    ALARM_URGENCY = 2,
    THREAD_URGENCY = 255
};

#define NEVER UINT64_MAX

enum status {
    OK,
    TIMED_OUT,
    DELETED,
    UNAVAILABLE,
    OVERRUN,
    ABORTED,
    BAD_ARGUMENT,
    BAD_OBJECT,
    BAD_CONTEXT,
    BAD_STATE,
    NOT_OWNER,
    DEADLOCK,
    TOO_MANY,
    STATUSES
};

const char *status_name(enum status status);

/* What a thread waits for. */
enum wait {
    FOR_NOTHING,
    FOR_START,
    FOR_RESUME,
    FOR_PERIOD,
    FOR_TIME,
    FOR_UNIT, /* these and the following: in the line of an object */
    FOR_MESSAGE,
    FOR_SPACE,
    WAITS
};

/* What a call answers. */
struct answer {
    enum status status;
    uint32_t value; /* what it hands out; 0 if that is nothing */
};

/* What a context is at. */
enum activity_kind {
    BEGINS,  /* it has not done anything yet */
    ANSWERS, /* its call is over */
    WORKS,
    ENDS /* its entry function has returned */
};

struct activity {
    enum activity_kind kind;
    struct answer answer;
    uint64_t left; /* of the work */
};

enum life { GONE, TURN, LEVEL, WAITING, ENDED };

struct thread {
    enum life life;  /* TURN: ready, not dispatched since then; LEVEL: runs or was preempted */
    enum wait wait;  /* of a waiting one, */
    int object;      /* for this one */
    uint32_t wanted; /* the message to send */
    bool stop;       /* suspended as soon as its wait ends, or it enables preemption */
    unsigned disabled;
    unsigned level;
    unsigned priority, threshold; /* in force */
    unsigned base_priority, base_threshold;
    uint32_t slice;
    uint64_t slice_left;
    uint64_t until; /* its wait ends by time; NEVER */
    long started;   /* which of the waits that end by time began first */
    uint64_t release, period, offset, deadline;
    uint32_t job;
    struct activity activity;
};

/* Threads in their order. */
struct line {
    int count;
    int thread[THREADS];
    bool by_priority;
};

struct semaphore {
    bool exists;
    uint32_t count;
    struct line line;
};

struct queue {
    bool exists;
    uint32_t capacity;
    uint32_t used;
    uint32_t message[QUEUE_MAX];
    struct line receivers;
    struct line senders;
};

/* An interrupt handler that has begun. */
struct frame {
    int line;       /* NOBODY: the alarm */
    uint64_t begun; /* the alarm: what is due then is served */
    bool advanced;  /* the slice has been looked at */
    struct activity activity;
};

/* Who has something to say. */
enum place { START_UP, IN_THREAD, IN_LINE, AT_END };

struct expectation {
    enum place place;
    int number;
    bool answers;
    struct answer answer;
};

struct model {
    struct thread thread[THREADS];
    struct semaphore semaphore[SEMAPHORES];
    struct queue queue[QUEUES];

    struct line ready; /* the first one is next */
    int running;
    bool started;
    bool switch_pending;
    unsigned offs; /* how often interrupts have been put off */
    uint32_t raised;
    unsigned urgency[LINES];
    int frames;
    struct frame frame[FRAMES_MAX];
    struct activity start_up;
    uint64_t now;
    uint64_t soonest; /* fed in: no timeout expires before */
    uint64_t slice_end;
    long stamp;
    struct expectation expect;
};

void model_init(struct model *model);

/* Is the operation defined here? One that is not must not be performed. */
bool model_permits(const struct model *model, const struct operation *operation);

/* Returns: what the call answers, unless it waits. */
enum status model_perform(struct model *model, const struct operation *operation);

void model_run(struct model *model);

/* Ticks that may pass here without two instants to come late, whose order is not defined. */
uint64_t model_work_limit(const struct model *model);

/* What the context may do. */
bool model_in_interrupt(const struct model *model);
bool model_may_wait(const struct model *model);
struct activity *model_activity(struct model *model);

#endif
