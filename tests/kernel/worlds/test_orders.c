/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads that wait by priority are served in the order of their priorities, equal ones in
 * the order of arrival; threads that send to the front of a queue come before all others. The owner
 * of several mutexes has the priority of the most urgent thread that waits for one of the mutexes
 * that it still owns. A thread whose slice ends goes behind its peers, from any place among them.
 *
 * Method: all priorities from a small range, for all orders in which the threads begin to wait and
 * in which the mutexes are unlocked. The expected values come from a search in a table.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"
#include "time/alarm.h"

enum { WAITERS = 4, RANGE = 3, MOST_URGENT = 5, MAIN = 20, MUTEXES = 3, ORDERS = 6 };

static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_mutex mutexes[MUTEXES];
static const unsigned orders[ORDERS][MUTEXES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* Thread 0 runs, and the others, whose priorities are the digits of a number, are suspended. */
static void begin(unsigned waiters, unsigned digits, unsigned priorities[])
{
    unsigned all[WAITERS + 1] = {MAIN};

    for (unsigned i = 0; i < waiters; i++, digits /= RANGE) {
        priorities[i] = MOST_URGENT + digits % RANGE;
        all[i + 1] = priorities[i];
    }
    threads_begin(waiters + 1, all);
    while (threads_running() != 0) {
        CHECK_STATUS(lm_thread_suspend(&threads[threads_running()]), LM_OK);
    }
}

/* From an interrupt: while the owner is suspended, its priority holds no thread off. */
static void resume(unsigned thread)
{
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_resume(&threads[thread]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), (int)thread);
}

/* The first of the most urgent threads in the list. */
static unsigned best_of(const unsigned priorities[], const bool there[], unsigned count)
{
    unsigned best = count;

    for (unsigned i = 0; i < count; i++) {
        if (there[i] && (best == count || priorities[i] < priorities[best])) {
            best = i;
        }
    }
    return best;
}

static void threads_are_served_by_priority(unsigned digits)
{
    bool waits[WAITERS] = {true, true, true, true};
    unsigned priorities[WAITERS];

    begin(WAITERS, digits, priorities);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_BY_PRIORITY), LM_OK);
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_STATUS(lm_thread_resume(&threads[i + 1]), LM_OK);
        (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
        CHECK_EQUAL(threads_running(), 0);
    }
    for (unsigned i = 0; i < WAITERS; i++) {
        unsigned best = best_of(priorities, waits, WAITERS);

        CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
        CHECK_EQUAL(threads_running(), (int)best + 1);
        CHECK_STATUS(lm_thread_suspend(&threads[best + 1]), LM_OK);
        waits[best] = false;
    }
}

