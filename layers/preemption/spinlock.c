/* SPDX-License-Identifier: Apache-2.0 */
/* Spinlocks of both kinds. On one processor no thread ever spins: a thread holds a lock by keeping
 * preemption off, or by owning a mutex. This file chooses between the two, keeps the chain of locks
 * that a thread holds, and checks the calls. */
#include "core/door.h"
#include "core/preempt.h"
#include "preemption/preemption.h"

#define HERE LM_PORT_CALLER

static struct lm_thread *caller(void)
{
    return lm_port_in_interrupt() ? NULL : lm_cpu()->running;
}

static bool is_spin(const struct lm_spin *spin)
{
    return spin != NULL && lm_object_kind(&spin->object) == LM_KIND_SPINLOCK;
}

static struct lm_spin *spin_of(struct lm_spinlock *lock)
{
    return lock != NULL ? &lock->spin : NULL;
}

static struct lm_spin *spin_of_raw(struct lm_raw_spinlock *lock)
{
    return lock != NULL ? &lock->spin : NULL;
}

static enum lm_status create(struct lm_spin *spin, const char *name)
{
    LM_CALL_CREATES(SPINLOCK_CREATE, spin);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, spin);
    *spin = (struct lm_spin){.how = LM_SPIN_FREE};
    lm_object_create(&spin->object, LM_KIND_SPINLOCK, name, (struct lm_object_facts){0});
    return lm_leave(key, LM_OK);
}

enum lm_status lm_spinlock_create(struct lm_spinlock *lock, const char *name)
{
    LM_CALL(SPINLOCK_CREATE);
    LM_CHECK(lock != NULL, LM_BAD_ARGUMENT);

    enum lm_status status = create(&lock->spin, name);

    return status == LM_OK ? lm_mutex_create(&lock->mutex, name, LM_INHERIT, 0, LM_BY_PRIORITY)
                           : status;
}

enum lm_status lm_raw_spinlock_create(struct lm_raw_spinlock *lock, const char *name)
{
    LM_CALL(SPINLOCK_CREATE);
    LM_CHECK(lock != NULL, LM_BAD_ARGUMENT);

    return create(&lock->spin, name);
}

/* Refuse a wrong call. It was detected with the kernel lock held and is reported without it. */
static enum lm_status refuse(lm_lock_key key, enum lm_status status, enum lm_misuse_kind kind,
                             const struct lm_spin *spin, const void *place)
{
    lm_port_unlock(key);
    lm_misuse(kind, spin, place);
    return status;
}

/* Does a context that runs now hold the lock already? */
static bool is_taken_twice(const struct lm_spin *spin)
{
    return spin->how == LM_SPIN_LEVEL || spin->how == LM_SPIN_ALONE ||
           (spin->how == LM_SPIN_MUTEX && spin->holder == caller());
}

/* Make the caller the holder of the lock. */
static void take(struct lm_spin *spin, enum lm_spin_how how, const void *place)
{
    struct lm_thread *thread = caller();

    lm_preemption()->spin_mutexes += how == LM_SPIN_MUTEX;
    spin->how = (uint8_t)how;
    spin->holder = thread;
    spin->place = place;
    if (thread != NULL) {
        spin->below = lm_spin_last(thread);
        lm_spin_set_last(thread, spin);
    }
    lm_observe_event(LM_EVENT_SPIN_LOCK, spin->object.id, how, 0);
}

/* Make the caller the holder of the lock, at level 0. The level is not raised in contexts in which
 * no other thread can run anyway: in an interrupt, before the start, and with interrupts off. key:
 * that of the kernel lock. */
static void take_at_level_0(struct lm_cpu *cpu, lm_lock_key key, struct lm_spin *spin,
                            const void *place)
{
    bool alone = key != 0 || lm_port_in_interrupt() || !lm_kernel()->started;

    if (!alone) {
        lm_preempt_off(cpu);
    }
    take(spin, alone ? LM_SPIN_ALONE : LM_SPIN_LEVEL, place);
}

static enum lm_status lock_raw(struct lm_spin *spin, const void *place)
{
    LM_CALL_ON(SPINLOCK_LOCK, spin);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, is_spin(spin), LM_BAD_OBJECT);
    if (LM_CHECKED && is_taken_twice(spin)) {
        LM_NOTE_ERROR(LM_DEADLOCK);
        return refuse(key, LM_DEADLOCK, LM_MISUSE_LOCKED_TWICE, spin, place);
    }
    take_at_level_0(cpu, key, spin, place);
    return lm_leave(key, LM_OK);
}

/* Should the lock be a mutex? While a thread owns the mutex it remains one, even if the model has
 * changed. Only an interrupt can find such a lock free: its owner, whose call waited for the mutex,
 * has not run since then. */
static bool is_mutex(const struct lm_spinlock *lock)
{
    bool by_model = lm_model() == LM_MODEL_RT;

    if (lm_port_in_interrupt() && lock->spin.how == LM_SPIN_FREE) {
        return by_model;
    }
    return lm_kernel()->started && (by_model || lock->mutex.owner != NULL);
}

