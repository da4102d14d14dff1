/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each call of the layers that returns an error of its caller leaves one record of it in the
 * trace, as in test_error_records.c.
 *
 * Method: the same. lm_irq_attach needs a board: tests/kernel/scenes/test_errors_are_events.c.
 */
#include "error_rows.h"
#include <limen/budget.h>
#include <limen/cyclic.h>
#include <limen/device.h>
#include <limen/readers.h>
#include <limen/section.h>
#include <limen/shared_stack.h>
#include <limen/spinlock.h>
#include <limen/timer_thread.h>

static void nothing(void *argument)
{
    (void)argument;
}

static void sections(void)
{
    begin();
    LEAVES(lm_model_set((enum lm_model)LM_MODELS), NOBODY, MODEL_SET, LM_BAD_ARGUMENT);
    LEAVES(lm_section_leave(), NOBODY, SECTION_LEAVE, LM_BAD_STATE);
    LEAVES(lm_lazy_set(LM_LEVELS, 0), NOBODY, LAZY_SET, LM_BAD_ARGUMENT);
    null_interrupt_enter();
    LEAVES(lm_section_enter(NULL), NOBODY, SECTION_ENTER, LM_BAD_CONTEXT);
    LEAVES(lm_section_leave(), NOBODY, SECTION_LEAVE, LM_BAD_CONTEXT);
    LEAVES(lm_lazy_set(1, 0), NOBODY, LAZY_SET, LM_BAD_CONTEXT);
    null_interrupt_exit();
}

/* Under FULL they keep preemption off. */
static void spinlocks(void)
{
    static struct lm_raw_spinlock raw, other;
    static struct lm_spinlock lock;

    begin();
    PREPARE(lm_model_set(LM_MODEL_FULL));
    LEAVES(lm_spinlock_create(NULL, ""), NOBODY, SPINLOCK_CREATE, LM_BAD_ARGUMENT);
    LEAVES(lm_raw_spinlock_create(NULL, ""), NOBODY, SPINLOCK_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_spinlock_create(&lock, "lock"));
    PREPARE(lm_raw_spinlock_create(&raw, "raw"));
    PREPARE(lm_raw_spinlock_create(&other, "other"));
    unsigned id = raw.spin.object.id, of_lock = lock.spin.object.id;

    LEAVES(lm_raw_spinlock_create(&raw, ""), id, SPINLOCK_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_raw_spinlock_lock(NULL), NOBODY, SPINLOCK_LOCK, LM_BAD_OBJECT);
    LEAVES(lm_spinlock_lock(NULL), NOBODY, SPINLOCK_LOCK, LM_BAD_OBJECT);
    LEAVES(lm_spinlock_unlock(NULL), NOBODY, SPINLOCK_UNLOCK, LM_BAD_OBJECT);
    LEAVES(lm_raw_spinlock_unlock(&raw), id, SPINLOCK_UNLOCK, LM_NOT_OWNER);
    PREPARE(lm_raw_spinlock_lock(&raw));
    LEAVES(lm_raw_spinlock_lock(&raw), id, SPINLOCK_LOCK, LM_DEADLOCK);
    PREPARE(lm_spinlock_lock(&lock));
    LEAVES(lm_spinlock_lock(&lock), of_lock, SPINLOCK_LOCK, LM_DEADLOCK);
    LEAVES(lm_raw_spinlock_unlock(&raw), id, SPINLOCK_UNLOCK, LM_BAD_STATE);
    PREPARE(lm_spinlock_unlock(&lock));
    PREPARE(lm_raw_spinlock_unlock(&raw));
    PREPARE(lm_model_set(LM_MODEL_RT)); /* a mutex, for which an interrupt cannot wait */
    null_interrupt_enter();
    LEAVES(lm_spinlock_lock(&lock), of_lock, SPINLOCK_LOCK, LM_BAD_CONTEXT);
    null_interrupt_exit();
}

static void readers(void)
{
    static struct lm_readers readers;

    begin();
    LEAVES(lm_readers_create(NULL, ""), NOBODY, READERS_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_readers_create(&readers, "readers"));
    unsigned id = readers.left.object.id;

    LEAVES_AND_IS(lm_readers_enter(NULL), NOBODY, READERS_ENTER, LM_BAD_OBJECT, 0);
    LEAVES_BEHIND(lm_readers_leave(NULL, 0), NOBODY, READERS_LEAVE, LM_BAD_OBJECT);
    LEAVES_BEHIND(lm_readers_leave(&readers, 2), id, READERS_LEAVE, LM_BAD_ARGUMENT);
    LEAVES_BEHIND(lm_readers_leave(&readers, 0), id, READERS_LEAVE, LM_BAD_STATE);
    CHECK_EQUAL(readers.inside[0], 0);
    LEAVES(lm_readers_synchronize(NULL), NOBODY, READERS_SYNCHRONIZE, LM_BAD_OBJECT);
    null_interrupt_enter();
    LEAVES(lm_readers_synchronize(&readers), id, READERS_SYNCHRONIZE, LM_BAD_CONTEXT);
    null_interrupt_exit();
}

