/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: conditions of services that hold only in rare states have the effects that the headers
 * describe.
 *
 * Method: an example for each state: the level of a stream is above its capacity; an interrupt
 * suspends the running thread; a slice in units ends while its thread is about to leave the
 * processor.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <limen/stream.h>

static void a_level_above_the_capacity_is_refused(void)
{
    static struct lm_stream stream;
    static unsigned char storage[4];

    THREADS_BEGIN(1);
    CHECK_STATUS(lm_stream_create(&stream, "", storage, sizeof storage, 1), LM_OK);
    CHECK_STATUS(lm_stream_set_level(&stream, sizeof storage), LM_OK);
    CHECK_STATUS(lm_stream_set_level(&stream, sizeof storage + 1), LM_BAD_ARGUMENT);
}

static void an_interrupt_suspends_the_running_thread(void)
{
    THREADS_BEGIN(1, 2);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend_now(&threads[0]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 1);
}

static void a_thread_that_leaves_pays_no_unit(void)
{
    enum { UNIT = 10, UNITS = 3 };
    struct lm_thread_config config = threads_config(0, 1, 1);

    lm_kernel_init();
    lm_slices_in(UNIT);
    threads_slice[0] = (struct lm_slice)LM_SLICE(UNITS);
    config.slice = &threads_slice[0];
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_creep(2L * UNIT);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), -1);
    CHECK_EQUAL(threads_slice[0].left, UNITS);
}

int main(void)
{
    a_level_above_the_capacity_is_refused();
    an_interrupt_suspends_the_running_thread();
    a_thread_that_leaves_pays_no_unit();
    return 0;
}
