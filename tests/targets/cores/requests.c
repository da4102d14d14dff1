/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: calls about a thread of another core have the same effects and status as on its own core,
 * for each kind of wait, and if it owns a shared mutex. Method: a thread of core 0 makes the calls,
 * one after the other, and the thread of core 1 reports its observations. Prints each expectation
 * that is not met, and the number of threads that have ended each other; status 1: an expectation
 * was not met. */
#include "expect.h"
#include <limen/board.h>
#include <limen/cores.h>

enum { STACK_BYTES = 1024, SHORT_TICKS = 20000, DUELS = 100, LINE = 0 };

LM_STACK(asking_stack, STACK_BYTES);
LM_STACK(working_stack, STACK_BYTES);
LM_STACK(later_stack, STACK_BYTES);
LM_STACK(here_stack, STACK_BYTES);
LM_STACK(there_stack, STACK_BYTES);
LM_STACK(given_stack, STACK_BYTES);
static struct lm_thread asking, working, later, here, there, given;
static struct lm_semaphore go, reply, never, ready, of_core_0;
static struct lm_mutex mutex;

/* The task of the working thread, and its results; the semaphores order the accesses. */
enum task { WAIT, SPIN, OWN, WANT, REST };
static volatile enum task task;
static volatile enum lm_status seen;
static volatile struct lm_thread_info info;
static enum lm_status of_interrupt[4];
static volatile unsigned core_seen;

/* On core 1. */
static void work(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_post(&ready);
        seen = lm_semaphore_wait(&go, LM_FOREVER);
        struct lm_thread_info now;

        EXPECT(lm_thread_get_info(&working, &now) == LM_OK);
        info = now;
        if (task == OWN || task == WANT) {
            seen = lm_mutex_lock(&mutex, LM_FOREVER);
        }
        lm_semaphore_post(&reply);
        while (task == SPIN) {
            lm_work(10);
        }
        if (task == OWN) {
            lm_semaphore_wait(&never, LM_FOREVER);
        }
        if (task == REST) {
            lm_thread_sleep(1000U * SHORT_TICKS);
        }
    }
}

static void await_ready(void)
{
    EXPECT(lm_semaphore_wait(&ready, LM_FOREVER) == LM_OK);
}

static void set_task(enum task what)
{
    task = what;
    EXPECT(lm_semaphore_post(&go) == LM_OK);
}

static void give_task(enum task what)
{
    await_ready();
    set_task(what);
}

static void await_reply(void)
{
    EXPECT(lm_semaphore_wait(&reply, LM_FOREVER) == LM_OK);
}