static enum lm_status refuse(struct lm_device *device, unsigned request, void *argument)
{
    (void)device;
    (void)request;
    (void)argument;
    return LM_BAD_ARGUMENT;
}

/* The status of a driver counts, too. A device call is a section, which has records of its own. */
static void answers_of_drivers(struct lm_handle *handle, unsigned id)
{
    PREPARE(lm_device_open(handle, "device"));
    CHECK_STATUS(lm_device_read(handle, NULL, 0, NULL),
                 LM_BAD_ARGUMENT); /* the driver has no read */
    WROTE({LM_EVENT_SECTION_ENTER, id, 1, LM_MODEL_FULL},
          {LM_EVENT_ERROR, id, LM_CALL_DEVICE_READ, LM_BAD_ARGUMENT},
          {LM_EVENT_SECTION_LEAVE, 0, 0, 0});
    CHECK_STATUS(lm_device_write(handle, NULL, 0, NULL), LM_BAD_ARGUMENT);
    WROTE({LM_EVENT_SECTION_ENTER, id, 1, LM_MODEL_FULL},
          {LM_EVENT_ERROR, id, LM_CALL_DEVICE_WRITE, LM_BAD_ARGUMENT},
          {LM_EVENT_SECTION_LEAVE, 0, 0, 0});
    CHECK_STATUS(lm_device_control(handle, 1, NULL), LM_BAD_ARGUMENT); /* the driver itself returns
                                                                        * it */
    WROTE({LM_EVENT_SECTION_ENTER, id, 1, LM_MODEL_FULL},
          {LM_EVENT_ERROR, id, LM_CALL_DEVICE_CONTROL, LM_BAD_ARGUMENT},
          {LM_EVENT_SECTION_LEAVE, 0, 0, 0});
    LEAVES(lm_device_read(handle, NULL, 1, NULL), NOBODY, DEVICE_READ, LM_BAD_ARGUMENT);
    PREPARE(lm_device_close(handle));
}

static void devices(void)
{
    static const struct lm_driver driver = {.control = refuse};
    static struct lm_device device, same;
    static struct lm_handle handle;

    begin();
    PREPARE(lm_model_set(LM_MODEL_FULL));
    LEAVES(lm_device_add(NULL, "device", &driver, NULL), NOBODY, DEVICE_ADD, LM_BAD_ARGUMENT);
    PREPARE(lm_device_add(&device, "device", &driver, NULL));
    unsigned id = device.object.id;

    LEAVES(lm_device_remove(NULL), NOBODY, DEVICE_REMOVE, LM_BAD_OBJECT);
    LEAVES(lm_device_open(NULL, "device"), NOBODY, DEVICE_OPEN, LM_BAD_ARGUMENT);
    LEAVES(lm_device_close(NULL), NOBODY, DEVICE_CLOSE, LM_BAD_ARGUMENT);
    LEAVES(lm_device_close(&handle), NOBODY, DEVICE_CLOSE, LM_BAD_STATE);
    LEAVES(lm_device_read(&handle, NULL, 0, NULL), NOBODY, DEVICE_READ, LM_BAD_STATE);
    LEAVES(lm_device_write(&handle, NULL, 0, NULL), NOBODY, DEVICE_WRITE, LM_BAD_STATE);
    LEAVES(lm_device_control(&handle, 1, NULL), NOBODY, DEVICE_CONTROL, LM_BAD_STATE);
    answers_of_drivers(&handle, id);
    null_interrupt_enter();
    LEAVES(lm_device_add(&same, "same", &driver, NULL), NOBODY, DEVICE_ADD, LM_BAD_CONTEXT);
    LEAVES(lm_device_open(&handle, "device"), NOBODY, DEVICE_OPEN, LM_BAD_CONTEXT);
    null_interrupt_exit();

    uint32_t key = lm_interrupts_disable(); /* so that preemption is not disabled, which no program
                                             * has asked for */

    CHECK_STATUS(lm_device_add(&same, "device", &driver, NULL), LM_BAD_STATE);
    lm_interrupts_enable(key);
    WROTE({LM_EVENT_ERROR, id, LM_CALL_DEVICE_ADD, LM_BAD_STATE});
}

static void timer_threads(void)
{
    static struct lm_timer_thread thread;
    struct lm_thread_config config = threads_config(2, 5, 5);

    begin();
    LEAVES(lm_timer_thread_create(NULL, &config), NOBODY, TIMER_THREAD_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_timer_thread_create(&thread, &config));
    LEAVES(lm_timer_thread_create(&thread, &config), NOBODY, TIMER_THREAD_CREATE, LM_BAD_STATE);
}

