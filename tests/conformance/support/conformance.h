/* SPDX-License-Identifier: Apache-2.0 */
/* What the conformance programs share. A program checks itself on every target, and its trace
 * is compared between targets: see test_conformance.py.
 *
 *   conformance_run   initialise, create what the program needs, start the kernel
 *   mark              a letter: of the program's own story, also in the trace
 *   told              the letters since the last call are these
 *   conformance_end   print "conformance ok" and the counters, save the trace
 *
 * Threads come from lab_thread (labs/common/lab.h), which counts for them.
 *
 * Times are milliseconds: what the kernel itself takes, on any target, is far less.
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

/* Does not come back unless the system comes to rest; then with an exit status of 1. */
int conformance_run(int argc, char **argv, void (*set_up)(void));

void mark(char letter);
void told(const char *letters);

/* A thread entry for threads of which no more is wanted: marks the argument's first letter. */
void mark_once(void *letter);

_Noreturn void conformance_end(void);

#endif
