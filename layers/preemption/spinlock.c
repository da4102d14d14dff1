/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks of both kinds; what a holder's level is meanwhile is left to lm_preempt_disable, or to
 * a mutex. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/trace.h"
#include "preemption/misuse.h"
#include "preemption/model.h"
#include <limen/spinlock.h>

#define HERE __builtin_return_address(0)

static struct lm_thread *caller(void)
{
    return lm_port_in_interrupt() ? NULL : lm_kernel()->running;
}

static void trace(const struct lm_spin *spin, enum lm_event event)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_trace(event, spin->object.id, spin->how, 0);
        lm_port_unlock(key);
    }
}

static void create(struct lm_spin *spin, const char *name)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    *spin = (struct lm_spin){.how = LM_SPIN_FREE};
    lm_trace_object(kernel, &spin->object, LM_KIND_SPINLOCK, name, 0, 0, 0);
    lm_port_unlock(key);
}

enum lm_status lm_spinlock_create(struct lm_spinlock *lock, const char *name)
{
    LM_CHECK(lock != NULL, LM_BAD_ARGUMENT);

    create(&lock->spin, name);
    return lm_mutex_create(&lock->mutex, name, LM_INHERIT, 0, LM_BY_PRIORITY);
}

enum lm_status lm_raw_spinlock_create(struct lm_raw_spinlock *lock, const char *name)
{
    LM_CHECK(lock != NULL, LM_BAD_ARGUMENT);

    create(&lock->spin, name);
    return LM_OK;
}

static bool is_taken_twice(const struct lm_spin *spin)
{
    return spin->how == LM_SPIN_LEVEL || spin->how == LM_SPIN_ALONE ||
           (spin->how == LM_SPIN_MUTEX && spin->holder == caller());
}

/* The lock is the caller's. */
static void take(struct lm_spin *spin, enum lm_spin_how how, const void *place)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = caller();
    lm_lock_key key = lm_lock();

    kernel->spin_mutexes += how == LM_SPIN_MUTEX;
    spin->how = (uint8_t)how;
    lm_port_unlock(key);
    spin->holder = thread;
    spin->place = place;
    if (thread != NULL) {
        spin->below = thread->spins;
        thread->spins = spin;
    }
    trace(spin, LM_EVENT_SPIN_LOCK);
}

/* Where nobody can come in between anyway - in an interrupt, at start-up, with interrupts off -
 * there is no level to raise. */
static enum lm_spin_how hold_level(void)
{
    if (lm_port_in_interrupt() || lm_port_is_locked() || !lm_kernel()->started) {
        return LM_SPIN_ALONE;
    }
    (void)lm_preempt_disable();
    return LM_SPIN_LEVEL;
}

static void let_level_go(enum lm_spin_how how)
{
    if (how == LM_SPIN_LEVEL) {
        (void)lm_preempt_enable();
    }
}

static enum lm_status check_lock(const struct lm_spin *spin, const void *place)
{
    LM_CHECK(spin != NULL && spin->object.kind == LM_KIND_SPINLOCK, LM_BAD_OBJECT);
    if (LM_CHECKED && is_taken_twice(spin)) {
        lm_misuse(LM_MISUSE_LOCKED_TWICE, spin, place);
        return LM_DEADLOCK;
    }
    return LM_OK;
}

static enum lm_status lock_raw(struct lm_spin *spin, const void *place)
{
    enum lm_status status = check_lock(spin, place);

    if (status == LM_OK) {
        take(spin, hold_level(), place);
    }
    return status;
}

/* Shall the lock be a mutex? One that has an owner has been one since before the model changed: it
 * stays one, but for an interrupt that found it before its next holder did. */
static bool is_mutex(const struct lm_spinlock *lock)
{
    const struct lm_kernel *kernel = lm_kernel();

    if (lm_port_in_interrupt() && lock->spin.how == LM_SPIN_FREE) {
        return lm_model(kernel) == LM_MODEL_RT;
    }
    return kernel->started &&
           (lm_model(kernel) == LM_MODEL_RT || lm_mutex_owner(&lock->mutex) != NULL);
}

static enum lm_status lock_mutex(struct lm_spinlock *lock, const void *place)
{
    if (LM_CHECKED && !lm_could_wait()) {
        lm_misuse_wait(place);
        return LM_BAD_CONTEXT;
    }
    enum lm_status status = lm_mutex_lock(&lock->mutex, LM_FOREVER);

    if (status == LM_OK) {
        take(&lock->spin, LM_SPIN_MUTEX, place);
    }
    return status;
}

