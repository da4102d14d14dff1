/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an interrupt may come at any point where the lock is free, and make any call that is
 * allowed in interrupts: between the checks of a call and its lock, between two timeouts, between
 * two threads that are released by a deletion.
 *
 * Method: an interrupt comes just before the lock is taken for the n-th time.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"
#include <string.h>

enum { LOCKS_MAX = 12 };

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static _Alignas(8) unsigned char area[1024];
static void *memory;
static struct lm_timer timer;
static struct lm_timer other;
static uint32_t storage;
static unsigned calls;

static void interrupt(unsigned at_lock, void (*handler)(void))
{
    lm_null.handler = handler;
    lm_null.at_lock = at_lock;
}

static void delete_all(void)
{
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
}

static void delete_pools(void)
{
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    CHECK_STATUS(lm_block_pool_delete(&blocks), LM_OK);
    CHECK_STATUS(lm_byte_pool_delete(&bytes), LM_OK);
}

static void begin(void)
{
    uint32_t message = 1;

    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "q", &storage, 1, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
}

static void an_object_that_is_deleted_at_the_door_is_not_waited_for(void)
{
    uint32_t message = 0;

    begin();
    interrupt(1, delete_all);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_BAD_OBJECT);
    begin();
    interrupt(1, delete_all);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_BAD_OBJECT);
    begin();
    interrupt(1, delete_all);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_BAD_OBJECT);
    begin();
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    interrupt(1, delete_all);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_BAD_OBJECT);
    CHECK_EQUAL(threads_running(), 0);
}

/* All memory of the pools is taken. */
static void begin_pools(void)
{
    static _Alignas(8) unsigned char one_block[32];

    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&blocks, "b", one_block, 32, 32, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_allocate(&blocks, &memory, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "y", area, sizeof area, LM_FIFO), LM_OK);
    size_t all = lm_byte_pool_available(&bytes) - LM_BYTE_OVERHEAD;

    CHECK_STATUS(lm_byte_allocate(&bytes, &memory, all, LM_NO_WAIT), LM_OK);
}

static void a_pool_that_is_deleted_at_the_door_is_not_waited_for(void)
{
    begin_pools();
    interrupt(1, delete_pools);
    CHECK_STATUS(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_FOREVER), LM_BAD_OBJECT);
    begin_pools();
    interrupt(1, delete_pools);
    CHECK_STATUS(lm_block_allocate(&blocks, &memory, LM_FOREVER), LM_BAD_OBJECT);
    begin_pools();
    interrupt(1, delete_pools);
    CHECK_STATUS(lm_byte_allocate(&bytes, &memory, 8, LM_FOREVER), LM_BAD_OBJECT);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_ceiling_that_is_deleted_at_the_door_raises_nobody(void)
{
    struct lm_thread_info info;

    begin();
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_CEILING, 2, LM_FIFO), LM_OK);
    interrupt(1, delete_all);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_BAD_OBJECT);
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.priority, 5);
}

static void a_mutex_that_is_deleted_at_the_door_of_unlock_has_no_owner(void)
{
    begin();
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    interrupt(1, delete_all);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_BAD_OBJECT);
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK); /* it owns nothing */
    CHECK_EQUAL(threads_running(), 1);
}

static void post(void)
{
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
}

static void a_unit_that_comes_at_the_door_is_taken_without_waiting(void)
{
    begin();
    interrupt(1, post);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 0);
    CHECK_EQUAL(threads_running(), 0);
}

static void end_thread_1(void)
{
    (void)lm_thread_terminate(&threads[1]);
}

