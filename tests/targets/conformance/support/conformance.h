/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the conformance programs share. A program checks itself on every target, and
 * its trace is compared between targets: see test_conformance.py.
 *
 *   conformance_run   initialise, create what the program needs, start the kernel
 *   mark              log a letter, also in the trace
 *   told              check the letters since the last call
 *   conformance_end   print "conformance ok" and the counters, save the trace
 *
 * Threads come from lab_thread (labs/common/lab.h), which gives them counters.
 *
 * Times are milliseconds. The kernel itself takes far less on any target.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "lab.h"

/* End the program if the condition does not hold. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            conformance_failed(__FILE__, __LINE__, #condition);                                    \
        }                                                                                          \
    } while (0)

_Noreturn void conformance_failed(const char *file, int line, const char *condition);

/* Does not return unless no more event is due. Returns: an exit status of 1. */
int conformance_run(int argc, char **argv, void (*set_up)(void));

void mark(char letter);
void told(const char *letters);

/* An entry function that only logs the first letter of the argument. */
void mark_once(void *letter);

_Noreturn void conformance_end(void);

#endif
