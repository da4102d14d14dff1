/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that calls the functions of timers if the model forbids to call them in the interrupt.
 * An expired timer joins a list, and each pending call posts the semaphore of the thread once. */
#include "core/door.h"
#include "preemption/preemption.h"
#include <limen/timer_thread.h>

/* Does the function of the timer run in the thread? The model alone does not decide, because it may
 * have changed. The interrupt does not call a function while an earlier call of it is pending or
 * runs, or while a thread holds a spinlock as a mutex. */
static bool runs_in_thread(const struct lm_timer_thread *thread, const struct lm_timer *timer)
{
    return !timer->in_interrupt && (lm_model() == LM_MODEL_RT || timer->pending_calls != 0 ||
                                    thread->serves == timer || lm_preemption()->spin_mutexes != 0);
}

/* The kernel's hook: the timer has expired. Returns: its function will be called in the thread.
 * Context: the kernel lock. */
static bool defer(struct lm_timer *timer)
{
    struct lm_timer_thread *thread = lm_preemption()->timer_thread;

    if (!runs_in_thread(thread, timer)) {
        return false;
    }
    timer->pending_calls++;
    if (lm_list_is_empty(&timer->pending)) {
        lm_list_insert_before(&thread->timers, &timer->pending);
    }
    (void)lm_semaphore_post(&thread->due);
    return true;
}

/* Make one call for the first timer in the list. The list is empty if that timer was stopped before
 * this. */
static void serve(struct lm_timer_thread *thread)
{
    lm_lock_key key = lm_lock();

    if (lm_list_is_empty(&thread->timers)) {
        lm_port_unlock(key);
        return;
    }
    struct lm_timer *timer = LM_CONTAINER(thread->timers.next, struct lm_timer, pending);
    void (*function)(void *argument) = timer->function;
    void *argument = timer->argument;

    lm_list_remove(&timer->pending);
    if (--timer->pending_calls > 0) { /* behind the others */
        lm_list_insert_before(&thread->timers, &timer->pending);
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

/* The checks of lm_thread_create, before anything is written. */
static bool is_unused(const struct lm_thread *thread)
{
    return !lm_object_exists(&thread->object) || thread->state == LM_STATE_TERMINATED;
}

enum lm_status lm_timer_thread_create(struct lm_timer_thread *thread,
                                      const struct lm_thread_config *config)
{
    LM_CALL_CREATES(TIMER_THREAD_CREATE, &thread->thread);
    LM_CHECK(thread != NULL && config != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(lm_preemption()->timer_thread == NULL, LM_BAD_STATE);
    LM_CHECK_FREE(&thread->thread, is_unused(&thread->thread));

    struct lm_thread_config own = *config;

    own.entry = serve_for_ever;
    own.argument = thread;
    lm_list_init(&thread->timers);
    thread->serves = NULL;
    (void)lm_semaphore_create(&thread->due, config->name, 0, LM_FIFO);

    enum lm_status status = lm_thread_create(&thread->thread, &own);

    if (status == LM_OK) {
        lm_preemption()->timer_thread = thread;
        lm_kernel()->defers_timer = defer;
    }
    return status;
}