/* Threads 0, 1 and 2 wait, and 3 deletes. Thread 1 is terminated at any moment. */
static void who_is_told_of_a_deletion_can_be_terminated_meanwhile(unsigned at_lock)
{
    THREADS_BEGIN(5, 5, 5, 6);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    for (unsigned i = 0; i < 3; i++) {
        (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    CHECK_EQUAL(threads_running(), 3);
    interrupt(at_lock, end_thread_1);
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK(lm_null.at_lock == 0 || at_lock > 4);
    CHECK_STATUS(threads[0].wait_status, LM_DELETED);
    CHECK_STATUS(threads[2].wait_status, LM_DELETED);
    CHECK_EQUAL(threads_running(), 0);
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

static void end_thread_3(void)
{
    CHECK_STATUS(lm_thread_terminate(&threads[3]), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[3]), LM_BAD_STATE);
}

/* Threads 0, 1 and 2 wait. 3 deletes and is terminated at any moment. No thread waits for ever. */
static void a_deletion_is_completed_by_a_thread_that_is_terminated(unsigned at_lock)
{
    struct lm_thread_info info;

    THREADS_BEGIN(5, 5, 5, 6);
    (void)lm_semaphore_delete(&semaphore); /* of the run before */
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    for (unsigned i = 0; i < 3; i++) {
        (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    CHECK_EQUAL(threads_running(), 3);
    interrupt(at_lock, end_thread_3);
    (void)lm_semaphore_delete(&semaphore);
    if (lm_null.at_lock != 0) {
        lm_null.at_lock = 0;
        return;
    }
    CHECK_STATUS(lm_thread_get_info(&threads[3], &info), LM_OK);
    CHECK_EQUAL(info.state, LM_TERMINATED);
    for (unsigned i = 0; at_lock > 1 && i < 3; i++) {
        CHECK_STATUS(threads[i].wait_status, LM_DELETED);
    }
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

static void complete_set(void)
{
    CHECK_STATUS(lm_event_flags_clear(&flags, 2), LM_OK);
}

static void read_flags(void)
{
    interrupt(1, complete_set);
    CHECK_EQUAL(lm_event_flags_get(&flags), 1);
}

/* The request of a waiting thread is on its stack. Here that is the stack of the test: far below
 * the part that the following calls use. The compiler keeps all of a room whose address it has
 * given away. */
static __attribute__((noinline)) void wait_for_flag(void)
{
    unsigned char room[8192];

    __asm__ volatile("" : : "r"(room) : "memory");
    (void)lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_FOREVER);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* A set that is interrupted is completed by the next call about the flags: that call may be
 * interrupted in turn, by one that completes it first. */
static void a_set_is_completed_once(void)
{
    THREADS_BEGIN(5, 5, 6);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    wait_for_flag();
    wait_for_flag();
    CHECK_EQUAL(threads_running(), 2);
    interrupt(2, read_flags);
    CHECK_STATUS(lm_event_flags_set(&flags, 3), LM_OK); /* the interrupts clear bit 1 */
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_STATUS(threads[0].wait_status, LM_OK);
    CHECK_STATUS(threads[1].wait_status, LM_OK);
    CHECK_EQUAL(threads_running(), 0);
}

/* It clears a bit that both waits have found, and another one. */
static void meet_flags(void)
{
    uint32_t found = 0;

    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 4, 7, LM_ALL_CLEAR, &found, LM_NO_WAIT),
                 LM_OK);
    CHECK_EQUAL(found, 7);
}

/* A rendezvous that interrupts a set comes after it. */
static void a_rendezvous_completes_a_set(void)
{
    THREADS_BEGIN(5, 5, 6);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    wait_for_flag();
    wait_for_flag();
    CHECK_EQUAL(threads_running(), 2);
    interrupt(2, meet_flags);
    CHECK_STATUS(lm_event_flags_set(&flags, 3), LM_OK);
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_EQUAL(flags.bits, 0);
    CHECK_EQUAL(threads_running(), 0);
}

/* Without a limit it starts no timeout. */
static void a_rendezvous_waits_for_ever(void)
{
    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    (void)lm_event_flags_set_and_wait(&flags, 1, 2, LM_ANY, NULL, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 1);
    CHECK(!threads[0].wait_timed);
}

static void delete_flags(void)
{
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
}

static void clear_deleted_flags(void)
{
    interrupt(2, delete_flags); /* while it completes the set */
    CHECK_STATUS(lm_event_flags_clear(&flags, 1), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_null.at_lock, 0);
}

static void meet_deleted_flags(void)
{
    interrupt(2, delete_flags);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 2, 1, LM_ANY, NULL, LM_NO_WAIT),
                 LM_BAD_OBJECT);
    CHECK_EQUAL(lm_null.at_lock, 0);
}

/* A call that completes a set looks at the flags again before it does its own work. */
static void flags_that_are_deleted_during_a_set_are_refused(void (*call)(void))
{
    THREADS_BEGIN(5, 5, 6);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    wait_for_flag();
    wait_for_flag();
    CHECK_EQUAL(threads_running(), 2);
    interrupt(2, call);
    CHECK_STATUS(lm_event_flags_set(&flags, 1), LM_OK);
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_EQUAL(flags.bits, 1);
    CHECK_EQUAL(threads_running(), 0);
}

static void create_queue_again(void)
{
    uint32_t message = 7;

    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "new", &storage, 1, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
}

/* Threads 0, 1 and 2 wait to send. A flush does not empty another queue in the same place. */
static void a_flush_ends_with_its_queue(unsigned at_lock)
{
    static uint32_t message = 1; /* a thread that waits to send has its address */

    THREADS_BEGIN(5, 5, 5, 6);
    CHECK_STATUS(lm_queue_create(&queue, "q", &storage, 1, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    for (unsigned i = 0; i < 3; i++) {
        (void)lm_queue_send(&queue, &message, LM_FOREVER);
    }
    CHECK_EQUAL(threads_running(), 3);
    interrupt(at_lock, create_queue_again);
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    if (lm_null.at_lock != 0) {
        lm_null.at_lock = 0;
        return;
    }
    CHECK_EQUAL(lm_queue_used(&queue), at_lock > 1);
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

static struct lm_byte_pool gone; /* the contents of its memory after its deletion */

static void delete_bytes(void)
{
    CHECK_STATUS(lm_byte_pool_delete(&bytes), LM_OK);
    memset(&gone, 0xA5, sizeof gone);
    bytes = gone;
}

/* Like wait_for_flag. */
static __attribute__((noinline)) void wait_for_bytes(void)
{
    unsigned char room[8192];
    void *wanted = NULL;

    __asm__ volatile("" : : "r"(room) : "memory");
    (void)lm_byte_allocate(&bytes, &wanted, 100, LM_FOREVER);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Threads 0 and 1 wait for memory, which 2 releases. The pool may be deleted, and its memory used
 * for something else, between two threads that are served. */
static void a_release_ends_with_its_pool(unsigned at_lock)
{
    memset(&bytes, 0, sizeof bytes);
    begin_pools();
    size_t all = lm_byte_pool_available(&bytes);
    struct lm_thread_config config = threads_config(2, 9, 9);

    CHECK_EQUAL(all, 0);
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    wait_for_bytes();
    wait_for_bytes();
    CHECK_EQUAL(threads_running(), 2);
    interrupt(at_lock, delete_bytes);
    enum lm_status status = lm_byte_release(&bytes, memory);

    CHECK(status == LM_OK || (at_lock <= 2 && status == LM_BAD_OBJECT));
    CHECK_EQUAL(memcmp(&bytes, &gone, sizeof gone) == 0, lm_null.at_lock == 0);
    lm_null.at_lock = 0;
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

static void end_thread_1_again(void)
{
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_BAD_STATE);
}

/* Thread 1 owns two mutexes, which become free in steps. It ends once. */
static void a_thread_that_is_being_ended_is_not_ended_again(unsigned at_lock)
{
    static struct lm_mutex two[2];

    THREADS_BEGIN(6, 5);
    for (unsigned i = 0; i < 2; i++) {
        memset(&two[i], 0, sizeof two[i]);
        CHECK_STATUS(lm_mutex_create(&two[i], "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
        CHECK_STATUS(lm_mutex_lock(&two[i], LM_FOREVER), LM_OK);
    }
    CHECK_STATUS(lm_thread_sleep(100), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    interrupt(at_lock, end_thread_1_again);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    lm_null.at_lock = 0;
    CHECK_SAME(lm_mutex_owner(&two[0]), NULL);
    CHECK_SAME(lm_mutex_owner(&two[1]), NULL);
    CHECK_EQUAL(threads_running(), 0);
    CHECK(lm_sched_is_consistent(lm_cpu()));
    CHECK(lm_timeout_is_consistent(&lm_cpu()->timeouts));
}

static void suspend_thread_0(void)
{
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_interrupt_exit();
}

/* With preemption disabled twice it goes on until it is enabled twice. */
static void a_suspended_thread_goes_on_while_it_has_preemption_disabled(void)
{
    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    suspend_thread_0();
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
}

/* A second suspension of a suspended thread does not become pending for its next wait. */
static void a_thread_that_is_suspended_twice_is_resumed_once(void)
{
    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 0);
}

static void count_call(void *argument)
{
    (void)argument;
    calls++;
}

static void stop_both(void)
{
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
    CHECK_STATUS(lm_timer_stop(&other), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
}

/* Two timers and a sleeping thread are due at once, others later. An urgent interrupt stops all. */
static void what_is_due_can_be_stopped_between_two_timeouts(unsigned at_lock)
{
    THREADS_BEGIN(5, 4);
    CHECK_STATUS(lm_timer_create(&timer, "t", count_call, NULL), LM_OK);
    CHECK_STATUS(lm_timer_create(&other, "o", count_call, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK); /* thread 1 */
    CHECK_STATUS(lm_timer_start(&other, 10, 1), LM_OK);
    calls = 0;
    interrupt(at_lock, stop_both);
    null_run_until(10);
    if (lm_null.at_lock != 0) {
        lm_null.at_lock = 0;
        stop_both();
    }
    unsigned before = calls;

    CHECK(before <= 2);
    null_run_until(100);
    CHECK_EQUAL(calls, before);
    CHECK_EQUAL(threads_running(), 0);
    CHECK(lm_timeout_is_consistent(&lm_cpu()->timeouts));
    CHECK_EQUAL(lm_null.alarm, UINT64_MAX);
}

static void set_the_model(void)
{
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
}

/* The first use of the layer begins with the initial state, but not if an interrupt was faster. */
static void a_model_that_an_interrupt_sets_first_is_kept(void)
{
    THREADS_BEGIN(5);
    interrupt(1, set_the_model);
    CHECK_EQUAL(lm_model_get(), LM_MODEL_RT);
    CHECK(!lm_interrupts_are_disabled());
    THREADS_BEGIN(5);
    CHECK_EQUAL(lm_model_get(), LM_MODEL_FULL);
}

int main(void)
{
    a_model_that_an_interrupt_sets_first_is_kept();
    an_object_that_is_deleted_at_the_door_is_not_waited_for();
    a_pool_that_is_deleted_at_the_door_is_not_waited_for();
    a_ceiling_that_is_deleted_at_the_door_raises_nobody();
    a_mutex_that_is_deleted_at_the_door_of_unlock_has_no_owner();
    a_unit_that_comes_at_the_door_is_taken_without_waiting();
    a_set_is_completed_once();
    a_rendezvous_completes_a_set();
    a_rendezvous_waits_for_ever();
    flags_that_are_deleted_during_a_set_are_refused(clear_deleted_flags);
    flags_that_are_deleted_during_a_set_are_refused(meet_deleted_flags);
    a_suspended_thread_goes_on_while_it_has_preemption_disabled();
    a_thread_that_is_suspended_twice_is_resumed_once();
    for (unsigned at_lock = 2; at_lock < LOCKS_MAX; at_lock++) {
        a_thread_that_is_being_ended_is_not_ended_again(at_lock);
    }
    for (unsigned at_lock = 1; at_lock < LOCKS_MAX; at_lock++) {
        who_is_told_of_a_deletion_can_be_terminated_meanwhile(at_lock);
        a_deletion_is_completed_by_a_thread_that_is_terminated(at_lock);
        what_is_due_can_be_stopped_between_two_timeouts(at_lock);
        a_flush_ends_with_its_queue(at_lock);
        a_release_ends_with_its_pool(at_lock);
    }
    return 0;
}