static enum lm_status lock_any(struct lm_spinlock *lock, const void *place)
{
    enum lm_status status = check_lock(lock != NULL ? &lock->spin : NULL, place);

    if (status != LM_OK) {
        return status;
    }
    if (!is_mutex(lock)) {
        enum lm_spin_how how = hold_level();

        if (!is_mutex(lock)) { /* still: whoever ran in between may have changed the model */
            take(&lock->spin, how, place);
            return LM_OK;
        }
        let_level_go(how);
    }
    return lock_mutex(lock, place);
}

static enum lm_status check_unlock(const struct lm_spin *spin, const void *place)
{
    LM_CHECK(spin != NULL && spin->object.kind == LM_KIND_SPINLOCK, LM_BAD_OBJECT);

    const struct lm_thread *thread = caller();

    if (LM_CHECKED && (spin->how == LM_SPIN_FREE || spin->holder != thread)) {
        lm_misuse(LM_MISUSE_NOT_HOLDER, spin, place);
        return LM_NOT_OWNER;
    }
    if (LM_CHECKED && thread != NULL && thread->spins != spin) {
        lm_misuse(LM_MISUSE_OUT_OF_ORDER, thread->spins, place);
        return LM_BAD_STATE;
    }
    return LM_OK;
}

static void let_go(struct lm_spin *spin)
{
    struct lm_kernel *kernel = lm_kernel();

    trace(spin, LM_EVENT_SPIN_UNLOCK);
    if (spin->holder != NULL) {
        spin->holder->spins = spin->below;
    }
    lm_lock_key key = lm_lock();

    kernel->spin_mutexes -= spin->how == LM_SPIN_MUTEX;
    spin->how = LM_SPIN_FREE;
    spin->holder = NULL;
    lm_port_unlock(key);
}

static enum lm_status unlock(struct lm_spin *spin, struct lm_mutex *mutex, const void *place)
{
    enum lm_status status = check_unlock(spin, place);

    if (status != LM_OK) {
        return status;
    }
    enum lm_spin_how how = (enum lm_spin_how)spin->how;

    let_go(spin);
    if (how == LM_SPIN_MUTEX) {
        (void)lm_mutex_unlock(mutex);
    }
    let_level_go(how);
    return LM_OK;
}

enum lm_status lm_spinlock_lock(struct lm_spinlock *lock)
{
    return lock_any(lock, HERE);
}

enum lm_status lm_raw_spinlock_lock(struct lm_raw_spinlock *lock)
{
    return lock_raw(lock != NULL ? &lock->spin : NULL, HERE);
}

enum lm_status lm_spinlock_unlock(struct lm_spinlock *lock)
{
    return unlock(lock != NULL ? &lock->spin : NULL, lock != NULL ? &lock->mutex : NULL, HERE);
}

enum lm_status lm_raw_spinlock_unlock(struct lm_raw_spinlock *lock)
{
    return unlock(lock != NULL ? &lock->spin : NULL, NULL, HERE);
}

static bool is_held_as_mutex(const struct lm_spinlock *lock)
{
    return lock->spin.how == LM_SPIN_MUTEX && lock->spin.holder == caller();
}

static bool is_object(const struct lm_spinlock *lock)
{
    return lock != NULL && lock->spin.object.kind == LM_KIND_SPINLOCK;
}

/* Interrupts go off first, and come on last: a handler must not find the lock taken. */
uint32_t lm_spinlock_lock_irq(struct lm_spinlock *lock)
{
    if (is_object(lock) && is_mutex(lock)) {
        (void)lock_any(lock, HERE);
        return is_held_as_mutex(lock) ? 0 : lm_irq_off();
    }
    uint32_t key = lm_irq_off();

    (void)lock_any(lock, HERE);
    return key;
}

uint32_t lm_raw_spinlock_lock_irq(struct lm_raw_spinlock *lock)
{
    uint32_t key = lm_irq_off();

    (void)lock_raw(lock != NULL ? &lock->spin : NULL, HERE);
    return key;
}

void lm_spinlock_unlock_irq(struct lm_spinlock *lock, uint32_t key)
{
    bool as_mutex = is_object(lock) && is_held_as_mutex(lock);

    (void)unlock(lock != NULL ? &lock->spin : NULL, lock != NULL ? &lock->mutex : NULL, HERE);
    if (!as_mutex) {
        lm_irq_on(key);
    }
}

void lm_raw_spinlock_unlock_irq(struct lm_raw_spinlock *lock, uint32_t key)
{
    (void)unlock(lock != NULL ? &lock->spin : NULL, NULL, HERE);
    lm_irq_on(key);
}
