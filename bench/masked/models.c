/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: kernel sections, spinlocks, readers, devices, and interrupts in threads. */
#include "masked.h"

static struct lm_spinlock lock;
static struct lm_raw_spinlock raw, raws[MANY];
static struct lm_readers readers;
static struct lm_device devices[MANY];
static struct lm_handle handle;
static struct lm_irq irq;
static unsigned turn;
LM_STACK(irq_stack, 512);

static void create_all(void)
{
    static bool done;

    if (!done) {
        done = true;
        (void)lm_spinlock_create(&lock, "lock");
        (void)lm_raw_spinlock_create(&raw, "raw");
        for (unsigned i = 0; i < MANY; i++) {
            (void)lm_raw_spinlock_create(&raws[i], "raw");
        }
        (void)lm_readers_create(&readers, "readers");
    }
}

STEP(model_full, lm_model_set(LM_MODEL_FULL))
STEP(model_rt, lm_model_set(LM_MODEL_RT))
EACH(own_mutexes, lm_mutex_lock(&mutexes[i], LM_FOREVER))

static void voluntary(void)
{
    own_mutexes();
    (void)lm_model_set(LM_MODEL_VOLUNTARY);
}

CALL(enter, lm_section_enter(NULL))
STEP(leave, (lm_section_leave(), lm_model_set(LM_MODEL_FULL)))

static void enter_voluntary(void)
{
    voluntary();
    enter();
}

static void lazy(void)
{
    (void)lm_lazy_set(0, LM_MS(1));
    (void)lm_model_set(LM_MODEL_LAZY);
}

static void enter_lazy(void)
{
    lazy();
    enter();
}

static void enter_beside_urgent(void)
{
    (void)lm_model_set(LM_MODEL_VOLUNTARY);
    enter();
    create_spare(CALLER - 1, false);
}

STEP(preempt_point, lm_preempt_point())
CALL(lock_spin, lm_spinlock_lock(&lock))
CALL(unlock_spin, lm_spinlock_unlock(&lock))
CALL(lock_raw, lm_raw_spinlock_lock(&raw))
CALL(unlock_raw, lm_raw_spinlock_unlock(&raw))
EACH(lock_raws, lm_raw_spinlock_lock(&raws[i]))
CALL(terminate_itself, lm_thread_terminate(&caller))

static void lock_and_own(void)
{
    create_all();
    own_mutexes();
}

static void hold_raws(void)
{
    create_all();
    lock_raws();
}

static void spin_under_rt(void)
{
    lock_spin();
    unlock_spin();
}

static void off_and_on(void)
{
    lm_raw_spinlock_unlock_irq(&raw, lm_raw_spinlock_lock_irq(&raw));
}

STEP(readers_enter, turn = lm_readers_enter(&readers))
STEP(readers_leave, (lm_readers_leave(&readers, turn), 0))
CALL(synchronize, lm_readers_synchronize(&readers))

static enum lm_status transfer(struct lm_device *device, void *data, size_t size, size_t *done)
{
    (void)device;
    (void)data;
    *done = size;
    return LM_OK;
}

static const struct lm_driver driver = {.read = transfer};

static char names[MANY][4];

static void add_devices(void)
{
    for (unsigned i = 0; i < count; i++) {
        names[i][0] = 'd';
        names[i][1] = (char)('0' + i / 10);
        names[i][2] = (char)('0' + i % 10);
        (void)lm_device_add(&devices[i], names[i], &driver, NULL);
    }
}

static void open_first(void)
{
    add_devices();
    (void)lm_device_open(&handle, names[0]);
}

/* Undo add_devices after the window, whose end is this call. */
static void remove_devices(void)
{
    for (unsigned i = 0; i < count; i++) {
        (void)lm_device_remove(&devices[i]);
    }
}

STEP(device_add, (add_devices(), remove_devices(), 0))

static void device_open(void)
{
    (void)lm_device_open(&handle, names[0]);
    (void)lm_device_close(&handle);
    remove_devices();
}

static void device_read(void)
{
    size_t done;

    (void)lm_device_read(&handle, message, 4, &done);
    (void)lm_device_close(&handle);
    remove_devices();
}

static void handle_interrupt(void *argument)
{
    (void)argument;
}

static void attach(void)
{
    (void)lm_irq_attach(&irq, &(struct lm_irq_config){.name = "irq",
                                                      .line = 0,
                                                      .urgency = 1,
                                                      .handler = handle_interrupt,
                                                      .threaded = true,
                                                      LM_PREEMPTIVE(CALLER - 1),
                                                      LM_USE_STACK(irq_stack)});
}

STEP(interrupt, (lm_board_interrupt_raise(0), 0))
STEP(set_threaded, (lm_irq_set_threaded(false), 0))

const struct masked_case model_cases[] = {
    {"model_set", .act = model_full},
    {"section_enter, owner of n mutexes", true, .ready = voluntary, .act = enter},
    {"section_leave, owner of n mutexes", true, .ready = enter_voluntary, .act = leave},
    {"section_enter, LAZY", .ready = lazy, .act = enter},
    {"section_leave, LAZY", .ready = enter_lazy, .act = leave},
    {"preempt_point", .ready = enter_voluntary, .act = preempt_point},
    {"preempt_point, more urgent", .ready = enter_beside_urgent, .act = preempt_point},
    {"spinlock_lock, owner of n mutexes", true, .prepare = lock_and_own, .act = lock_raw},
    {"spinlock_unlock, owner of n mutexes", true, .prepare = lock_and_own, .ready = lock_raw,
     .act = unlock_raw},
    {"spinlock_lock_irq and _unlock_irq", .prepare = model_full, .act = off_and_on},
    {"thread_terminate, itself, n spinlocks", true, hold_raws, .act = terminate_itself},
    {"spinlock_lock and _unlock, RT", .prepare = model_rt, .act = spin_under_rt},
    {"readers_enter", .prepare = model_full, .act = readers_enter},
    {"readers_leave", .act = readers_leave},
    {"readers_synchronize", .act = synchronize},
    {"device_add and _remove, n devices", true, .act = device_add},
    {"device_open and _close, n devices", true, .ready = add_devices, .act = device_open},
    {"device_read", .ready = open_first, .act = device_read},
    {"irq_attach", .act = attach},
    {"irq_serve, in a thread", .act = interrupt},
    {"irq_set_threaded", .act = set_threaded},
    {0},
};
