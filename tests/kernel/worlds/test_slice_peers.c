/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a slice that ends does not rotate its thread if the only other thread in the queue of its
 * priority has left that level.
 *
 * Method: the example in which the next thread is still in the queue of the level that it has left.
 * In one interrupt, a preempted thread is put in front of the running one at the level of that one,
 * becomes the next thread, and rises by its threshold. Then the slice of the running thread ends,
 * before the switch. A thread that was rotated would begin at its priority; one that was preempted
 * follows its threshold.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include "time/alarm.h"

enum { LOW, SLICED, URGENT };
enum { LENGTH = 10 };

static void begin(void)
{
    static const unsigned priorities[] = {5, 3, 1};

    lm_kernel_init();
    for (unsigned i = LOW; i <= URGENT; i++) {
        struct lm_thread_config config = threads_config(i, priorities[i], priorities[i]);

        threads_slice[i] = (struct lm_slice)LM_SLICE(LENGTH);
        config.slice = i == SLICED ? &threads_slice[i] : NULL;
        config.suspended = i != LOW;
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
    CHECK_STATUS(lm_thread_start(&threads[SLICED]), LM_OK); /* preempts the thread that has begun */
    CHECK_EQUAL(threads_running(), SLICED);
}

static unsigned level(unsigned i)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
    return info.level;
}

/* Makes the less urgent thread next, in the queue of the running one, and lets it rise. */
static void put_in_front(void)
{
    CHECK_STATUS(lm_thread_start(&threads[URGENT]), LM_OK);
    CHECK_STATUS(lm_thread_set_threshold(&threads[LOW], 3, NULL), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[URGENT]), LM_OK);
    CHECK(lm_cpu()->next == &threads[LOW]);
    CHECK_STATUS(lm_thread_set_threshold(&threads[LOW], 1, NULL), LM_OK);
}

int main(void)
{
    begin();
    null_interrupt_enter();
    put_in_front();
    null_creep(LENGTH);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), LOW);
    CHECK_EQUAL(level(LOW), 1);
    CHECK_EQUAL(level(SLICED), 3);
    CHECK_STATUS(lm_thread_set_threshold(&threads[SLICED], 2, NULL), LM_OK);
    CHECK_EQUAL(level(SLICED), 2);
    return 0;
}
