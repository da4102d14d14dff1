/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the audit finds the damage if a single relation between the fields of a thread does not
 * hold, and none in a valid thread.
 *
 * Method: scenes. In a state of audit_states.h, or in another one, break one relation and keep all
 * others.
 */
#include "audit_states.h"
#include <limen/budget.h>

static void set_occupied(unsigned level)
{
    lm_ready_mark(&lm_cpu()->ready, level);
}

static void states_and_what_they_wait_for(void)
{
    BROKEN(begin, thread_damage(4), LM_DAMAGE_CONSTANT, threads[4].wait_extras = 2);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STATE, threads[4].waits_for = LM_WAITS_FOR_QUEUE);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STATE,
           (threads[4].wait_timed = true, threads[4].timeout.node.next = &threads[4].node));
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STATE, threads[4].wait_ahead = true);
    BROKEN(begin, thread_damage(2), LM_DAMAGE_STATE, threads[2].waits_for = LM_WAS_TERMINATED);
    BROKEN(begin, thread_damage(2), LM_DAMAGE_STATE, threads[2].waits_for = LM_WAITS_FOR_SHARED);
    BROKEN(begin, thread_damage(2), LM_DAMAGE_STATE,
           threads[2].waits_for = LM_WAITS_FOR_BUDGET + 1);
    BROKEN(begin, thread_damage(1), LM_DAMAGE_STATE, threads[1].wait_timed = true);
    BROKEN(begin, thread_damage(2), LM_DAMAGE_STATE, threads[2].wait_timed = true);
    BROKEN(begin_otherwise, thread_damage(2), LM_DAMAGE_NONE,
           threads[2].waits_for = LM_HAS_RETURNED);
    BROKEN(begin_otherwise, thread_damage(2), LM_DAMAGE_STATE,
           threads[2].waits_for = LM_WAITS_FOR_NOTHING);
    BROKEN(begin_otherwise, thread_damage(2), LM_DAMAGE_STATE,
           threads[2].state = LM_STATE_TERMINATED + 1);
}

/* 0 waits for its next period, 1 for its start, and 2 for its budget. */
static void begin_with_other_waits(void)
{
    static const struct lm_budget_config config = {2, 50, LM_BUDGET_WAIT, 0, 0, 0};
    static struct lm_budget budget;
    static struct lm_period period = LM_PERIOD(100, 0, 0);
    struct lm_thread_config first = threads_config(0, 1, 1);

    first.period = &period;
    THREADS_BEGIN(1, 2, 3, 5, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &first), LM_OK);
    (void)lm_thread_wait_period();
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[2], &budget, &config), LM_OK);
    null_run_until(3);
    CHECK_EQUAL(threads[0].waits_for, LM_WAITS_FOR_PERIOD);
    CHECK_EQUAL(threads[1].waits_for, LM_WAITS_FOR_RESUME);
    CHECK_EQUAL(threads[2].waits_for, LM_WAITS_FOR_BUDGET);
    add_parts();
}

static void all_reasons_to_wait_are_intact(void)
{
    for (unsigned i = 0; i < THREAD_PARTS; i++) {
        BROKEN(begin_with_other_waits, thread_damage(i), LM_DAMAGE_NONE, (void)i);
    }
}

/* 0 and 1 wait for one semaphore, 2 and 3 are suspended, and 4 runs. */
static void begin_with_two_waiters(void)
{
    THREADS_BEGIN(1, 1, 2, 2, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[3]), LM_OK);
    CHECK_EQUAL(threads_running(), 4);
    add_parts();
}

/* Two threads in one circle of which the links agree. */
static void link(struct lm_thread *one, struct lm_thread *other)
{
    one->node.next = one->node.prev = &other->node;
    other->node.next = other->node.prev = &one->node;
}

static void places_in_lists(void)
{
    struct lm_wait_list copy; /* the stack is not audited */

    BROKEN(begin_with_two_waiters, thread_damage(0), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_with_two_waiters, thread_damage(0), LM_DAMAGE_LINK,
           threads[1].wait_list = &queue.waiters);
    BROKEN(begin_with_two_waiters, thread_damage(2), LM_DAMAGE_LINK,
           link(&threads[2], &threads[3]));
    BROKEN(begin, thread_damage(0), LM_DAMAGE_LINK,
           (copy = semaphore.waiters, threads[0].wait_list = &copy));
    BROKEN(begin, thread_damage(0), LM_DAMAGE_LINK,
           semaphore.waiters.waits_for = LM_WAITS_FOR_QUEUE);
    BROKEN(begin, thread_damage(0), LM_DAMAGE_LINK, semaphore.waiters.first = NULL);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_LINK,
           (set_occupied(0), threads[4].place = LM_LEVELS));
}

