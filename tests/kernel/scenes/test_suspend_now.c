/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: lm_thread_suspend_now ends a wait of any kind. The thread gets nothing until it is resumed;
 * then its call returns LM_ABORTED. A thread that does not wait is suspended as by
 * lm_thread_suspend.
 *
 * Method: a thread waits in each way. A less urgent one suspends it, posts the object of the wait,
 * and finds the posted value unchanged.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>

enum { WAYS = 7, LONG = 1000 };

LM_STACK(stack_waiter, 8192);
LM_STACK(stack_control, 8192);

static struct lm_thread waiter, control;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static uint32_t storage, message;
static enum lm_status status;
static unsigned way, ended;

static enum lm_status wait_in(unsigned which)
{
    switch (which) {
    case 0:
        return lm_thread_sleep(LONG);
    case 1:
        return lm_semaphore_wait(&semaphore, LM_FOREVER);
    case 2:
        return lm_semaphore_wait(&semaphore, LONG);
    case 3:
        return lm_mutex_lock(&mutex, LM_FOREVER);
    case 4:
        return lm_queue_receive(&queue, &message, LM_FOREVER);
    case 5:
        return lm_queue_receive(&queue, &message, LONG);
    default:
        return lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, NULL, LONG);
    }
}

static void wait_for_all(void *argument)
{
    (void)argument;
    for (way = 0; way < WAYS; way++) {
        status = wait_in(way);
        ended++;
    }
}

/* Post each object for which the waiter may wait. Returns: whether all posted values remain. */
static void give_and_take_back(void)
{
    uint32_t sent = 5, got = 0;

    CHECK_STATUS(lm_thread_sleep(2L * LONG), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &sent, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &got, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(got, 5);
    CHECK_STATUS(lm_event_flags_set(&flags, 1), LM_OK);
    CHECK_EQUAL(lm_event_flags_get(&flags), 1);
    CHECK_STATUS(lm_event_flags_clear(&flags, 1), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
}

static void check_state(enum lm_waits_for waits_for, uint16_t own_priority)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&waiter, &info), LM_OK);
    CHECK(info.waits_for == waits_for);
    CHECK_STATUS(lm_thread_get_info(&control, &info), LM_OK);
    CHECK_EQUAL(info.priority, own_priority); /* what it has inherited has ended with the wait */
}

static void suspend_each_wait(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_start(&waiter), LM_OK);
    for (unsigned i = 0; i < WAYS; i++) {
        CHECK_STATUS(lm_preempt_disable(), LM_OK); /* only a call about the caller needs it */
        CHECK_STATUS(lm_thread_suspend_now(&waiter), LM_OK);
        CHECK_STATUS(lm_preempt_enable(), LM_OK);
        check_state(LM_WAITS_FOR_RESUME, 9);
        CHECK_STATUS(lm_thread_suspend_now(&waiter), LM_OK);
        give_and_take_back();
        CHECK_EQUAL(ended, i);
        CHECK_STATUS(lm_thread_resume(&waiter), LM_OK);
        CHECK_EQUAL(ended, i + 1);
        CHECK_STATUS(status, LM_ABORTED);
    }
    CHECK_STATUS(lm_thread_suspend_now(&waiter), LM_BAD_STATE); /* it has ended */
    CHECK_STATUS(lm_thread_suspend_now(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_thread_suspend_now(&control), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    puts("suspensions: each wait ended, nothing was taken");
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", &storage, 1, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_create(&waiter, &(struct lm_thread_config){.entry = wait_for_all,
                                                                      LM_USE_STACK(stack_waiter),
                                                                      LM_PREEMPTIVE(1),
                                                                      .suspended = true}),
                 LM_OK);
    CHECK_STATUS(lm_thread_create(&control, &(struct lm_thread_config){.entry = suspend_each_wait,
                                                                       LM_USE_STACK(stack_control),
                                                                       LM_PREEMPTIVE(9)}),
                 LM_OK);
    lm_kernel_start();
    return 1;
}
