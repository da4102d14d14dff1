/* SPDX-License-Identifier: Apache-2.0 */
/* The definition of the kernel as a program that runs beside the real one. It determines which
 * thread runs, until when, and the result of each call. It is written from spec/semantics.md and
 * shares no code and no header with the kernel. The ready threads are one array in the order in
 * which they run, a wait list is an array, and time advances from instant to instant. README.md
 * says how to extend it.
 *
 * model_perform gets the operation of the running context. model_run then advances to the next
 * moment at which a context makes a decision. model->expect contains that context and the result of
 * its call.
 *
 * Some results are not defined, and the model gets them from outside: the free block that is
 * allocated, the requests that the allocator of a byte pool can serve (oracle.h), up to which
 * instant timeouts have expired, and the instant of the alarm. A timeout that is started for an
 * instant that has passed expires at once or at the next tick. The alarm may be earlier than
 * everything that is due.
 */
#ifndef LIMEN_TESTS_MODEL_H
#define LIMEN_TESTS_MODEL_H

#include "operation.h"
#include "oracle.h"

enum {
    THREADS = 8,
    SEMAPHORES = 3,
    MUTEXES = 4,
    SPINS = 3,
    ALL_MUTEXES = MUTEXES + SPINS, /* those of the spinlocks come last */
    QUEUES = 3,
    FLAGS = 2,
    BLOCK_POOLS = 2,
    BYTE_POOLS = 2,
    TIMERS = 4,
    LINES = 3, /* interrupt lines */
    LEVELS = 32,
    NOBODY = -1,
    QUEUE_MAX = 4,
    BLOCKS_MAX = 4,
    PIECES_MAX = 16,
    FRAMES_MAX = LINES + 1,
    MASKS_MAX = 4,
    ALARM_URGENCY = 2,
    THREAD_URGENCY = 255
};

#define NEVER UINT64_MAX
#define ANY_VALUE UINT32_MAX /* the driver asks model_accept whether the value is right */

enum status {
    OK,
    TIMED_OUT,
    DELETED,
    UNAVAILABLE,
    OVERRUN,
    ABORTED,
    BAD_ARGUMENT, /* this and the following: errors */
    BAD_OBJECT,
    BAD_CONTEXT,
    BAD_STATE,
    NOT_OWNER,
    DEADLOCK,
    TOO_MANY,
    STATUSES
};

const char *status_name(enum status status);

/* The reason of a wait. */
enum wait {
    FOR_NOTHING,
    FOR_RESUME, /* or its start */
    FOR_PERIOD,
    FOR_TIME,
    FOR_UNIT, /* this and the following: in the wait list of an object, as in enum group */
    FOR_MUTEX,
    FOR_QUEUE, /* to send if it is full, else to receive */
    FOR_EVENTS,
    FOR_BLOCK,
    FOR_BYTES,
    WAITS
};

/* The result of a call. */
struct answer {
    enum status status;
    uint32_t value; /* the value that the call gives to its caller; 0: none */
};

/* Where code runs. */
enum place { START_UP, IN_THREAD, IN_LINE, IN_TIMER, AT_END };

/* The next step of a context. */
enum step {
    NOTHING, /* a thread that was never started; the alarm between two functions of timers */
    BEGINS,  /* it has made no operation yet */
    ANSWERS, /* its call returns */
    WORKS,
    DELETES,  /* it deletes an object and has been interrupted */
    GIVES,    /* it gives bytes back, which threads wait for */
    SERVES,   /* it gives bytes to waiting threads */
    SETS,     /* it has set flags that several threads wait for */
    FLUSHES,  /* it flushes a queue to which several threads wait to send */
    ENDS,     /* it terminates a thread that owns objects */
    TAKES,    /* it has waited for a spinlock */
    REENTERS, /* it left its section at a preempt point, and enters it again */
    DIES      /* it terminates itself */
};

