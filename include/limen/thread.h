/* SPDX-License-Identifier: Apache-2.0 */
/* Threads.
 *
 * A thread becomes ready at the level of its priority. The dispatch raises its level to its
 * threshold. The thread keeps that level, preempted or not, until it blocks or yields. The thread
 * at the head of the most urgent level runs. Level 0 is the most urgent, and threshold <= priority.
 * It follows that a thread that becomes ready preempts the running one if and only if its priority
 * is less than the level of the running one.
 *
 *   threshold = priority   preemptive
 *   threshold < priority   holds off the priorities threshold to priority - 1
 *   threshold = 0          cooperative: no thread preempts
 *
 * The rule with worked examples: spec/semantics.md.
 */
#ifndef LIMEN_THREAD_H
#define LIMEN_THREAD_H

#include <limen/kernel.h>
#include <limen/object.h>
#include <limen/time.h>
#include <limen/timeout_node.h>
#include <limen_port.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_thread_state { LM_READY, LM_RUNNING, LM_SUSPENDED, LM_TERMINATED };

/* The reason for which a blocked thread waits, or how a thread has ended, with the numbers of the
 * trace. */
enum lm_waits_for {
    LM_WAITS_FOR_NOTHING,
    LM_HAS_RETURNED,     /* terminated, by the return of its entry function */
    LM_WAS_TERMINATED,   /* ... by a call */
    LM_WAITS_FOR_RESUME, /* or for its start */
    LM_WAITS_FOR_TIME,
    LM_WAITS_FOR_QUEUE, /* this and the following up to MUTEX: in a wait list */
    LM_WAITS_FOR_SEMAPHORE,
    LM_WAITS_FOR_EVENTS,
    LM_WAITS_FOR_BLOCK,
    LM_WAITS_FOR_BYTES,
    LM_WAITS_FOR_STREAM,
    LM_WAITS_FOR_MIDDLEWARE = 12, /* software that has lists of waiting threads of its own */
    LM_WAITS_FOR_MUTEX,
    LM_WAITS_FOR_PERIOD,
    LM_WAITS_FOR_SHARED, /* in limen-cores: another core may end the wait, so that no call takes the
                          * thread out of a list by itself */
    LM_WAITS_FOR_BUDGET  /* its budget is used up, and its period is not over (limen/budget.h) */
};

struct lm_cpu;
struct lm_releaser_kind;

/* The releaser of the jobs of a thread: a part of struct lm_period, or of a structure of a
 * layer. */
struct lm_releaser {
    const struct lm_releaser_kind *kind; /* kernel/time/release.h */
    uint32_t job;                        /* the number of the current job, from 0 */
    uint64_t release;                    /* the instant at which the current job was released */
    uint64_t deadline;                   /* ticks after each release, 0: none */
};

/* The data of a periodic thread besides struct lm_thread. They must exist as long as the thread. */
struct lm_period {
    struct lm_releaser releaser;
    uint64_t length; /* ticks between releases */
    uint64_t offset; /* first release, ticks after start */
};

extern const struct lm_releaser_kind lm_period_kind;

/* The initial value of a struct lm_period. Times in ticks; deadline 0: none. Requires: the period
 * is not 0. */
#define LM_PERIOD(period_ticks, offset_ticks, deadline_ticks)                                      \
    {                                                                                              \
        .releaser = {.kind = &lm_period_kind, .deadline = (deadline_ticks)},                       \
        .length = (period_ticks), .offset = (offset_ticks)                                         \
    }

/* The data of a thread with a time slice besides struct lm_thread. They must exist as long as the
 * thread. */
struct lm_slice {
    void (*use)(struct lm_cpu *cpu); /* lm_slice_use: only programs with slices contain it */
    uint32_t ticks;
    uint32_t left; /* ticks */
};

void lm_slice_use(struct lm_cpu *cpu);

/* In place of lm_slice_use in a program with lm_slices_in, whose slices are all in its units. */
void lm_slice_use_units(struct lm_cpu *cpu);

/* The initial value of a struct lm_slice. Requires: the slice is not 0. */
#define LM_SLICE(slice_ticks)                                                                      \
    {                                                                                              \
        .use = lm_slice_use, .ticks = (slice_ticks)                                                \
    }

/* Words of each thread for the layers that are built on the kernel. */
enum { LM_THREAD_LAYER_WORDS = 2 };

/* A call about a thread of another core, on its way: kernel/cores/requests.c. */
struct lm_request {
    struct lm_request *next; /* in the inbox of a core */
    struct lm_thread *target;
    struct lm_thread *caller; /* that waits for the answer, or NULL */
    uint16_t priority, threshold;
    uint16_t call; /* enum lm_call */
    bool busy;     /* it is on its way */
};

