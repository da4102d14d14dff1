/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: under LM_MODEL_RT the holder of a spinlock inherits the priority of the threads that wait
 * for it. A lock that is held when the model changes stays a mutex, or level 0.
 *
 * Method: examples. test_spinlocks.c has the rest.
 */
#include "support/scene.h"

static struct lm_spinlock lock;
static unsigned misuses;
static uint32_t key;

static void count_misuse(const struct lm_misuse *misuse)
{
    (void)misuse;
    misuses++;
}

static void begin(void)
{
    misuses = 0;
    lm_misuse_set_handler(count_misuse);
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
}

/* Ready threads log a letter when they run. */
static void tell_and_end(void *letter)
{
    tell(*(const char *)letter);
}

static void want_lock(void *letter)
{
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    tell(*(const char *)letter);
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
}

static void a_holder_inherits(void)
{
    begin();
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    (void)scene_thread(9, want_lock, "9");
    CHECK_EQUAL(lm_thread_self()->priority, 9);
    (void)scene_thread(12, tell_and_end, "m");
    (void)scene_thread(5, want_lock, "5");
    CHECK_EQUAL(lm_thread_self()->priority, 5);
    tell('u');
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    CHECK_EQUAL(lm_thread_self()->priority, SCENE_PRIORITY);
    told("u59m");
    CHECK_EQUAL(misuses, 0);
}

static void lock_and_sleep(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    CHECK_STATUS(lm_thread_sleep(LM_MS(1)), LM_OK);
    tell('h');
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
}

/* A handler that is not raw runs in its thread meanwhile. */
static struct lm_irq irq;

static void handle_with_lock(void *argument)
{
    (void)argument;
    CHECK(!lm_in_interrupt());

    uint32_t own = lm_spinlock_lock_irq(&lock);

    tell('i');
    lm_spinlock_unlock_irq(&lock, own);
}

static void find_lock_held(void)
{
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_BAD_CONTEXT);
    tell('r');
}

static void a_mutex_stays_one(void)
{
    begin();
    CHECK_STATUS(lm_irq_attach(&irq, &(struct lm_irq_config){.name = "irq",
                                                             .line = 1,
                                                             .urgency = 3,
                                                             .handler = handle_with_lock,
                                                             .priority = 3,
                                                             .threshold = 3,
                                                             .stack = scene_stack(),
                                                             .stack_bytes = SCENE_STACK_BYTES}),
                 LM_OK);
    (void)scene_thread(9, lock_and_sleep, NULL);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    lm_board_interrupt_raise(1);
    scene_interrupt(find_lock_held);
    told("r");
    key = lm_spinlock_lock_irq(&lock); /* waits */
    CHECK(!lm_interrupts_are_disabled());
    tell('p');
    lm_spinlock_unlock_irq(&lock, key);
    told("hip");
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK); /* it is free: held by level 0 now */
    CHECK_STATUS(lm_thread_sleep(1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    misuses = 0;
}

static void a_level_stays_one(void)
{
    begin();
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
    (void)scene_thread(0, want_lock, "0");
    tell('u');
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    told("u0");
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    key = lm_spinlock_lock_irq(&lock);
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
    lm_spinlock_unlock_irq(&lock, key);
    CHECK(!lm_interrupts_are_disabled());
    CHECK_EQUAL(misuses, 0);
}

/* Between the decision of a thread and its level 0 another thread runs and changes the model. The
 * test cannot interrupt at any point, so an interrupt that is due when the kernel lock is freed
 * makes the change. */
static void become_full(void)
{
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
}

static void lock_in_interrupt(void)
{
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_DEADLOCK);
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    tell('i');
}

static void the_next_holder_is_overtaken_by_interrupts_only(void)
{
    begin();
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    (void)scene_thread(25, want_lock, "w"); /* will have to wait */
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    scene_interrupt(become_full);
    CHECK_STATUS(lm_spinlock_unlock(&lock),
                 LM_OK); /* the other thread owns it, but has not run yet */
    scene_interrupt(lock_in_interrupt);
    told("i");
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    told("w");
}

int main(void)
{
    scene_run(LM_MODEL_RT, a_holder_inherits);
    scene_run(LM_MODEL_RT, a_mutex_stays_one);
    scene_run(LM_MODEL_FULL, a_level_stays_one);
    scene_run(LM_MODEL_RT, the_next_holder_is_overtaken_by_interrupts_only);
    return 0;
}
