/* SPDX-License-Identifier: Apache-2.0 */
/* The usual cases of the most used calls, for the files of the layers only. A call takes the lock
 * of the kernel, tests its conditions, and ends with the inline function of which the native call
 * consists. So the usual call is one function. In all other cases it frees the lock, and the native
 * call decides.
 */
#ifndef LIMEN_USUAL_H
#define LIMEN_USUAL_H

#include "limen_layer.h"
#include "objects/mutex.h"
#include "objects/notice.h"
#include "objects/ownership.h"
#include "objects/priority_queue.h"
#include "objects/queue.h"
#include "objects/semaphore.h"

/* The usual case. The compiler places the other case behind it, in the range of short branches. */
#define LM_LAYER_USUALLY(condition) __builtin_expect((condition), 1)

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
    return !((key != 0) | lm_port_in_interrupt() | lm_layer_is_masked_otherwise()); /* one branch */
}

/* The calling thread, if it is one of a layer that had all interrupts enabled; else NULL. */
static inline struct lm_layer_thread *lm_layer_usual_self(lm_lock_key key)
{
    struct lm_thread *self = lm_cpu()->running;

    return lm_layer_is_thread(key) && self->entry == lm_layer_thread_run
               ? (struct lm_layer_thread *)self
               : NULL;
}

/* Is there room for the unit of a post? If a thread waits there is, because the count is 0. */
static inline bool lm_layer_has_room(const struct lm_semaphore *semaphore, uint32_t ceiling)
{
    return semaphore->count < ceiling;
}

/* Is there room for a unit, and no thread that waits for it? */
static inline bool lm_layer_may_add(const struct lm_semaphore *semaphore, uint32_t ceiling)
{
    return semaphore->count < ceiling && semaphore->waiters.first == NULL;
}

/* Give a unit for which there is room, and free the lock. Returns: LM_OK. */
static inline enum lm_status lm_layer_give(struct lm_semaphore *semaphore, lm_lock_key key)
{
    return semaphore->waiters.first != NULL
               ? lm_semaphore_hand_over(semaphore, key, LM_EVENT_SEMAPHORE_POST_BELOW)
               : lm_semaphore_add(semaphore, key, LM_EVENT_SEMAPHORE_POST_BELOW);
}

/* Is a receive plain? */
static inline bool lm_layer_may_take(const struct lm_queue *queue, const void *message)
{
    return queue->used != 0 && (int32_t)queue->used <= LM_QUEUE_LIMIT(queue) &&
           lm_queue_is_aligned(message);
}

/* Does the running thread own the mutex, once and unwanted? */
static inline bool lm_layer_may_unlock(const struct lm_mutex *mutex)
{
    return lm_mutex_is_held_once(mutex) && mutex->owner == lm_cpu()->running;
}

/* The level of the running thread. */
static inline unsigned lm_layer_own_level(void)
{
    return lm_cpu()->running->level;
}

/* Does the running thread keep off a more urgent one? */
static inline bool lm_layer_keeps_off(void)
{
    return lm_ready_first(&lm_cpu()->ready) != lm_cpu()->running;
}

/* Of the most urgent threads, the one that was created last is the first to run. Context: before
 * the start. */
static inline void lm_layer_begin_with_last(void)
{
    struct lm_cpu *cpu = lm_cpu();
    const struct lm_thread *first = cpu->next;

    if (first != &cpu->idle) {
        cpu->ready.head[first->place] = LM_CONTAINER(first->node.prev, struct lm_thread, node);
        cpu->next = lm_ready_first(&cpu->ready);
    }
}

/* The rules of FreeRTOS for mutexes. Context: interrupts are disabled. A mutex that was withdrawn
 * has no unit and no owner: for the kernel the idle thread owns it. */
static inline bool lm_layer_is_withdrawn(const struct lm_mutex *mutex)
{
    return mutex->owner == &lm_cpu()->idle;
}

static inline void lm_layer_withdraw(struct lm_mutex *mutex)
{
    if (mutex->owner == NULL) {
        lm_mutex_own(mutex, &lm_cpu()->idle);
    }
}

static inline enum lm_status lm_layer_restore(struct lm_mutex *mutex)
{
    lm_lock_key key = lm_lock();

    lm_mutex_observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, mutex->waiters.first);
    lm_mutex_release(lm_cpu(), mutex);
    return lm_unlock(lm_cpu(), key);
}

/* Another mutex of the owner, or NULL. */
static inline struct lm_mutex *lm_layer_other_mutex(const struct lm_mutex *mutex)
{
    const struct lm_list *owned = &mutex->owner->owned;
    const struct lm_list *other = owned->next != &mutex->owned ? owned->next : owned->prev;

    return other != &mutex->owned ? LM_CONTAINER(other, struct lm_mutex, owned) : NULL;
}

/* The level that the owner has after it has unlocked the mutex, and lm_layer_keep_priority. */
static inline unsigned lm_layer_level_without(const struct lm_mutex *mutex)
{
    const struct lm_thread *owner = mutex->owner;
    bool keeps = owner->preempt_disabled != 0 || lm_layer_other_mutex(mutex) != NULL;

    return keeps ? owner->level : owner->base_threshold;
}

/* Let another mutex of the owner give it the priority that it has inherited. */
static inline void lm_layer_keep_priority(const struct lm_mutex *mutex)
{
    struct lm_thread *owner = mutex->owner;
    struct lm_mutex *other = lm_layer_other_mutex(mutex);

    if (other != NULL && other->protocol == LM_INHERIT && owner->priority < owner->base_priority) {
        other->urgency = owner->priority;
        LM_UNLESS_SMALL(other->was_wanted = true;) /* its unlock looks at priorities */
        lm_list_remove(&other->owned);
        lm_list_insert_before(owner->owned.next, &other->owned);
    }
}

#endif
