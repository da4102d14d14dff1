/* SPDX-License-Identifier: Apache-2.0 */
/* A random system of kernel-v1. The actions of each thread in each of its runs are computed from
 * the seed, the number of the thread and the number of the run. So the kernel and the model execute
 * the same script. */
#ifndef KERNELPERF_SCRIPT_H
#define KERNELPERF_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

enum { THREADS = 6, SCANS = 60, TICK_MS = 2 };

/* The first action of a run, and its end. Thread 0 has no period, has only a first action, and
 * calls next: it runs at each tick. */
enum first {
    FIRST_NOTHING,
    FIRST_WAKE,          /* enable thread value, if it has suspended itself */
    FIRST_SEND,          /* the signal */
    FIRST_SET_DEVICE,    /* to value */
    FIRST_START_TIMEOUT, /* of value ms */
    FIRST_CANCEL_TIMEOUT,
    FIRST_CANCEL_FLAGS,
    FIRST_CHANGE_PRIO,   /* to value */
    FIRST_CHANGE_PERIOD, /* to value ms */
    FIRSTS
};
enum last { LAST_NEXT, LAST_DELAY, LAST_FLAGS, LAST_SUSPEND, LAST_AWAIT, LASTS };

struct step {
    enum first first;
    uint32_t value;
    enum last last;
    uint32_t delay_ms;
    uint32_t set, clear;
};

struct settings {
    unsigned prio;
    uint32_t period_ms, start_after_ms;
};

/* A run: the scan, the thread, and the reason. */
struct run {
    uint32_t scan;
    uint8_t tid;
    uint8_t trigger;
};

enum { RUNS_MAX = THREADS * SCANS };

struct history {
    struct run runs[RUNS_MAX];
    uint32_t length;
};

struct settings script_settings(uint32_t seed, unsigned tid);
struct step script_step(uint32_t seed, unsigned tid, uint32_t run);

/* The behaviour of a scheduler that follows the description of kernel-v1. */
void model_run(uint32_t seed, struct history *history);

#endif
