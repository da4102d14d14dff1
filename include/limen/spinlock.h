/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks: short critical sections of drivers. What they do is the preemption model's business
 * (limen/section.h): on one processor nobody ever spins.
 *
 *   lm_spinlock      level 0 while it is held; under LM_MODEL_RT a mutex with inheritance
 *   lm_raw_spinlock  level 0 while it is held, under every model: for what a mutex cannot protect
 *
 * A lock that an interrupt's handler takes, too, is taken by threads with the _irq calls, which
 * keep interrupts off as well - under LM_MODEL_RT only a raw one does, for handlers are threads.
 *
 *     lm_spinlock_lock(&lock);               key = lm_spinlock_lock_irq(&lock);
 *     ...                                    ...
 *     lm_spinlock_unlock(&lock);             lm_spinlock_unlock_irq(&lock, key);
 *
 * Locks are not recursive and are freed in the reverse order. While a raw one is held, and a
 * spinlock unless it is a mutex, the thread must not wait. The checked library finds wrong uses,
 * answers with a status, and tells lm_misuse_set_handler's function both places.
 */
#ifndef LIMEN_SPINLOCK_H
#define LIMEN_SPINLOCK_H

#include <limen/mutex.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What both kinds have in common: one link in the chain of locks that a thread holds. */
struct lm_spin {
    struct lm_spin *below;    /* that the holder took before */
    struct lm_thread *holder; /* NULL: free, or an interrupt holds it */
    const void *place;        /* from where it was taken */
    uint8_t how;              /* enum lm_spin_how */
    struct lm_object object;
};

/* How a lock is held: by level 0, by a mutex, or where nobody can come in between anyway. */
enum lm_spin_how { LM_SPIN_FREE, LM_SPIN_LEVEL, LM_SPIN_MUTEX, LM_SPIN_ALONE };

struct lm_spinlock {
    struct lm_spin spin;
    struct lm_mutex mutex;
};

struct lm_raw_spinlock {
    struct lm_spin spin;
};

/* Context: any. Returns: LM_OK, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_spinlock_create(struct lm_spinlock *lock, const char *name);
enum lm_status lm_raw_spinlock_create(struct lm_raw_spinlock *lock, const char *name);

/* Context: any; lm_spinlock under LM_MODEL_RT: start-up or thread.
 * Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_DEADLOCK (the caller holds it already).
 * Cost:    O(mutexes owned); as lm_mutex_lock where it is one. */
enum lm_status lm_spinlock_lock(struct lm_spinlock *lock);
enum lm_status lm_raw_spinlock_lock(struct lm_raw_spinlock *lock);

/* Context: as lock. Returns: LM_OK, LM_BAD_OBJECT, LM_NOT_OWNER (another one holds it, or nobody),
 * LM_BAD_STATE (another lock was taken after it: it stays held). Cost: as lm_mutex_unlock. */
enum lm_status lm_spinlock_unlock(struct lm_spinlock *lock);
enum lm_status lm_raw_spinlock_unlock(struct lm_raw_spinlock *lock);

/* The same, interrupts off in between. A misuse is told to the handler only. Returns: the key. */
uint32_t lm_spinlock_lock_irq(struct lm_spinlock *lock);
void lm_spinlock_unlock_irq(struct lm_spinlock *lock, uint32_t key);
uint32_t lm_raw_spinlock_lock_irq(struct lm_raw_spinlock *lock);
void lm_raw_spinlock_unlock_irq(struct lm_raw_spinlock *lock, uint32_t key);

enum lm_misuse_kind {
    LM_MISUSE_WAIT,         /* a call that may wait, with the lock held */
    LM_MISUSE_LOCKED_TWICE, /* by the same thread */
    LM_MISUSE_NOT_HOLDER,   /* unlocked by another thread, or free */
    LM_MISUSE_OUT_OF_ORDER  /* unlocked before one that was taken later */
};

struct lm_misuse {
    enum lm_misuse_kind kind;
    const char *lock;         /* its name; out of order: of the one that should come first */
    struct lm_thread *thread; /* that did it; NULL: an interrupt */
    const void *taken;        /* address behind the call that took the lock, or NULL */
    const void *now;          /* address behind the wrong call */
};

/* Have a function told of misuses, by the checked library; NULL: none. It runs in the wrong call,
 * before that answers. Context: any. Cost: O(1). */
void lm_misuse_set_handler(void (*handler)(const struct lm_misuse *misuse));

#ifdef __cplusplus
}
#endif

#endif
