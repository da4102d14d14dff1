/* SPDX-License-Identifier: Apache-2.0 */
/* Cyclic threads: their settings, and their waits. */
#include "cyclic/cyclic.h"
#include "core/door.h"
#include "core/sched.h"
#include "time/release.h"
#include <string.h>

/* Begin a life of the thread. Only the period and its phase are kept from an earlier one. */
static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_cyclic *cyclic = LM_CONTAINER(thread->releaser, struct lm_cyclic, releaser);

    (void)cpu;
    cyclic->late = false;
    cyclic->delay = 0;
    cyclic->device = NULL;
    thread->waits_for = LM_WAITS_FOR_PERIOD;
}

static inline __attribute__((always_inline)) void block(struct lm_cpu *cpu,
                                                        struct lm_thread *thread)
{
    lm_sched_wait(cpu, thread, LM_WAITS_FOR_PERIOD, 0, LM_OK);
}

/* A wait of a thread whose period ended while it was at work. The end counts unless the thread now
 * waits for a delay or for flags. Out of line, because most threads are in time. */
static __attribute__((noinline)) enum lm_status
wait_late(struct lm_cpu *cpu, struct lm_thread *thread, struct lm_cyclic *cyclic)
{
    cyclic->late = false;
    if (!lm_cyclic_is_plain(cyclic)) {
        block(cpu, thread);
        return LM_OK;
    }
    cyclic->trigger = LM_TRIGGER_PERIOD;
    cyclic->releaser.release = cyclic->late_since;
    return lm_release_late(cpu, thread, LM_TRIGGER_PERIOD, lm_port_now());
}

static enum lm_status wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_cyclic *cyclic = LM_CONTAINER(thread->releaser, struct lm_cyclic, releaser);

    if (LM_OBSERVED) {
        lm_release_complete(thread, lm_port_now());
    }
    if (__builtin_expect(cyclic->late, 0)) {
        return wait_late(cpu, thread, cyclic);
    }
    block(cpu, thread);
    return LM_OK;
}

const struct lm_releaser_kind lm_cyclic_kind = {.begin = begin, .wait = wait, .lasts = true};

/* The object of calls about a cyclic thread: the thread, or NULL. The kind shows that the memory is
 * a struct lm_cyclic. After lm_kernel_init the thread may be another one. */
static const struct lm_thread *thread_of(const struct lm_cyclic *cyclic)
{
    if (cyclic == NULL || cyclic->releaser.kind != &lm_cyclic_kind) {
        return NULL;
    }
    const struct lm_thread *thread = cyclic->thread;

    return lm_object_exists(&thread->object) && thread->releaser == &cyclic->releaser ? thread
                                                                                      : NULL;
}

static bool is_attached(const struct lm_cyclic *cyclic)
{
    return thread_of(cyclic) != NULL;
}

static void append(struct lm_tick *tick, struct lm_cyclic *cyclic)
{
    if (tick->last != NULL) {
        tick->last->next = cyclic;
    } else {
        tick->first = cyclic;
    }
    tick->last = cyclic;
}

static void attach(struct lm_tick *tick, struct lm_cyclic *cyclic, struct lm_thread *thread)
{
    memset(cyclic, 0, sizeof *cyclic);
    cyclic->releaser.kind = &lm_cyclic_kind;
    cyclic->thread = thread;
    cyclic->shortest = tick->length;
    thread->releaser = &cyclic->releaser;
    thread->begun = true;
    begin(lm_cpu(), thread);
    append(tick, cyclic);
    lm_observe_event(LM_EVENT_TICK_ATTACH, thread->object.id, 0, tick->timer.object.id);
}

enum lm_status lm_tick_attach(struct lm_tick *tick, struct lm_cyclic *cyclic,
                              struct lm_thread *thread)
{
    LM_CALL_ON(TICK_ATTACH, thread);
    LM_CHECK(cyclic != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(tick != NULL, LM_BAD_OBJECT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, &tick->timer, LM_KIND_TIMER);
    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);

    bool attaches = !thread->begun && thread->state == LM_STATE_BLOCKED &&
                    thread->releaser == NULL && (!LM_CHECKED || !is_attached(cyclic));

    if (attaches) {
        attach(tick, cyclic, thread);
    } else {
        LM_NOTE_ERROR(LM_BAD_STATE);
    }
    lm_port_unlock(key);
    return attaches ? LM_OK : LM_BAD_STATE;
}

