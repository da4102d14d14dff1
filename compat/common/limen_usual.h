/* SPDX-License-Identifier: Apache-2.0 */
/* The usual cases of the most used calls, for the files of the layers only. A call takes the lock
 * of the kernel, tests its conditions, and ends with the inline function of which the native call
 * consists. So the usual call is one function. In all other cases it frees the lock, and the native
 * call decides.
 */
#ifndef LIMEN_USUAL_H
#define LIMEN_USUAL_H

#include "cores/shared.h"
#include "limen_layer.h"
#include "limen_layer_queue.h"
#include "objects/block_pool.h"
#include "objects/event_flags.h"
#include "objects/mutex.h"
#include "objects/notice.h"
#include "objects/ownership.h"
#include "objects/priority_queue.h"
#include "objects/queue.h"
#include "objects/semaphore.h"

/* The kinds of a struct QueueDefinition. KIND_BY_PRIORITY: a queue in the order of priorities; the
 * usual calls look for its kind here alone, so it is a number that other memory rarely has. */
enum {
    KIND_QUEUE,
    KIND_SEMAPHORE,
    KIND_MUTEX,
    KIND_RECURSIVE,
    KIND_WATCHED,
    KIND_DELETED,
    KIND_BY_PRIORITY = 0x9D
};

/* The queue of messages of either kind. */
static inline struct lm_queue *lm_layer_queue_of(struct QueueDefinition *block)
{
    return block->kind == KIND_BY_PRIORITY ? &block->native.by_priority.queue
                                           : &block->native.queue;
}

/* Where code has to be small, no case is usual. With several cores neither: the native calls know
 * to which core an object belongs. */
#define LM_LAYER_HAS_USUAL (!LM_PORT_IS_SMALL && LM_CORES == 1)

/* The usual case. The compiler places the other case behind it, in the range of short branches. */
#define LM_LAYER_USUALLY(condition) (LM_LAYER_HAS_USUAL && __builtin_expect((condition), 1))

/* A function for the other cases: out of line, so that the usual case needs no frame. */
#ifdef __OPTIMIZE_SIZE__
#define LM_LAYER_OTHERWISE
#else
#define LM_LAYER_OTHERWISE __attribute__((noinline))
#endif

/* The lock of a call in which all cases under the lock are usual. */
static inline lm_lock_key lm_layer_lock(void)
{
    return LM_LAYER_HAS_USUAL ? lm_lock() : 0;
}

static inline void lm_layer_unlock(lm_lock_key key)
{
    if (LM_LAYER_HAS_USUAL) {
        lm_port_unlock(key);
    }
}

/* lm_layer_is_masked without the mask that is the kernel lock. */
static inline bool lm_layer_is_masked_otherwise(void)
{
    uint32_t mask = 0;

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#ifdef LM_KERNEL_PRIORITY
    __asm__ volatile("mrs %0, primask" : "=r"(mask));
#elif __ARM_ARCH_ISA_THUMB == 2
    __asm__ volatile("mrs %0, basepri" : "=r"(mask));
#endif
#endif
    return mask != 0;
}

/* Is the caller a thread that had all interrupts enabled before it took the lock with this key?
 * Before the start they are disabled. */
static inline bool lm_layer_is_thread(lm_lock_key key)
{
    unsigned is_other = key != 0;

    is_other |= (unsigned)lm_port_in_interrupt() | (unsigned)lm_layer_is_masked_otherwise();
    return is_other == 0; /* one branch */
}

/* The calling thread, if it is one of a layer that had all interrupts enabled; else NULL. */
static inline struct lm_layer_thread *lm_layer_usual_self(lm_lock_key key)
{
    struct lm_thread *self = lm_cpu()->running;

    return LM_LAYER_HAS_USUAL && lm_layer_is_thread(key) && self->entry == lm_layer_thread_run
               ? (struct lm_layer_thread *)self
               : NULL;
}

/* May the caller, which has taken the lock with this key, wait? Then the key is 0. */
static inline bool lm_layer_may_wait_now(lm_lock_key key)
{
    return lm_layer_is_thread(key) && lm_cpu()->running->preempt_disabled == 0;
}

/* Wait for a unit without a limit of time, and free the lock. Returns: the status of the wait. */
static inline enum lm_status lm_layer_wait(struct lm_semaphore *semaphore)
{
    lm_semaphore_observe_wait(semaphore);
    return lm_wait_forever(&semaphore->waiters);
}

/* Does the running thread own the mutex, once and unwanted? */
static inline bool lm_layer_may_unlock(const struct lm_mutex *mutex)
{
    return lm_mutex_is_held_once(mutex) && mutex->owner == lm_cpu()->running;
}

#endif
