/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the labs. A lab is a table of cases; each case is a function that creates a
 * system. The system ends with a call of lab_end.
 *
 *   lab_run      initialise, set the case up, start the kernel
 *   lab_thread   create a thread, with a stack and counters from a pool
 *   lab_core     for lm_core_start: record the events of another core
 *   lab_cycle    mark the begin of a cycle: in the trace, and for counting instructions
 *   lab_result   print a number for the runner
 *   lab_end      print the counters, save the trace, end the program
 *
 * A library without trace counts and records nothing. Then no counters are printed and no trace is
 * saved; the rest is the same. One that only records prints no counters.
 */
#ifndef LAB_H
#define LAB_H

#include <limen/board.h>
#include <limen/limen.h>

enum { LAB_THREADS = 40, LAB_STACK_BYTES = 1024, LAB_OBJECTS = 64 };

/* The events in the trace of each core; a lab may need more. */
#ifndef LAB_EVENTS
#define LAB_EVENTS LM_CORES_OR(4096, 8192)
#endif

#define LAB_LENGTH(array) (sizeof(array) / sizeof(array)[0])

struct lab_case {
    const char *name;
    void (*set_up)(void);
};

/* Run the case that argv[1] names. Returns an exit status only if the program cannot continue: the
 * case does not exist, or no further event is possible and lab_end was not called. */
int lab_run(int argc, char **argv, const struct lab_case *cases, size_t count);

/* Create a thread. config needs neither stack nor counters. Context: any. */
struct lm_thread *lab_thread(struct lm_thread_config config);

/* Context: start-up of another core, as the function that prepares it. */
void lab_core(void);

/* Mark the start of a cycle, or the end of the last one. Context: thread. */
void lab_cycle(void);

/* Called once by each lab_cycle: the mark at which the emulator counts instructions. */
void lab_mark(void);

/* Print "result NAME VALUE". Context: any. */
void lab_result(const char *name, uint64_t value);

/* Context: thread. */
_Noreturn void lab_end(void);

#endif
