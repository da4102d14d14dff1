/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the fields of a thread's control block that applications read change at the moments when
 * ThreadX changes them: state, priorities, runs, lists, suspension, stack.
 */
#include "suite.h"

static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_THREAD *target;
static ULONG runs_seen;

static VOID live(ULONG input)
{
    (void)input;
    EQUAL(TX_READY, target->tx_thread_state);
    runs_seen = target->tx_thread_run_count;
    (void)tx_thread_sleep(2);
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    (void)tx_semaphore_get(&semaphore, 2);
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER);
    (void)tx_thread_suspend(target);
}

static VOID wait_for_ever(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
}

static VOID own(ULONG input)
{
    (void)input;
    (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER);
    (void)tx_thread_sleep(5);
    (void)tx_mutex_put(&mutex);
    (void)tx_thread_sleep(5);
}

static VOID want(ULONG input)
{
    (void)input;
    (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER);
    (void)tx_mutex_put(&mutex);
}

static VOID preempted(ULONG input)
{
    (void)input;
    EQUAL(1, target->tx_thread_run_count);
    (void)started("urgent", want, 3);
    EQUAL(2, target->tx_thread_run_count);
}

static void is(UINT state)
{
    EQUAL(state, target->tx_thread_state);
    EQUAL(state, state_of(target));
    EQUAL(TX_FALSE, target->tx_thread_suspending);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_semaphore_create(&semaphore, "semaphore", 0));
    EQUAL(TX_SUCCESS, tx_mutex_create(&mutex, "mutex", TX_INHERIT));
}

/* From creation to deletion. */
static void states(void)
{
    target = worker("target", live, 10, 10);
    is(TX_SUSPENDED);
    EQUAL(0, target->tx_thread_run_count);
    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    EQUAL(TX_SUCCESS, tx_thread_resume(target));
    EQUAL(1, runs_seen);
    is(TX_SLEEP);
    (void)tx_thread_sleep(3);
    is(TX_SEMAPHORE_SUSP);
    EQUAL(2, target->tx_thread_run_count);
    EQUAL(TX_SUCCESS, tx_semaphore_put(&semaphore));
    is(TX_SEMAPHORE_SUSP);
    EQUAL(3, target->tx_thread_run_count);
    (void)tx_thread_sleep(3); /* the wait times out, the next begins */
    is(TX_SEMAPHORE_SUSP);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(target));
    is(TX_MUTEX_SUSP);
    EQUAL(TX_SUCCESS, tx_mutex_put(&mutex));
    is(TX_SUSPENDED);
    EQUAL(target, mutex.tx_mutex_owner);
    EQUAL(TX_SUCCESS, tx_thread_resume(target));
    is(TX_COMPLETED);
    EQUAL(TX_NULL, mutex.tx_mutex_owner);
    EQUAL(TX_SUCCESS, tx_thread_reset(target));
    is(TX_SUSPENDED);
    EQUAL(TX_SUCCESS, tx_thread_terminate(target));
    is(TX_TERMINATED);
    retire_all();
}

static void delayed_suspension(void)
{
    target = started("target", wait_for_ever, 10);
    EQUAL(TX_FALSE, target->tx_thread_delayed_suspend);
    EQUAL(TX_SUCCESS, tx_thread_suspend(target));
    EQUAL(TX_TRUE, target->tx_thread_delayed_suspend);
    is(TX_SEMAPHORE_SUSP);
    EQUAL(TX_SUSPEND_LIFTED, tx_thread_resume(target));
    EQUAL(TX_FALSE, target->tx_thread_delayed_suspend);
    EQUAL(TX_SUCCESS, tx_thread_suspend(target));
    EQUAL(TX_SUCCESS, tx_semaphore_put(&semaphore));
    EQUAL(TX_FALSE, target->tx_thread_delayed_suspend);
    is(TX_SUSPENDED);
    retire_all();
}

/* The fields contain the effective values: inheritance and changes of base values show at once. */
static void priorities(void)
{
    UINT old;

    target = started("owner", own, 12);
    EQUAL(12, target->tx_thread_priority);
    EQUAL(TX_SUCCESS, tx_thread_preemption_change(target, 10, &old));
    EQUAL(10, target->tx_thread_preempt_threshold);
    (void)started("want", want, 5);
    EQUAL(5, target->tx_thread_priority);
    EQUAL(5, target->tx_thread_preempt_threshold);
    EQUAL(12, target->tx_thread_user_priority);
    EQUAL(10, target->tx_thread_user_preempt_threshold);
    (void)tx_thread_sleep(7);
    EQUAL(12, target->tx_thread_priority);
    EQUAL(10, target->tx_thread_preempt_threshold);
    EQUAL(TX_SUCCESS, tx_thread_priority_change(target, 20, &old));
    EQUAL(20, target->tx_thread_priority);
    EQUAL(20, target->tx_thread_preempt_threshold);
    retire_all();
}

/* Circular lists: of all threads, and of those that wait for the same object. */
static void lists(void)
{
    TX_THREAD *self = tx_thread_identify();
    TX_THREAD *a = started("a", wait_for_ever, 10);
    TX_THREAD *b = started("b", wait_for_ever, 8);
    TX_THREAD *c = started("c", wait_for_ever, 12);
    TX_THREAD *next = self;
    UINT count = 0;

    EQUAL(b, a->tx_thread_suspended_next);
    EQUAL(c, b->tx_thread_suspended_next);
    EQUAL(a, c->tx_thread_suspended_next);
    EQUAL(b, a->tx_thread_created_next);
    EQUAL(c, b->tx_thread_created_next);
    do {
        next = next->tx_thread_created_next;
        count++;
    } while (next != self && count < 10);
    CHECK(count == 4 || count == 5); /* an implementation may have a timer thread in it */
    retire(b);
    EQUAL(c, a->tx_thread_suspended_next);
    EQUAL(a, c->tx_thread_suspended_next);
    EQUAL(c, a->tx_thread_created_next);
    retire(a);
    EQUAL(c, c->tx_thread_suspended_next);
    retire(c);
}

static void constants(void)
{
    static TX_THREAD thread;
    static ULONG stack[STACK_BYTES / sizeof(ULONG)];
    CHAR *name = "constants";
    ULONG old;

    EQUAL(TX_SUCCESS, tx_thread_create(&thread, name, wait_for_ever, 0, stack, sizeof stack, 20, 15,
                                       7, TX_DONT_START));
    EQUAL(name, thread.tx_thread_name);
    EQUAL(stack, thread.tx_thread_stack_start);
    EQUAL(sizeof stack, thread.tx_thread_stack_size);
    EQUAL((UCHAR *)stack + sizeof stack - 1, thread.tx_thread_stack_end);
    EQUAL(20, thread.tx_thread_priority);
    EQUAL(15, thread.tx_thread_preempt_threshold);
    EQUAL(7, thread.tx_thread_new_time_slice);
    EQUAL(7, thread.tx_thread_time_slice);
    EQUAL(TX_SUCCESS, tx_thread_time_slice_change(&thread, 4, &old));
    EQUAL(4, thread.tx_thread_new_time_slice);
    EQUAL(4, thread.tx_thread_time_slice);
    EQUAL(TX_SUCCESS, tx_thread_terminate(&thread));
    EQUAL(TX_SUCCESS, tx_thread_delete(&thread));
}

void program_main(void)
{
    states();
    delayed_suspension();
    priorities();
    lists();
    constants();
    target = worker("preempted", preempted, 10, 10);
    EQUAL(TX_SUCCESS, tx_thread_resume(target));
}
