/* SPDX-License-Identifier: Apache-2.0 */
/* How many shapes objects, arguments and states have. Of an argument, 0 is the usual one. */
#ifndef EVA_CHOICES_H
#define EVA_CHOICES_H

#include <limen/kernel.h>

enum {
    SEMAPHORE_SHAPES = 6,
    MUTEX_SHAPES = 12,
    QUEUE_SHAPES = 9,
    PRIORITY_QUEUE_SHAPES = 9,
    EVENT_FLAGS_SHAPES = 6,
    NOTICE_SHAPES = 6,
    BLOCK_POOL_SHAPES = 7,
    BYTE_POOL_SHAPES = 7,
    STREAM_SHAPES = 3 * 3 * 4 + 2,
    TIMER_SHAPES = 7,
    THREAD_SHAPES = 13,
    BLOCKS_OR_NONE = 5,
    PIECES_OR_NONE = 5,
    AREAS = 3,
    MESSAGES = 3,
    MASKS = 4,
    LEVELS_OR_MORE = LM_LEVELS + 1,
    SIZES = 6,
    TIMEOUTS = 5,
    TIMES = 4,
    CONFIGS = 6,
    BLOCK_SIZES = 4,
    ONES = 4,
    BUDGET_SHAPES = 11,
    BUDGETS = 3,
    BUDGET_CONFIGS = 3,
    CYCLIC_THREADS = 7,
    CYCLIC_SHAPES = 7 * CYCLIC_THREADS,
    TICKS = 2,
    TICK_CONFIGS = 4,
    CYCLICS = 4,
    DELAYS = 2,
    DEVICE_SHAPES = 6,
    DEVICES = 2,
    NEW_DEVICES = 3,
    DEVICE_NAMES = 3,
    IRQ_SHAPES = 4,
    IRQ_CONFIGS = 5,
    READERS_SHAPES = 3,
    SECTION_SHAPES = 10,
    SHARED_STACK_SHAPES = 4,
    STACK_SIZES = 3,
    SPINLOCK_SHAPES = 9,
    TIMER_THREAD_SHAPES = 4,
    NEW_TIMER_THREADS = 3,
    AUDITED_KINDS = 10,
    KERNEL_PARTS = 1 + LM_LEVELS + LM_TIMEOUT_BUCKETS,
    AUDIT_SHAPES = AUDITED_KINDS + KERNEL_PARTS + 3,
    OBSERVER_SHAPES = 4 * 3 * 3,
    OBSERVERS = 4,
    PATTERNS = 3,
    CALLERS = 2
};

#endif
