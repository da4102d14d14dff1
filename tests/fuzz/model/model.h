/* SPDX-License-Identifier: Apache-2.0 */
/* The services of the kernel as they are defined, as a program that is run beside it: who runs,
 * until when, what each call answers. It shares no code and no header with the kernel. The ready
 * threads are one array in the order of their turns; a wait list is an array; time goes from
 * instant to instant.
 *
 * model_perform is told what the running context does; model_run then goes on to the next moment at
 * which some context has something to say, and model->expect says which context and what.
 *
 * Fed in is what is not defined: which free block is taken, what the allocator of a byte pool can
 * serve (oracle.h), and up to which instant timeouts have been served: what is started for an
 * instant that has passed comes at once or at the next tick. So is the instant of the alarm, which
 * may be earlier than anything that is due.
 */
#ifndef LIMEN_FUZZ_MODEL_H
#define LIMEN_FUZZ_MODEL_H

#include "operation.h"

enum {
    THREADS = 6,
    SEMAPHORES = 3,
    MUTEXES = 4,
    QUEUES = 3,
    FLAGS = 2,
    BLOCK_POOLS = 2,
    BYTE_POOLS = 2,
    TIMERS = 4,
    LINES = 3,
    LEVELS = 32,
    NOBODY = -1,
    QUEUE_MAX = 4,
    BLOCKS_MAX = 4,
    PIECES_MAX = 16,
    FRAMES_MAX = LINES + 1,
    OFFS_MAX = 4,
    NEST_MAX = 3,
    EXITS = 256,
    ALARM_URGENCY = 2,
    THREAD_URGENCY = 255
};

#define NEVER UINT64_MAX
#define ANY_VALUE UINT32_MAX /* the driver asks model_accept whether it is right */

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
    FOR_RESUME, /* or its start */
    FOR_PERIOD,
    FOR_TIME,
    FOR_UNIT, /* these and the following: in the line of an object */
    FOR_MUTEX,
    FOR_QUEUE, /* to send if it is full, else to receive */
    FOR_EVENTS,
    FOR_BLOCK,
    FOR_BYTES,
    WAITS
};

/* What a call answers. */
struct answer {
    enum status status;
    uint32_t value; /* what it hands out; 0 if that is nothing */
};

/* Where code runs. IN_NOTIFY: number is group * 16 + object, and EXITS at the end of a thread. */
enum place { START_UP, IN_THREAD, IN_LINE, IN_TIMER, IN_NOTIFY, AT_END };

/* What code is at. */
enum step {
    IS_NEW,  /* a thread before its entry function */
    BEGINS,  /* it has not done anything yet */
    ANSWERS, /* its call is over */
    WORKS,
    DELETES,  /* it deletes an object, and has been interrupted */
    SERVES,   /* it gives bytes to those who wait */
    TELLS,    /* it calls the function told of something; then comes the next step */
    MAY_TELL, /* a thread's: if there is one by now; a queue's: if the wait was not in vain */
    ENDS,     /* its entry function has returned */
    DIES      /* it terminates itself */
};

struct activity {
    enum step step;
    enum step next;
    enum place place;
    int number;
    unsigned offs; /* how often interrupts had been put off when it began */
    struct answer answer;
    uint64_t left; /* of the work */
    int object;    /* that it serves, or tells of: group * 16 + object */
    bool returned; /* DIES: its entry function has */
    bool alone;    /* DELETES: it keeps other threads off meanwhile */
};

/* Functions that are called by functions. */
struct context {
    int depth;
    struct activity activity[NEST_MAX];
};

enum life { GONE, TURN, LEVEL, WAITING, ENDED };

struct thread {
    enum life life;  /* TURN: ready, not dispatched since then; LEVEL: runs or was preempted */
    enum wait wait;  /* of a waiting one, */
    int object;      /* for this one, */
    uint32_t wanted; /* the message to send, bits or bytes, */
    enum flags_mode mode;
    bool ahead;    /* to send to the front */
    bool returned; /* an ended one: its entry function has */
    bool begun;    /* it was started */
    bool stop;     /* suspended as soon as its wait ends, or it enables preemption */
    bool notifies;
    unsigned disabled;
    unsigned level;
    unsigned priority, threshold; /* in force */
    unsigned base_priority, base_threshold;
    uint32_t slice;
    uint64_t slice_left;
    uint64_t until; /* its wait ends by time; NEVER */
    long started;   /* which of the timeouts began first */
    uint64_t release, period, offset, deadline;
    uint32_t job;
    struct context context;
};

