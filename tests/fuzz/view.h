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
};

struct thread_view {
    int32_t life; /* enum life; a running thread has LEVEL */
    int32_t wait; /* enum wait */
    int32_t object;
    int32_t stop;
    int32_t disabled;
    int32_t priority, threshold, base_priority, base_threshold;
    int32_t level; /* of a ready one; else NOBODY */
    int64_t release;
    int64_t job;
};

struct semaphore_view {
    int64_t count; /* NOBODY: the object does not exist, and all else is 0 */
    struct line_view line;
};

struct queue_view {
    int64_t used;
    struct line_view receivers, senders;
};

struct view {
    int64_t now;
    int64_t running;
    struct thread_view thread[THREADS];
    struct semaphore_view semaphore[SEMAPHORES];
    struct queue_view queue[QUEUES];
};

void view_of_model(const struct model *model, struct view *view);

/* Print what differs, a line for each object. */
void view_print_difference(const struct view *model, const struct view *system);

#endif