struct lm_thread {
    struct lm_list node; /* in the ready queue or in a wait list; at offset 0 */
    void *stack_pointer; /* while it does not run; the assembly of the ports knows its offset */

    /* Under the kernel lock. Fields that change together share a word. The words with which a
     * thread becomes ready and is dispatched are stored, so that they need only be copied. */
    __extension__ union {
        struct {
            uint16_t level;    /* by the rule of kernel/core/sched.h */
            uint8_t state;     /* enum lm_sched_state, kernel/state.h */
            uint8_t waits_for; /* enum lm_waits_for */
        };
        uint32_t standing;
    };
    __extension__ union {
        struct {
            uint16_t priority; /* effective: the most urgent of base, inherited and ceilings */
            uint8_t ready_state;
            uint8_t ready_waits_for;
        };
        uint32_t ready_standing;
    };
    __extension__ union {
        struct {
            uint16_t threshold; /* effective: the more urgent of base and priority */
            uint8_t dispatched_state;
            uint8_t dispatched_waits_for;
        };
        uint32_t dispatched_standing;
    };
    __extension__ union { /* additional work at the end of a wait; all false for most waits */
        struct {
            bool suspend_pending; /* suspended as soon as its wait ends */
            bool wait_timed;      /* it waits in a list, and its timeout is started */
            bool wait_ahead;  /* it waits to send to the front of a queue: served ahead of others */
            bool end_pending; /* terminated as soon as its long call is complete */
        };
        uint32_t wait_extras;
    };
    lm_level place;            /* the level at which it is in the ready queue */
    lm_level preempt_disabled; /* nesting depth of lm_preempt_disable; while it is not 0, the level
                                * is 0 and the thread must not wait */
    lm_level base_priority;
    lm_level base_threshold;
    uint8_t wait_status; /* enum lm_status: the result of its call, on ports that keep it here */
    bool begun;          /* it has been ready, or waited for a release, since its creation or
                             * reset */
    /* 1 + the level to which a layer raises it while it is dispatched, or 0 */
    LM_UNLESS_SMALL(uint8_t raised;)
    LM_UNLESS_SMALL(bool in_long_call;) /* in a long call, which has to be completed */
    struct lm_slice *slice;             /* NULL: never sliced */
    struct lm_wait_list *wait_list;
    void *wait_data; /* the message to receive or to send */
    struct lm_timeout_node timeout;
    struct lm_object object;
    struct lm_list owned;             /* mutexes */
    LM_IF_COUNTED(uint8_t inversion;) /* in its wait for a mutex: 0 none, 1 bounded, 2 unbounded */

    struct lm_releaser *releaser;                            /* NULL: it has no releases */
    LM_UNLESS_SMALL(uintptr_t layer[LM_THREAD_LAYER_WORDS];) /* 0 at the beginning of each life */

    /* Constant after creation. */
    void (*entry)(void *);
    void *argument;
    void *stack;
    uint32_t stack_bytes;
    LM_UNLESS_SMALL(const void *watched;) /* the end of the stack on which it runs, which holds the
                                           * pattern unless the stack overflowed */
    LM_IF_COUNTED(struct lm_counters *counters;) /* or NULL */
    LM_IF_CORES(uint8_t core;)                   /* the one on which it runs */
    LM_IF_CORES(bool shared_listed;)             /* kernel/cores/cores.h, C2 */
    LM_IF_CORES(uint8_t caller;)                 /* kernel/cores/shared_trace.h */
    LM_IF_CORES(uint16_t call; uint16_t called_about;)
    LM_IF_CORES(struct lm_mutex *shared_mutex;) /* that it owns, or was handed, or NULL */
    LM_IF_CORES(uint8_t shared_status;)         /* with which its wait ends */
    LM_IF_CORES(uint8_t moves_to;)              /* 1 + the core to which it moves, or 0 */
    LM_IF_CORES(bool in_transit;)               /* terminated, and still in an inbox */
    LM_IF_CORES(struct lm_request asks;)        /* its own one */
    LM_IF_CORES(struct lm_request asked;)       /* of an interrupt, about this thread */
};

/* lm_thread_create copies the configuration, but not what its pointers point to. */
struct lm_thread_config {
    const char *name;
    void (*entry)(void *argument); /* the thread ends when it returns */
    void *argument;
    void *stack; /* see LM_STACK */
    uint32_t stack_bytes;
    uint16_t priority;
    uint16_t threshold;           /* <= priority. LM_PREEMPTIVE, LM_COOPERATIVE set both */
    struct lm_slice *slice;       /* among equal priorities, or NULL: see LM_SLICE */
    struct lm_period *period;     /* or NULL: see LM_PERIOD */
    bool suspended;               /* wait for lm_thread_start */
    struct lm_counters *counters; /* the counters of this thread, or NULL */
    LM_IF_CORES(uint8_t on_core;) /* LM_ON_CORE in limen/cores.h; 0: the core that creates it */
};

