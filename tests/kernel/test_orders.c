/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads that wait by priority are served in the order of their priorities, equals in the
 * order in which they came; the owner of several mutexes has the priority of the most urgent thread
 * that waits for one of those that it still has.
 *
 * Method: all priorities from a small range, for all orders in which the threads begin to wait and
 * in which the mutexes are unlocked. The expected values come from a search in a table.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"

enum { WAITERS = 4, RANGE = 3, MOST_URGENT = 5, MAIN = 20, MUTEXES = 3, ORDERS = 6 };

static struct lm_semaphore semaphore;
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

/* The first of the most urgent ones that are there. */
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

int main(void)
{
    for (unsigned digits = 0; digits < RANGE * RANGE * RANGE * RANGE; digits++) {
        threads_are_served_by_priority(digits);
    }
    for (unsigned digits = 0; digits < RANGE * RANGE * RANGE; digits++) {
        for (unsigned order = 0; order < ORDERS * ORDERS; order++) {
            an_owner_has_the_priority_of_who_waits(digits, orders[order / ORDERS],
                                                   orders[order % ORDERS]);
        }
    }
    return 0;
}
