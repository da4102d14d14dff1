/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of a context of the system under test: the alphabet of a case. A case is a list of
 * operations, and the running context takes the next one. So every part of a list is a valid case,
 * and a program can shorten a list without knowing its meaning.
 */
#ifndef LIMEN_MODEL_OPERATION_H
#define LIMEN_MODEL_OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The groups of operations, by the object on which they act. */
enum group {
    OF_CONTEXT,
    OF_THREAD,
    OF_SEMAPHORE, /* this and the following up to OF_BYTES have wait lists */
    OF_MUTEX,
    OF_QUEUE,
    OF_FLAGS,
    OF_BLOCKS,
    OF_BYTES,
    OF_TIMER,
    OF_SECTION,
    OF_SPIN,
    GROUPS
};

/* a: the object; a number that no object has is a null pointer. d: timeouts. */
enum kind {
    /* Operations of the context on itself. */
    DO_RETURN, /* from the entry or the callback; at start-up: start the kernel */
    DO_WORK,   /* a: ticks */
    DO_RAISE,
    DO_RAISE_WITHIN, /* a: line */
    DO_INTERRUPTS_OFF,
    DO_INTERRUPTS_ON,
    DO_YIELD,
    DO_SLEEP,       /* a: ticks */
    DO_SLEEP_UNTIL, /* a: as d */
    DO_WAIT_PERIOD,
    DO_PREEMPT_DISABLE,
    DO_PREEMPT_ENABLE,
    DO_SLICES_IN, /* a: ticks */
    DO_TIME_SET,  /* a: ticks */

    DO_THREAD_CREATE, /* b: priority, c: threshold, d: see thread_setup */
    DO_THREAD_START,
    DO_THREAD_SUSPEND,
    DO_THREAD_RESUME,
    DO_THREAD_TERMINATE,
    DO_THREAD_RESET,
    DO_THREAD_RESTART,
    DO_THREAD_DELETE,
    DO_THREAD_ABORT_WAIT,
    DO_THREAD_SET_PRIORITY,  /* b: priority, c: threshold */
    DO_THREAD_SET_THRESHOLD, /* b: threshold */
    DO_THREAD_SET_SLICE,     /* b: ticks */

    DO_SEMAPHORE_CREATE, /* b: count, c: by priority? */
    DO_SEMAPHORE_WAIT,
    DO_SEMAPHORE_POST,
    DO_SEMAPHORE_POST_BELOW, /* b: ceiling */
    DO_SEMAPHORE_PRIORITIZE,
    DO_SEMAPHORE_DELETE,

    DO_MUTEX_CREATE, /* b: enum protocol, c: by priority?, d: ceiling */
    DO_MUTEX_LOCK,
    DO_MUTEX_UNLOCK,
    DO_MUTEX_PRIORITIZE,
    DO_MUTEX_DELETE,

    DO_QUEUE_CREATE,     /* b: capacity, c: by priority? */
    DO_QUEUE_SEND,       /* b: message, 0: no pointer to one */
    DO_QUEUE_SEND_FRONT, /* likewise */
    DO_QUEUE_RECEIVE,    /* b: 0: no pointer */
    DO_QUEUE_FLUSH,
    DO_QUEUE_PRIORITIZE,
    DO_QUEUE_DELETE,

    DO_FLAGS_CREATE, /* c: by priority? */
    DO_FLAGS_WAIT,   /* b: bits, c: enum flags_mode */
    DO_FLAGS_SET,    /* b: bits */
    DO_FLAGS_CLEAR,  /* b: bits */
    DO_FLAGS_DELETE,

    DO_BLOCKS_CREATE, /* b: blocks, c: by priority? */
    DO_BLOCKS_ALLOCATE,
    DO_BLOCKS_RELEASE, /* b: number of the block; another number is a bad address */
    DO_BLOCKS_PRIORITIZE,
    DO_BLOCKS_DELETE,

    DO_BYTES_CREATE,   /* c: by priority? */
    DO_BYTES_ALLOCATE, /* b: bytes */
    DO_BYTES_RELEASE,  /* b: offset */
    DO_BYTES_PRIORITIZE,
    DO_BYTES_DELETE,

    DO_TIMER_CREATE,
    DO_TIMER_START, /* b: period, d: delay */
    DO_TIMER_STOP,
    DO_TIMER_DELETE,

    DO_MODEL_SET, /* a: enum preemption */
    DO_SECTION_ENTER,
    DO_SECTION_LEAVE,
    DO_PREEMPT_POINT,
    DO_PREEMPT_TICK,
    DO_BORDER_SET, /* a: level */

    DO_SPIN_CREATE, /* b: raw? */
    DO_SPIN_LOCK,
    DO_SPIN_UNLOCK,

    OPERATION_KINDS
};

struct operation {
    enum kind kind;
    uint32_t a, b, c, d;
};

/* Timeouts: */
enum {
    NO_WAIT = 0,
    UNTIL_BASE = 10000, /* UNTIL_BASE + UNTIL_NOW + n: until n ticks from now, n may be < 0 */
    UNTIL_NOW = 16,
    UNTIL_END = 20000,
    FOREVER = 99999, /* else: so many ticks */
};

enum protocol { PLAIN, INHERIT, CEILING };

enum flags_mode { ANY_OF, ALL_OF, ANY_AND_CLEAR, ALL_AND_CLEAR };

/* The meaning of the digits of d in DO_THREAD_CREATE: */
struct thread_setup {
    bool suspended;
    uint32_t slice;  /* ticks, 0: none */
    uint32_t period; /* ticks, 0: not periodic */
    uint32_t offset;
    uint32_t deadline;
};

struct thread_setup thread_setup(uint32_t d);
uint32_t thread_setup_digits(const struct thread_setup *setup);

enum group operation_group(enum kind kind);

/* The operations that all objects with wait lists have. */
enum verb { OTHER, CREATE, PRIORITIZE, DELETE };

enum verb operation_verb(enum kind kind);

/* The text of an operation: "semaphore-wait 1 0 0 99999". */
void operation_text(const struct operation *operation, char *text, size_t bytes);
bool operation_parse(const char *text, struct operation *operation);

#endif