/* Context: without the lock. */
static enum lm_status lock_mutex(struct lm_spinlock *lock, const void *place)
{
    enum lm_status status = lm_mutex_lock(&lock->mutex, LM_FOREVER);

    if (status == LM_OK) {
        lm_lock_key key = lm_lock();

        take(&lock->spin, LM_SPIN_MUTEX, place);
        lm_port_unlock(key);
    }
    return status;
}

static enum lm_status lock_any(struct lm_spinlock *lock, const void *place)
{
    LM_CALL_ON(SPINLOCK_LOCK, spin_of(lock));
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, is_spin(spin_of(lock)), LM_BAD_OBJECT);
    if (LM_CHECKED && is_taken_twice(&lock->spin)) {
        LM_NOTE_ERROR(LM_DEADLOCK);
        return refuse(key, LM_DEADLOCK, LM_MISUSE_LOCKED_TWICE, &lock->spin, place);
    }
    if (!is_mutex(lock)) {
        take_at_level_0(cpu, key, &lock->spin, place);
        return lm_leave(key, LM_OK);
    }
    bool may_wait = !LM_CHECKED || lm_may_wait(key);

    if (LM_TRACED && !may_wait) {
        return lm_refuse_to_wait(key, lm_call_here, lm_about_here, place);
    }
    lm_port_unlock(key);
    if (!may_wait) {
        lm_refuse_wait(place);
        return LM_BAD_CONTEXT;
    }
    return lock_mutex(lock, place);
}

/* Returns: how the lock was held. */
static enum lm_spin_how give_back(struct lm_cpu *cpu, struct lm_spin *spin)
{
    enum lm_spin_how how = (enum lm_spin_how)spin->how;

    lm_observe_event(LM_EVENT_SPIN_UNLOCK, spin->object.id, how, 0);
    if (spin->holder != NULL) {
        lm_spin_set_last(spin->holder, spin->below);
    }
    lm_preemption()->spin_mutexes -= how == LM_SPIN_MUTEX;
    spin->how = LM_SPIN_FREE;
    spin->holder = NULL;
    if (how == LM_SPIN_LEVEL) {
        lm_preempt_on(cpu);
    }
    return how;
}

static enum lm_status unlock(struct lm_spin *spin, struct lm_mutex *mutex, const void *place)
{
    LM_CALL_ON(SPINLOCK_UNLOCK, spin);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    const struct lm_thread *thread = caller();

    LM_REQUIRE(key, is_spin(spin), LM_BAD_OBJECT);
    if (spin->how == LM_SPIN_FREE || spin->holder != thread) { /* in each build, as for mutexes */
        LM_NOTE_ERROR(LM_NOT_OWNER);
        return refuse(key, LM_NOT_OWNER, LM_MISUSE_NOT_HOLDER, spin, place);
    }
    if (LM_CHECKED && thread != NULL && lm_spin_last(thread) != spin) {
        LM_NOTE_ERROR(LM_BAD_STATE);
        return refuse(key, LM_BAD_STATE, LM_MISUSE_OUT_OF_ORDER, lm_spin_last(thread), place);
    }
    enum lm_spin_how how = give_back(cpu, spin);

    lm_unlock(cpu, key);
    if (how == LM_SPIN_MUTEX) {
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
    return lock_raw(spin_of_raw(lock), HERE);
}

enum lm_status lm_spinlock_unlock(struct lm_spinlock *lock)
{
    return unlock(spin_of(lock), lock != NULL ? &lock->mutex : NULL, HERE);
}

enum lm_status lm_raw_spinlock_unlock(struct lm_raw_spinlock *lock)
{
    return unlock(spin_of_raw(lock), NULL, HERE);
}

static bool is_held_as_mutex(const struct lm_spinlock *lock)
{
    return lock->spin.how == LM_SPIN_MUTEX && lock->spin.holder == caller();
}

/* Interrupts are off from before the lock is taken until after it is free, because a handler must
 * not find it taken. */
uint32_t lm_spinlock_lock_irq(struct lm_spinlock *lock)
{
    if (is_spin(spin_of(lock)) && is_mutex(lock)) {
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

    (void)lock_raw(spin_of_raw(lock), HERE);
    return key;
}

void lm_spinlock_unlock_irq(struct lm_spinlock *lock, uint32_t key)
{
    bool as_mutex = is_spin(spin_of(lock)) && is_held_as_mutex(lock);

    (void)unlock(spin_of(lock), lock != NULL ? &lock->mutex : NULL, HERE);
    if (!as_mutex) {
        lm_irq_on(key);
    }
}

void lm_raw_spinlock_unlock_irq(struct lm_raw_spinlock *lock, uint32_t key)
{
    (void)unlock(spin_of_raw(lock), NULL, HERE);
    lm_irq_on(key);
}
