/* SPDX-License-Identifier: Apache-2.0 */
/* The state that both sides can tell: the model from its arrays, the system under test from what
 * it answers when it is asked. Two views are equal if they are equal byte by byte.
 */
#ifndef LIMEN_FUZZ_VIEW_H
#define LIMEN_FUZZ_VIEW_H

#include "model/model.h"

struct line_view {
    int32_t count;
    int32_t thread[THREADS];
    int32_t unused; /* no padding: these are compared as bytes */
};

struct thread_view {
    int32_t life; /* enum life */
    int32_t wait; /* enum wait */
    int32_t object;
    int32_t stop;
    int32_t returned;
    int32_t disabled;
    int32_t priority, threshold, base_priority, base_threshold;
    int32_t level; /* of a ready one; else NOBODY */
    int32_t slice;
    int64_t slice_left; /* of one that does not run */
    int64_t release;
    int64_t job;
};

/* All of it is 0 if there is no such object. */
struct object_view {
    int64_t exists;
    int64_t number[4]; /* what it counts; see the functions that fill it in */
    struct line_view line;
};

enum { OBJECTS = SEMAPHORES + MUTEXES + QUEUES + FLAGS + BLOCK_POOLS + BYTE_POOLS + TIMERS };

struct view {
    int64_t now;
    int64_t clock;
    int64_t running;
    int64_t locked;
    struct thread_view thread[THREADS];
    int64_t count[THREADS + 1][COUNTERS]; /* of threads that exist, and of all */
    struct object_view object[OBJECTS];
};

/* Where the objects of a group begin. */
int view_begin(enum group group);

void view_of_model(const struct model *model, struct view *view);

/* Print what differs, a line for each object. */
void view_print_difference(const struct view *model, const struct view *system);

#endif
