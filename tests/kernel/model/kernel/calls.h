/* SPDX-License-Identifier: Apache-2.0 */
/* Operations as calls of the kernel's own interface, on any port. */
#ifndef LIMEN_MODEL_CALLS_H
#define LIMEN_MODEL_CALLS_H

#include "model/model.h"
#include <limen/limen.h>

/* The call in which a thread has waited, on a port without contexts. */
struct calls_wait {
    enum kind kind;
    uint32_t object;
};

/* The control blocks. */
struct calls {
    struct lm_thread thread[THREADS];
    struct lm_semaphore semaphore[SEMAPHORES];
    struct lm_mutex mutex[MUTEXES];
    struct lm_queue queue[QUEUES];
    struct lm_event_flags flags[FLAGS];
    struct lm_block_pool blocks[BLOCK_POOLS];
    struct lm_byte_pool bytes[BYTE_POOLS];
    struct lm_timer timer[TIMERS];
    struct lm_spinlock spin[SPINS];
    struct lm_raw_spinlock raw[SPINS];
    struct lm_counters counters[THREADS];
    struct lm_period period[THREADS][2]; /* one may be in use while a creation fails */
    struct lm_slice slice[THREADS][3];   /* the last one is for lm_thread_set_slice */
    unsigned lives[THREADS];
    struct calls_wait wait[THREADS];
    unsigned char *stacks;
    uint32_t stack_bytes; /* of each thread */
};

extern struct calls calls;

enum { MESSAGE_MAX = 12, BLOCK_BYTES_MAX = 24 };

/* The areas of queues and of pools of blocks; and which blocks have the contents that their owner
 * wrote. */
struct contents {
    _Alignas(4) unsigned char storage[QUEUES][QUEUE_MAX * MESSAGE_MAX];
    _Alignas(8) unsigned char block_area[BLOCK_POOLS][BLOCKS_MAX * BLOCK_BYTES_MAX];
    bool block_is_filled[BLOCK_POOLS][BLOCKS_MAX];
};

extern struct contents calls_contents;

/* The areas of byte pools, how many bytes the owner of the memory at each place has written, and
 * the pools of the oracle. */
struct areas {
    _Alignas(8) unsigned char area[BYTE_POOLS][AREA_BYTES];
    uint32_t filled[BYTE_POOLS][AREA_BYTES / PIECE_ALIGN];
    _Alignas(8) unsigned char shadow_area[BYTE_POOLS][AREA_BYTES];
    struct lm_byte_pool shadow[BYTE_POOLS];
};

extern struct areas calls_areas;

/* Does the memory have the contents that its owner wrote? Only the written part is compared. */
bool calls_bytes_are_kept(uint32_t pool, uint32_t offset);

/* The value that a call gives to this thread after its wait has ended with success. Requires: the
 * contents of its stack still exist. Of event flags: 0. */
uint32_t calls_value(int thread);

/* Begin without objects. */
void calls_begin(unsigned char *stacks, uint32_t stack_bytes);

/* Perform an operation, except DO_RETURN, work, and those that raise interrupts. */
struct answer calls_perform(const struct operation *operation);

/* The kernel's status in the model's terms. */
enum status calls_status(enum lm_status status);

/* The answers of the kernel's allocator in the byte pools. */
extern const struct oracle calls_oracle;

/* Within: */

lm_timeout calls_timeout(uint32_t timeout);
void calls_memory_begin(void);
enum lm_status calls_do_queue(const struct operation *operation, uint32_t *value);
enum lm_status calls_do_blocks(const struct operation *operation, uint32_t *value);
enum lm_status calls_do_section(const struct operation *operation, uint32_t *value);
enum lm_status calls_do_spin(const struct operation *operation);
enum lm_status calls_do_bytes(const struct operation *operation, uint32_t *value);

#endif
