/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks protect short critical sections of drivers. On one processor no thread ever spins; the
 * preemption model (limen/section.h) decides how a lock is held:
 *
 *   lm_spinlock      level 0 while it is held; under LM_MODEL_RT a mutex with inheritance
 *   lm_raw_spinlock  level 0 while it is held, under every model: where a mutex does not suffice
 *
 * If an interrupt handler takes a lock, too, threads take it with the _irq calls, which also keep
 * interrupts off. Under LM_MODEL_RT handlers are threads, and only a raw lock keeps interrupts off.
 *
 *     lm_spinlock_lock(&lock);               key = lm_spinlock_lock_irq(&lock);
 *     ...                                    ...
 *     lm_spinlock_unlock(&lock);             lm_spinlock_unlock_irq(&lock, key);
 *
 * Locks are not recursive. They are freed in the reverse order. A thread must not wait while it
 * holds a raw lock, or a spinlock that is not a mutex. The checked library refuses a wrong call
 * with a status, and reports it with both places in the program to the handler of
 * lm_misuse_set_handler.
 */
#ifndef LIMEN_SPINLOCK_H
#define LIMEN_SPINLOCK_H

#include <limen/mutex.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The common part of both kinds. The locks that a thread holds form a chain. */
struct lm_spin {
    struct lm_spin *below;    /* the lock that the holder took before this one */
    struct lm_thread *holder; /* NULL: free, or held by an interrupt */
    const void *place;        /* the return address of the call that took it */
    uint8_t how;              /* enum lm_spin_how */
    struct lm_object object;
};

/* How a lock is held: at level 0, by its mutex, or in a context in which no thread can run
 * anyway. */
enum lm_spin_how { LM_SPIN_FREE, LM_SPIN_LEVEL, LM_SPIN_MUTEX, LM_SPIN_ALONE };

struct lm_spinlock {
    struct lm_spin spin;
    struct lm_mutex mutex;
};

struct lm_raw_spinlock {
    struct lm_spin spin;
};

/* Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_spinlock_create(struct lm_spinlock *lock, const char *name);
enum lm_status lm_raw_spinlock_create(struct lm_raw_spinlock *lock, const char *name);

/* Context: any; lm_spinlock under LM_MODEL_RT: start-up or thread.
 * Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_CONTEXT, LM_DEADLOCK (the caller holds it already).
 * Cost:    O(1); if it is a mutex, that of lm_mutex_lock. */
enum lm_status lm_spinlock_lock(struct lm_spinlock *lock);
enum lm_status lm_raw_spinlock_lock(struct lm_raw_spinlock *lock);

/* Context: that of lock. Returns: LM_OK, LM_BAD_OBJECT, LM_NOT_OWNER (the caller does not hold it),
 * LM_BAD_STATE (it took another lock after it, which it still holds). Cost: that of
 * lm_mutex_unlock. */
enum lm_status lm_spinlock_unlock(struct lm_spinlock *lock);
enum lm_status lm_raw_spinlock_unlock(struct lm_raw_spinlock *lock);

/* Lock and unlock with interrupts off in between. A misuse is reported only to the handler.
 * Returns: the key for unlock. */
uint32_t lm_spinlock_lock_irq(struct lm_spinlock *lock);
void lm_spinlock_unlock_irq(struct lm_spinlock *lock, uint32_t key);
uint32_t lm_raw_spinlock_lock_irq(struct lm_raw_spinlock *lock);
void lm_raw_spinlock_unlock_irq(struct lm_raw_spinlock *lock, uint32_t key);

enum lm_misuse_kind {
    LM_MISUSE_WAIT,         /* a call that may wait, while the lock is held */
    LM_MISUSE_LOCKED_TWICE, /* by the same thread */
    LM_MISUSE_NOT_HOLDER,   /* unlocked by another thread than its holder, or while it is free */
    LM_MISUSE_OUT_OF_ORDER  /* unlocked before a lock that was taken later */
};

struct lm_misuse {
    enum lm_misuse_kind kind;
    const char *lock;         /* its name; out of order: that of the lock to be unlocked first */
    struct lm_thread *thread; /* the caller; NULL: an interrupt */
    const void *taken;        /* return address of the call that took the lock, or NULL */
    const void *now;          /* return address of the wrong call */
};

/* Set the function that the checked library calls on a misuse; NULL: none. It runs within the wrong
 * call. Context: any. Cost: O(1). */
void lm_misuse_set_handler(void (*handler)(const struct lm_misuse *misuse));

#ifdef __cplusplus
}
#endif

#endif
