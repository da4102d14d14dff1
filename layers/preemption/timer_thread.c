/* SPDX-License-Identifier: Apache-2.0 */
/* The thread of timers. */
#include "preemption/timer_thread.h"
#include "core/contract.h"
#include "core/lock.h"

/* Called in the alarm's interrupt, in the place of the timer's function. */
static void hand_over(void *argument)
{
    struct lm_timer *timer = argument;
    struct lm_timer_thread *thread = lm_kernel()->timer_thread;
    lm_lock_key key = lm_lock();

    timer->calls++;
    if (lm_list_is_empty(&timer->waiting)) {
        lm_list_insert_before(&thread->timers, &timer->waiting);
    }
    lm_port_unlock(key);
    (void)lm_semaphore_post(&thread->due);
}

/* One call of the first timer that waits for one; it may have been stopped meanwhile. */
static void serve(struct lm_timer_thread *thread)
{
    lm_lock_key key = lm_lock();

    if (lm_list_is_empty(&thread->timers)) {
        lm_port_unlock(key);
        return;
    }
    struct lm_timer *timer = LM_CONTAINER(thread->timers.next, struct lm_timer, waiting);
    void (*function)(void *argument) = timer->function;
    void *argument = timer->argument;

    lm_list_remove(&timer->waiting);
    if (--timer->calls > 0) {
        lm_list_insert_before(&thread->timers, &timer->waiting);
    }
    thread->serves = timer;
    lm_port_unlock(key);
    function(argument);
    thread->serves = NULL;
}

static void serve_for_ever(void *argument)
{
    struct lm_timer_thread *thread = argument;

    for (;;) {
        (void)lm_semaphore_wait(&thread->due, LM_FOREVER);
        serve(thread);
    }
}

enum lm_status lm_timer_thread_create(struct lm_timer_thread *thread,
                                      const struct lm_thread_config *config)
{
    LM_CHECK(thread != NULL && config != NULL, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(kernel->timer_thread == NULL, LM_BAD_STATE);

    struct lm_thread_config own = *config;

    own.entry = serve_for_ever;
    own.argument = thread;
    lm_list_init(&thread->timers);
    thread->serves = NULL;
    thread->hand_over = hand_over;
    (void)lm_semaphore_create(&thread->due, config->name, 0, LM_FIFO);

    enum lm_status status = lm_thread_create(&thread->thread, &own);

    if (status == LM_OK) {
        kernel->timer_thread = thread;
    }
    return status;
}