/* 0 runs, and 1 is ready behind it; 2, 3 and 4 are less urgent. */
static void begin_with_peers(void)
{
    THREADS_BEGIN(3, 3, 5, 6, 7);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    add_parts();
}

static void neighbours_in_the_ready_queue(void)
{
    BROKEN(begin_with_peers, thread_damage(0), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_with_peers, thread_damage(0), LM_DAMAGE_LINK, threads[1].place = 5);
    BROKEN(begin_with_peers, thread_damage(0), LM_DAMAGE_LINK, threads[1].state = LM_STATE_BLOCKED);
}

/* raised is 1 + a level. */
static void priorities(void)
{
    BROKEN(begin, thread_damage(4), LM_DAMAGE_PRIORITY, threads[4].threshold = 4);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_PRIORITY, threads[4].base_threshold = 6);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_PRIORITY, threads[4].raised = 3);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_NONE,
           (threads[4].raised = 5, threads[4].threshold = 4));
    BROKEN(begin, thread_damage(4), LM_DAMAGE_NONE,
           (threads[4].raised = 1, threads[4].threshold = 0));
    BROKEN(begin, thread_damage(4), LM_DAMAGE_NONE, threads[4].raised = 8);
}

/* The next thread may be at its priority, and its level at its threshold. */
static void levels(void)
{
    BROKEN(begin, thread_damage(1), LM_DAMAGE_NONE, threads[1].level = LM_LEVELS - 1);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_PRIORITY,
           (threads[4].level = 3, threads[4].place = 3));
    BROKEN(begin, thread_damage(4), LM_DAMAGE_PRIORITY, threads[4].place = 3);
    BROKEN(begin, thread_damage(3), LM_DAMAGE_PRIORITY, threads[3].level = 2);
    BROKEN(begin_otherwise, thread_damage(3), LM_DAMAGE_PRIORITY,
           (set_occupied(6), threads[3].level = threads[3].place = 6));
    BROKEN(begin_otherwise, thread_damage(3), LM_DAMAGE_PRIORITY, threads[3].place = 3);
    BROKEN(begin_otherwise, thread_damage(3), LM_DAMAGE_PRIORITY,
           threads[3].base_threshold = threads[3].threshold = threads[3].level = 2);
    BROKEN(begin_otherwise, thread_damage(4), LM_DAMAGE_PRIORITY, threads[4].place = 5);
    BROKEN(begin_otherwise, thread_damage(4), LM_DAMAGE_PRIORITY,
           (set_occupied(1), threads[4].level = 3, threads[4].place = 1));
}

static unsigned char *stack_of(unsigned i)
{
    return threads[i].stack;
}

/* The stack pointer of a thread that runs or has ended has no meaning. A thread on a shared stack
 * has no pattern at the end of its own stack. */
static void stacks(void)
{
    unsigned char *end = stack_of(4) + threads[4].stack_bytes;

    BROKEN(begin, thread_damage(4), LM_DAMAGE_NONE, threads[4].stack_pointer = stack_of(4));
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STACK, threads[4].stack_pointer = stack_of(4) + 1);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STACK,
           threads[4].stack_pointer = end + _Alignof(void *));
    BROKEN(begin, thread_damage(3), LM_DAMAGE_NONE, threads[3].stack_pointer = NULL);
    BROKEN(begin_otherwise, thread_damage(2), LM_DAMAGE_NONE, threads[2].stack_pointer = NULL);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_STACK, *stack_of(4) ^= 1);
    BROKEN(begin, thread_damage(4), LM_DAMAGE_NONE,
           (*stack_of(4) ^= 1, threads[4].watched = stack_of(3)));
}

int main(void)
{
    states_and_what_they_wait_for();
    all_reasons_to_wait_are_intact();
    places_in_lists();
    neighbours_in_the_ready_queue();
    priorities();
    levels();
    stacks();
    BROKEN(begin, thread_damage(1), LM_DAMAGE_TIME, threads[1].timeout.expiry = 1U << 20);
    return 0;
}
