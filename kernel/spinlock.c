/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks of both kinds; what a holder's level is meanwhile is left to lm_preempt_disable, or to
 * a mutex. */
#include "contract.h"
#include "lock.h"
#include "misuse.h"
#include "model.h"
#include "trace.h"
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
    struct lm_thread *thread = caller();

    spin->how = (uint8_t)how;
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
static void take_level(struct lm_spin *spin, const void *place)
{
    bool alone = lm_port_in_interrupt() || lm_port_is_locked() || !lm_kernel()->started;

    if (!alone) {
        (void)lm_preempt_disable();
    }
    take(spin, alone ? LM_SPIN_ALONE : LM_SPIN_LEVEL, place);
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
        take_level(spin, place);
    }
    return status;
}

static enum lm_status lock_any(struct lm_spinlock *lock, const void *place)
{
    enum lm_status status = check_lock(lock != NULL ? &lock->spin : NULL, place);

    if (status != LM_OK) {
        return status;
    }
    /* Held as a mutex since before the model changed: it stays one. */
    if (lm_model(lm_kernel()) != LM_MODEL_RT && lm_mutex_owner(&lock->mutex) == NULL) {
        take_level(&lock->spin, place);
        return LM_OK;
    }
    status = lm_mutex_lock(&lock->mutex, LM_FOREVER);
    if (status == LM_OK) {
        take(&lock->spin, LM_SPIN_MUTEX, place);
    }
    return status;
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

static enum lm_status unlock(struct lm_spin *spin, struct lm_mutex *mutex, const void *place)
{
    enum lm_status status = check_unlock(spin, place);

    if (status != LM_OK) {
        return status;
    }
    enum lm_spin_how how = (enum lm_spin_how)spin->how;

    trace(spin, LM_EVENT_SPIN_UNLOCK);
    if (spin->holder != NULL) {
        spin->holder->spins = spin->below;
    }
    spin->how = LM_SPIN_FREE;
    spin->holder = NULL;
    if (how == LM_SPIN_LEVEL) {
        (void)lm_preempt_enable();
    } else if (how == LM_SPIN_MUTEX) {
        (void)lm_mutex_unlock(mutex);
    }
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

uint32_t lm_spinlock_lock_irq(struct lm_spinlock *lock)
{
    (void)lock_any(lock, HERE);
    return lock != NULL && lock->spin.how == LM_SPIN_MUTEX ? 0 : lm_irq_off();
}

uint32_t lm_raw_spinlock_lock_irq(struct lm_raw_spinlock *lock)
{
    (void)lock_raw(lock != NULL ? &lock->spin : NULL, HERE);
    return lm_irq_off();
}

void lm_spinlock_unlock_irq(struct lm_spinlock *lock, uint32_t key)
{
    if (lock == NULL || lock->spin.how != LM_SPIN_MUTEX) {
        lm_irq_on(key);
    }
    (void)unlock(lock != NULL ? &lock->spin : NULL, lock != NULL ? &lock->mutex : NULL, HERE);
}

void lm_raw_spinlock_unlock_irq(struct lm_raw_spinlock *lock, uint32_t key)
{
    lm_irq_on(key);
    (void)unlock(lock != NULL ? &lock->spin : NULL, NULL, HERE);
}
