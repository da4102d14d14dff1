/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the work that an event represents is charged once, at the event, by its kind: a call that
 * does not switch, one that waits, one that makes a thread ready, and a switch at which a level
 * rises.
 *
 * Method: each cost is another power of ten of ticks, so that the digits of the time that has
 * passed count the events. Two threads pass a semaphore to each other. A table has the kind of each
 * event.
 */
#include "check.h"
#include "host.h"
#include "observe/events.h"
#include <limen/limen.h>
#include <string.h>

enum { TICK = 1000, SWITCH = 1, RISE = 10, POST = 100, GIVE = 1000, TAKE = 10000, WAIT = 100000 };

LM_STACK(stack, 8192);
LM_STACK(partner_stack, 8192);
static struct lm_thread thread, partner;
static struct lm_semaphore semaphore;

static void set(enum lm_event event, enum lm_manner manner, uint32_t ticks)
{
    lm_host_event_costs.any = true;
    lm_host_event_costs.of[event][manner] = ticks * TICK;
}

static void wait_twice(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
}

/* Runs when the partner waits. Each of its dispatches raises its level, because it has become ready
 * or has yielded before. */
static void post_and_take(void *argument)
{
    uint64_t last = lm_now();

    (void)argument;
    CHECK_EQUAL(last, SWITCH + WAIT + RISE); /* idle to the partner, its wait, the switch to here */
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK); /* the threshold holds the partner off */
    CHECK_EQUAL(lm_now() - last, GIVE);
    last = lm_now();
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(lm_now() - last, POST);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    CHECK_EQUAL(lm_now() - last, POST + TAKE);
    last = lm_now();
    CHECK_STATUS(lm_thread_yield(), LM_OK); /* to the partner, which waits again, and back */
    CHECK_EQUAL(lm_now() - last, SWITCH + WAIT + RISE);
}

static void wait_once(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
}

/* The thread that was preempted has its level already when it runs again. */
static void be_preempted(void *argument)
{
    uint64_t last = lm_now();

    (void)argument;
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(lm_now() - last, GIVE + SWITCH + SWITCH); /* to the partner, and back */
}

/* Does b of the event have an outcome, and the thread that the call has made ready? */
static bool is_service(unsigned event)
{
    static const uint8_t services[] = {LM_EVENT_SEMAPHORE_POST,       LM_EVENT_SEMAPHORE_WAIT,
                                       LM_EVENT_SEMAPHORE_POST_BELOW, LM_EVENT_MUTEX_LOCK,
                                       LM_EVENT_MUTEX_UNLOCK,         LM_EVENT_QUEUE_SEND,
                                       LM_EVENT_QUEUE_RECEIVE,        LM_EVENT_QUEUE_SEND_FRONT};

    return memchr(services, (int)event, sizeof services) != NULL;
}

static void test_manners(void)
{
    static const enum lm_manner of_outcome[] = {
        [LM_OUTCOME_DONE] = LM_MANNER_PLAIN,
        [LM_OUTCOME_WAITS] = LM_MANNER_WAITS,
        [LM_OUTCOME_UNAVAILABLE] = LM_MANNER_UNAVAILABLE,
    };

    for (unsigned event = 0; event <= UINT8_MAX; event++) {
        for (uint32_t b = 0; b <= LM_OUTCOME_UNAVAILABLE; b++) {
            enum lm_manner alone = is_service(event) ? of_outcome[b] : LM_MANNER_PLAIN;
            bool moves = is_service(event) && b == LM_OUTCOME_DONE;

            CHECK_EQUAL(lm_event_manner((enum lm_event)event, b), alone);
            for (unsigned bit = 16; bit < 32; bit++) {
                CHECK_EQUAL(lm_event_manner((enum lm_event)event, b | 1U << bit),
                            moves ? LM_MANNER_MOVES : alone);
            }
        }
    }
}

static void run(struct lm_thread_config first, struct lm_thread_config second)
{
    lm_kernel_init();
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_create(&partner, &first), LM_OK);
    CHECK_STATUS(lm_thread_create(&thread, &second), LM_OK);
    lm_kernel_start();
    CHECK(lm_now() > 0);
}

int main(void)
{
    test_manners();
    set(LM_EVENT_SWITCH, LM_MANNER_PLAIN, SWITCH);
    set(LM_EVENT_SWITCH, LM_MANNER_MOVES, RISE);
    set(LM_EVENT_SEMAPHORE_POST, LM_MANNER_PLAIN, POST);
    set(LM_EVENT_SEMAPHORE_POST, LM_MANNER_MOVES, GIVE);
    set(LM_EVENT_SEMAPHORE_WAIT, LM_MANNER_PLAIN, TAKE);
    set(LM_EVENT_SEMAPHORE_WAIT, LM_MANNER_WAITS, WAIT);
    run(
        (struct lm_thread_config){
            .name = "partner", LM_PREEMPTIVE(4), .entry = wait_twice, LM_USE_STACK(partner_stack)},
        (struct lm_thread_config){
            .name = "thread", LM_THRESHOLD(5, 3), .entry = post_and_take, LM_USE_STACK(stack)});
    run(
        (struct lm_thread_config){
            .name = "partner", LM_PREEMPTIVE(2), .entry = wait_once, LM_USE_STACK(partner_stack)},
        (struct lm_thread_config){
            .name = "thread", LM_THRESHOLD(5, 3), .entry = be_preempted, LM_USE_STACK(stack)});
    return 0;
}
