/* SPDX-License-Identifier: Apache-2.0 */
/* The test device: see limen/test_device.h. */
#include "hardware.h"
#include <limen/limen.h>
#include <limen/test_device.h>

static void work(const struct lm_test_work *what)
{
    lm_work(what->before);
    if (what->before != 0 && what->behind != 0) {
        (void)lm_preempt_point();
    }
    lm_work(what->behind);
}

static void work_with_spinlock(struct lm_test_device *test, const struct lm_test_work *what)
{
    (void)lm_spinlock_lock(&test->lock);
    work(what);
    (void)lm_spinlock_unlock(&test->lock);
}

static void work_with_raw_spinlock(struct lm_test_device *test, const struct lm_test_work *what)
{
    (void)lm_raw_spinlock_lock(&test->raw_lock);
    work(what);
    (void)lm_raw_spinlock_unlock(&test->raw_lock);
}

static void work_without_preemption(const struct lm_test_work *what)
{
    (void)lm_preempt_disable();
    work(what);
    (void)lm_preempt_enable();
}

static void work_without_interrupts(const struct lm_test_work *what)
{
    uint32_t key = lm_irq_off();

    work(what);
    lm_irq_on(key);
}

static void work_as_reader(struct lm_test_device *test, const struct lm_test_work *what)
{
    unsigned turn = lm_readers_enter(&test->readers);

    work(what);
    lm_readers_leave(&test->readers, turn);
}

static struct lm_test_work work_to_do(struct lm_test_device *test)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&test->state_lock);
    struct lm_test_work what = test->work;

    lm_raw_spinlock_unlock_irq(&test->state_lock, key);
    return what;
}

static enum lm_status read(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    struct lm_test_device *test = device->context;
    struct lm_test_work what = work_to_do(test);

    (void)data;
    (void)bytes;
    switch (what.section) {
    case LM_TEST_SPINLOCK:
        work_with_spinlock(test, &what);
        break;
    case LM_TEST_RAW_SPINLOCK:
        work_with_raw_spinlock(test, &what);
        break;
    case LM_TEST_PREEMPT_OFF:
        work_without_preemption(&what);
        break;
    case LM_TEST_IRQ_OFF:
        work_without_interrupts(&what);
        break;
    case LM_TEST_READERS:
        work_as_reader(test, &what);
        break;
    default:
        work(&what);
    }
    *done = 0;
    return LM_OK;
}

static void arm(struct lm_test_device *test, uint64_t delay)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&test->state_lock);

    test->interrupts.armed++;
    test->interrupts.due = board_timer_arm(delay);
    lm_raw_spinlock_unlock_irq(&test->state_lock, key);
}

static void tell(struct lm_test_device *test, struct lm_test_interrupts *interrupts)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&test->state_lock);

    *interrupts = test->interrupts;
    lm_raw_spinlock_unlock_irq(&test->state_lock, key);
}

static void set_work(struct lm_test_device *test, const struct lm_test_work *what)
{
    uint32_t key = lm_raw_spinlock_lock_irq(&test->state_lock);

    test->work = *what;
    lm_raw_spinlock_unlock_irq(&test->state_lock, key);
}

static enum lm_status control(struct lm_device *device, unsigned request, void *argument)
{
    struct lm_test_device *test = device->context;
    const struct lm_test_work *what = argument;

    if (argument == NULL) {
        return LM_BAD_ARGUMENT;
    }
    switch (request) {
    case LM_TEST_SET_WORK:
        if ((unsigned)what->section >= LM_TEST_SECTIONS) {
            return LM_BAD_ARGUMENT;
        }
        set_work(test, what);
        return LM_OK;
    case LM_TEST_ARM:
        arm(test, *(const uint64_t *)argument);
        return LM_OK;
    case LM_TEST_GET_INTERRUPTS:
        tell(test, argument);
        return LM_OK;
    default:
        return LM_BAD_ARGUMENT;
    }
}

static void handle(void *argument)
{
    struct lm_test_device *test = argument;
    uint32_t key = lm_raw_spinlock_lock_irq(&test->state_lock);
    struct lm_test_interrupts *interrupts = &test->interrupts;

    interrupts->handled++;
    interrupts->began = lm_now();

    uint64_t late = interrupts->began - interrupts->due;

    interrupts->late_max = late > interrupts->late_max ? late : interrupts->late_max;
    lm_raw_spinlock_unlock_irq(&test->state_lock, key);
    if (test->notify != NULL) {
        test->notify(test->argument);
    }
}

static enum lm_status attach(struct lm_test_device *test,
                             const struct lm_test_device_config *config)
{
    return lm_irq_attach(&test->irq, &(struct lm_irq_config){.name = config->name,
                                                             .line = LM_IRQ_NO_LINE,
                                                             .handler = handle,
                                                             .argument = test,
                                                             .raw = config->raw,
                                                             .threaded = config->threaded,
                                                             .priority = config->priority,
                                                             .threshold = config->threshold,
                                                             .stack = config->stack,
                                                             .stack_bytes = config->stack_bytes});
}

enum lm_status lm_test_device_create(struct lm_test_device *test,
                                     const struct lm_test_device_config *config)
{
    static const struct lm_driver driver = {.read = read, .control = control};
    enum lm_status status = lm_device_add(&test->device, config->name, &driver, test);

    if (status != LM_OK) {
        return status;
    }
    test->work = (struct lm_test_work){.section = LM_TEST_PLAIN};
    test->interrupts = (struct lm_test_interrupts){.armed = 0};
    test->notify = config->notify;
    test->argument = config->argument;
    (void)lm_spinlock_create(&test->lock, config->name);
    (void)lm_raw_spinlock_create(&test->raw_lock, config->name);
    (void)lm_raw_spinlock_create(&test->state_lock, config->name);
    (void)lm_readers_create(&test->readers, config->name);
    status = attach(test, config);
    if (status != LM_OK) {
        (void)lm_device_remove(&test->device);
        return status;
    }
    board_timer_start(config->urgency, &test->irq);
    return LM_OK;
}
