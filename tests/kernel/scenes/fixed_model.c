/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a build with a fixed preemption model has this model and reports it.
 *
 * Method: in the library of LM_MODEL=RT, a more urgent thread runs while a spinlock is held.
 */
#include "check.h"
#include <limen/limen.h>

LM_STACK(holder_stack, 8192);
LM_STACK(urgent_stack, 8192);

static struct lm_thread holder, urgent;
static struct lm_spinlock lock;
static bool urgent_has_run;

static void run_once(void *argument)
{
    (void)argument;
    urgent_has_run = true;
}

static void hold(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    CHECK_STATUS(lm_thread_start(&urgent), LM_OK);
    CHECK(urgent_has_run);
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
}

int main(void)
{
    lm_kernel_init();
    CHECK_EQUAL(lm_model_get(), LM_MODEL_RT);
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_BAD_STATE);
    CHECK_EQUAL(lm_model_get(), LM_MODEL_RT);
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    CHECK_STATUS(
        lm_thread_create(&urgent,
                         &(struct lm_thread_config){LM_PREEMPTIVE(2), .entry = run_once,
                                                    .suspended = true, LM_USE_STACK(urgent_stack)}),
        LM_OK);
    CHECK_STATUS(
        lm_thread_create(&holder, &(struct lm_thread_config){LM_PREEMPTIVE(5), .entry = hold,
                                                             LM_USE_STACK(holder_stack)}),
        LM_OK);
    lm_kernel_start();
    CHECK(urgent_has_run);
    CHECK_EQUAL(lm_kernel_counters().switches, 0); /* this library does not count */
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_THREAD).given, 0);
    return 0;
}