enum lm_status lm_cyclic_set_period(struct lm_cyclic *cyclic, uint64_t period, uint64_t offset)
{
    LM_CALL_ON(CYCLIC_SET_PERIOD, thread_of(cyclic));
    LM_CHECK(is_attached(cyclic) && period <= INT32_MAX && offset <= INT32_MAX, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    /* A shorter period would also end at each tick, but its remaining time would decrease for
     * ever. */
    cyclic->period =
        period != 0 && period < (uint64_t)cyclic->shortest ? cyclic->shortest : (int32_t)period;
    cyclic->left = (int32_t)offset;
    cyclic->late = false; /* that was the end of another period */
    return lm_leave(key, LM_OK);
}

enum lm_status lm_cyclic_set_deadline(struct lm_cyclic *cyclic, uint64_t deadline)
{
    LM_CALL_ON(CYCLIC_SET_DEADLINE, thread_of(cyclic));
    LM_CHECK(is_attached(cyclic), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    cyclic->releaser.deadline = deadline;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_cyclic_enable(struct lm_cyclic *cyclic)
{
    LM_CALL_ON(CYCLIC_ENABLE, thread_of(cyclic));
    LM_CHECK(is_attached(cyclic), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    cyclic->enabled = true;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_cyclic_disable(struct lm_cyclic *cyclic)
{
    LM_CALL_ON(CYCLIC_DISABLE, thread_of(cyclic));
    LM_CHECK(is_attached(cyclic), LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    bool itself = cyclic->thread == cpu->running && !lm_port_in_interrupt();

    if (itself) {
        LM_REQUIRE_WAIT(key);
    }
    cyclic->enabled = false;
    cyclic->late = false;
    return itself ? lm_switch(cpu, wait(cpu, cpu->running)) : lm_leave(key, LM_OK);
}

/* The running thread as a cyclic one. */
static struct lm_cyclic *caller(const struct lm_cpu *cpu)
{
    return LM_CONTAINER(cpu->running->releaser, struct lm_cyclic, releaser);
}

/* Is the running thread cyclic? */
static bool is_cyclic(const struct lm_cpu *cpu)
{
    const struct lm_releaser *releaser = cpu->running->releaser;

    return releaser != NULL && releaser->kind == &lm_cyclic_kind;
}

static void set_flags(struct lm_cyclic *cyclic, const volatile uint32_t *device, uint32_t set,
                      uint32_t clear)
{
    cyclic->device = device;
    cyclic->flags_set = set;
    cyclic->flags_clear = clear;
}

enum lm_status lm_cyclic_delay(uint64_t ticks)
{
    LM_CALL(CYCLIC_DELAY);
    LM_CHECK(ticks <= INT32_MAX, LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    LM_REQUIRE(key, is_cyclic(cpu), LM_BAD_STATE);
    caller(cpu)->delay = (int32_t)ticks;
    return lm_switch(cpu, wait(cpu, cpu->running));
}

/* End the wait of lm_cyclic_await, with its flags and its timeout. Returns: how it ended. */
static enum lm_status end_await(struct lm_cyclic *cyclic)
{
    lm_lock_key key = lm_lock();
    bool by_device = cyclic->trigger == LM_TRIGGER_DEVICE;

    cyclic->delay = 0;
    set_flags(cyclic, NULL, 0, 0);
    lm_port_unlock(key);
    return by_device ? LM_OK : LM_TIMEOUT;
}

enum lm_status lm_cyclic_await(const volatile uint32_t *device, uint32_t set, uint32_t clear,
                               uint64_t timeout)
{
    LM_CALL(CYCLIC_AWAIT);
    LM_CHECK(device != NULL && timeout <= INT32_MAX, LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    LM_REQUIRE(key, is_cyclic(cpu), LM_BAD_STATE);

    struct lm_cyclic *cyclic = caller(cpu);

    cyclic->delay = (int32_t)timeout;
    set_flags(cyclic, device, set, clear);
    (void)lm_switch(cpu, wait(cpu, cpu->running));
    return end_await(cyclic);
}

enum lm_status lm_cyclic_set_timeout(uint64_t ticks)
{
    LM_CALL(CYCLIC_SET_TIMEOUT);
    LM_CHECK(ticks <= INT32_MAX, LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lm_may_wait(key), LM_BAD_CONTEXT);
    LM_REQUIRE(key, is_cyclic(cpu), LM_BAD_STATE);
    caller(cpu)->delay = (int32_t)ticks;
    return lm_leave(key, LM_OK);
}

static enum lm_status arm(const volatile uint32_t *device, uint32_t set, uint32_t clear)
{
    LM_CALL(CYCLIC_ARM);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, lm_may_wait(key), LM_BAD_CONTEXT);
    LM_REQUIRE(key, is_cyclic(cpu), LM_BAD_STATE);
    set_flags(caller(cpu), device, set, clear);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_cyclic_arm(const volatile uint32_t *device, uint32_t set, uint32_t clear)
{
    LM_CALL(CYCLIC_ARM);
    LM_CHECK(device != NULL, LM_BAD_ARGUMENT);

    return arm(device, set, clear);
}

enum lm_status lm_cyclic_disarm(void)
{
    return arm(NULL, 0, 0);
}

enum lm_trigger lm_cyclic_trigger(void)
{
    const struct lm_cpu *cpu = lm_cpu();

    return is_cyclic(cpu) ? (enum lm_trigger)caller(cpu)->trigger : LM_TRIGGER_NONE;
}
