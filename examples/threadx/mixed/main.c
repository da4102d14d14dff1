/* SPDX-License-Identifier: Apache-2.0 */
/* A ThreadX application with one native thread. The native thread has a period that is not a
 * multiple of the tick (10 ms), and a deadline. It posts a semaphore that ThreadX calls created.
 */
#include "tx_api.h"
#include <stdio.h>

#define JOBS 4

static TX_THREAD reporter;
static TX_SEMAPHORE done;
static UCHAR reporter_stack[2048];

static struct lm_thread control;
static struct lm_period control_period = LM_PERIOD(LM_US(2500), LM_US(2500), LM_US(500));
static struct lm_counters control_counters;
LM_STACK(control_stack, 512);

static void run_jobs(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_semaphore_post(&done.limen);
        (void)lm_thread_wait_period();
    }
}

static VOID report(ULONG input)
{
    for (ULONG job = 0; job < input; job++) {
        if (tx_semaphore_get(&done, TX_WAIT_FOREVER) == TX_SUCCESS) {
            printf("job %lu at %u us\n", (unsigned long)job,
                   (unsigned)(lm_now() / LM_US(500)) * 500);
        }
    }
    printf("%u deadlines missed\n", (unsigned)control_counters.deadline_misses);
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    tx_semaphore_create(&done, "done", 0);
    tx_thread_create(&reporter, "reporter", report, JOBS, reporter_stack, sizeof reporter_stack, 10,
                     10, TX_NO_TIME_SLICE, TX_AUTO_START);
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = run_jobs,
                                                          .period = &control_period,
                                                          .counters = &control_counters,
                                                          LM_USE_STACK(control_stack)});
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
