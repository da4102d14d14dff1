/* SPDX-License-Identifier: Apache-2.0 */
/* Threads for tests in which the test itself is what runs: they have no code. */
#ifndef LIMEN_TESTS_THREADS_H
#define LIMEN_TESTS_THREADS_H

#include <limen/limen.h>

enum { THREADS_MAX = 8 };

extern struct lm_thread threads[THREADS_MAX];

/* A configuration of thread i; change it and give it to lm_thread_create. */
struct lm_thread_config threads_config(unsigned i, unsigned priority, unsigned threshold);

/* Initialise the kernel and create threads 0, 1, 2 ... with these priorities, as thresholds, too;
 * then start it: the most urgent one runs. */
void threads_begin(unsigned count, const unsigned *priorities);
#define THREADS_BEGIN(...)                                                                         \
    threads_begin(sizeof((unsigned[]){__VA_ARGS__}) / sizeof(unsigned), (unsigned[]){__VA_ARGS__})

/* Who runs, as a number; -1: idle. */
int threads_running(void);

#endif
