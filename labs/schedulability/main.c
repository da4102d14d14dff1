/* SPDX-License-Identifier: Apache-2.0 */
/* Three periodic threads that miss deadlines with preemption and without, and meet them with
 * preemption thresholds; and three threads that the published test accepts although they miss a
 * deadline.
 *
 * The files beside this one describe the same systems for `limen analyze`. A unit of time is long
 * compared with the time that the kernel takes on a target.
 */
#include "lab.h"

enum { COUNT = 3 };

/* Times are in units; the offset is in tenths of a unit. */
struct task {
    const char *name;
    unsigned work, period, deadline, priority, threshold, offset;
};

struct system {
    struct task tasks[COUNT];
    uint64_t unit; /* ticks */
    unsigned jobs; /* of the last thread, which ends the lab */
};

static const struct system *chosen;
static uint64_t responses[COUNT];

/* With two digits, for the runner. */
static void print_response(const char *name, uint64_t ticks)
{
    uint64_t hundredths = (100 * ticks + chosen->unit - 1) / chosen->unit;

    lm_board_printf("result %s_response %u.%02u\n", name, (unsigned)(hundredths / 100),
                    (unsigned)(hundredths % 100));
}

static void end(void)
{
    for (unsigned i = 0; i < COUNT; i++) {
        print_response(chosen->tasks[i].name, responses[i]);
    }
    lab_cycle();
    lab_end();
}

/* A job ends before, and not at, the instant at which another one is released: it works one tick
 * less. */
static void run_jobs(void *argument)
{
    const struct task *task = argument;
    unsigned number = (unsigned)(task - chosen->tasks);

    for (unsigned job = 1;; job++) {
        struct lm_thread_info info;

        lm_work(task->work * chosen->unit - 1);
        lm_thread_get_info(lm_thread_self(), &info);
        uint64_t response = lm_now() - info.release;

        responses[number] = response > responses[number] ? response : responses[number];
        lm_thread_wait_period();
        if (number == COUNT - 1 && job == chosen->jobs) {
            end();
        }
    }
}

static void start(const struct system *system)
{
    static struct lm_period periods[COUNT];

    chosen = system;
    for (unsigned i = 0; i < COUNT; i++) {
        const struct task *task = &system->tasks[i];

        periods[i] = (struct lm_period)LM_PERIOD(task->period * system->unit,
                                                 LM_MS(1) + task->offset * system->unit / 10,
                                                 task->deadline * system->unit);
        lab_thread((struct lm_thread_config){
            .name = task->name,
            LM_THRESHOLD((uint16_t)task->priority, (uint16_t)task->threshold),
            .entry = run_jobs,
            .argument = (void *)task,
            .period = &periods[i]});
    }
    lab_cycle();
}

/* Deadlines of 50, 80 and 100. A period of all three threads is 2,800 units: 14 jobs of t3. */
#define SYSTEM_OF(threshold_2, threshold_3, late)                                                  \
    {                                                                                              \
        .tasks = {{"t1", 20, 70, 50, 0, 0, (late)},                                                \
                  {"t2", 20, 80, 80, 1, (threshold_2), (late)},                                    \
                  {"t3", 35, 200, 100, 2, (threshold_3), 0}},                                      \
        .unit = LM_US(500), .jobs = 14                                                             \
    }

static void preemptive(void)
{
    static const struct system system = SYSTEM_OF(1, 2, 0);

    start(&system);
}

/* t3 starts just before the others are released. */
static void nonpreemptive(void)
{
    static const struct system system = SYSTEM_OF(0, 0, 1);

    start(&system);
}

static void thresholds(void)
{
    static const struct system system = SYSTEM_OF(0, 1, 0);

    start(&system);
}

static void thresholds_late(void)
{
    static const struct system system = SYSTEM_OF(0, 1, 1);

    start(&system);
}

/* The test of 1999 ends after the first job of t3 and says 18; a later one takes more than 20. */
static void false_accept(void)
{
    static const struct system system = {.tasks = {{"t1", 5, 16, 16, 0, 0, 0},
                                                   {"t2", 10, 20, 20, 1, 0, 0},
                                                   {"t3", 3, 20, 20, 2, 0, 0}},
                                         .unit = LM_MS(2),
                                         .jobs = 8};

    start(&system);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {{"preemptive", preemptive},
                                            {"nonpreemptive", nonpreemptive},
                                            {"thresholds", thresholds},
                                            {"thresholds-late", thresholds_late},
                                            {"false-accept", false_accept}};

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
