/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: periodic threads are released at absolute instants. A job that ends after its deadline is a
 * miss, and one that ends after the next release is an overrun. No job is skipped.
 */
#include "conformance.h"

enum { JOBS = 6 };

static struct lm_thread *periodic;

/* The period is 4 ms, the deadline 3 ms. Job 1 misses its deadline. Job 3 misses it and overruns,
 * so that job 4 begins late and misses its deadline, too. */
static const unsigned work_us[JOBS] = {1000, 3500, 1000, 6000, 1500, 1000};
static const enum lm_status expected[JOBS] = {LM_OK, LM_OK, LM_OK, LM_OVERRUN, LM_OK, LM_OK};

static void run_jobs(void *argument)
{
    (void)argument;
    for (unsigned job = 0; job < JOBS; job++) {
        struct lm_thread_info info;

        CHECK(lm_thread_get_info(periodic, &info) == LM_OK);
        CHECK(info.job == job && info.release == LM_MS(2) + job * LM_MS(4));
        CHECK(lm_now() >= info.release);
        mark('j');
        lm_work(LM_US(work_us[job]));
        CHECK(lm_thread_wait_period() == expected[job]);
    }
}

static void watch(void *argument)
{
    (void)argument;
    CHECK(lm_thread_wait_period() == LM_BAD_STATE);
    CHECK(lm_thread_sleep_until(LM_MS(1)) == LM_OK);
    told("");
    CHECK(lm_thread_sleep_until(LM_MS(25)) == LM_OK);
    told("jjjjjj");
    CHECK(lm_thread_terminate(periodic) == LM_OK);
    conformance_end();
}

static void set_up(void)
{
    static struct lm_period period = LM_PERIOD(LM_MS(4), LM_MS(2), LM_MS(3));

    periodic = lab_thread((struct lm_thread_config){
        .name = "periodic", LM_PREEMPTIVE(5), .entry = run_jobs, .period = &period});
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(4), .entry = watch});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