struct activity {
    enum step step;
    enum place place;
    int number;
    unsigned masks; /* model->masks when it began */
    struct answer answer;
    bool waited;       /* the answer is that of a wait */
    uint64_t left;     /* of the work */
    int object;        /* of the step: group * 16 + object */
    bool returned;     /* DIES: its entry function has */
    uint32_t offset;   /* GIVES: of the bytes */
    bool gone;         /* GIVES, FLUSHES: the object has been deleted meanwhile */
    enum step then;    /* ENDS: the next step, */
    int ended;         /* when this thread has ended */
    bool in_long_call; /* DELETES to ENDS: other threads are kept off, and it is not terminated */
};

enum preemption { MODEL_NONE, MODEL_VOLUNTARY, MODEL_FULL, MODEL_RT, MODEL_LAZY, MODELS };

enum life { GONE, TURN, LEVEL, WAITING, ENDED };

struct thread {
    enum life life;  /* TURN: ready, not dispatched since then; LEVEL: runs or was preempted */
    enum wait wait;  /* of a waiting thread, */
    int object;      /* for this object, */
    uint32_t wanted; /* the message to send, bits or bytes, */
    enum flags_mode mode;
    bool ahead;        /* to send to the front */
    bool returned;     /* an ended one: its entry function has */
    bool begun;        /* it was started */
    bool stop;         /* suspended as soon as its wait ends, or it enables preemption */
    bool to_end;       /* terminated as soon as its long call has ended */
    unsigned disabled; /* nesting depth of disabled preemption */
    unsigned sections;
    enum preemption section_model; /* in force when it entered the outermost one */
    bool raised;                   /* the section raises it */
    unsigned raised_to;            /* to this level */
    unsigned level;
    unsigned priority, threshold; /* in force */
    unsigned base_priority, base_threshold;
    uint32_t slice;
    uint64_t slice_left;
    uint64_t until; /* its wait times out at this instant; NEVER */
    long started;   /* the order in which timeouts began */
    uint64_t release, period, offset, deadline;
    uint32_t job;
    struct activity activity;
};

/* Threads in their order. */
struct list {
    int count;
    int thread[THREADS];
};

/* The head of all objects with a wait list. */
struct object {
    bool exists, by_priority;
    bool closes; /* it is being deleted */
    struct list waiters;
};

struct semaphore {
    struct object object;
    uint32_t count;
};

struct mutex {
    struct object object;
    enum protocol protocol;
    unsigned ceiling;
    int owner;
    unsigned held;
    unsigned urgency; /* the priority that it gives to its owner, */
    long since;       /* since then */
};

struct queue {
    struct object object;
    uint32_t capacity;
    uint32_t used;
    uint32_t message[QUEUE_MAX];
};

struct flags {
    struct object object;
    uint32_t bits;
};

struct block_pool {
    struct object object;
    uint32_t blocks;
    uint32_t available;
    uint32_t taken; /* bit n: block n */
};

struct piece {
    bool taken; /* else: it was once */
    uint32_t offset;
    uint32_t bytes;
};

struct byte_pool {
    struct object object;
    struct piece piece[PIECES_MAX];
};

struct timer {
    bool exists;
    uint64_t until; /* NEVER: it does not run */
    uint64_t due;   /* the exact instant */
    uint64_t period;
    long started;
};

/* How a spinlock is held: its holder has level 0, no thread can run in between anyway, or the
 * holder owns the mutex. */
enum hold { FREE, BY_LEVEL, BY_MASK, BY_MUTEX };

struct spin {
    bool exists, raw;
    enum hold hold;
    int holder; /* NOBODY: an interrupt */
    long taken; /* since when */
};

/* An interrupt handler that has begun. */
struct frame {
    int line;       /* NOBODY: the alarm */
    uint64_t begun; /* the alarm: timeouts up to this instant are served */
    bool advanced;
    /* the slice has been looked at */
    struct activity activity;
};

