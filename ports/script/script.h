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
 * after its wait (RT spinlocks), and threads with loops of their own (timer thread, cyclic threads)
 * do not exist.
 *
 * Time advances only in the interpreter. The order of the events of an instant follows
 * spec/semantics.md, as on the host port (ports/host/host.h), so that the same system gives the
 * same trace on both, byte for byte. This port has the kernel's alarm and any number of lines, all
 * of which are more urgent than the alarm.
 *
 * Each simulation is an instance: struct lm_script, followed in memory by its struct lm_kernel. The
 * thread of the operating system that runs it points to it by lm_script.
 */
#ifndef LIMEN_SCRIPT_H
#define LIMEN_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers of interrupts in the trace, as on the host: the alarm, then the lines. */
enum { LM_SCRIPT_ALARM_LINE = 4, LM_SCRIPT_FIRST_LINE = 5 };

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
};

/* The two pointers of an instance. They are small enough for the memory that the loader reserves
 * for variables of this kind, so that access needs no call. */
#if defined(__wasm__)
#define LM_SCRIPT_OWN
#else
#define LM_SCRIPT_OWN __attribute__((tls_model("initial-exec"))) _Thread_local
#endif
extern LM_SCRIPT_OWN struct lm_script *lm_script;

/* A line is due at an instant, once. */
void lm_script_line_start(unsigned line, uint64_t instant);

/* The running thread would work, or no thread runs: handle what is due, and switch if that has made
 * another thread next. Requires: lm_script->alarm <= lm_script->now. */
void lm_script_let_due_happen(void);

/* Handle what is pending, without regard to the instant. */
void lm_script_deliver(void);

/* A handler of a line uses the processor. Lines that become due meanwhile are pending
 * afterwards. */
void lm_script_handler_work(uint64_t ticks);

#endif
