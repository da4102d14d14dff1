/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks of the system under test, and what was written into memory that it gave. */
#ifndef LIMEN_FUZZ_NATIVE_H
#define LIMEN_FUZZ_NATIVE_H

#include "model/model.h"
#include "model/oracle.h"
#include <limen/limen.h>

struct native {
    struct lm_thread thread[THREADS];
    struct lm_semaphore semaphore[SEMAPHORES];
    struct lm_mutex mutex[MUTEXES];
    struct lm_queue queue[QUEUES];
    struct lm_event_flags flags[FLAGS];
    struct lm_block_pool blocks[BLOCK_POOLS];
    struct lm_byte_pool bytes[BYTE_POOLS];
    struct lm_timer timer[TIMERS];
    uint32_t made[BLOCK_POOLS + BYTE_POOLS]; /* how often the pool has been created */
    bool block_is_filled[BLOCK_POOLS][BLOCKS_MAX];
    uint32_t filled[BYTE_POOLS][AREA_BYTES / PIECE_ALIGN]; /* bytes at that place */
};

extern struct native native;

#endif
