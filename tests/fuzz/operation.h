/* SPDX-License-Identifier: Apache-2.0 */
/* What a context of the system under test can be told to do: the alphabet of a case. A case is a
 * list of operations; whoever runs takes the next one. So a list means something however many of
 * its operations are left out, and can be made shorter blindly.
 */
#ifndef LIMEN_FUZZ_OPERATION_H
#define LIMEN_FUZZ_OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kind {
    /* Of the context itself. */
    DO_RETURN, /* from the thread's entry or the handler; at start-up: start the kernel */
    DO_WORK,   /* a: ticks */
    DO_RAISE,  /* a: line */
    DO_INTERRUPTS_OFF,
    DO_INTERRUPTS_ON,
    DO_YIELD,
    DO_SLEEP,       /* a: ticks */
    DO_SLEEP_UNTIL, /* a: instant, see until_offset */
    DO_WAIT_PERIOD,
    DO_PREEMPT_DISABLE,
    DO_PREEMPT_ENABLE,

    /* a: the object; b, c, d as said. */
    DO_THREAD_CREATE, /* b: priority, c: threshold, d: see thread_setup */
    DO_THREAD_START,
    DO_THREAD_SUSPEND,
    DO_THREAD_RESUME,
    DO_THREAD_TERMINATE,
    DO_THREAD_RESTART,
    DO_THREAD_DELETE,
    DO_THREAD_ABORT_WAIT,
    DO_THREAD_SET_PRIORITY,  /* b: priority, c: threshold */
    DO_THREAD_SET_THRESHOLD, /* b: threshold */
    DO_THREAD_SET_SLICE,     /* b: ticks */

    DO_SEMAPHORE_CREATE, /* b: count, c: by priority? */
    DO_SEMAPHORE_WAIT,   /* d: timeout */
    DO_SEMAPHORE_POST,
    DO_SEMAPHORE_POST_BELOW, /* b: ceiling */
    DO_SEMAPHORE_DELETE,

    DO_QUEUE_CREATE,  /* b: capacity, c: by priority? */
    DO_QUEUE_SEND,    /* b: message, 0: no pointer to one; d: timeout */
    DO_QUEUE_RECEIVE, /* b: 0: no pointer; d: timeout */
    DO_QUEUE_DELETE,

    OPERATION_KINDS
};

struct operation {
    enum kind kind;
    uint32_t a, b, c, d;
};

/* An object of a, or of all operations: beyond the last one is a null pointer. */

/* Timeouts, as d says them: */
enum {
    NO_WAIT = 0,
    UNTIL_BASE = 10000, /* UNTIL_BASE + UNTIL_NOW + n: until n ticks from now, n may be < 0 */
    UNTIL_NOW = 16,
    UNTIL_END = 20000,
    FOREVER = 99999, /* else: so many ticks */
};

/* What d of DO_THREAD_CREATE says, in its digits: */
struct thread_setup {
    bool suspended;
    uint32_t slice;  /* ticks, 0: none */
    uint32_t period; /* ticks, 0: not periodic */
    uint32_t offset;
    uint32_t deadline;
};

struct thread_setup thread_setup(uint32_t d);
uint32_t thread_setup_digits(const struct thread_setup *setup);

/* As text: "semaphore-wait 1 0 0 99999". */
const char *operation_name(enum kind kind);
void operation_text(const struct operation *operation, char *text, size_t bytes);
bool operation_parse(const char *text, struct operation *operation);

#endif
