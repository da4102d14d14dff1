/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a wait of any kind that another thread aborts ends at once with LM_ABORTED and has no later
 * effect. A thread that does not wait cannot be aborted. A semaphore is not posted beyond the
 * ceiling that a post names.
 *
 * Method: one thread waits for one object after the other. A less urgent one aborts each wait.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>

LM_STACK(stack_waiter, 1024);
LM_STACK(stack_control, 1024);

static struct lm_thread waiter, control;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static uint32_t storage, message;
static unsigned aborted;

static void expect_aborted(enum lm_status status)
{
    CHECK_STATUS(status, LM_ABORTED);
    aborted++;
}

static void wait_for_all(void *argument)
{
    (void)argument;
    expect_aborted(lm_thread_sleep(1000));
    expect_aborted(lm_thread_sleep_until(lm_now() + 1000));
    expect_aborted(lm_semaphore_wait(&semaphore, LM_FOREVER));
    expect_aborted(lm_semaphore_wait(&semaphore, 1000));
    expect_aborted(lm_mutex_lock(&mutex, LM_FOREVER));
    expect_aborted(lm_queue_receive(&queue, &message, LM_FOREVER));
    expect_aborted(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, 1000));
    CHECK_STATUS(lm_thread_suspend(lm_thread_self()), LM_OK);
}

static void control_aborts(void *argument)
{
    struct lm_thread_info info;

    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_start(&waiter), LM_OK);
    for (unsigned i = 1; i <= 7; i++) {
        CHECK_STATUS(lm_thread_abort_wait(&waiter), LM_OK);
        CHECK_EQUAL(aborted, i);
    }
    CHECK_STATUS(lm_thread_get_info(&control, &info), LM_OK);
    CHECK_EQUAL(info.priority, 9);                             /* without the inherited priority */
    CHECK_STATUS(lm_thread_abort_wait(&waiter), LM_BAD_STATE); /* suspended */
    CHECK_STATUS(lm_thread_abort_wait(&control), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_abort_wait(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 1); /* no thread waits any more */
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_OK);
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_TOO_MANY);
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 1), LM_TOO_MANY);
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_semaphore_post_below(NULL, 1), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 2);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_queue_create(&queue, "queue", &storage, 1, sizeof storage, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_thread_create(&waiter, &(struct lm_thread_config){.entry = wait_for_all,
                                                         .suspended = true,
                                                         LM_PREEMPTIVE(5),
                                                         LM_USE_STACK(stack_waiter)});
    lm_thread_create(&control, &(struct lm_thread_config){.entry = control_aborts,
                                                          LM_PREEMPTIVE(9),
                                                          LM_USE_STACK(stack_control)});
    lm_kernel_start();
    CHECK_EQUAL(aborted, 7);
    return 0;
}