/* Threads in their order. */
struct line {
    int count;
    int thread[THREADS];
    bool by_priority;
};

struct semaphore {
    bool exists, notifies;
    uint32_t count;
    struct line line;
};

struct mutex {
    bool exists;
    enum protocol protocol;
    unsigned ceiling;
    int owner;
    unsigned held;
    long taken; /* since when */
    struct line line;
};

struct queue {
    bool exists, notifies;
    uint32_t capacity;
    uint32_t used;
    uint32_t message[QUEUE_MAX];
    struct line line;
};

struct flags {
    bool exists, notifies;
    uint32_t bits;
    struct line line;
};

struct block_pool {
    bool exists;
    uint32_t blocks;
    uint32_t available;
    uint32_t taken; /* bit n: block n */
    struct line line;
};

struct piece {
    bool taken; /* else: it was once */
    uint32_t offset;
    uint32_t bytes;
};

struct byte_pool {
    bool exists;
    struct piece piece[PIECES_MAX];
    struct line line;
};

struct timer {
    bool exists;
    uint64_t until; /* NEVER: it does not run */
    uint64_t due;   /* the instant that is meant */
    uint64_t period;
    long started;
};

/* An interrupt handler that has begun. */
struct frame {
    int line;       /* NOBODY: the alarm */
    uint64_t begun; /* the alarm: what is due then is served */
    bool advanced;  /* the slice has been looked at */
    struct context context;
};

/* Who has something to say. */
struct expectation {
    enum place place;
    int number;
    bool answers;
    struct answer answer;
};

/* What is counted, for each thread and for all of them. */
enum counter {
    SWITCHES,
    TO_IDLE,
    FROM_IDLE,
    RUNS,
    SLICES,
    YIELDS,
    SUSPENSIONS,
    RESUMPTIONS,
    TIMEOUTS,
    ABORTS,
    OVERRUNS,
    DEADLINE_MISSES,
    RUN_TIME,
    COUNTERS
};

/* Where interfaces differ. */
struct rules {
    uint64_t unit; /* timeouts and slices end at multiples of so many ticks */
    uint64_t work; /* ticks in the unit of DO_WORK */
};

struct model {
    struct rules rules;
    struct thread thread[THREADS];
    struct semaphore semaphore[SEMAPHORES];
    struct mutex mutex[MUTEXES];
    struct queue queue[QUEUES];
    struct flags flags[FLAGS];
    struct block_pool blocks[BLOCK_POOLS];
    struct byte_pool bytes[BYTE_POOLS];
    struct timer timer[TIMERS];

    struct line ready; /* the first one is next */
    int running;
    bool started;
    bool imagined; /* a copy that only looks ahead: it must not ask the oracle */
    bool switch_pending;
    bool alarm_raised; /* it comes as soon as it may */
    unsigned offs;     /* how often interrupts have been put off */
    uint32_t raised;
    uint32_t armed; /* lines that come within the next call */
    bool at_door;   /* this is that call */
    unsigned urgency[LINES];
    int frames;
    struct frame frame[FRAMES_MAX];
    struct context start_up;
    uint64_t now;
    uint64_t passed; /* fed in: instants up to this one have been served, */
    uint64_t rang;   /* at this one: what is started for one of them comes right after it; */
    uint64_t alarm;  /* the alarm is set for this one, and perhaps comes for nothing */
    uint64_t clock;  /* the settable one, less now */
    uint64_t slice_end;
    uint32_t slice_unit;
    uint64_t run_start;                    /* when the running thread was dispatched */
    uint64_t count[THREADS + 1][COUNTERS]; /* the last: of all */
    long stamp;
    struct expectation expect;
};

void model_init(struct model *model, struct rules rules);

/* Is the operation defined here? One that is not must not be performed. */
bool model_permits(const struct model *model, const struct operation *operation);

/* Returns: what the call answers, unless it waits. */
enum status model_perform(struct model *model, const struct operation *operation);

void model_run(struct model *model);

/* The call of that operation answers ANY_VALUE by the model and this by the system. */
bool model_accept(struct model *model, const struct operation *operation, uint32_t value);

bool model_in_interrupt(const struct model *model);
bool model_may_wait(const struct model *model);
const struct context *model_context(const struct model *model);
const struct activity *model_activity(const struct model *model);

#endif
