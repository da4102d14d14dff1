/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the deletion of a mutex ends the inheritance of its owner. A thread that may preempt the
 * owner because of that runs only after all waiting threads are released.
 *
 * Method: a thread with a priority between those of the waiting thread and the owner creates the
 * mutex again as soon as it runs.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>

LM_STACK(stack_owner, 1024);
LM_STACK(stack_waiter, 1024);
LM_STACK(stack_between, 1024);

static struct lm_thread owner, waiter, between;
static struct lm_mutex mutex;
static enum lm_status waited = LM_OK;
static bool created_anew;

static void create(void)
{
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
}

static void wait(void *argument)
{
    (void)argument;
    lm_thread_sleep(10);
    waited = lm_mutex_lock(&mutex, LM_FOREVER);
}

static void create_anew(void *argument)
{
    (void)argument;
    lm_thread_sleep(20);
    CHECK_STATUS(waited, LM_DELETED);
    create();
    created_anew = true;
}

static void own_and_delete(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    lm_work(50);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
}

int main(void)
{
    lm_kernel_init();
    create();
    lm_thread_create(&waiter, &(struct lm_thread_config){
                                  .entry = wait, LM_PREEMPTIVE(5), LM_USE_STACK(stack_waiter)});
    lm_thread_create(&between, &(struct lm_thread_config){.entry = create_anew,
                                                          LM_PREEMPTIVE(7),
                                                          LM_USE_STACK(stack_between)});
    lm_thread_create(&owner, &(struct lm_thread_config){.entry = own_and_delete,
                                                        LM_PREEMPTIVE(9),
                                                        LM_USE_STACK(stack_owner)});
    lm_kernel_start();
    CHECK_STATUS(waited, LM_DELETED);
    CHECK(created_anew);
    return 0;
}
