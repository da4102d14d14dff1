/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the kernel: all data, no behaviour. Each room of the kernel works on its own part.
 *
 * What belongs to a processor is one structure, which is handed down to the functions that decide;
 * a second processor would get a second one. What the whole system has once is the other. A target
 * has one static instance of both, the host one for each operating system thread. What the observer
 * keeps is not here, but in observe/observation.h.
 */
#ifndef LIMEN_STATE_H
#define LIMEN_STATE_H

#include "core/ready_queue.h"
#include "port.h"
#include "time/timeout.h"
#include <limen/kernel.h>
#include <limen/thread.h>

struct lm_timer;

/* Of a thread, in lm_thread.state. The first two are ready. */
enum lm_sched_state {
    LM_STATE_READY,      /* not dispatched since it became ready or yielded */
    LM_STATE_DISPATCHED, /* runs, or was preempted */
    LM_STATE_BLOCKED,    /* waits_for says what ends that */
    LM_STATE_TERMINATED
};

struct lm_cpu {
    struct lm_thread *running; /* offset 0 and */
    struct lm_thread *next;    /* one pointer on: the ports' assembly reads them */
    bool has_switch_hooks;     /* on_leave or on_switch is set */
    struct lm_ready_queue ready;
    struct lm_thread idle; /* in no queue: it runs when the queue is empty */

    /* Features that act at each switch, or NULL. on_leave may make another thread next. */
    void (*on_leave)(struct lm_cpu *cpu, struct lm_thread *from);
    void (*on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);

    /* time/ */
    struct lm_timeout_queue timeouts;
    uint64_t slice_end;  /* of the running thread; LM_NEVER if it has none */
    uint64_t alarm;      /* that the port is set to */
    uint64_t alarm_time; /* when the last alarm came; not before timeouts.base */
};

struct lm_kernel {
    struct lm_cpu cpu;
    bool started;
    uint8_t epoch;        /* lm_kernel_init has been called so often, modulo 256 */
    uint16_t objects;     /* created so far */
    uint32_t slice_unit;  /* ticks */
    uint64_t time_offset; /* lm_time_get less lm_now */
    void (*stack_handler)(struct lm_thread *thread); /* or NULL */
    bool handles_stack;                              /* it runs, within a switch */

    /* What layers on the kernel do where the kernel is of no use to them, or NULL. */
    bool (*on_thread_end)(struct lm_thread *thread); /* give back a little of it; was there any? */
    void (*on_refused_wait)(const void *place);      /* a call that must not wait was to wait */
    bool (*defers_timer)(struct lm_timer *timer);    /* the layer will call the function */
};

_Static_assert(offsetof(struct lm_kernel, cpu.running) == 0, "assembly reads it");
_Static_assert(offsetof(struct lm_kernel, cpu.next) == sizeof(void *), "assembly reads it");
_Static_assert(offsetof(struct lm_thread, node) == 0, "a link is a thread: wait_list.h");
_Static_assert(offsetof(struct lm_thread, stack_pointer) == 2 * sizeof(void *),
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

#endif
