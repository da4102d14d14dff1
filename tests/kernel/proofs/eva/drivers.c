/* SPDX-License-Identifier: Apache-2.0 */
/* The states of objects for drivers, as in layers.c: devices, interrupts, readers, sections, shared
 * stacks and spinlocks. */
#include "choices.h"
#include "objects/ownership.h"
#include "preemption/preemption.h"
#include "world.h"
#include <limen/board.h>
#include <limen/device.h>
#include <limen/irq.h>
#include <limen/limen.h>
#include <limen/readers.h>
#include <limen/shared_stack.h>

void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    (void)line;
    (void)urgency;
    (void)handler;
    (void)argument;
}

void lm_port_call_on(void *top, void (*function)(void *argument), void *argument)
{
    (void)top;
    function(argument);
}

/* Statuses of the driver of a device. */
static enum lm_status any_status(void)
{
    return (enum lm_status)any_between(LM_OK, LM_OWNER_DIED);
}

/* Devices. */

static struct lm_device device, new_device;
static struct lm_handle handle;

static enum lm_status open_device(struct lm_device *opened)
{
    (void)opened;
    return any_status();
}

static void close_device(struct lm_device *closed)
{
    (void)closed;
}

static enum lm_status read_device(struct lm_device *from, void *data, size_t bytes, size_t *done)
{
    (void)from;
    (void)data;
    (void)bytes;
    *done = any_u64;
    return any_status();
}

static enum lm_status write_device(struct lm_device *to, const void *data, size_t bytes,
                                   size_t *done)
{
    (void)to;
    (void)data;
    (void)bytes;
    *done = any_u64;
    return any_status();
}

static enum lm_status control_device(struct lm_device *controlled, unsigned request, void *argument)
{
    (void)controlled;
    (void)request;
    (void)argument;
    return any_status();
}

static const struct lm_driver whole_driver = {open_device, close_device, read_device, write_device,
                                              control_device};
static const struct lm_driver empty_driver;

enum device_shape { NOT_ADDED, ADDED, OPEN, HALF_A_DRIVER, CLOSED, REMOVED };

void begin_device(unsigned shape)
{
    if (shape == NOT_ADDED) {
        IS_NO(&device, LM_KIND_DEVICE);
        return;
    }
    REQUIRE(lm_device_add(&device, "device", &whole_driver, NULL) == LM_OK);
    device.handles = any_u32;
    device.calls = any_u32;
    if (shape >= OPEN) {
        REQUIRE(lm_device_open(&handle, "device") == LM_OK);
    }
    if (shape == HALF_A_DRIVER) {
        device.driver = &empty_driver;
    } else if (shape == CLOSED) {
        REQUIRE(lm_device_close(&handle) == LM_OK);
    } else if (shape == REMOVED) {
        REQUIRE(lm_device_remove(&device) == LM_UNAVAILABLE);
    }
}

struct lm_device *any_device(unsigned choice)
{
    return choice == 0 ? &device : NULL;
}

struct lm_device *any_new_device(unsigned choice)
{
    new_device.object.kind = (uint8_t)any_u32;
    return choice == 0 ? &new_device : choice == 1 ? &device : NULL;
}

const char *any_device_name(unsigned choice)
{
    static const char *const names[DEVICE_NAMES] = {"device", "dev", NULL};

    return names[choice];
}

const struct lm_driver *any_driver(unsigned choice)
{
    return choice == 0 ? &whole_driver : NULL;
}

struct lm_handle *any_handle(unsigned choice)
{
    return choice == 0 ? &handle : NULL;
}

/* Interrupts of drivers. */

static struct lm_irq irq, new_irq;

static const struct lm_irq_config usual_irq = {.name = "irq",
                                               .line = 1,
                                               .handler = do_once,
                                               .acknowledge = do_nothing,
                                               LM_USE_STACK(own_stack),
                                               .priority = 1,
                                               .threshold = 0};

void begin_irq(unsigned shape)
{
    struct lm_irq_config config = usual_irq;

    if (shape == 0) {
        return;
    }
    config.raw = shape == 1;
    config.threaded = shape == 2;
    config.acknowledge = pattern == 0 ? NULL : do_nothing;
    REQUIRE(lm_model_set(shape == 3 ? LM_MODEL_RT : LM_MODEL_FULL) == LM_OK);
    REQUIRE(lm_irq_attach(&irq, &config) == LM_OK);
    irq.unhandled = any_u32;
    irq.arrived.count = config.raw ? 0 : any_u32;
}

struct lm_irq *any_new_irq(void)
{
    new_irq.thread.object.kind = (uint8_t)any_u32;
    new_irq.thread.object.epoch = (uint8_t)any_u32;
    new_irq.arrived.object.kind = (uint8_t)any_u32;
    return ANY_BOOL ? &new_irq : NULL;
}

struct lm_irq *any_irq(void)
{
    return ANY_BOOL ? &irq : NULL;
}

const struct lm_irq_config *any_irq_config(unsigned choice)
{
    static struct lm_irq_config config;

    config = usual_irq;
    config.line = any_u32;
    config.urgency = any_u32;
    config.handler = choice == 1 ? NULL : do_once;
    config.raw = ANY_BOOL;
    config.stack = choice == 2 ? NULL : own_stack;
    config.priority = choice == 3 ? LM_LEVELS : 1;
    return choice < IRQ_CONFIGS - 1 ? &config : NULL;
}

void run_irq(void)
{
    run(&irq.thread);
}

/* Readers. */

static struct lm_readers readers, new_readers;

