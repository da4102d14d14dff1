/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: systems of threads as text. A thread is a line: its name, its priority/threshold, and
 * its actions, one in each word:
 *
 *     "T1 20/10  T1a start:M12 T1b"
 *
 * A word without a colon that is not a verb is appended to the output of the scenario. The verbs
 * are:
 *
 *     start:X  suspend:X  resume:X          threads
 *     yield  disable  enable                of the thread itself
 *     set:X=p/t  threshold:X=t              of a thread
 *     is:X=p/t                              check priority and threshold in force
 *     lock:m  unlock:m  delete:m            mutexes with inheritance, one for each letter
 *     lock-timeout:m=N  lock-deleted:m      ... wait in vain, for N ticks or until it is deleted
 *     wait:s  post:s                        semaphores, one for each letter
 *     raise:abc                             an interrupt that posts a, b and c
 *     driver:enter, leave, point ...        see driver.h; a scenario begins under FULL
 *     work:N  sleep:N  at:N                 ticks; check that this is the time
 *
 * A thread that no other one starts is ready when the kernel starts, in the order of the lines.
 */
#ifndef LIMEN_TESTS_SCENARIO_H
#define LIMEN_TESTS_SCENARIO_H

#include <stddef.h>

enum { SCENARIO_THREADS = 6 };

struct scenario {
    const char *name;
    const char *threads[SCENARIO_THREADS]; /* the unused ones are NULL */
    const char *order;                     /* the expected output */
};

/* Run a scenario in a kernel of its own under a preemption model (see driver.h), and check its
 * output. */
void scenario_check(const struct scenario *checked, const char *model);

/* Run each scenario under FULL. */
void scenario_check_all(const struct scenario *scenarios, size_t count);

#endif