/* Threads 1 and 2 wait by priority, and are equals. */
static void a_threshold_does_not_change_the_order_of_equals(void)
{
    unsigned priorities[WAITERS];

    begin(2, 0, priorities);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_BY_PRIORITY), LM_OK);
    for (unsigned i = 1; i <= 2; i++) {
        CHECK_STATUS(lm_thread_resume(&threads[i]), LM_OK);
        (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    }
    CHECK_STATUS(lm_thread_set_threshold(&threads[1], MOST_URGENT - 1, NULL), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

static void insert(unsigned list[], unsigned *count, unsigned thread, const unsigned priorities[],
                   unsigned ahead)
{
    unsigned place = 0;

    if ((ahead & 1U << thread) == 0) {
        while (place < *count && ((ahead & 1U << list[place]) != 0 ||
                                  priorities[list[place]] <= priorities[thread])) {
            place++;
        }
    }
    for (unsigned i = (*count)++; i > place; i--) {
        list[i] = list[i - 1];
    }
    list[place] = thread;
}

static void serve(unsigned list[], unsigned *count)
{
    uint32_t message;

    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(threads_running(), (int)list[0] + 1);
    CHECK_STATUS(lm_thread_suspend(&threads[list[0] + 1]), LM_OK);
    (*count)--;
    for (unsigned i = 0; i < *count; i++) {
        list[i] = list[i + 1];
    }
}

/* A bit of ahead is set if the thread sends to the front. After the second thread, some are
 * served. */
static void senders_to_the_front_are_served_first(unsigned digits, unsigned ahead, unsigned served)
{
    static uint32_t storage[1];
    uint32_t message = 7;
    unsigned priorities[WAITERS], list[WAITERS], count = 0;

    begin(WAITERS, digits, priorities);
    CHECK_STATUS(lm_queue_create(&queue, "q", storage, 1, 4, LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_STATUS(lm_thread_resume(&threads[i + 1]), LM_OK);
        if ((ahead & 1U << i) != 0) {
            (void)lm_queue_send_front(&queue, &message, LM_FOREVER);
        } else {
            (void)lm_queue_send(&queue, &message, LM_FOREVER);
        }
        CHECK_EQUAL(threads_running(), 0);
        insert(list, &count, i, priorities, ahead);
        for (unsigned n = 0; i == 1 && n < served; n++) {
            serve(list, &count);
        }
    }
    while (count > 0) {
        serve(list, &count);
    }
}

static void an_owner_has_the_priority_of_who_waits(unsigned digits, const unsigned comes[],
                                                   const unsigned goes[])
{
    bool held[MUTEXES] = {true, true, true};
    unsigned priorities[MUTEXES];

    begin(MUTEXES, digits, priorities);
    for (unsigned i = 0; i < MUTEXES; i++) {
        CHECK_STATUS(lm_mutex_create(&mutexes[i], "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
        CHECK_STATUS(lm_mutex_lock(&mutexes[i], LM_NO_WAIT), LM_OK);
    }
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    for (unsigned i = 0; i < MUTEXES; i++) {
        resume(comes[i] + 1);
        (void)lm_mutex_lock(&mutexes[comes[i]], LM_FOREVER);
        CHECK_EQUAL(threads_running(), -1);
    }
    resume(0);
    for (unsigned i = 0; i < MUTEXES; i++) {
        CHECK_STATUS(lm_mutex_unlock(&mutexes[goes[i]]), LM_OK);
        held[goes[i]] = false;
        unsigned best = best_of(priorities, held, MUTEXES);

        CHECK_EQUAL(threads[0].priority, best < MUTEXES ? priorities[best] : MAIN);
        CHECK(lm_sched_is_consistent(lm_cpu()));
        while (threads_running() != 0) {
            CHECK_STATUS(lm_thread_suspend(&threads[threads_running()]), LM_OK);
        }
    }
}

/* Threads 1, 2 wait for the mutex of thread 0. The first gets it, and is then less urgent than the
 * second. */
static void the_next_owner_has_the_priority_of_those_who_still_wait(void)
{
    unsigned priorities[WAITERS];

    begin(2, RANGE, priorities); /* MOST_URGENT and the next one */
    CHECK_STATUS(lm_mutex_create(&mutexes[0], "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutexes[0], LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    for (unsigned i = 1; i <= 2; i++) {
        resume(i);
        (void)lm_mutex_lock(&mutexes[0], LM_FOREVER);
    }
    resume(0);
    CHECK_STATUS(lm_mutex_unlock(&mutexes[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], MAIN, MAIN), LM_OK);
    CHECK_EQUAL(threads[1].priority, MOST_URGENT + 1);
}

/* In one interrupt a more urgent thread becomes ready, a preempted thread gets the priority of the
 * running one, ahead of which it goes, and the slice of the running one ends. */
static void a_slice_ends_behind_a_preempted_thread(void)
{
    enum { PREEMPTED = 2, URGENT = 3 };

    const unsigned all[] = {MAIN, MAIN, MAIN + 1, MOST_URGENT};

    threads_begin(4, all);
    CHECK_STATUS(lm_thread_suspend(&threads[URGENT]), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), PREEMPTED);
    resume(0);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_resume(&threads[URGENT]), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(&threads[PREEMPTED], MAIN, MAIN), LM_OK);
    lm_null.now += 10;
    lm_alarm();
    null_interrupt_exit();
    for (unsigned i = 0; i < 4; i++) {
        static const int order[] = {URGENT, PREEMPTED, 1, 0};

        CHECK_EQUAL(threads_running(), order[i]);
        CHECK_STATUS(lm_thread_suspend(&threads[order[i]]), LM_OK);
    }
}

int main(void)
{
    for (unsigned digits = 0; digits < RANGE * RANGE * RANGE * RANGE; digits++) {
        threads_are_served_by_priority(digits);
        for (unsigned i = 0; i < 3U << WAITERS; i++) {
            senders_to_the_front_are_served_first(digits, i / 3, i % 3);
        }
    }
    for (unsigned digits = 0; digits < RANGE * RANGE * RANGE; digits++) {
        for (unsigned order = 0; order < ORDERS * ORDERS; order++) {
            an_owner_has_the_priority_of_who_waits(digits, orders[order / ORDERS],
                                                   orders[order % ORDERS]);
        }
    }
    a_threshold_does_not_change_the_order_of_equals();
    the_next_owner_has_the_priority_of_those_who_still_wait();
    a_slice_ends_behind_a_preempted_thread();
    return 0;
}