void begin_readers(unsigned shape)
{
    REQUIRE(lm_readers_create(&readers, "readers") == LM_OK);
    if (shape == 0) {
        IS_NO(&readers.left, LM_KIND_SEMAPHORE);
        return;
    }
    readers.inside[0] = any_u32;
    readers.inside[1] = any_u32;
    readers.phase = (uint8_t)any_between(0, 1);
    readers.left.count = any_u32;
    if (shape == 2) { /* a writer waits */
        lm_mutex_own(&readers.writers, &first);
        readers.awaited = true;
        readers.left.count = 0;
        world_wait_one(&first, &readers.left.waiters, false);
    }
}

struct lm_readers *any_readers(unsigned choice)
{
    return choice == 0 ? &readers : NULL;
}

struct lm_readers *any_new_readers(void)
{
    new_readers.left.object.kind = (uint8_t)any_u32;
    new_readers.left.object.epoch = (uint8_t)any_u32;
    return ANY_BOOL ? &new_readers : NULL;
}

/* Sections. */

void begin_section(unsigned shape)
{
    enum lm_model model = (enum lm_model)(shape % LM_MODELS);

    if (model == LM_MODEL_LAZY) {
        REQUIRE(lm_lazy_set(1 + pattern, pattern == 2 ? 0 : 10) == LM_OK);
    }
    REQUIRE(lm_model_set(model) == LM_OK);
    if (shape >= LM_MODELS) {
        REQUIRE(lm_section_enter(&first.object) == LM_OK);
        lm_section_set(&caller.thread, (unsigned)any_between(1, UINT16_MAX), model);
    }
}

/* Shared stacks. */

static struct lm_shared_stack shared;

/* Not prepared; free; used by a thread that has left it; used. */
void begin_shared_stack(unsigned shape)
{
    if (shape == 0) {
        return;
    }
    REQUIRE(lm_shared_stack_init(&shared, area, 64) == LM_OK);
    if (shape > 1) {
        shared.user = &first;
        area[0] = any_u64;
    }
    if (shape == 3) {
        first.watched = area;
    }
}

struct lm_shared_stack *any_shared_stack(unsigned choice)
{
    return choice == 0 ? &shared : NULL;
}

uint32_t any_stack_bytes(unsigned choice)
{
    return choice == 0 ? 64 : choice == 1 ? 8 : 0;
}

void (*any_job(void))(void *argument)
{
    return ANY_BOOL ? do_nothing : NULL;
}

/* Spinlocks. */

static struct lm_spinlock lock, new_lock;
static struct lm_raw_spinlock raw_lock, new_raw_lock;

static void note_misuse(const struct lm_misuse *misuse)
{
    (void)*misuse;
}

/* The lock is held by another thread, which was preempted. */
static void hold_by_first(void)
{
    lm_mutex_own(&lock.mutex, &first);
    lock.spin.how = LM_SPIN_MUTEX;
    lock.spin.holder = &first;
    lm_spin_set_last(&first, &lock.spin);
    lm_preemption()->spin_mutexes++;
}

enum spinlock_shape {
    NO_LOCKS,
    FREE,
    FREE_RT,
    HELD,
    HELD_RT,
    CHAIN,
    CHAIN_RT,
    HELD_BY_OTHER,
    ALONE
};

void begin_spinlock(unsigned shape)
{
    bool rt = shape == FREE_RT || shape == HELD_RT || shape == CHAIN_RT || shape == HELD_BY_OTHER;

    if (shape == NO_LOCKS) {
        IS_NO(&lock.spin, LM_KIND_SPINLOCK);
        IS_NO(&raw_lock.spin, LM_KIND_SPINLOCK);
        return;
    }
    REQUIRE(lm_spinlock_create(&lock, "lock") == LM_OK);
    REQUIRE(lm_raw_spinlock_create(&raw_lock, "raw") == LM_OK);
    REQUIRE(lm_model_set(rt ? LM_MODEL_RT : LM_MODEL_FULL) == LM_OK);
    lm_misuse_set_handler(pattern == 1 ? NULL : note_misuse);
    if (shape >= HELD && shape <= CHAIN_RT) {
        REQUIRE(lm_spinlock_lock(&lock) == LM_OK);
    }
    if (shape == CHAIN || shape == CHAIN_RT) {
        REQUIRE(lm_raw_spinlock_lock(&raw_lock) == LM_OK);
    }
    if (shape == HELD_BY_OTHER) {
        hold_by_first();
    }
    if (shape == ALONE) {
        lock.spin.how = LM_SPIN_ALONE;
        raw_lock.spin.how = LM_SPIN_ALONE;
    }
}

struct lm_spinlock *any_spinlock(unsigned choice)
{
    return choice == 0 ? &lock : NULL;
}

struct lm_spinlock *any_new_spinlock(void)
{
    new_lock.spin.object.kind = (uint8_t)any_u32;
    new_lock.mutex.object.kind = (uint8_t)any_u32;
    return ANY_BOOL ? &new_lock : NULL;
}

struct lm_raw_spinlock *any_raw_spinlock(unsigned choice)
{
    return choice == 0 ? &raw_lock : NULL;
}

struct lm_raw_spinlock *any_new_raw_spinlock(void)
{
    new_raw_lock.spin.object.kind = (uint8_t)any_u32;
    return ANY_BOOL ? &new_raw_lock : NULL;
}

void (*any_misuse_handler(void))(const struct lm_misuse *misuse)
{
    return ANY_BOOL ? note_misuse : NULL;
}