static void cyclic_threads(void)
{
    static const struct lm_tick_config config = {.name = "tick", .length = 10};
    static struct lm_tick tick;
    static struct lm_cyclic cyclic, none;

    begin();
    LEAVES(lm_tick_create(NULL, &config), NOBODY, TICK_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_tick_create(&tick, &config));
    unsigned id = tick.timer.object.id;

    LEAVES(lm_tick_start(NULL), NOBODY, TICK_START, LM_BAD_OBJECT);
    LEAVES(lm_tick_get_info(NULL, NULL), NOBODY, TICK_GET_INFO, LM_BAD_OBJECT);
    LEAVES(lm_tick_get_info(&tick, NULL), id, TICK_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_tick_attach(&tick, NULL, &threads[1]), second, TICK_ATTACH, LM_BAD_ARGUMENT);
    LEAVES(lm_tick_attach(&tick, &cyclic, &threads[1]), second, TICK_ATTACH, LM_BAD_STATE);
    LEAVES(lm_cyclic_set_period(&none, 10, 0), NOBODY, CYCLIC_SET_PERIOD, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_set_deadline(&none, 10), NOBODY, CYCLIC_SET_DEADLINE, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_enable(NULL), NOBODY, CYCLIC_ENABLE, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_disable(NULL), NOBODY, CYCLIC_DISABLE, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_delay(UINT64_MAX), NOBODY, CYCLIC_DELAY, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_await(NULL, 0, 0, 0), NOBODY, CYCLIC_AWAIT, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_set_timeout(1), NOBODY, CYCLIC_SET_TIMEOUT, LM_BAD_STATE);
    LEAVES(lm_cyclic_arm(NULL, 0, 0), NOBODY, CYCLIC_ARM, LM_BAD_ARGUMENT);
    LEAVES(lm_cyclic_disarm(), NOBODY, CYCLIC_ARM, LM_BAD_STATE);

    struct lm_thread_config suspended = threads_config(2, 5, 5);

    suspended.suspended = true;
    PREPARE(lm_thread_create(&threads[2], &suspended));
    PREPARE(lm_tick_attach(&tick, &cyclic, &threads[2]));
    LEAVES(lm_cyclic_set_period(&cyclic, UINT64_MAX, 0), threads[2].object.id, CYCLIC_SET_PERIOD,
           LM_BAD_ARGUMENT);
}

static void shared_stacks(void)
{
    static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stack[LM_PORT_STACK_MIN];
    static struct lm_shared_stack shared;

    begin();
    LEAVES(lm_shared_stack_run(NULL, nothing, NULL), NOBODY, SHARED_STACK_RUN, LM_BAD_ARGUMENT);
    LEAVES_AND_IS(lm_shared_stack_unused(NULL), NOBODY, SHARED_STACK_UNUSED, LM_BAD_ARGUMENT, 0);
    LEAVES(lm_shared_stack_init(&shared, NULL, 0), NOBODY, SHARED_STACK_INIT, LM_BAD_ARGUMENT);
    PREPARE(lm_shared_stack_init(&shared, stack, sizeof stack));
    LEAVES(lm_shared_stack_run(&shared, NULL, NULL), NOBODY, SHARED_STACK_RUN, LM_BAD_ARGUMENT);
    null_interrupt_enter();
    LEAVES(lm_shared_stack_run(&shared, nothing, NULL), NOBODY, SHARED_STACK_RUN, LM_BAD_CONTEXT);
    null_interrupt_exit();
    shared.user = &threads[1]; /* as if it were in its job */
    threads[1].watched = stack;
    LEAVES(lm_shared_stack_run(&shared, nothing, NULL), NOBODY, SHARED_STACK_RUN, LM_BAD_STATE);
    LEAVES(lm_shared_stack_init(&shared, stack, sizeof stack), NOBODY, SHARED_STACK_INIT,
           LM_BAD_STATE);
}

static void budgets(void)
{
    static const struct lm_budget_config none = {0}, config = {.ticks = 10, .period = 100};
    static struct lm_budget budget;

    begin();
    LEAVES(lm_thread_set_budget(&threads[0], &budget, &none), threads[0].object.id,
           THREAD_SET_BUDGET, LM_BAD_ARGUMENT);
    LEAVES(lm_thread_set_budget(NULL, &budget, &config), NOBODY, THREAD_SET_BUDGET, LM_BAD_OBJECT);
    LEAVES(lm_thread_remove_budget(&threads[0]), threads[0].object.id, THREAD_REMOVE_BUDGET,
           LM_BAD_STATE);
}

int main(void)
{
    budgets();
    sections();
    spinlocks();
    readers();
    devices();
    timer_threads();
    cyclic_threads();
    shared_stacks();
    return 0;
}
