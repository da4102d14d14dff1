/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the kernel: all data, and no functions that change it. Each room of the kernel works
 * on its own part.
 *
 * struct lm_cpu has the data of a processor. The functions that decide get it as an argument.
 * struct lm_kernel has the other data of the kernel. A target has one static instance of it, in
 * limen-cores one for each core; the host has them for each operating system thread. The data of
 * the observer are in observe/observation.h.
 */
#ifndef LIMEN_STATE_H
#define LIMEN_STATE_H

#include "core/ready_queue.h"
#include "port.h"
#include <limen/kernel.h>
#include <limen/thread.h>
#include <time/timeout.h> /* not from this folder: small/ may have another one */

struct lm_timer;

/* The state of a thread, in lm_thread.state. A thread in one of the first two is ready. */
enum lm_sched_state {
    LM_STATE_READY,      /* not dispatched since it became ready or yielded; 0, as ready_state */
    LM_STATE_DISPATCHED, /* runs, or was preempted */
    LM_STATE_BLOCKED,    /* waits_for says what ends this state */
    LM_STATE_TERMINATED
};

struct lm_cpu {
    struct lm_thread *running; /* offset 0 and */
    struct lm_thread *next;    /* one pointer on: the ports' assembly reads them */
    bool has_switch_hooks;     /* on_leave or on_switch is set */
    struct lm_ready_queue ready;
    struct lm_thread idle; /* in no queue: it runs when the queue is empty */

    /* Hooks of features for each switch, or NULL. on_leave may make another thread next. */
    void (*on_leave)(struct lm_cpu *cpu, struct lm_thread *from);
    void (*on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);
    void (*on_slice_end)(struct lm_cpu *cpu, uint64_t now); /* set if slices are used */

    /* time/ */
    struct lm_timeout_queue timeouts;
    uint64_t slice_end;  /* of the running thread; LM_NEVER if it has none */
    uint64_t alarm;      /* the instant to which the port is set */
    uint64_t alarm_time; /* the instant of the last alarm; not before timeouts.base */
};

/* The numbers of the objects of a core begin behind LM_OBJECTS_BEFORE, so that no two objects of
 * different cores have the same number. */
enum { LM_OBJECT_BITS = 13 };
#define LM_OBJECTS_BEFORE (LM_CORES_OR(lm_port_core() << LM_OBJECT_BITS, 0U))

struct lm_kernel {
    struct lm_cpu cpu;
    bool started;
    uint8_t epoch;        /* the number of calls of lm_kernel_init, modulo 256 */
    uint16_t objects;     /* the number of the newest object */
    uint32_t slice_unit;  /* ticks */
    uint64_t time_offset; /* lm_time_get() - lm_now() */
    void (*stack_handler)(struct lm_thread *thread); /* or NULL */
    bool handles_stack;                              /* the handler runs, within a switch */

    /* Hooks for the layers that are built on the kernel, or NULL. on_thread_end: frees a few
     * resources; returns: were there any? on_refused_wait: a call that may wait was refused.
     * defers_timer: returns: the layer will call the function. */
    LM_UNLESS_SMALL(bool (*on_thread_end)(struct lm_thread *thread);)
    LM_UNLESS_SMALL(void (*on_refused_wait)(const void *place);)
    LM_UNLESS_SMALL(bool (*defers_timer)(struct lm_timer *timer);)
};

_Static_assert(offsetof(struct lm_kernel, cpu.running) == 0, "assembly reads it");
_Static_assert(offsetof(struct lm_kernel, cpu.next) == sizeof(void *), "assembly reads it");
_Static_assert(offsetof(struct lm_thread, node) == 0, "a link is a thread: wait_list.h");
_Static_assert(offsetof(struct lm_thread, stack_pointer) == 2 * sizeof(void *),
               "assembly reads it");
_Static_assert(offsetof(struct lm_thread, standing) == 3 * sizeof(void *), "assembly writes it");
_Static_assert(offsetof(struct lm_thread, dispatched_standing) == 3 * sizeof(void *) + 8,
               "assembly reads it");

static inline struct lm_kernel *lm_kernel(void)
{
    return lm_port_kernel();
}

/* The processor that this code runs on. */
static inline struct lm_cpu *lm_cpu(void)
{
    return &lm_port_kernel()->cpu;
}

/* lm_cpu with the address in a register, to pass on: a compiler that knows the address computes it
 * twice, and uses a second register for it. */
static inline struct lm_cpu *lm_cpu_in_register(void)
{
    struct lm_cpu *cpu = lm_cpu();

    __asm__("" : "+r"(cpu));
    return cpu;
}

/* 1 + the level to which a layer raises the thread while it is dispatched, or 0. */
static inline unsigned lm_thread_raised(const struct lm_thread *thread)
{
    (void)thread;
    return LM_SMALL_OR(0, thread->raised);
}

#endif
