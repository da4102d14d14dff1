/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: both spinlocks behave under each model as limen/spinlock.h says. A misuse is refused with a
 * status, and reported with both places. Contention and changes of the model are in
 * test_spinlock_models.c.
 *
 * Method: examples. Functions that misuse a lock record the return address of their call, which the
 * reported place has to equal.
 */
#include "support/scene.h"
#include <string.h>

static struct lm_spinlock lock, lock2;
static struct lm_raw_spinlock raw, raw2;
static struct lm_misuse misuse;
static unsigned misuses;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static uint32_t message;

static void note(const struct lm_misuse *seen)
{
    misuse = *seen;
    misuses++;
}

static void begin(void)
{
    misuses = 0;
    lm_misuse_set_handler(note);
    memset(&lock, 0xA5, sizeof lock); /* whatever was there */
    memset(&raw, 0xA5, sizeof raw);
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    CHECK_STATUS(lm_spinlock_create(&lock2, "lock2"), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_create(&raw, "raw"), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_create(&raw2, "raw2"), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", &message, 1, 4, LM_FIFO), LM_OK);
}

/* A call in a function and a linker section of its own, whose bounds the linker defines. */
struct place {
    enum lm_status (*call)(void);
    const char *begin, *end;
};

#define PLACE(name, expression)                                                                    \
    extern const char __start_place_##name[], __stop_place_##name[];                               \
    __attribute__((noinline, section("place_" #name))) static enum lm_status name(void)            \
    {                                                                                              \
        enum lm_status status = expression;                                                        \
        __asm__ volatile("" ::"r"(status)); /* so that the call does not become a jump */          \
        return status;                                                                             \
    }                                                                                              \
    static const struct place at_##name = {name, __start_place_##name, __stop_place_##name}

static void check_place(const void *address, const struct place *place)
{
    CHECK((uintptr_t)address > (uintptr_t)place->begin);
    CHECK((uintptr_t)address <= (uintptr_t)place->end);
}

/* Exactly one misuse was reported since the last check. */
static void check_told(enum lm_misuse_kind kind, const char *name, const struct place *taken,
                       const struct place *now)
{
    CHECK_EQUAL(misuses, 1);
    misuses = 0;
    CHECK_EQUAL(misuse.kind, kind);
    CHECK_TEXT(misuse.lock, name);
    CHECK_SAME(misuse.thread, lm_in_interrupt() ? NULL : lm_thread_self());
    if (taken != NULL) {
        check_place(misuse.taken, taken);
    } else {
        CHECK(misuse.taken == NULL);
    }
    check_place(misuse.now, now);
}

static uint32_t key, inner_key;
static struct lm_readers readers;
static struct lm_handle handle;

static enum lm_status lock_by_irq(struct lm_spinlock *of)
{
    key = lm_spinlock_lock_irq(of);
    return LM_OK;
}

PLACE(lock_it, lm_spinlock_lock(&lock));
PLACE(lock_again, lm_spinlock_lock(&lock));
PLACE(lock_second, lm_spinlock_lock(&lock2));
PLACE(unlock_it, lm_spinlock_unlock(&lock));
PLACE(lock_raw, lm_raw_spinlock_lock(&raw));
PLACE(lock_raw_again, lm_raw_spinlock_lock(&raw));
PLACE(lock_raw2, lm_raw_spinlock_lock(&raw2));
PLACE(unlock_raw, lm_raw_spinlock_unlock(&raw));
PLACE(lock_irq, (key = lm_spinlock_lock_irq(&lock), LM_OK));
PLACE(lock_irq_again, (inner_key = lm_spinlock_lock_irq(&lock), LM_OK));
PLACE(unlock_irq, (lm_spinlock_unlock_irq(&lock, key), LM_OK));
PLACE(lock_raw_irq, (key = lm_raw_spinlock_lock_irq(&raw), LM_OK));
PLACE(lock_raw_irq_again, (inner_key = lm_raw_spinlock_lock_irq(&raw), LM_OK));
PLACE(unlock_raw_irq, (lm_raw_spinlock_unlock_irq(&raw, key), LM_OK));

PLACE(sleep_a_tick, lm_thread_sleep(1));
PLACE(wait_semaphore, lm_semaphore_wait(&semaphore, LM_FOREVER));
PLACE(wait_queue, lm_queue_receive(&queue, &message, LM_FOREVER));
PLACE(wait_flags, lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, NULL, LM_FOREVER));
PLACE(wait_mutex, lm_mutex_lock(&mutex, LM_FOREVER));
PLACE(wait_readers, lm_readers_synchronize(&readers));
PLACE(open_device, lm_device_open(&handle, "none"));
PLACE(sleep_until, lm_thread_sleep_until(1));
PLACE(control_device, lm_device_control(&handle, 0, NULL));

static bool is_mutex(void)
{
    return lm_model_get() == LM_MODEL_RT;
}

/* Ready threads log a letter when they run. */
static void tell_and_end(void *letter)
{
    tell(*(const char *)letter);
}

static void locks_hold_off_whom_the_model_says(void)
{
    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    (void)scene_thread(0, tell_and_end, "0");
    (void)scene_thread(25, tell_and_end, "5");
    tell('u');
    CHECK_STATUS(unlock_it(), LM_OK);
    told(is_mutex() ? "0u" : "u0");
    CHECK_STATUS(lock_raw(), LM_OK);
    (void)scene_thread(0, tell_and_end, "0");
    tell('u');
    CHECK_STATUS(unlock_raw(), LM_OK);
    told("u0");
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    told("5");
    CHECK_EQUAL(misuses, 0);
}

static void locks_nest_in_order(void)
{
    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    CHECK_STATUS(lock_second(), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_lock(&raw2), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_unlock(&raw2), LM_OK);
    CHECK_STATUS(unlock_raw(), LM_OK);
    CHECK_STATUS(lm_spinlock_unlock(&lock2), LM_OK);
    CHECK_STATUS(unlock_it(), LM_OK);
    CHECK_EQUAL(lm_thread_self()->preempt_disabled, 0);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
}

static void objects_are_checked(void)
{
    begin();
    CHECK_STATUS(lm_spinlock_create(NULL, "lock"), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_raw_spinlock_create(NULL, "lock"), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_spinlock_lock(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_raw_spinlock_lock(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_spinlock_unlock(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_raw_spinlock_unlock(NULL), LM_BAD_OBJECT);
    memset(&lock, 0, sizeof lock);
    memset(&raw, 0, sizeof raw);
    CHECK_STATUS(lock_it(), LM_BAD_OBJECT);
    CHECK_STATUS(lock_raw(), LM_BAD_OBJECT);
    CHECK_STATUS(unlock_it(), LM_BAD_OBJECT);
    CHECK_STATUS(unlock_raw(), LM_BAD_OBJECT);

    /* The state of interrupts is as before for each kind of lock. */
    lm_spinlock_unlock_irq(NULL, lm_spinlock_lock_irq(NULL));
    lm_raw_spinlock_unlock_irq(NULL, lm_raw_spinlock_lock_irq(NULL));
    lm_spinlock_unlock_irq(&lock, lm_spinlock_lock_irq(&lock));
    lm_raw_spinlock_unlock_irq(&raw, lm_raw_spinlock_lock_irq(&raw));
    CHECK(!lm_interrupts_are_disabled());
    CHECK_EQUAL(misuses, 0);
}

/* Misuses. */

static void to_lock_twice_is_told(void)
{
    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    CHECK_STATUS(lock_again(), LM_DEADLOCK);
    check_told(LM_MISUSE_LOCKED_TWICE, "lock", &at_lock_it, &at_lock_again);
    CHECK_STATUS(unlock_it(), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
    CHECK_STATUS(lock_raw_again(), LM_DEADLOCK);
    check_told(LM_MISUSE_LOCKED_TWICE, "raw", &at_lock_raw, &at_lock_raw_again);
    CHECK_STATUS(unlock_raw(), LM_OK);

    CHECK_STATUS(lock_irq(), LM_OK);
    CHECK_STATUS(lock_irq_again(), LM_OK);
    check_told(LM_MISUSE_LOCKED_TWICE, "lock", &at_lock_irq, &at_lock_irq_again);
    if (!is_mutex()) {
        lm_irq_on(inner_key);
    }
    CHECK_STATUS(unlock_irq(), LM_OK);
    CHECK_STATUS(lock_raw_irq(), LM_OK);
    CHECK_STATUS(lock_raw_irq_again(), LM_OK);
    check_told(LM_MISUSE_LOCKED_TWICE, "raw", &at_lock_raw_irq, &at_lock_raw_irq_again);
    lm_irq_on(inner_key);
    CHECK_STATUS(unlock_raw_irq(), LM_OK);
    CHECK(!lm_interrupts_are_disabled());
}

static void to_unlock_what_is_free_is_told(void)
{
    begin();
    CHECK_STATUS(unlock_it(), LM_NOT_OWNER);
    check_told(LM_MISUSE_NOT_HOLDER, "lock", NULL, &at_unlock_it);
    CHECK_STATUS(unlock_raw(), LM_NOT_OWNER);
    check_told(LM_MISUSE_NOT_HOLDER, "raw", NULL, &at_unlock_raw);
    key = 0;
    CHECK_STATUS(unlock_irq(), LM_OK);
    check_told(LM_MISUSE_NOT_HOLDER, "lock", NULL, &at_unlock_irq);
    CHECK_STATUS(unlock_raw_irq(), LM_OK);
    check_told(LM_MISUSE_NOT_HOLDER, "raw", NULL, &at_unlock_raw_irq);
}

static void unlock_of_another(void *argument)
{
    (void)argument;
    CHECK_STATUS(unlock_it(), LM_NOT_OWNER);
    check_told(LM_MISUSE_NOT_HOLDER, "lock", &at_lock_it, &at_unlock_it);
    tell('u');
}

/* Only a mutex lets another thread run. */
static void to_unlock_for_another_is_told(void)
{
    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    (void)scene_thread(9, unlock_of_another, NULL);
    told("u");
    CHECK_STATUS(unlock_it(), LM_OK);
    CHECK_EQUAL(misuses, 0);
}

static void unlock_in_interrupt(void)
{
    CHECK_STATUS(unlock_raw(), LM_NOT_OWNER);
    check_told(LM_MISUSE_NOT_HOLDER, "raw", &at_lock_raw, &at_unlock_raw);
    CHECK_STATUS(lock_raw_again(), LM_DEADLOCK); /* taken without _irq */
    check_told(LM_MISUSE_LOCKED_TWICE, "raw", &at_lock_raw, &at_lock_raw_again);
    CHECK_STATUS(sleep_a_tick(), LM_BAD_CONTEXT); /* not because of a lock: not reported */
    CHECK_EQUAL(misuses, 0);
    tell('i');
}

static void an_interrupt_is_another(void)
{
    begin();
    CHECK_STATUS(lock_raw(), LM_OK);
    scene_interrupt(unlock_in_interrupt);
    told("i");
    CHECK_STATUS(unlock_raw(), LM_OK);
}

static void another_order_is_told(void)
{
    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
    CHECK_STATUS(unlock_it(), LM_BAD_STATE);
    check_told(LM_MISUSE_OUT_OF_ORDER, "raw", &at_lock_raw, &at_unlock_it);
    CHECK_STATUS(lock_raw2(), LM_OK);
    CHECK_STATUS(unlock_raw(), LM_BAD_STATE);
    check_told(LM_MISUSE_OUT_OF_ORDER, "raw2", &at_lock_raw2, &at_unlock_raw);
    CHECK_STATUS(lm_raw_spinlock_unlock(&raw2), LM_OK);
    CHECK_STATUS(unlock_raw(), LM_OK);
    CHECK_STATUS(unlock_it(), LM_OK);
}

static void check_waits(const struct place *taken, const char *name)
{
    const struct place *const waits[] = {&at_sleep_a_tick, &at_wait_semaphore, &at_wait_queue,
                                         &at_wait_flags,   &at_wait_mutex,     &at_wait_readers,
                                         &at_open_device,  &at_sleep_until,    &at_control_device};

    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        CHECK_STATUS(waits[i]->call(), LM_BAD_CONTEXT);
        check_told(LM_MISUSE_WAIT, name, taken, waits[i]);
    }
}

static void to_wait_with_a_lock_is_told(void)
{
    begin();
    CHECK_STATUS(lm_readers_create(&readers, "readers"), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
    check_waits(&at_lock_raw, "raw");
    CHECK_STATUS(unlock_raw(), LM_OK);
    CHECK_STATUS(lock_raw_irq(), LM_OK);
    check_waits(&at_lock_raw_irq, "raw");
    CHECK_STATUS(unlock_raw_irq(), LM_OK);
    CHECK_STATUS(lock_it(), LM_OK);
    if (is_mutex()) {
        CHECK_STATUS(sleep_a_tick(), LM_OK);
        CHECK_STATUS(lock_raw(), LM_OK);
        CHECK_STATUS(lock_second(), LM_BAD_CONTEXT); /* it might wait */
        check_told(LM_MISUSE_WAIT, "raw", &at_lock_raw, &at_lock_second);
        CHECK_STATUS(unlock_raw(), LM_OK);
    } else {
        check_waits(&at_lock_it, "lock");
    }
    CHECK_STATUS(unlock_it(), LM_OK);
}

/* A mutex that was taken later does not hide the raw lock below it. */
static void the_lock_that_forbids_to_wait_is_named(void)
{
    begin();
    CHECK_STATUS(lock_raw(), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    CHECK_STATUS(lock_second(), LM_OK);
    CHECK_STATUS(sleep_a_tick(), LM_BAD_CONTEXT);
    check_told(LM_MISUSE_WAIT, "lock2", &at_lock_second, &at_sleep_a_tick);
    CHECK_STATUS(lm_spinlock_unlock(&lock2), LM_OK);
    CHECK_STATUS(unlock_raw(), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
    CHECK_STATUS(lock_second(), LM_OK);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(sleep_a_tick(), LM_BAD_CONTEXT); /* not because of a lock: without a report */
    CHECK_EQUAL(misuses, 0);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_spinlock_unlock(&lock2), LM_OK);
    lm_misuse_set_handler(NULL);
    CHECK_STATUS(unlock_it(), LM_NOT_OWNER);
    CHECK_EQUAL(misuses, 0);
}

/* With interrupts. */

static void lock_in_interrupt(void)
{
    CHECK_STATUS(lm_spinlock_lock(&lock), is_mutex() ? LM_BAD_CONTEXT : LM_OK);
    if (!is_mutex()) {
        CHECK_STATUS(lock_again(), LM_DEADLOCK);
        CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    }
    CHECK_STATUS(lm_raw_spinlock_lock(&raw), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_unlock(&raw), LM_OK);
    tell('i');
}

static void locks_keep_interrupts_off(void)
{
    begin();
    CHECK_STATUS(lock_irq(), LM_OK);
    CHECK_EQUAL(lm_interrupts_are_disabled(), !is_mutex());
    if (!is_mutex()) {
        scene_interrupt(lock_in_interrupt);
        tell('u');
    }
    CHECK_STATUS(unlock_irq(), LM_OK);
    told(is_mutex() ? "" : "ui");
    CHECK_STATUS(lock_raw_irq(), LM_OK);
    scene_interrupt(lock_in_interrupt);
    tell('u');
    CHECK_STATUS(unlock_raw_irq(), LM_OK);
    told("ui");
    misuses = 0;
    inner_key = lm_irq_off(); /* nested: still off behind it */
    CHECK_STATUS(lock_raw_irq(), LM_OK);
    CHECK_STATUS(unlock_raw_irq(), LM_OK);
    CHECK(lm_interrupts_are_disabled());
    if (is_mutex()) { /* it might wait, which is not allowed */
        CHECK_STATUS(lock_by_irq(&lock), LM_OK);
        CHECK_STATUS(unlock_irq(), LM_OK);
        CHECK(lm_interrupts_are_disabled());
        CHECK_EQUAL(misuses, 1); /* there was nothing to unlock */
    } else {
        CHECK_STATUS(lock_irq(), LM_OK);
        CHECK_STATUS(unlock_irq(), LM_OK);
        CHECK(lm_interrupts_are_disabled());
    }
    lm_irq_on(inner_key);
    CHECK(!lm_interrupts_are_disabled());
}

/* Contention. */

static void want_in_vain(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_ABORTED);
    CHECK_STATUS(lock_irq(), LM_OK); /* it returns no status */
    CHECK(lm_interrupts_are_disabled());
    CHECK_STATUS(unlock_irq(), LM_OK);
    check_told(LM_MISUSE_NOT_HOLDER, "lock", &at_lock_it, &at_unlock_irq);
    CHECK(!lm_interrupts_are_disabled());
    tell('v');
}

static void a_wait_for_a_lock_may_be_ended(void)
{
    struct lm_thread *other;

    begin();
    CHECK_STATUS(lock_it(), LM_OK);
    other = scene_thread(9, want_in_vain, NULL);
    CHECK_STATUS(lm_thread_abort_wait(other), LM_OK);
    told("");
    CHECK_STATUS(lm_thread_abort_wait(other), LM_OK);
    told("v");
    CHECK_STATUS(unlock_it(), LM_OK);
}

static void hold_and_end(void *argument)
{
    (void)argument;
    CHECK_STATUS(lock_it(), LM_OK);
    CHECK_STATUS(lock_second(), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
}

static void who_ends_holds_nothing(void)
{
    begin();
    (void)scene_thread(9, hold_and_end, NULL);
    CHECK_STATUS(lock_it(), LM_OK);
    CHECK_STATUS(lock_second(), LM_OK);
    CHECK_STATUS(lock_raw(), LM_OK);
    CHECK_STATUS(unlock_raw(), LM_OK);
    CHECK_STATUS(lm_spinlock_unlock(&lock2), LM_OK);
    CHECK_STATUS(unlock_it(), LM_OK);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
}

static void before_the_start(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        lm_kernel_init();
        CHECK_STATUS(lm_model_set(model), LM_OK);
        begin();
        CHECK_STATUS(lock_it(), LM_OK);
        CHECK_STATUS(unlock_it(), LM_OK);
        CHECK_STATUS(lock_raw(), LM_OK);
        CHECK_STATUS(unlock_raw(), LM_OK);
        CHECK_STATUS(lock_irq(), LM_OK);
        CHECK_STATUS(unlock_irq(), LM_OK);
        CHECK_EQUAL(misuses, 0);
    }
}

int main(void)
{
    before_the_start();
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, locks_hold_off_whom_the_model_says);
        scene_run(model, locks_nest_in_order);
        scene_run(model, objects_are_checked);
        scene_run(model, to_lock_twice_is_told);
        scene_run(model, to_unlock_what_is_free_is_told);
        scene_run(model, an_interrupt_is_another);
        scene_run(model, another_order_is_told);
        scene_run(model, to_wait_with_a_lock_is_told);
        scene_run(model, locks_keep_interrupts_off);
        scene_run(model, who_ends_holds_nothing);
    }
    scene_run(LM_MODEL_RT, to_unlock_for_another_is_told);
    scene_run(LM_MODEL_RT, the_lock_that_forbids_to_wait_is_named);
    scene_run(LM_MODEL_RT, a_wait_for_a_lock_may_be_ended);
    return 0;
}
