/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks of the kernel, for any interface. NULL if the interface does not have the
 * object. */
#ifndef LIMEN_MODEL_PARTS_H
#define LIMEN_MODEL_PARTS_H

#include "model/model.h"
#include <limen/limen.h>

struct parts {
    struct lm_thread *thread[THREADS];
    struct lm_semaphore *semaphore[SEMAPHORES];
    struct lm_mutex *mutex[ALL_MUTEXES];
    struct lm_queue *queue[QUEUES];
    struct lm_event_flags *flags[FLAGS];
    struct lm_block_pool *blocks[BLOCK_POOLS];
    struct lm_byte_pool *bytes[BYTE_POOLS];
    struct lm_timer *timer[TIMERS];
    struct lm_spin *spin[SPINS];

    /* limen-small only: does this object exist? */
    bool (*exists)(const struct lm_object *object, enum lm_kind kind);
};

extern struct parts parts;

/* The code of a thread, of a handler or of a callback. It returns when the thread or function has
 * to return. The program that links this file defines it. */
void driver_context(enum place place, int number);

/* An invariant of the kernel that does not hold, or NULL. */
const char *parts_complaint(void);

#endif
