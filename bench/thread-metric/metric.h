/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the tests of Thread-Metric need from a kernel. Two files provide it: native.c
 * with the native interface, threadx.c with that of ThreadX. Each function is one call of the
 * kernel, so that the harness stays as thin as those of other kernels.
 *
 * Source: Thread-Metric of Express Logic, by its published definitions; the code is our own.
 */
#ifndef BENCH_METRIC_H
#define BENCH_METRIC_H

#include <stdint.h>

enum {
    METRIC_THREADS = 5,
    METRIC_MESSAGE_WORDS = 4,
    METRIC_BLOCK_BYTES = 128,
    METRIC_OK = 0 /* the result of each function that returns an int */
};

/* Start the kernel, call set_up, and then report in a thread that is more urgent than all others,
 * as soon as the period of measurement is over. Does not return. */
void metric_start(void (*set_up)(void), void (*report)(void));

/* Create a thread, suspended. thread: below METRIC_THREADS. */
void metric_thread_create(unsigned thread, unsigned priority, void (*entry)(unsigned thread));
int metric_thread_resume(unsigned thread);
int metric_thread_suspend(unsigned thread);
void metric_thread_relinquish(void);

/* One object of each kind. The semaphore has one unit. */
int metric_message_send(const uint32_t *message);
int metric_message_receive(uint32_t *message);
int metric_semaphore_get(void);
int metric_semaphore_put(void);
int metric_memory_allocate(void **block);
int metric_memory_deallocate(void *block);

#endif