/* For initialisers: { .name = "D", LM_PREEMPTIVE(4), .entry = ... } */
#define LM_PREEMPTIVE(p) .priority = (p), .threshold = (p)
#define LM_COOPERATIVE(p) .priority = (p), .threshold = 0
#define LM_THRESHOLD(p, t) .priority = (p), .threshold = (t)

/* The section of stacks, which the linker scripts of boards/common put below all data. */
#ifdef __ELF__
#define LM_IN_STACKS __attribute__((section(".bss.limen_stacks")))
#else
#define LM_IN_STACKS
#endif

/* Define a stack with room for this many bytes of the program's own frames and those of the
 * kernel's calls; allow 128 bytes for these on a Cortex-M. The port adds what it needs itself. The
 * configuration refers to the stack by LM_USE_STACK(name). */
#define LM_STACK(name, bytes)                                                                      \
    static unsigned char name[LM_PORT_STACK_BYTES(bytes)]                                          \
        __attribute__((aligned(LM_PORT_STACK_ALIGN))) LM_IN_STACKS
#define LM_USE_STACK(name) .stack = (name), .stack_bytes = sizeof(name)

/* Create a thread. It is ready at once, unless it is configured suspended or periodic.
 * A periodic thread is released at its offset, and then once in each period.
 * Requires: thread is not in use; stack is an area (limen/area.h) that is aligned to
 *           LM_PORT_STACK_ALIGN, has at least LM_PORT_STACK_MIN bytes, and belongs to this thread
 *           only.
 * Context:  any.
 * Returns:  LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already and has not ended, or is
 *           cyclic).
 * Cost:     O(stack), outside the lock: the stack is filled with a pattern. */
enum lm_status lm_thread_create(struct lm_thread *thread, const struct lm_thread_config *config);

/* Start a thread that was created suspended, or reset.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_STATE. Cost: O(1). */
enum lm_status lm_thread_start(struct lm_thread *thread);

/* Stop a thread until lm_thread_resume. A thread that waits continues to wait, and is suspended
 * when its wait ends. A thread may suspend itself.
 * Context: any; itself: thread, preemption not disabled.
 * Returns: LM_OK (also if it is suspended already), LM_BAD_OBJECT, LM_BAD_STATE (terminated),
 * LM_BAD_CONTEXT.
 * Cost:    O(1). */
enum lm_status lm_thread_suspend(struct lm_thread *thread);

/* Stop a thread until lm_thread_resume. If it waits, its wait ends, so that it gets no unit or
 * message while it is suspended: its call returns LM_ABORTED after the resume. Otherwise as
 * lm_thread_suspend.
 * Context: any; itself: thread, preemption not disabled.
 * Returns: LM_OK (also if it is suspended already), LM_BAD_OBJECT, LM_BAD_STATE (terminated),
 * LM_BAD_CONTEXT.
 * Cost:    O(1), or what the end of a wait for a mutex costs. */
enum lm_status lm_thread_suspend_now(struct lm_thread *thread);

/* Undo lm_thread_suspend, or start a thread that was never started.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_STATE (not suspended). Cost: O(1). */
enum lm_status lm_thread_resume(struct lm_thread *thread);

/* Wait for a time, or until an instant. If the instant has passed, the call returns at once.
 * Context: thread. Returns: LM_OK, LM_ABORTED, LM_BAD_CONTEXT. Cost: O(1). */
enum lm_status lm_thread_sleep(uint64_t ticks);
enum lm_status lm_thread_sleep_until(uint64_t instant);

/* End the wait of a thread that sleeps or waits for an object. Its call returns LM_ABORTED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_STATE (it does not wait for a time or an
 * object). Cost: O(1), or what the end of a wait for a mutex costs. */
enum lm_status lm_thread_abort_wait(struct lm_thread *thread);

/* Give up the raised level and go behind all ready threads of the same priority. Threads that the
 * threshold held off run first.
 * Context: thread. Returns: LM_OK, LM_BAD_CONTEXT. Cost: O(1). */
enum lm_status lm_thread_yield(void);

/* End a thread wherever it is. Mutexes that it owns go to their next waiters.
 * Context: any; itself: thread (then it does not return). Returns: LM_OK, LM_BAD_OBJECT,
 * LM_BAD_STATE (already terminated), LM_BAD_CONTEXT (itself, with interrupts off).
 * Cost: O(mutexes owned). The lock is open between two of them. */
enum lm_status lm_thread_terminate(struct lm_thread *thread);

