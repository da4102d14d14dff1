/* SPDX-License-Identifier: Apache-2.0 */
/* The host port: the kernel in one operating system thread, in virtual or in real time.
 *
 * Virtual time advances only when a thread works (lm_host_work), when a cost is charged, and when
 * no thread is ready: then it jumps to the next alarm. Interrupts are the alarm and the lines of
 * limen/board.h. Each is a function call on the stack of the thread that it interrupts. A line that
 * is raised interrupts as soon as the lock is free. The alarm and the devices raise their lines
 * when time has passed their instants. At their instants they do so when the running code would
 * work or leaves the processor: code that takes no time is completed first (spec/semantics.md, One
 * instant). So the same program gives the same trace, bit for bit, on a host of any speed.
 *
 * Real time is that of the wall clock. The alarm is a signal that may come at any point where the
 * lock is free (clock.h). Costs are not charged.
 *
 * Devices of the simulated board have lines of their own, beyond those of limen/board.h, and raise
 * them at instants (lm_host_device_start).
 *
 * The simulation ends when nothing more can happen: all threads wait and no alarm is set.
 */
#ifndef LIMEN_HOST_H
#define LIMEN_HOST_H

#include <limen/library.h>
#include <limen/status.h>
#include <stdbool.h>
#include <stdint.h>

/* The times of the work of the kernel, in thousandths of a tick. Zero: it takes no time. */
struct lm_host_costs {
    uint32_t call;      /* each locked section */
    uint32_t interrupt; /* each entry of an interrupt handler */
};

/* In libraries with trace also the work that each event of the trace represents. */
enum { LM_HOST_EVENTS = 128, LM_HOST_MANNERS = 4 };

struct lm_host_event_costs {
    bool any;
    uint32_t of[LM_HOST_EVENTS][LM_HOST_MANNERS]; /* enum lm_event, enum lm_manner */
};

/* The costs of all instances of the kernel in this process. Written before they run. */
extern struct lm_host_event_costs lm_host_event_costs;

/* Lines, with the numbers of the trace: those of limen/board.h, the alarm, the devices. */
enum {
    LM_HOST_LINES = 4,
    LM_HOST_ALARM_LINE = LM_HOST_LINES,
    LM_HOST_FIRST_DEVICE,
    LM_HOST_CORES_LINE = 7, /* of the calls of other cores, if there are any */
    LM_HOST_FAULT_LINE = 7, /* on one core: faults/faults.h */
    LM_HOST_ALL
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
    uint64_t alarm;      /* the first instant at which a line is due, and time has to stop */
    uint64_t swap_until; /* from then on a switch is more than a swap; 0: always */
    uint64_t deliver_at; /* from then on something is due when the lock is freed; 0: always */
    uint32_t locked;
    uint32_t pending; /* bit n: line n is raised */
    unsigned depth;   /* of nested handlers */
    unsigned urgency; /* of the code that runs */
    bool switch_pending;
    const struct lm_thread *left; /* the thread that the last switch left */
    uint64_t limit;               /* the simulation ends at this time */
    void (*at_limit)(void);       /* ... with this call, or NULL */
    void (*before_wait)(void);    /* of the idle thread, or NULL */
    void (*after_wait)(void);
    void (*ask)(void); /* the processor is idle: a device may get input; or NULL */
    bool real;         /* time */
    uint64_t told;     /* real time: the last result of lm_port_now */
    uint32_t fraction; /* of a tick, in thousandths, charged but not yet counted */
    struct lm_host_costs costs;
    struct lm_host_line lines[LM_HOST_ALL];
};

/* In a program the address of such a variable is a constant. The attribute says so, because gcc 12
 * with a sanitizer would otherwise test whether the sum of its parts is null, by flags that the
 * linker then optimises away. */
#if defined(__PIC__) && !defined(__PIE__)
#define LM_HOST_OWN _Thread_local
#else
#define LM_HOST_OWN __attribute__((tls_model("local-exec"))) _Thread_local
#endif

/* A variable of which each kernel has its own. Several cores are in one thread: cores.h. */
#define LM_HOST_INSTANCE LM_CORES_OR(__attribute__((section("lm_instance"))), LM_HOST_OWN)

extern LM_HOST_INSTANCE struct lm_host lm_host;

/* Virtual time passes while the lock is taken, or up to lm_host.alarm. The lines whose instants it
 * passes are raised. */
void lm_host_pass(uint64_t ticks);

/* Let time pass for the kernel's own work. */
static inline void lm_host_charge(uint32_t thousandths)
{
    if (thousandths != 0 && !lm_host.real) {
        lm_host.fraction += thousandths;
        lm_host_pass(lm_host.fraction / 1000U);
        lm_host.fraction %= 1000U;
    }
}

/* Compute swap_until and deliver_at, because values that they depend on have changed: each call
 * needs only one comparison. Requires: the lock, or no signal. */
void lm_host_attend(void);

/* Run the handlers of all interrupts that are due, and then switch if one of them asked for it. */
void lm_host_deliver(void);

/* Raise an interrupt line. */
void lm_host_raise(unsigned line);

/* Make a device raise its line once, at an instant; LM_NEVER: cancel that. */
void lm_host_device_start(unsigned line, uint64_t instant);

/* The calling context uses the processor for this number of ticks of its own. */
void lm_host_work(uint64_t ticks);

/* Arguments are in registers, also on 32-bit x86: see switch_i386.S. */
#if defined(__i386__)
#define LM_HOST_ASSEMBLY __attribute__((regparm(3)))
#else
#define LM_HOST_ASSEMBLY
#endif

/* Save the running context, call lm_dispatch_saved, and continue with the context that it returns.
 * working: 1 if the context that is saved would consume time next, else 0. */
LM_HOST_ASSEMBLY void lm_host_switch(uintptr_t working);

/* lm_host_switch for the usual case, in which the contexts need only be swapped. It is the last
 * jump of a call of the kernel. save may be restore. The lock is free.
 * Returns: in the context that is restored, result, which is that of its call. */
LM_HOST_ASSEMBLY enum lm_status lm_host_swap(void **save, void *const *restore,
                                             enum lm_status result);

/* The code at which lm_host_switch continues a context that lm_host_swap has saved: frees the lock.
 * Returns: the result of the call in that context. */
enum lm_status lm_host_return(void);

/* The argument with which lm_host_switch was called. Requires: the context does not run. */
bool lm_host_context_is_working(const void *stack_pointer);

/* Call function(argument) on another stack (assembly). */
LM_HOST_ASSEMBLY void lm_host_call_on(void *top, void (*function)(void *argument), void *argument);

/* The code with which a new thread begins (assembly): calls lm_host_thread_main. */
void lm_host_thread_start(void);
_Noreturn void lm_host_thread_main(void (*entry)(void *), void *argument);

/* Write the context that lm_host_switch restores. Returns: the stack pointer. */
void *lm_host_first_context(void *top, void (*entry)(void *), void *argument);

#endif
