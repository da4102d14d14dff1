/* SPDX-License-Identifier: Apache-2.0 */
/* The script port: the kernel in virtual time, with threads that have no stacks.
 *
 * A thread is a script, a list of operations that an interpreter executes for the running thread:
 * work for some time, or a call of the kernel. Besides its control block a thread has only its
 * position in the script, so a context switch is the decision of the kernel without further work. A
 * simulation is therefore fast, and it needs neither assembly nor memory for stacks, so it also
 * runs as WebAssembly.
 *
 * A call of the kernel returns at once, even if it has blocked or preempted its thread. The
 * interpreter then continues with the thread that runs. So a script must not use a call that keeps
 * a request in its own stack frame while it waits (event flags, byte pools), nor one that continues
 * after its wait (RT spinlocks). Threads with loops of their own (timer thread, cyclic threads) do
 * not exist.
 *
 * Time advances only in the interpreter. The order of the events of an instant follows
 * spec/semantics.md, as on the host port (ports/host/host.h), so that the same system gives the
 * same trace on both, byte for byte. This port has the kernel's alarm and any number of lines, all
 * of which are more urgent than the alarm.
 *
 * With several cores each of them is such an instance, and the interpreter chooses whose turn it
 * is. A core that spins for a lock leaves lm_core_enter, too: its caller sees whether it has the
 * lock.
 *
 * Each simulation is an instance: struct lm_script, followed in memory by its struct lm_kernel. The
 * thread of the operating system that runs it points to it by lm_script.
 */
#ifndef LIMEN_SCRIPT_H
#define LIMEN_SCRIPT_H

#include <limen_port.h>
#include <stdbool.h>
#include <stdint.h>

/* Numbers of interrupts in the trace, as on the host: the alarm, then the lines. */
enum { LM_SCRIPT_ALARM_LINE = 4, LM_SCRIPT_FIRST_LINE = 5, LM_SCRIPT_CALL_LINE = 3 };

struct lm_script_line {
    void (*handler)(void *argument); /* may let time pass: lm_script_handler_work */
    void *argument;
    uint64_t due;
    bool pending;
};

struct lm_script {
    uint64_t now;
    uint64_t alarm;     /* the first instant at which something is due that is not pending */
    uint64_t alarm_due; /* of the kernel's alarm */
    uint32_t locked;
    uint32_t depth; /* of nested handlers */
    bool alarm_pending;
    bool switch_pending;
    uint32_t line_count;
    struct lm_script_line *lines; /* the most urgent first */

    /* Several cores. */
    LM_IF_CORES(uint64_t called;) /* when another core has called this one; LM_NEVER: none has */
    LM_IF_CORES(bool has_others;) /* other cores run; else all happens as in a build for one core */
    LM_IF_CORES(uint64_t handler_end;) /* of the handler that uses the processor; 0: none does */
    LM_IF_CORES(uint32_t handler;)     /* its line */
    LM_IF_CORES(bool call_pending;)
};

extern LM_SCRIPT_OWN struct lm_script *lm_script;

/* A line is due at an instant, once. */
void lm_script_line_start(unsigned line, uint64_t instant);

/* The running thread would work, or no thread runs: handle the lines and alarms that are due, and
 * switch if that has made another thread next. Requires: lm_script->alarm <= lm_script->now. */
void lm_script_let_due_happen(void);

/* Handle the pending interrupts, without regard to the instant. */
void lm_script_deliver(void);

/* A handler of a line uses the processor. Lines that become due in this time are pending
 * afterwards. With several cores it returns at once, and is the last act of the handler: the
 * handler ends at handler_end, when the interpreter calls the second function. */
void lm_script_handler_work(uint64_t ticks);
void lm_script_handler_end(void);

/* The interpreter has an instance for each core. The first function makes the instance of a core
 * the current one, the second one returns it. */
void lm_script_select(unsigned core);
struct lm_script *lm_script_of(unsigned core);

#endif
