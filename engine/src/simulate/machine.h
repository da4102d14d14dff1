/* SPDX-License-Identifier: Apache-2.0 */
/* A machine runs the kernel with the script port: one system of threads, in virtual time.
 *
 * This is the interface between the kernel, which is C, and the engine, which is C++. The kernel is
 * compiled several times, with the same functions under different names:
 *
 *   lm_machine_quick_*   writes no trace: for many runs
 *   lm_machine_traced_*  writes a trace, if it has a buffer: for a run that a user examines
 *   lm_machine_wide_*    the same for priorities up to LM_MACHINE_WIDE_LEVELS - 1
 *   lm_machine_cores_*   the same for such priorities and LM_MACHINE_CORES cores
 *
 * All check the calls, and give the same results.
 *
 * All times are ticks. Everything here is plain data, so that it is the same in both languages.
 */
#ifndef LIMEN_MACHINE_H
#define LIMEN_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_MACHINE_LEVELS = 32, LM_MACHINE_WIDE_LEVELS = 1024, LM_MACHINE_CORES = 8 };

/* The operations of scripts. `object` is an index into the objects of the system. The page has the
 * numbers up to REPEAT (viewer/src/play/system.ts). */
enum lm_operation_kind {
    LM_OPERATION_WORK, /* from `begin` to `end`, positions in the longest job, and `value` */
    LM_OPERATION_LOCK, /* the mutex `object` */
    LM_OPERATION_UNLOCK,
    LM_OPERATION_THRESHOLD, /* set the threshold of the thread to `value` */
    LM_OPERATION_YIELD,     /* the level becomes the priority, until the thread runs again */
    LM_OPERATION_POST,      /* the semaphore `object` */
    LM_OPERATION_WAIT,      /* ..., at most `value` ticks; 0: for ever */
    LM_OPERATION_SEND,      /* a message to the queue `object`; `value` as before */
    LM_OPERATION_RECEIVE,
    LM_OPERATION_SLEEP,     /* for `value` ticks */
    LM_OPERATION_STACK,     /* from now on, `value` bytes of stack are in use */
    LM_OPERATION_END,       /* of the job of a periodic thread: wait for the next release */
    LM_OPERATION_REPEAT,    /* the script of a thread without a period begins again */
    LM_OPERATION_CHUNK_END, /* the threshold becomes `value`, and what is due happens */
    LM_OPERATION_CHUNK,     /* what is due happens, then the threshold becomes `value` */
    LM_OPERATION_ENTER,     /* the core lock `object` */
    LM_OPERATION_LEAVE
};

struct lm_operation {
    uint32_t kind;
    uint32_t object;
    uint64_t value;
    uint64_t begin, end;
};

struct lm_machine_thread {
    const char *name;
    const struct lm_operation *script; /* its last operation is END or REPEAT */
    uint64_t period;                   /* 0: no period */
    uint64_t offset;                   /* of the first arrival */
    uint64_t deadline;                 /* after the arrival */
    uint64_t jitter;                   /* the longest time from the arrival to the release */
    uint64_t work, work_min;           /* the longest and the shortest job */
    uint32_t priority, threshold;
    uint32_t stack; /* bytes */
    uint32_t slice; /* ticks among equal priorities; 0: none */
    uint32_t core;
};

enum lm_machine_object_kind {
    LM_MACHINE_MUTEX,
    LM_MACHINE_SEMAPHORE,
    LM_MACHINE_QUEUE,
    LM_MACHINE_SHARED_MUTEX, /* for the threads of all cores */
    LM_MACHINE_CORE_LOCK
};

struct lm_machine_object {
    const char *name;
    uint32_t kind;
    uint32_t protocol; /* of a mutex: enum lm_protocol */
    uint32_t value;    /* of a mutex: the ceiling; semaphore: the count; queue: the capacity */
    uint32_t core;     /* whose threads use it; has no meaning if it serves all cores */
};

struct lm_machine_interrupt {
    uint64_t period, offset, jitter, work;
    uint32_t core;
};

struct lm_machine_system {
    const struct lm_machine_thread *threads;
    const struct lm_machine_object *objects;
    const struct lm_machine_interrupt *interrupts; /* the most urgent first */
    uint32_t thread_count, object_count, interrupt_count, core_count;
    uint64_t preemption; /* the additional work of a job for each preemption */
    uint32_t clock_hz;   /* for the header of the trace */
};

struct lm_machine_options {
    uint64_t seed;
    uint64_t horizon;     /* the run ends at this instant; UINT64_MAX: never */
    uint64_t jobs;        /* ... or after this number of jobs of all threads */
    bool uniform_work;    /* each job takes between work_min and work; else work */
    bool random_offsets;  /* below the period; else those of the system */
    bool random_jitter;   /* from 0 to the jitter; else 0 */
    void *trace;          /* traced: the buffer, aligned to 4 bytes, or NULL */
    uint32_t trace_bytes; /* of it, for each core */
};

struct lm_machine_thread_result {
    uint64_t jobs; /* that ended */
    uint64_t response_max, response_min, response_sum;
    uint64_t misses;     /* jobs that ended after their deadlines, or had not ended by then */
    uint64_t unfinished; /* jobs that arrived and had not ended */
    uint64_t preemptions;
    uint64_t blocking_max; /* the longest time for which less urgent threads ran during a job */
    uint64_t worst_job;    /* the number of the job with the longest response, the first of them */
    uint64_t worst_end;    /* when it ended */
};

/* How a run ended. */
enum lm_machine_end {
    LM_MACHINE_HORIZON, /* or after the jobs */
    LM_MACHINE_JOBS,
    LM_MACHINE_SILENCE, /* nothing can happen any more: all threads wait for each other */
    LM_MACHINE_LOOP,    /* a script repeats without time */
    LM_MACHINE_REFUSED, /* the kernel refused a call */
    LM_MACHINE_WAITS    /* no end: a core has nothing to do before an instant */
};

struct lm_machine_result {
    uint32_t end;           /* enum lm_machine_end */
    uint32_t stack_threads; /* most threads in a job at an instant, ... */
    uint64_t stack_bytes;   /* ... and their stacks */
    uint64_t time;
    uint64_t jobs;
    uint64_t switches, to_idle, from_idle, preemptions;
    uint64_t nested;      /* jobs that began while another one had begun and had not ended */
    uint64_t interrupts;  /* handlers of lines that ran */
    uint32_t trace_bytes; /* of the trace, without records that were never written */
    bool has_all_events;  /* the trace has all events of the run */
};

struct lm_machine;

/* The bytes of a machine for a system. */
#define LM_MACHINE_FUNCTIONS(name)                                                                 \
    size_t lm_machine_##name##_bytes(const struct lm_machine_system *system);                      \
    void lm_machine_##name##_run(void *memory, const struct lm_machine_system *system,             \
                                 const struct lm_machine_options *options,                         \
                                 struct lm_machine_result *result,                                 \
                                 struct lm_machine_thread_result *threads);

/* bytes: of the memory that a run needs, aligned to 16 bytes.
 * run:   simulate. The memory may have any contents. threads: a result for each thread. */
LM_MACHINE_FUNCTIONS(quick)
LM_MACHINE_FUNCTIONS(traced)
LM_MACHINE_FUNCTIONS(wide)
LM_MACHINE_FUNCTIONS(cores)

#ifdef __cplusplus
}
#endif

#endif
