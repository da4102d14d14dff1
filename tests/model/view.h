/* SPDX-License-Identifier: Apache-2.0 */
/* The state that both sides can tell, thing by thing: the model from its arrays, the system from
 * what it answers when it is asked. Two views are equal if they are equal byte by byte.
 */
#ifndef LIMEN_MODEL_VIEW_H
#define LIMEN_MODEL_VIEW_H

#include "model.h"
#include <stdio.h>

/* No padding: these are compared as bytes. */
struct list_view {
    int32_t count;
    int32_t thread[THREADS];
    int32_t wrong; /* the system does not agree with itself */
};

struct system_view {
    int64_t now;
    int64_t clock;
    int64_t running;
    int64_t locked;
    int64_t preemption;
    int64_t count[COUNTERS];
    struct list_view ready;
};

struct thread_view {
    int32_t life; /* enum life */
    int32_t wait; /* enum wait */
    int32_t object;
    int32_t stop;
    int32_t returned;
    int32_t disabled, sections;
    int32_t last_spin;
    int32_t priority, threshold, base_priority, base_threshold;
    int32_t level; /* of a ready one; else NOBODY */
    int32_t slice;
    int64_t slice_left; /* of one that does not run */
    int64_t release;
    int64_t job;
    int64_t count[COUNTERS];
};

struct object_view {
    int64_t number[3]; /* what it counts; see the functions that fill it in */
    struct list_view waiters;
};

union view {
    struct system_view system; /* OF_CONTEXT */
    struct thread_view thread;
    struct object_view object;
};

/* Fill in a view of zeros. Return: false if there is no such thing. */
bool view_of_model(const struct model *model, enum group group, int number, union view *view);
bool view_of_system(enum group group, int number, union view *view);

/* Are both sides in the same state? */
bool view_is_same(const struct model *model);

/* Print what differs. */
void view_print_difference(const struct model *model, FILE *file);

#endif
