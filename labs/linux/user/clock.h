/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of both programs: the clock in microseconds, the selected CPU, the exit after an
 * error. */
#ifndef LIMEN_LAB_CLOCK_H
#define LIMEN_LAB_CLOCK_H

#include <pthread.h> /* POSIX, including all of sched.h */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { NS_PER_US = 1000, US_PER_MS = 1000, US_PER_S = 1000000 };

static inline void fail(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

/* Microseconds of a clock that is never set. */
static inline int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * US_PER_S + now.tv_nsec / NS_PER_US;
}

/* Bind the process to CPU 0 and lock all its memory, so that neither a migration nor a page fault
 * delays an event. */
static inline void hold_cpu_and_memory(void)
{
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    if (sched_setaffinity(0, sizeof first, &first) != 0) {
        fail("sched_setaffinity");
    }
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        fail("mlockall");
    }
}

#endif