static void check_suspension(void)
{
    await_ready();
    EXPECT(lm_thread_resume(&working) == LM_BAD_STATE);
    EXPECT(lm_thread_suspend(&working) == LM_OK);
    EXPECT(lm_thread_suspend(&working) == LM_OK);
    set_task(WAIT);
    EXPECT(lm_semaphore_wait(&reply, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_thread_resume(&working) == LM_OK);
    await_reply();
    EXPECT(seen == LM_OK);
}

static void check_abort(void)
{
    EXPECT(lm_semaphore_wait(&ready, LM_FOREVER) == LM_OK);
    while (lm_thread_abort_wait(&working) != LM_OK) { /* it does not wait yet */
    }
    await_reply();
    EXPECT(seen == LM_ABORTED);
    give_task(REST);
    await_reply();
    while (lm_thread_abort_wait(&working) != LM_OK) { /* it does not sleep yet */
    }
}

static void check_urgency(void)
{
    unsigned previous = 9;

    EXPECT(lm_thread_set_priority(&working, LM_LEVELS, 0) == LM_BAD_ARGUMENT);
    EXPECT(lm_thread_set_priority(&working, 4, 3) == LM_OK);
    EXPECT(lm_thread_set_threshold(&working, 2, &previous) == LM_OK && previous == 3);
    EXPECT(lm_thread_set_threshold(&working, 2, NULL) == LM_OK);
    EXPECT(lm_thread_set_threshold(&working, 5, &previous) == LM_BAD_ARGUMENT);
    give_task(WAIT);
    await_reply();
    EXPECT(info.priority == 4 && info.base_threshold == 2);
    EXPECT(lm_thread_set_priority(&working, 5, 5) == LM_OK);
}

/* Restart the thread, which has been terminated. */
static void restart(void)
{
    EXPECT(lm_thread_terminate(&working) == LM_BAD_STATE);
    while (lm_thread_restart(&working) != LM_OK) { /* its core may still use its stack */
    }
}

static void check_termination(void)
{
    EXPECT(lm_thread_delete(&working) == LM_BAD_STATE);
    EXPECT(lm_semaphore_wait(&ready, LM_FOREVER) == LM_OK);
    EXPECT(lm_thread_terminate(&working) == LM_OK); /* it waits, or is about to */
    EXPECT(lm_semaphore_post(&go) == LM_OK);
    EXPECT(lm_semaphore_wait(&go, LM_NO_WAIT) == LM_OK); /* nobody else takes it */
    restart();
    give_task(SPIN);
    await_reply();
    EXPECT(lm_thread_terminate(&working) == LM_OK); /* it runs */
    restart();
    give_task(OWN);
    await_reply();
    EXPECT(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_thread_terminate(&working) == LM_OK); /* it owns the mutex */
    EXPECT(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK);
    restart();
    give_task(WANT);
    EXPECT(lm_semaphore_wait(&reply, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_thread_terminate(&working) == LM_OK); /* it waits for the mutex */
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK);
    EXPECT(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK && lm_mutex_unlock(&mutex) == LM_OK);
    restart();
}

static void run_later(void *argument)
{
    (void)argument;
    EXPECT(lm_core_self() == 1);
    lm_semaphore_post(&reply);
}

static void check_life(void)
{
    EXPECT(lm_thread_start(&later) == LM_OK);
    await_reply();
    while (lm_thread_reset(&later) != LM_OK) { /* it has not ended yet */
    }
    EXPECT(lm_thread_start(&later) == LM_OK);
    await_reply();
    while (lm_thread_delete(&later) != LM_OK) {
    }
    EXPECT(lm_thread_delete(&later) == LM_BAD_OBJECT);
    EXPECT(lm_thread_start(&later) == LM_BAD_OBJECT);
}

/* Runs on the core to which it was moved last. */
static void tell_core(void *argument)
{
    (void)argument;
    core_seen = lm_core_self();
    lm_semaphore_post(&reply);
}

static void expect_on(unsigned core)
{
    await_reply();
    EXPECT(core_seen == core);
}

/* A thread can be moved to another core until it has begun: a thread of this core, and of another
 * one. */
static void check_giving(void)
{
    EXPECT(lm_thread_set_core(NULL, 1) == LM_BAD_OBJECT);
    EXPECT(lm_thread_set_core(&given, LM_CORES) == LM_BAD_ARGUMENT);
    EXPECT(lm_thread_set_core(&asking, 1) == LM_BAD_STATE);  /* it runs */
    EXPECT(lm_thread_set_core(&working, 0) == LM_BAD_STATE); /* it waits */
    EXPECT(lm_thread_set_core(&given, 0) == LM_OK);
    EXPECT(lm_thread_set_core(&given, 1) == LM_OK);
    EXPECT(lm_thread_set_core(&given, 0) == LM_OK);
    EXPECT(lm_thread_set_core(&given, 1) == LM_OK);
    EXPECT(lm_semaphore_wait(&reply, SHORT_TICKS) == LM_TIMEOUT); /* it is suspended */
    EXPECT(lm_thread_start(&given) == LM_OK);
    expect_on(1);
    while (lm_thread_reset(&given) != LM_OK) { /* it has not ended yet */
        EXPECT(lm_thread_set_core(&given, 0) == LM_BAD_STATE);
    }
    EXPECT(lm_thread_set_core(&given, 0) == LM_OK);
    EXPECT(lm_thread_resume(&given) == LM_OK); /* less urgent than the caller */
    EXPECT(lm_thread_set_core(&given, 1) == LM_BAD_STATE);
    expect_on(0);
}

static void ask_in_interrupt(void *argument)
{
    (void)argument;
    of_interrupt[0] = lm_thread_suspend(&working);
    of_interrupt[1] = lm_thread_delete(&working);
    of_interrupt[2] = lm_thread_set_threshold(&working, 0, &(unsigned){0});
}

static void check_interrupt(void)
{
    await_ready();
    lm_board_interrupt_attach(LINE, 1, ask_in_interrupt, NULL);
    lm_board_interrupt_raise(LINE);
    EXPECT(of_interrupt[0] == LM_OK);
    EXPECT(of_interrupt[1] == LM_BAD_CONTEXT && of_interrupt[2] == LM_BAD_CONTEXT);
    EXPECT(lm_thread_set_priority(&working, 5, 5) == LM_OK); /* done after the suspension */
    set_task(WAIT);
    EXPECT(lm_semaphore_wait(&reply, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_preempt_disable() == LM_OK); /* it may not wait for the answer */
    EXPECT(lm_thread_resume(&working) == LM_OK);
    EXPECT(lm_preempt_enable() == LM_OK);
    await_reply();
}

/* Each of the two ends the other, at the same time. */
static void duel(void *argument)
{
    lm_semaphore_post(&ready);
    lm_semaphore_wait(&go, LM_FOREVER);
    lm_thread_terminate(argument);
}

static void prepare_there(void)
{
    EXPECT(lm_thread_create(&there, &(struct lm_thread_config){.name = "there",
                                                               LM_PREEMPTIVE(6),
                                                               .entry = duel,
                                                               .argument = &here,
                                                               .suspended = true,
                                                               LM_USE_STACK(there_stack)}) ==
           LM_OK);
}

static void check_duels(void)
{
    await_ready(); /* of the working thread */
    EXPECT(lm_thread_terminate(&working) == LM_OK);
    for (unsigned i = 0; i < DUELS; i++) {
        EXPECT(lm_thread_start(&here) == LM_OK);
        EXPECT(lm_thread_start(&there) == LM_OK);
        EXPECT(lm_semaphore_wait(&ready, LM_FOREVER) == LM_OK);
        EXPECT(lm_semaphore_wait(&ready, LM_FOREVER) == LM_OK);
        lm_semaphore_post(&go);
        lm_semaphore_post(&go);
        while (lm_thread_reset(&here) != LM_OK) {
            lm_thread_sleep(1);
        }
        while (lm_thread_reset(&there) != LM_OK) {
        }
        (void)lm_semaphore_wait(&go, LM_NO_WAIT); /* if one was ended while it waited */
    }
}

static void ask(void *argument)
{
    (void)argument;
    check_suspension();
    check_abort();
    check_urgency();
    check_termination();
    check_life();
    check_giving();
    check_interrupt();
    check_duels();
    lm_board_printf("%u duels, %u not as expected\n", (unsigned)DUELS, unmet);
    lm_board_exit(unmet != 0);
}

static void prepare(void)
{
    EXPECT(lm_thread_create(&working, &(struct lm_thread_config){.name = "working",
                                                                 LM_PREEMPTIVE(5),
                                                                 .entry = work,
                                                                 LM_USE_STACK(working_stack)}) ==
           LM_OK);
    EXPECT(lm_thread_create(&later, &(struct lm_thread_config){.name = "later",
                                                               LM_PREEMPTIVE(4),
                                                               .entry = run_later,
                                                               .suspended = true,
                                                               LM_USE_STACK(later_stack)}) ==
           LM_OK);
    prepare_there();
    lm_semaphore_post(&of_core_0); /* the other core waits for this */
}

static void begin(void *argument)
{
    EXPECT(lm_semaphore_wait(&of_core_0, LM_FOREVER) == LM_OK);
    ask(argument);
}

int main(void)
{
    lm_kernel_init();
    EXPECT(lm_semaphore_create_shared(&go, "go", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&reply, "reply", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&never, "never", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&ready, "ready", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&of_core_0, "begin", 0) == LM_OK);
    EXPECT(lm_mutex_create_shared(&mutex, "mutex", 2) == LM_OK);
    EXPECT(lm_thread_create(&asking, &(struct lm_thread_config){.name = "asking",
                                                                LM_PREEMPTIVE(5),
                                                                .entry = begin,
                                                                LM_USE_STACK(asking_stack)}) ==
           LM_OK);
    EXPECT(lm_thread_create(&here, &(struct lm_thread_config){.name = "here",
                                                              LM_PREEMPTIVE(6),
                                                              .entry = duel,
                                                              .argument = &there,
                                                              .suspended = true,
                                                              LM_USE_STACK(here_stack)}) == LM_OK);
    EXPECT(lm_thread_create(&given, &(struct lm_thread_config){.name = "given",
                                                               LM_PREEMPTIVE(6),
                                                               .entry = tell_core,
                                                               .suspended = true,
                                                               LM_USE_STACK(given_stack)}) ==
           LM_OK);
    EXPECT(lm_core_start(1, prepare) == LM_OK);
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
