/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the functions that check invariants detect each broken invariant, because other tests rely
 * on them.
 *
 * Method: break each invariant by hand in a state that is otherwise correct, and repair it.
 */
#include "check.h"
#include "core/sched.h"
#include "state.h"
#include "threads.h"

/* Thread 0 runs, at the level of its threshold. 1 and 2 are ready. 3 and 4 sleep. */
static struct lm_cpu *begin(void)
{
    struct lm_cpu *cpu = lm_cpu();

    THREADS_BEGIN(5, 7, 7, 1, 1);
    CHECK_STATUS(lm_thread_sleep(100), LM_OK);
    CHECK_STATUS(lm_thread_sleep(101), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 3, NULL), LM_OK);
    CHECK(lm_sched_is_consistent(cpu));
    CHECK(lm_timeout_is_consistent(&cpu->timeouts));
    return cpu;
}

#define CHECK_BREAKS(consistent, field, wrong)                                                     \
    do {                                                                                           \
        __typeof__(field) right = (field);                                                         \
        (field) = (wrong);                                                                         \
        CHECK(!(consistent));                                                                      \
        (field) = right;                                                                           \
        CHECK(consistent);                                                                         \
    } while (0)

static void the_ready_queue_is_checked(void)
{
    struct lm_cpu *cpu = begin();
    struct lm_ready_queue *ready = &cpu->ready;

    CHECK_BREAKS(lm_sched_is_consistent(cpu), ready->occupied[0], 0U);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), ready->occupied[0], ~0U);
    CHECK_BREAKS(lm_ready_is_consistent(ready), threads[1].level, 8);
    CHECK_BREAKS(lm_ready_is_consistent(ready), threads[2].level, 6); /* and not the head */
    CHECK_BREAKS(lm_ready_is_consistent(ready), threads[2].node.prev, &threads[0].node);
    CHECK_BREAKS(lm_ready_is_consistent(ready), threads[2].place, 6);
}

static void the_scheduler_is_checked(void)
{
    struct lm_cpu *cpu = begin();

    CHECK_BREAKS(lm_sched_is_consistent(cpu), cpu->next, &threads[1]);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), cpu->next, &cpu->idle);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].state, LM_STATE_READY);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].state, LM_STATE_BLOCKED);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].threshold, 4);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].priority, 2);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].priority, 4); /* above its place */
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].priority, 8);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].threshold, 8);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].state, LM_STATE_BLOCKED);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].wait_timed, true);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].wait_ahead, true);
    CHECK_STATUS(lm_thread_set_priority(&threads[0], 0, 0), LM_OK);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[0].state, LM_STATE_BLOCKED);
    CHECK_STATUS(lm_thread_sleep(50), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), cpu->next, &threads[2]); /* behind its peer */
    null_run_until(50);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), cpu->next, &threads[1]); /* preempted by 0 */
    threads[1].threshold = 6; /* its level need not be that yet */
    CHECK_BREAKS(lm_sched_is_consistent(cpu), threads[1].level, 6); /* only next may lag behind */
    for (unsigned i = 0; i < 3; i++) {
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
    CHECK_EQUAL(threads_running(), -1);
    CHECK_BREAKS(lm_sched_is_consistent(cpu), cpu->next, &threads[1]); /* no thread is ready */
}

static void the_timeouts_are_checked(void)
{
    struct lm_cpu *cpu = begin();
    struct lm_timeout_queue *timeouts = &cpu->timeouts;

    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), timeouts->occupied, 0U);
    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), timeouts->occupied, ~0U);
    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), timeouts->base, 100);
    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), timeouts->earliest, 101);
    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), threads[4].timeout.expiry, 1000);
    CHECK_BREAKS(lm_timeout_is_consistent(timeouts), threads[3].timeout.expiry, 102);
}

/* At the lower end of the buckets, and on the wrong side of base. */
static void the_seams_of_the_timeouts_are_checked(void)
{
    static struct lm_timeout_queue queue;
    struct lm_timeout_node timeout, four, five;

    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    lm_timeout_start(&queue, &timeout, 1);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.occupied, 0U);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.base, 1);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.unsorted, ~0U); /* but all equal */
    lm_timeout_start(&queue, &four, 4);
    lm_timeout_start(&queue, &five, 5);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.unequal, 0U);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.bucket[2], NULL);
    CHECK_BREAKS(lm_timeout_is_consistent(&queue), queue.bucket[2], &five);
    queue.unsorted = queue.unequal; /* so that the first need not be the earliest */
    queue.bucket[2] = &five;
    CHECK(lm_timeout_is_consistent(&queue));
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    queue.base = 128;
    lm_timeout_start(&queue, &timeout, 127);
    CHECK(!lm_timeout_is_consistent(&queue));
}

int main(void)
{
    the_ready_queue_is_checked();
    the_scheduler_is_checked();
    the_timeouts_are_checked();
    the_seams_of_the_timeouts_are_checked();
    return 0;
}
