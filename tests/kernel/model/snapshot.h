/* SPDX-License-Identifier: Apache-2.0 */
/* The state of both sides, object by object, each as a list of numbers. The numbers of the model
 * come from its arrays, those of the system from its calls.
 */
#ifndef LIMEN_MODEL_VIEW_H
#define LIMEN_MODEL_VIEW_H

#include "model.h"
#include <stddef.h>

#define SYSTEM_FIELDS(F) F(now) F(clock) F(running) F(locked) F(preemption)

/* object: that it waits for, or NOBODY. level: of a ready thread, or NOBODY. slice_left: 0 for the
 * thread that runs. */
#define THREAD_FIELDS(F)                                                                           \
    F(life)                                                                                        \
    F(wait)                                                                                        \
    F(object)                                                                                      \
    F(stop)                                                                                        \
    F(returned)                                                                                    \
    F(disabled)                                                                                    \
    F(sections)                                                                                    \
    F(last_spin)                                                                                   \
    F(priority)                                                                                    \
    F(threshold)                                                                                   \
    F(base_priority)                                                                               \
    F(base_threshold)                                                                              \
    F(level)                                                                                       \
    F(slice)                                                                                       \
    F(slice_left)                                                                                  \
    F(release)                                                                                     \
    F(job)

#define VIEW_FIELD(name) int64_t name;

struct list_snapshot {
    int64_t wrong; /* two calls of the system contradict each other */
    int64_t count;
    int64_t thread[THREADS];
};

struct system_snapshot {
    SYSTEM_FIELDS(VIEW_FIELD)
    int64_t count[COUNTERS];
    struct list_snapshot ready;
};

struct thread_snapshot {
    THREAD_FIELDS(VIEW_FIELD)
    int64_t count[COUNTERS];
};

struct object_snapshot {
    int64_t number[3]; /* its numbers, whose names are in snapshot.c */
    struct list_snapshot waiters;
};

union snapshot {
    struct system_snapshot system; /* OF_CONTEXT */
    struct thread_snapshot thread;
    struct object_snapshot object; /* OF_SEMAPHORE and the following groups */
    int64_t field[sizeof(struct thread_snapshot) / sizeof(int64_t)];
};

/* Fill in a snapshot of zeros. Return: false if the object does not exist. */
bool snapshot_of_model(const struct model *model, enum group group, int number,
                       union snapshot *snapshot);
bool snapshot_of_system(enum group group, int number, union snapshot *snapshot);

/* Are both sides in the same state? If not, text names the difference. */
bool snapshot_is_same(const struct model *model, char *text, size_t bytes);

#endif