/* Wait up to timeout until a thread has ended. Several threads may wait for the same one.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK (also if it had ended before), LM_TIMEOUT,
 * LM_UNAVAILABLE (it has not ended), LM_ABORTED, LM_DEADLOCK (itself), LM_BAD_OBJECT,
 * LM_BAD_CONTEXT. Cost: O(threads that wait for the end of any thread). In programs with this call,
 * the end of each thread costs as much, with interrupts off. */
enum lm_status lm_thread_join(struct lm_thread *thread, lm_timeout timeout);

/* Prepare a terminated thread to be started from its entry function again, with the priority and
 * the threshold that were set last. lm_thread_restart also starts it.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_STATE (not terminated, or terminated in the
 * interrupt that still uses its stack). Cost: O(1). */
enum lm_status lm_thread_reset(struct lm_thread *thread);
enum lm_status lm_thread_restart(struct lm_thread *thread);

/* Give up the control block and the stack of a terminated thread.
 * Context: any. Returns: as lm_thread_restart; LM_BAD_STATE also for a cyclic thread.
 * Cost:    O(1). */
enum lm_status lm_thread_delete(struct lm_thread *thread);

/* Set priority and threshold. A thread that was dispatched since it last waited goes to the head of
 * the new level, another one to the tail. The call makes no thread preempt by its threshold: the
 * level of a preempted thread rises at most to that of the running one.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1), or O(waiters) and
 * the length of the chain when it waits by priority or for a mutex. */
enum lm_status lm_thread_set_priority(struct lm_thread *thread, unsigned priority,
                                      unsigned threshold);

/* Set the threshold alone. Like lm_thread_set_priority, but a thread that was not dispatched keeps
 * its place. previous may be NULL. */
enum lm_status lm_thread_set_threshold(struct lm_thread *thread, unsigned threshold,
                                       unsigned *previous);

/* Set the time slice; 0: none. The thread begins a full slice. slice keeps the rest of it, and must
 * exist as long as the thread has a slice.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_thread_set_slice(struct lm_thread *thread, struct lm_slice *slice,
                                   uint32_t ticks);

/* Set the unit of time slices. Slices are then a number of units, and end at instants that are
 * multiples of the unit: at each such instant the thread that runs then pays for one unit. A slice
 * of n units ends when its thread has paid n times. Without this call the unit is one tick, and a
 * slice ends at the tick in which it is used up.
 * Requires: ticks > 0, and no thread has a slice, else the call has no effect in the checked
 *           libraries.
 * Context: start-up. Cost: O(1). */
void lm_slices_in(uint32_t ticks);

/* Make every switch check the end of the stack that it leaves, and call the handler if the end has
 * been overwritten. NULL: no checks, and no cost. The handler runs within the switch. It may
 * suspend or terminate the thread that it gets, or stop the system, but must not call the kernel
 * otherwise.
 * Context: any. Cost: O(1). */
void lm_stack_check(void (*handler)(struct lm_thread *thread));

/* Does the end of the stack still hold the pattern? false if the argument is not a thread. Context:
 * any.
 * Cost: O(1). */
bool lm_thread_stack_is_intact(const struct lm_thread *thread);

/* End the job of this period and wait for the next release. If that has already passed, the call
 * returns at once: jobs are never skipped. A cyclic thread waits for its tick (limen/cyclic.h).
 * Context: thread with a period, or a cyclic one. Returns: LM_OK, LM_OVERRUN, LM_BAD_STATE (no
 * period), LM_BAD_CONTEXT. Cost: O(1). */
enum lm_status lm_thread_wait_period(void);

/* The calling thread; in an interrupt the interrupted one. NULL: the idle thread.
 * Context: any. Cost: O(1). */
struct lm_thread *lm_thread_self(void);

struct lm_thread_info {
    const char *name;
    enum lm_thread_state state;
    enum lm_waits_for waits_for;
    const struct lm_object *wait_object; /* the object for which it waits, or NULL */
    bool suspend_pending;                /* it will be suspended when its wait ends */
    uint32_t slice;
    uint16_t priority, threshold;           /* in force */
    uint16_t base_priority, base_threshold; /* as set */
    uint16_t level;
    uint64_t release; /* of the current job; 0 if the thread has no releases */
    uint32_t job;     /* number of the current job, from 0 */
};

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_thread_get_info(const struct lm_thread *thread, struct lm_thread_info *info);

/* The lowest address of the stack on which the thread runs: its own one, or one that it shares.
 * Context: any. Cost: O(1). */
static inline const void *lm_thread_stack_end(const struct lm_thread *thread)
{
    return LM_SMALL_OR(thread->stack, thread->watched);
}

/* Bytes of the stack that were never written. Context: any. Cost: O(stack), without the lock. */
uint32_t lm_thread_stack_unused(const struct lm_thread *thread);

#ifdef __cplusplus
}
#endif

#endif