/* Which context decides next. */
struct expectation {
    enum place place;
    int number;
    bool answers;
    struct answer answer;
};

/* The counters, for each thread and for all of them. */
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

/* The differences between interfaces. */
struct rules {
    uint64_t unit;               /* timeouts and slices end at multiples of this number of ticks */
    uint64_t work;               /* ticks in the unit of DO_WORK */
    const struct oracle *oracle; /* NULL: no byte pools */
    bool has_no_counters;
    bool has_only_results; /* no counters, and it does not tell for which object a thread waits */
    bool is_prompt; /* the alarm comes at its instant, as on targets, not after the calls at it */
};

struct model {
    struct rules rules;
    int used[GROUPS]; /* the numbers of objects below this one may have been used */
    struct thread thread[THREADS];
    struct semaphore semaphore[SEMAPHORES];
    struct mutex mutex[ALL_MUTEXES];
    struct queue queue[QUEUES];
    struct flags flags[FLAGS];
    struct block_pool blocks[BLOCK_POOLS];
    struct byte_pool bytes[BYTE_POOLS];
    struct timer timer[TIMERS];
    struct spin spin[SPINS];

    struct list ready; /* the first thread is next */
    int running;
    bool started;
    bool imagined; /* a copy that only predicts: it must not ask the oracle */
    bool switch_pending;
    bool alarm_raised; /* it is served as soon as possible */
    enum preemption preemption;
    unsigned border; /* of MODEL_LAZY */
    unsigned masks;  /* nesting depth of disabled interrupts */
    uint32_t raised;
    uint32_t armed; /* lines whose interrupts come within the next call */
    bool at_door;   /* this is that call */
    unsigned urgency[LINES];
    int frames;
    struct frame frame[FRAMES_MAX];
    struct activity start_up;
    uint64_t now;
    uint64_t limit;      /* time does not pass this instant by itself; NEVER: it does */
    uint64_t served;     /* from outside: timeouts up to this instant have expired, */
    uint64_t last_alarm; /* the last one: a timeout for an earlier instant follows it; */
    uint64_t alarm;      /* the alarm is set for this one, at which perhaps no timeout is due */
    uint64_t clock;      /* the settable one, less now */
    uint64_t slice_end;
    uint64_t slice_over; /* the slice of the thread that leaves has ended at this instant */
    uint32_t slice_unit;
    bool has_slices;                       /* a thread has or had one */
    uint64_t run_start;                    /* when the running thread was dispatched */
    uint64_t count[THREADS + 1][COUNTERS]; /* the last: of all */
    long stamp;
    struct expectation expect;
};

void model_init(struct model *model, struct rules rules);

/* Is the operation defined here? One that is not must not be performed. */
bool model_permits(const struct model *model, const struct operation *operation);

/* Returns: the result of the call, unless it waits. */
struct answer model_perform(struct model *model, const struct operation *operation);

void model_run(struct model *model);

/* The model has returned ANY_VALUE for the operation, and the system this. Is that correct? */
bool model_accept(struct model *model, const struct operation *operation, uint32_t value);

bool model_in_interrupt(const struct model *model);
bool model_may_wait(const struct model *model); /* the running context */
bool model_is_ready(const struct model *model, int thread);
int model_next(const struct model *model); /* the thread that should run; NOBODY */
unsigned model_disables(const struct model *model, int thread); /* including spinlocks */
bool model_keeps_preemption_off(const struct model *model, int thread);
uint64_t model_next_alarm(const struct model *model);
const struct activity *model_activity(const struct model *model);

/* Returns: OK if the running context may do this with the spinlock. */
enum status model_may_lock(const struct model *model, int spin);
enum status model_may_unlock(const struct model *model, int spin);

/* The spinlock that the thread took last, or NOBODY. thread: NOBODY for interrupts. */
int model_last_spin(const struct model *model, int thread);

#endif
