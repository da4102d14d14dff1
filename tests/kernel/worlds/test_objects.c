/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: semaphores and mutexes keep the promises that the model of test_sched_exhaustive.c does not
 * cover: limits, deletion, misuse, owners that end, the release of several threads at once.
 *
 * Method: an example for each promise. The test makes the calls as the running thread.
 */
#include "check.h"
#include "core/object.h"
#include "port.h"
#include "threads.h"
#include <string.h>

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_mutex second;

static unsigned priority_of(unsigned thread)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&threads[thread], &info), LM_OK);
    return info.priority;
}

static void make_mutex(struct lm_mutex *m, enum lm_protocol protocol, unsigned ceiling)
{
    CHECK_STATUS(lm_mutex_create(m, "mutex", protocol, ceiling, LM_FIFO), LM_OK);
}

static void memory_that_says_it_is_this_is_free(unsigned kind, bool is_free)
{
    THREADS_BEGIN(5);
    semaphore.object.kind = (uint8_t)kind;
    semaphore.object.epoch = lm_kernel()->epoch;
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), is_free ? LM_OK : LM_BAD_OBJECT);
}

/* Memory that was never an object may contain the epoch of this run by chance. */
static void memory_without_an_object_is_free(void)
{
    for (unsigned kind = 0; kind < 256; kind++) {
        bool is_kind = (kind > LM_KIND_NONE && kind < LM_KINDS) || kind == LM_KIND_CLOSED;

        memory_that_says_it_is_this_is_free(kind, !is_kind);
    }
    THREADS_BEGIN(5);
    semaphore.object.kind = LM_KIND_NONE;
}

static void a_semaphore_counts_up_to_its_limit(void)
{
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", UINT32_MAX - 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_TOO_MANY);
    CHECK_EQUAL(lm_semaphore_count(&semaphore), UINT32_MAX);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
}

static void deleting_a_semaphore_wakes_all(void)
{
    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    (void)lm_semaphore_wait(&semaphore, 100);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(threads[0].wait_status, LM_DELETED);
    CHECK_STATUS(threads[1].wait_status, LM_DELETED);
    null_run_until(1000); /* no timeout is left */
    CHECK_STATUS(threads[0].wait_status, LM_DELETED);
}

static void deletion_tells_all_before_one_of_them_runs(void)
{
    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    uint32_t key = lm_interrupts_disable(); /* with interrupts off the processor does not switch
                                             * anyway */

    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    lm_interrupts_enable(key);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_kernel_counters().preemptions_by_call, 1);
}

static void a_unit_for_a_thread_that_is_suspended_is_its_own(void)
{
    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 0);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(threads[0].wait_status, LM_OK);
}

static void a_mutex_can_be_locked_only_so_often(void)
{
    THREADS_BEGIN(5);
    make_mutex(&mutex, LM_INHERIT, 0);
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    }
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_TOO_MANY);
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK_SAME(lm_mutex_owner(&mutex), &threads[0]);
        CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    }
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
}

static void only_the_owner_unlocks(void)
{
    THREADS_BEGIN(5, 5);
    make_mutex(&mutex, LM_PLAIN, 0);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_NOT_OWNER);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_SAME(lm_mutex_owner(&mutex), &threads[0]);
}

static void a_thread_above_the_ceiling_is_refused(void)
{
    THREADS_BEGIN(5);
    make_mutex(&mutex, LM_CEILING, 6);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_set_priority(&threads[0], 6, 6), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
}

static void a_circle_of_waits_is_refused(void)
{
    THREADS_BEGIN(5, 6);
    make_mutex(&mutex, LM_PLAIN, 0);
    make_mutex(&second, LM_PLAIN, 0);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), LM_OK); /* thread 1 */
    null_run_until(1);
    (void)lm_mutex_lock(&second, LM_FOREVER); /* thread 0 waits for thread 1 */
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_DEADLOCK);
    CHECK_EQUAL(lm_null.alarm, LM_NEVER); /* no wait ends by itself */
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_UNAVAILABLE);
}

static void deleting_a_mutex_takes_back_what_it_gave(void)
{
    THREADS_BEGIN(9, 5, 6);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    make_mutex(&mutex, LM_INHERIT, 0);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    (void)lm_mutex_lock(&mutex, 100);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(priority_of(0), 5);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_EQUAL(priority_of(0), 9);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(threads[1].wait_status, LM_DELETED);
    CHECK_STATUS(threads[2].wait_status, LM_DELETED);
    make_mutex(&mutex, LM_CEILING, 0);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK); /* without an owner */
}

