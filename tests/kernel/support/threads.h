/* SPDX-License-Identifier: Apache-2.0 */
/* Threads without code, for tests in which the test itself makes the calls of the running
 * thread. */
#ifndef LIMEN_TESTS_THREADS_H
#define LIMEN_TESTS_THREADS_H

#include <limen/limen.h>

enum { THREADS_MAX = 8 };

extern struct lm_thread threads[THREADS_MAX];
extern struct lm_slice threads_slice[THREADS_MAX];

/* A configuration of thread i, to be changed and passed to lm_thread_create. */
struct lm_thread_config threads_config(unsigned i, unsigned priority, unsigned threshold);

/* Initialise the kernel, create threads 0, 1, 2 ... with these priorities, which are also their
 * thresholds, and start the kernel. The most urgent thread runs. */
void threads_begin(unsigned count, const unsigned *priorities);
#define THREADS_BEGIN(...)                                                                         \
    threads_begin(sizeof((unsigned[]){__VA_ARGS__}) / sizeof(unsigned), (unsigned[]){__VA_ARGS__})

/* The number of the running thread; -1: idle. */
int threads_running(void);

#endif
