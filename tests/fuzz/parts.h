/* SPDX-License-Identifier: Apache-2.0 */
/* Where the kernel's control blocks are, whatever the interface through which they are used. */
#ifndef LIMEN_FUZZ_PARTS_H
#define LIMEN_FUZZ_PARTS_H

#include "model/model.h"
#include <limen/limen.h>

struct parts {
    struct lm_thread *thread[THREADS];
    struct lm_semaphore *semaphore[SEMAPHORES];
    struct lm_mutex *mutex[MUTEXES];
    struct lm_queue *queue[QUEUES];
    struct lm_event_flags *flags[FLAGS];
    struct lm_block_pool *blocks[BLOCK_POOLS];
    struct lm_byte_pool *bytes[BYTE_POOLS];
    struct lm_timer *timer[TIMERS];
};

extern struct parts parts;

#endif
