/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks of the native interface, and its operations on pools of memory. */
#ifndef LIMEN_FUZZ_NATIVE_H
#define LIMEN_FUZZ_NATIVE_H

#include "model/model.h"
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
    struct lm_counters counters[THREADS];
};

extern struct native native;

lm_timeout native_timeout(uint32_t timeout);

/* Nothing has been written yet. */
void native_memory_begin(void);
enum lm_status native_do_blocks(const struct operation *operation, uint32_t *value);
enum lm_status native_do_bytes(const struct operation *operation, uint32_t *value);

#endif
