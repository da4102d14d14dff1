/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: devices work with many threads that open, use, close, remove and add them at random while
 * the model changes. No call reaches a driver after the control block of its device is free, and
 * all counts end at 0.
 *
 * Method: the driver checks that its device exists and that opens and closes are pairs. Each seed
 * is a system of its own.
 */
#include "support/scene.h"

enum { DEVICES = 3, USERS = 6, STEPS = 400, SEEDS = 30 };

static const char *const names[DEVICES] = {"a", "b", "c"};
static struct {
    struct lm_device devices[DEVICES];
    bool present[DEVICES]; /* the control block is the kernel's */
    unsigned opened[DEVICES];
    unsigned calls;
    unsigned removals;
    unsigned ended;
    uint32_t random;
} world;
static struct lm_spinlock lock;

static uint32_t random_below(uint32_t limit)
{
    world.random = world.random * 1664525U + 1013904223U;
    return (world.random >> 8) % limit;
}

static size_t number_of(const struct lm_device *device)
{
    size_t number = (size_t)(device - world.devices);

    CHECK(world.present[number]);
    world.calls++;
    return number;
}

/* Let other threads run, in a random way. */
static void take_time(void)
{
    uint32_t key;

    switch (random_below(4)) {
    case 0:
        CHECK_STATUS(lm_thread_sleep(1 + random_below(30)), LM_OK);
        break;
    case 1:
        CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
        lm_work(random_below(20));
        CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
        break;
    case 2:
        key = lm_spinlock_lock_irq(&lock);
        lm_work(random_below(20));
        lm_spinlock_unlock_irq(&lock, key);
        break;
    default:
        lm_work(random_below(20));
        (void)lm_preempt_point();
    }
}

static enum lm_status open_it(struct lm_device *device)
{
    size_t number = number_of(device);

    take_time();
    if (random_below(5) == 0) {
        return LM_TIMEOUT;
    }
    world.opened[number]++;
    return LM_OK;
}

static void close_it(struct lm_device *device)
{
    size_t number = number_of(device);

    CHECK(world.opened[number] > 0);
    world.opened[number]--;
    take_time();
    (void)number_of(device);
}

static enum lm_status control_it(struct lm_device *device, unsigned request, void *argument)
{
    (void)request;
    (void)argument;
    (void)number_of(device);
    take_time();
    (void)number_of(device);
    return LM_OK;
}

static const struct lm_driver driver = {.open = open_it, .close = close_it, .control = control_it};

static void add(size_t number)
{
    if (!world.present[number]) {
        world.present[number] = true;
        CHECK_STATUS(lm_device_add(&world.devices[number], names[number], &driver, NULL), LM_OK);
    }
}

static void remove_it(size_t number)
{
    if (world.present[number]) {
        enum lm_status status = lm_device_remove(&world.devices[number]);

        /* LM_BAD_OBJECT: another thread has removed it since the question above. */
        CHECK(status == LM_OK || status == LM_UNAVAILABLE || status == LM_BAD_OBJECT);
        if (status == LM_OK) {
            CHECK_EQUAL(world.opened[number], 0);
            world.present[number] = false;
            world.removals++;
        }
    }
}

static void use(struct lm_handle *handle, size_t number)
{
    bool is_open = handle->device != NULL;
    enum lm_status status;

    switch (random_below(8)) {
    case 0:
        if (!is_open) {
            status = lm_device_open(handle, names[number]);
            CHECK(status == LM_OK || status == LM_UNAVAILABLE || status == LM_TIMEOUT ||
                  status == LM_DELETED);
        }
        break;
    case 1:
        CHECK_STATUS(lm_device_close(handle), is_open ? LM_OK : LM_BAD_STATE);
        break;
    case 2:
        (void)lm_model_set((enum lm_model)random_below(4));
        break;
    default:
        status = lm_device_control(handle, 0, NULL);
        CHECK(is_open ? status == LM_OK || status == LM_DELETED : status == LM_BAD_STATE);
    }
}

static void use_at_random(void *argument)
{
    struct lm_handle handles[DEVICES] = {0};

    (void)argument;
    for (unsigned step = 0; step < STEPS; step++) {
        size_t number = random_below(DEVICES);

        use(&handles[number], number);
        if (random_below(20) == 0) {
            CHECK_STATUS(lm_thread_sleep(random_below(100)), LM_OK);
        }
    }
    for (size_t number = 0; number < DEVICES; number++) {
        (void)lm_device_close(&handles[number]);
    }
    world.ended++;
}

static void change_at_random(void)
{
    size_t number = random_below(DEVICES);

    random_below(2) == 0 ? add(number) : remove_it(number);
    CHECK_STATUS(lm_model_set((enum lm_model)random_below(4)), LM_OK);
    CHECK_STATUS(lm_thread_sleep(1 + random_below(200)), LM_OK);
}

/* This thread is more urgent than all users, so it runs between any two of their steps. */
static void change_from_above(void *argument)
{
    (void)argument;
    while (world.ended < USERS) {
        change_at_random();
    }
    world.ended++;
}

static void many_threads(void)
{
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    for (unsigned i = 0; i < USERS; i++) {
        (void)scene_thread(5 + 2 * i, use_at_random, NULL);
    }
    (void)scene_thread(3, change_from_above, NULL);
    while (world.ended <= USERS) {
        change_at_random();
    }
    for (size_t number = 0; number < DEVICES; number++) {
        remove_it(number);
        CHECK(!world.present[number]);
    }
}

int main(void)
{
    unsigned calls = 0;
    unsigned removals = 0;

    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        for (size_t number = 0; number < DEVICES; number++) {
            world.present[number] = false;
            world.opened[number] = 0;
        }
        world.calls = 0;
        world.removals = 0;
        world.ended = 0;
        world.random = seed;
        scene_run((enum lm_model)(seed % 4), many_threads);
        calls += world.calls;
        removals += world.removals;
    }
    CHECK(calls > 1000 && removals > SEEDS);
    return 0;
}
