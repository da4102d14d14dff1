/* SPDX-License-Identifier: Apache-2.0 */
/* Services on sections, spinlocks, readers, devices and interrupts of drivers. */
#include "world.h"

static uint32_t suspend_self(void)
{
    return lm_thread_suspend(lm_thread_self());
}

STEP(section_enter, lm_section_enter(NULL))
STEP(section_leave, lm_section_leave())
STEP(preempt_point, lm_preempt_point())
STEP(semaphore_wait, lm_semaphore_wait(&world.semaphore, LM_FOREVER))
STEP(border_set, lm_lazy_set(BORDER, 0))
STEP(preempt_tick, (uint32_t)lm_preempt_tick())
STEP(model_set, lm_model_set(LM_MODEL_NONE))

STEP(spinlock_lock, lm_spinlock_lock(&world.spinlock))
STEP(spinlock_unlock, lm_spinlock_unlock(&world.spinlock))
STEP(raw_spinlock_lock, lm_raw_spinlock_lock(&world.raw_spinlock))
STEP(raw_spinlock_unlock, lm_raw_spinlock_unlock(&world.raw_spinlock))

static uint32_t spinlock_irq(void)
{
    uint32_t key = lm_spinlock_lock_irq(&world.spinlock);
    uint32_t status = lm_semaphore_post(&world.semaphore);

    lm_spinlock_unlock_irq(&world.spinlock, key);
    return status;
}

static uint32_t raw_spinlock_irq(void)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&world.raw_spinlock);
    uint32_t status = lm_semaphore_post(&world.semaphore);

    lm_raw_spinlock_unlock_irq(&world.raw_spinlock, key);
    return status;
}

static unsigned turn[ROLES], held_turn;

STEP(readers_enter, (turn[role] = lm_readers_enter(&world.readers), 0))
STEP(readers_leave, (lm_readers_leave(&world.readers, turn[role]), 0))
STEP(readers_hold, (held_turn = lm_readers_enter(&world.readers), 0))
STEP(readers_release, (lm_readers_leave(&world.readers, held_turn), 0))
STEP(readers_synchronize, lm_readers_synchronize(&world.readers))

static struct lm_handle handle;

static uint32_t device_read(void)
{
    unsigned char data[4];
    size_t done = 0;
    enum lm_status status = lm_device_read(&handle, data, sizeof data, &done);

    return (uint32_t)status << 8 | (uint32_t)done;
}

static uint32_t device_write(void)
{
    static const unsigned char data[4];

    return lm_device_write(&handle, data, sizeof data, NULL);
}

STEP(device_control, lm_device_control(&handle, 1, NULL))
STEP(device_open, lm_device_open(&handle, "device"))
STEP(device_close, lm_device_close(&handle))
STEP(device_remove, lm_device_remove(&world.device))

STEP(irq_serve, (lm_irq_serve(&world.irq), 0))

/* While stacks are checked, every switch takes the slow path. */
static void stack_is_full(struct lm_thread *thread)
{
    (void)thread;
    trial_failed("a stack is full");
}

STEP(check_stacks, (lm_stack_check(stack_is_full), 0))
STEP(post, lm_semaphore_post(&world.semaphore))
STEP(check_no_stacks, (lm_stack_check(NULL), 0))

static const struct service table[] = {
    {"section", {section_enter, preempt_point, section_leave}, THREADS},
    {"section_wait", {section_enter, semaphore_wait, section_leave}, THREADS},
    {"model_set", {model_set}, ANY},
    {"lazy_tick", {preempt_tick}, INTERRUPTS},
    {"lazy_set", {border_set}, THREADS},
    {"spinlock", {spinlock_lock, spinlock_unlock}, THREADS},
    {"spinlock_hold", {spinlock_lock, suspend_self, spinlock_unlock}, THREADS},
    {"spinlock_irq", {spinlock_irq}, THREADS},
    {"raw_spinlock", {raw_spinlock_lock, raw_spinlock_unlock}, THREADS},
    {"raw_spinlock_irq", {raw_spinlock_irq}, ANY},
    {"readers", {readers_enter, readers_leave}, ANY},
    {"readers_hold", {readers_hold, suspend_self, readers_release}, THREADS},
    {"readers_synchronize", {readers_synchronize}, THREADS},
    {"device_read", {device_open, device_read, device_close}, THREADS},
    {"device_write", {device_open, device_write, device_close}, THREADS},
    {"device_control", {device_open, device_control, device_close}, THREADS},
    {"device_remove", {device_remove}, THREADS},
    {"irq_serve", {irq_serve}, INTERRUPTS},
    {"stack_check", {check_stacks, post, check_no_stacks}, THREADS},
};

const struct services model_services = {table, sizeof table / sizeof *table};
