/* SPDX-License-Identifier: Apache-2.0 */
/* The host port: the kernel in one operating system thread, in virtual or in real time.
 *
 * Virtual: time moves only when a thread works (lm_host_work), when a cost is charged, and when all
 * are idle: then it jumps to the next alarm. Interrupts - the alarm and the lines of
 * limen/board.h - are function calls on the stack of whom they interrupt. A line that is raised
 * interrupts as soon as the lock is free. The alarm and the devices raise their lines when time has
 * passed their instants, and at their instants when the running code would work or leaves the
 * processor: it first finishes what takes no time (spec/semantics.md, One instant). So the same
 * program gives the same trace, bit for bit, at any speed of the desk.
 *
 * Real: time is the wall clock's, and the alarm is a signal that may come wherever the lock is
 * free (clock.h). Costs are not charged.
 *
 * Devices of the simulated board have lines of their own, beyond those of limen/board.h, and raise
 * them at instants (lm_host_device_start).
 *
 * The simulation ends when nothing can happen any more: all threads wait and no alarm is set.
 */
#ifndef LIMEN_HOST_H
#define LIMEN_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* What the kernel's own work takes, in thousandths of a tick; all zero: nothing. */
struct lm_host_costs {
    uint32_t call;      /* each call of the kernel */
    uint32_t switched;  /* each switch */
    uint32_t waited;    /* more, if who leaves waits: to stop, and to become ready again */
    uint32_t interrupt; /* each entry of an interrupt handler */
};

/* Lines as the trace numbers them: those of limen/board.h, the alarm, devices. */
enum {
    LM_HOST_LINES = 4,
    LM_HOST_ALARM_LINE = LM_HOST_LINES,
    LM_HOST_FIRST_DEVICE,
    LM_HOST_ALL = 7
};
enum { LM_HOST_ALARM_URGENCY = 2, LM_HOST_THREAD_URGENCY = 255 };

struct lm_thread;

struct lm_host_line {
    void (*handler)(void *argument);
    void *argument;
    unsigned urgency;
    uint64_t due; /* of the alarm and of devices: when the line is raised */
};

struct lm_host {
    uint64_t now;        /* real time: when it was last seen that the alarm is due */
    uint64_t alarm;      /* the first instant at which a line is due: where time has to stop */
    uint64_t real_alarm; /* real time: the same; virtual: LM_NEVER */
    uint32_t locked;
    uint32_t pending; /* bit n: line n is raised */
    unsigned depth;   /* of nested handlers */
    unsigned urgency; /* of the code that runs */
    bool switch_pending;
    const struct lm_thread *left; /* by the last switch */
    uint64_t limit;               /* the simulation ends when time comes to this */
    bool real;                    /* time */
    uint64_t told;                /* real time: the last that lm_port_now has told */
    uint32_t fraction;            /* of a tick, in thousandths, charged but not yet counted */
    struct lm_host_costs costs;
    struct lm_host_line lines[LM_HOST_ALL];
};

/* In a program the place of such a variable is a constant. Said so, since gcc 12 with a sanitizer
 * would look whether the sum of its parts is null, by flags that the linker then optimises away. */
#if defined(__PIC__) && !defined(__PIE__)
#define LM_HOST_OWN _Thread_local
#else
#define LM_HOST_OWN __attribute__((tls_model("local-exec"))) _Thread_local
#endif
extern LM_HOST_OWN struct lm_host lm_host;

/* Virtual time passes while the lock is taken, or up to lm_host.alarm. The lines whose instants it
 * passes are raised. */
void lm_host_pass(uint64_t ticks);

/* Time passes for the kernel's own work. */
static inline void lm_host_charge(uint32_t thousandths)
{
    if (thousandths != 0 && !lm_host.real) {
        lm_host.fraction += thousandths;
        lm_host_pass(lm_host.fraction / 1000U);
        lm_host.fraction %= 1000U;
    }
}

/* Run the handlers of all interrupts that are due, and then switch if one of them asked for it. */
void lm_host_deliver(void);

/* Raise an interrupt line. */
void lm_host_raise(unsigned line);

/* A device raises its line at an instant, once; LM_NEVER: not any more. */
void lm_host_device_start(unsigned line, uint64_t instant);

/* The calling context uses the processor for so many ticks of its own. */
void lm_host_work(uint64_t ticks);

/* Save the running context, call lm_dispatch_saved, go on with the one that it returns.
 * working: 1 if the context that is saved would consume time next, else 0. */
void lm_host_switch(uint64_t working);

/* What lm_host_switch was called with. Requires: the context does not run. */
bool lm_host_context_is_working(const void *stack_pointer);

/* Where a new thread begins (assembly): calls lm_host_thread_main. */
void lm_host_thread_start(void);
_Noreturn void lm_host_thread_main(void (*entry)(void *), void *argument);

/* Lay the context that lm_host_switch restores; returns the stack pointer. */
void *lm_host_first_context(void *top, void (*entry)(void *), void *argument);

#endif
