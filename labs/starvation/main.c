/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that never finishes starves others. The lab shows which ones, and the settings that
 * prevent it.
 *
 * Endless never waits. Urgent (3) has a short job every 10 ms. Worker (10) is released after 2 ms
 * and has 10 ms of work. The results are counted after 100 ms.
 */
#include "lab.h"

enum { URGENT = 3, WORKER = 10 };

static struct lm_thread *worker;
static uint32_t jobs;
static uint64_t released, response; /* of the worker; 0: it did not finish */
static bool endless_yields;

static void be_urgent(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_US(100));
        jobs++;
        lm_thread_wait_period();
    }
}

static void work(void *argument)
{
    (void)argument;
    lm_work(LM_MS(10));
    response = lm_now() - released;
}

static void run_endlessly(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_MS(1));
        if (endless_yields) {
            lm_thread_yield();
        }
    }
}

static void watch(void *argument)
{
    uint64_t begin = lm_now();

    (void)argument;
    lab_cycle();
    released = begin + LM_MS(2);
    lm_thread_sleep_until(released);
    lm_thread_start(worker);
    lm_thread_sleep_until(begin + LM_MS(100));
    lab_cycle();
    lab_result("urgent_jobs", jobs);
    lab_result("worker_response", response);
    lab_end();
}

/* Priority and threshold of endless; slice of endless and worker. */
static void create(uint16_t priority, uint16_t threshold, uint32_t slice)
{
    static struct lm_period period = LM_PERIOD(LM_MS(10), LM_MS(5), LM_MS(1));
    static struct lm_slice slices[2];

    for (unsigned i = 0; i < LAB_LENGTH(slices); i++) {
        slices[i] = (struct lm_slice)LM_SLICE(slice);
    }
    lab_thread((struct lm_thread_config){.name = "watcher", LM_PREEMPTIVE(0), .entry = watch});
    lab_thread((struct lm_thread_config){.name = "endless",
                                         LM_THRESHOLD(priority, threshold),
                                         .entry = run_endlessly,
                                         .slice = slice != 0 ? &slices[0] : NULL});
    lab_thread((struct lm_thread_config){
        .name = "urgent", LM_PREEMPTIVE(URGENT), .entry = be_urgent, .period = &period});
    worker = lab_thread((struct lm_thread_config){.name = "worker",
                                                  LM_PREEMPTIVE(WORKER),
                                                  .entry = work,
                                                  .slice = slice != 0 ? &slices[1] : NULL,
                                                  .suspended = true});
}

static void starved(void)
{
    create(WORKER - 1, WORKER - 1, 0);
}

static void starved_by_threshold(void)
{
    create(WORKER + 2, WORKER - 1, 0);
}

static void yields(void)
{
    endless_yields = true;
    create(WORKER + 2, WORKER - 1, 0);
}

static void slices(void)
{
    create(WORKER, WORKER, LM_MS(1));
}

static void less_urgent(void)
{
    create(WORKER + 2, WORKER + 2, 0);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"starved", starved},         {"starved-by-threshold", starved_by_threshold},
        {"yields", yields},           {"slices", slices},
        {"less-urgent", less_urgent},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