static void a_thread_that_ends_leaves_its_mutexes_in_the_order_of_locking(void)
{
    THREADS_BEGIN(9, 5, 5);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    make_mutex(&mutex, LM_PLAIN, 0);
    make_mutex(&second, LM_INHERIT, 0);
    CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK); /* twice */
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&second, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_SAME(lm_mutex_owner(&second), &threads[2]);
    CHECK_SAME(lm_mutex_owner(&mutex), &threads[1]);
    CHECK_EQUAL(mutex.held, 1);
}

static void plain_mutexes_serve_in_the_order_that_was_chosen(void)
{
    for (unsigned by_priority = 0; by_priority < 2; by_priority++) {
        THREADS_BEGIN(9, 8, 7);
        CHECK_STATUS(
            lm_mutex_create(&mutex, "m", LM_PLAIN, 0, by_priority == 1 ? LM_BY_PRIORITY : LM_FIFO),
            LM_OK);
        CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
        CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
        CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
        CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
        (void)lm_mutex_lock(&mutex, LM_FOREVER);
        CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
        (void)lm_mutex_lock(&mutex, LM_FOREVER);
        CHECK_EQUAL(priority_of(0), 9); /* no priority is inherited */
        CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
        CHECK_SAME(lm_mutex_owner(&mutex), &threads[by_priority == 1 ? 2 : 1]);
    }
}

/* One thread after the other, though no more threads begin to wait. */
static void a_mutex_goes_to_each_waiting_thread(enum lm_protocol protocol, int served_first)
{
    memset(&mutex, 0, sizeof mutex);

    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", protocol, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_EQUAL(threads_running(), served_first);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_SAME(lm_mutex_owner(&mutex), &threads[1 - served_first]);
    if (served_first == 0) { /* the more urgent thread continues */
        CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    }
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
}

enum { BIG = 70000 / 16 * 16 };

/* A copy of a free block is not free, and neither is a block in use with the contents of a free
 * one. */
static void a_block_that_is_free_is_not_released(size_t words)
{
    static _Alignas(16) unsigned char area[256], data[64];
    struct lm_block_pool pool;
    uint32_t bytes = (uint32_t)(words * sizeof(void *));
    void *first, *other;

    THREADS_BEGIN(5);
    CHECK_STATUS(lm_block_pool_create(&pool, "p", area, 3 * bytes, bytes, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_release(&pool, area), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_allocate(&pool, &first, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_block_allocate(&pool, &other, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_block_release(&pool, first), LM_OK);
    CHECK_STATUS(lm_block_release(&pool, first), LM_BAD_ARGUMENT);
    memcpy(data, first, bytes);
    memcpy(other, data, bytes);
    CHECK_STATUS(lm_block_release(&pool, other), LM_OK);
    CHECK_STATUS(lm_block_release(&pool, first), LM_BAD_ARGUMENT); /* not the first in the list */
    CHECK_STATUS(lm_block_allocate(&pool, &other, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_block_allocate(&pool, &other, LM_NO_WAIT), LM_OK);
    CHECK_SAME(other, first);
    memcpy(other, data, bytes); /* as it was while it was free */
    CHECK_STATUS(lm_block_release(&pool, other), LM_OK);
    CHECK_EQUAL(lm_block_pool_available(&pool), 2);
}

static void pools_of_any_shape_are_made_or_refused(void)
{
    static _Alignas(16) unsigned char memory[16 + BIG + 16];
    unsigned char *area = memory + 16;
    struct lm_block_pool pool;

    THREADS_BEGIN(5);
    CHECK_STATUS(lm_block_pool_create(&pool, "p", area, SIZE_MAX, 8, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&pool, "p", area, BIG, BIG, LM_FIFO), LM_OK);
    CHECK_EQUAL(lm_block_pool_available(&pool), 1);
    CHECK_STATUS(lm_block_release(&pool, memory), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_release(&pool, area + BIG), LM_BAD_ARGUMENT);
}

int main(void)
{
    a_block_that_is_free_is_not_released(1);
    a_block_that_is_free_is_not_released(2);
    a_block_that_is_free_is_not_released(3);
    pools_of_any_shape_are_made_or_refused();
    a_mutex_goes_to_each_waiting_thread(LM_PLAIN, 1);
    a_mutex_goes_to_each_waiting_thread(LM_INHERIT, 0);
    memory_without_an_object_is_free();
    a_semaphore_counts_up_to_its_limit();
    deleting_a_semaphore_wakes_all();
    deletion_tells_all_before_one_of_them_runs();
    a_unit_for_a_thread_that_is_suspended_is_its_own();
    a_mutex_can_be_locked_only_so_often();
    only_the_owner_unlocks();
    a_thread_above_the_ceiling_is_refused();
    a_circle_of_waits_is_refused();
    deleting_a_mutex_takes_back_what_it_gave();
    a_thread_that_ends_leaves_its_mutexes_in_the_order_of_locking();
    plain_mutexes_serve_in_the_order_that_was_chosen();
    return 0;
}
