/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the performance information of threads counts the events of one thread and of all threads.
 */
#define TX_THREAD_ENABLE_PERFORMANCE_INFO
#include "suite.h"

static TX_THREAD never_created, *target;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;

struct counts {
    ULONG resumptions, suspensions, solicited, by_interrupt, inversions, slices, relinquishes;
    ULONG timeouts, aborts;
    TX_THREAD *last_preempted_by;
};

static void read_counts(struct counts *counts)
{
    CALL(tx_thread_performance_info_get, TX_SUCCESS, target, &counts->resumptions,
         &counts->suspensions, &counts->solicited, &counts->by_interrupt, &counts->inversions,
         &counts->slices, &counts->relinquishes, &counts->timeouts, &counts->aborts,
         &counts->last_preempted_by);
    EQUAL(counts->resumptions, target->tx_thread_performance_resume_count);
    EQUAL(counts->suspensions, target->tx_thread_performance_suspend_count);
    EQUAL(counts->solicited, target->tx_thread_performance_solicited_preemption_count);
    EQUAL(counts->by_interrupt, target->tx_thread_performance_interrupt_preemption_count);
    EQUAL(counts->inversions, target->tx_thread_performance_priority_inversion_count);
    EQUAL(counts->slices, target->tx_thread_performance_time_slice_count);
    EQUAL(counts->relinquishes, target->tx_thread_performance_relinquish_count);
    EQUAL(counts->timeouts, target->tx_thread_performance_timeout_count);
    EQUAL(counts->aborts, target->tx_thread_performance_wait_abort_count);
    EQUAL(counts->last_preempted_by, target->tx_thread_performance_last_preempting_thread);
}

static void use(void)
{
    ULONG resumptions = 99999, non_idle = 99999, idle = 99999;

    CALL(tx_thread_performance_info_get, TX_SUCCESS, target, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_performance_info_get, TX_PTR_ERROR, &never_created, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_performance_system_info_get, TX_SUCCESS, &resumptions, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &non_idle, &idle);
    CHECK(resumptions != 99999 && non_idle != 99999 && idle != 99999);
}

static VOID live(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, 3);               /* times out */
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER); /* gets it */
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER); /* is aborted */
    tx_thread_relinquish();
    (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER); /* priority inversion */
    (void)tx_mutex_put(&mutex);
}

static VOID urgent(ULONG input)
{
    (void)input;
}

static VOID preempted(ULONG input)
{
    TX_THREAD *other = started("urgent", urgent, 3); /* solicits its preemption */

    (void)input;
    CHECK(other != tx_thread_identify());
    (void)tx_thread_sleep(1);
    spend(4); /* the clock's interrupts wake up main */
}

static VOID spin(ULONG input)
{
    (void)input;
    spend(6);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    target = worker("target", live, 10, 10);
    use();
}

static void waits(void)
{
    struct counts counts;

    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    CALL(tx_thread_sleep, TX_SUCCESS, 4);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CALL(tx_thread_wait_abort, TX_SUCCESS, target);
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    EQUAL(TX_COMPLETED, state_of(target));
    read_counts(&counts);
    EQUAL(1, counts.timeouts);
    EQUAL(1, counts.aborts);
    EQUAL(1, counts.relinquishes);
    EQUAL(1, counts.inversions);
    CHECK(counts.resumptions == 4 || counts.resumptions == 5); /* ends of waits, the start */
    CHECK(counts.suspensions == 4 || counts.suspensions == 5); /* waits, the end */
    EQUAL(0, counts.solicited + counts.by_interrupt + counts.slices);
    retire_all();
}

/* By its own call, and by an interrupt. */
static void preemptions(void)
{
    struct counts counts;

    target = worker("target", preempted, 20, 20);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    CALL(tx_thread_sleep, TX_SUCCESS, 3); /* wakes up while the target works */
    read_counts(&counts);
    EQUAL(1, counts.solicited);
    EQUAL(1, counts.by_interrupt);
    CHECK(counts.last_preempted_by != TX_NULL);
    CALL(tx_thread_sleep, TX_SUCCESS, 5);
    retire_all();
}

static void slices(void)
{
    struct counts counts;
    TX_THREAD *peer;
    ULONG old;

    target = worker("target", spin, 20, 20);
    peer = worker("peer", spin, 20, 20);
    CALL(tx_thread_time_slice_change, TX_SUCCESS, target, 2, &old);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, peer);
    CALL(tx_thread_sleep, TX_SUCCESS, 20);
    read_counts(&counts);
    CHECK(counts.slices >= 1);
    retire_all();
}

/* The system's counters are not less than those of one thread. */
static void totals(void)
{
    ULONG resumptions, suspensions, relinquishes, timeouts, aborts;

    CALL(tx_thread_performance_system_info_get, TX_SUCCESS, &resumptions, &suspensions, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, &relinquishes, &timeouts, &aborts, TX_NULL, TX_NULL);
    CHECK(resumptions >= 4 && suspensions >= 4);
    CHECK(timeouts >= 1);
    EQUAL(1, relinquishes);
    EQUAL(1, aborts);
}

void program_main(void)
{
    in_each(use);
    waits();
    preemptions();
    slices();
    totals();
}
