/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: systems of ThreadX threads as text. A thread is a line: its name, its
 * priority/threshold, and its actions, one in each word:
 *
 *     "T1 20/10  T1a resume:M12 T1b"
 *
 * A word without a colon that is not a verb is appended to the output of the scenario. The verbs
 * are:
 *
 *     resume:X  suspend:X  terminate:X  abort:X      threads; a thread may mean itself
 *     again:X                                        resume one that has begun
 *     relinquish
 *     priority:X=n  threshold:X=n                    tx_thread_priority_change, _preemption_change
 *     is:X=p/t                                       priority and threshold in force
 *     base:X=p/t                                     ... as tx_thread_info_get tells them
 *     lock:m  unlock:m  delete:m                     mutexes m and n, with inheritance; o without
 *     lock-deleted:m  lock-timeout:m=N               ... wait in vain
 *     get:s  put:s                                   semaphores a, b, c
 *     wait  set                                      a flag that all who wait for it get
 *     interrupt:abc                                  an interrupt that puts a, b and c
 *     sleep:N  work:N  at:N                          ticks; check that this is the time
 *
 * A thread that no other one resumes is ready when the scenario begins, in the order of the lines.
 */
#ifndef SUITE_SCENARIO_H
#define SUITE_SCENARIO_H

enum { SCENARIO_THREADS = 6 };

struct scenario {
    const char *name;
    const char *threads[SCENARIO_THREADS]; /* the unused ones are NULL */
    const char *order;                     /* the expected output */
};

/* Run the scenarios, one after the other. Context: the main thread. */
void scenarios(const struct scenario *list, unsigned count);

#endif
