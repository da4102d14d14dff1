/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in virtual time the worst response times of periodic threads are those of response-time
 * analysis, neither longer nor shorter, for all coincidences at an instant.
 *
 * Method: random task sets run on the host port in virtual time, and the longest response of each
 * thread is compared with an analysis that shares nothing with the kernel. Preemptive sets are
 * released together, which is their critical instant. Sets with preemption thresholds have no such
 * instant, so they run with all offsets. The first case is an example: five threads with periods
 * that divide each other. The test prints its seed, which as an argument repeats the runs.
 *
 * Analysis: Wang and Saksena 1999, as corrected by Regehr 2002, for a clock of whole ticks. Without
 * thresholds it is that of Lehoczky 1990. Smaller numbers are more urgent.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS_MAX = 6, STACK_BYTES = LM_PORT_STACK_BYTES(8192), MS = 1000 };
enum { PREEMPTIVE_SETS = 3000, THRESHOLD_SETS = 100, SEED = 1 };

/* Task i has priority i. The periods divide the hyperperiod. */
struct task {
    uint64_t work;
    uint64_t period;
    uint64_t offset;
    unsigned threshold;
    uint64_t worst; /* response so far */
    unsigned late;  /* jobs that ended after the next release */
};

static struct set {
    unsigned count;
    uint64_t end; /* no job is released from then on */
    struct task task[TASKS_MAX];
} set;

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[TASKS_MAX][STACK_BYTES];
static struct lm_thread threads[TASKS_MAX];
static struct lm_period releases[TASKS_MAX];
static uint64_t state; /* of the random numbers */

static void explain(void *context)
{
    (void)context;
    for (unsigned i = 0; i < set.count; i++) {
        const struct task *t = &set.task[i];

        fprintf(stderr, "    task %u: work %u, period %u, offset %u, threshold %u; worst %u\n", i,
                (unsigned)t->work, (unsigned)t->period, (unsigned)t->offset, t->threshold,
                (unsigned)t->worst);
    }
}

/* SplitMix64. */
static unsigned below(unsigned limit)
{
    state += 0x9E3779B97F4A7C15U;
    uint64_t z = state;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return (unsigned)((z ^ (z >> 31)) % limit);
}

/* The system. */

static void do_jobs(void *argument)
{
    struct task *t = argument;

    for (uint64_t release = t->offset; release < set.end; release += t->period) {
        lm_work(t->work);
        uint64_t response = lm_now() - release;

        t->worst = response > t->worst ? response : t->worst;
        t->late += response > t->period ? 1 : 0;
        (void)lm_thread_wait_period();
    }
}

static void run(void)
{
    lm_kernel_init();
    for (unsigned i = 0; i < set.count; i++) {
        struct task *t = &set.task[i];
        struct lm_thread_config config = {.name = "task",
                                          .entry = do_jobs,
                                          .argument = t,
                                          .stack = stacks[i],
                                          .stack_bytes = sizeof stacks[i],
                                          .priority = (uint16_t)i,
                                          .threshold = (uint16_t)t->threshold,
                                          .period = &releases[i]};

        releases[i] = (struct lm_period)LM_PERIOD(t->period, t->offset, 0);

        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
}

/* The analysis of task i. */

/* The rest of the longest job of a less urgent task that this one cannot preempt. That job began a
 * tick before. */
static uint64_t blocking(unsigned i)
{
    uint64_t longest = 0;

    for (unsigned k = i + 1; k < set.count; k++) {
        const struct task *t = &set.task[k];

        if (t->threshold <= i && t->work - 1 > longest) {
            longest = t->work - 1;
        }
    }
    return longest;
}

/* Jobs that are released before an instant. */
static uint64_t jobs_before(const struct task *t, uint64_t instant)
{
    return (instant + t->period - 1) / t->period;
}

static uint64_t busy_period(unsigned i)
{
    uint64_t blocked = blocking(i);
    uint64_t length = 0;
    uint64_t longer = blocked + 1;

    while (longer != length) {
        length = longer;
        longer = blocked;
        for (unsigned k = 0; k <= i; k++) {
            longer += jobs_before(&set.task[k], length) * set.task[k].work;
        }
    }
    return length;
}

/* The start of a job that this much work precedes. Jobs that are released at the start go first. */
static uint64_t start_of_job(unsigned i, uint64_t before)
{
    uint64_t start = 0;
    uint64_t later = before;

    do {
        start = later;
        later = before;
        for (unsigned k = 0; k < i; k++) {
            later += jobs_before(&set.task[k], start + 1) * set.task[k].work;
        }
    } while (later != start);
    return start;
}

/* From its start on, only tasks that are more urgent than its threshold preempt it. */
static uint64_t end_of_job(unsigned i, uint64_t start)
{
    const struct task *task = &set.task[i];
    uint64_t end = 0;
    uint64_t later = start + task->work;

    do {
        end = later;
        later = start + task->work;
        for (unsigned k = 0; k < task->threshold; k++) {
            const struct task *t = &set.task[k];

            later += (jobs_before(t, end) - jobs_before(t, start + 1)) * t->work;
        }
    } while (later != end);
    return end;
}

static uint64_t worst_response(unsigned i)
{
    const struct task *task = &set.task[i];
    uint64_t jobs = jobs_before(task, busy_period(i));
    uint64_t worst = 0;

    for (uint64_t job = 0; job < jobs; job++) {
        uint64_t start = start_of_job(i, blocking(i) + job * task->work);
        uint64_t response = end_of_job(i, start) - job * task->period;

        worst = response > worst ? response : worst;
    }
    return worst;
}

/* Task sets. */

static void choose_task(struct task *t, const unsigned *periods, unsigned count, unsigned share)
{
    t->period = periods[below(count)];
    t->work = 1 + below((unsigned)t->period / share + 1);
}

/* Returns: the work of all in a hyperperiod. */
static uint64_t choose_set(unsigned count, const unsigned *periods, unsigned of, uint64_t hyper)
{
    uint64_t work = 0;

    memset(&set, 0, sizeof set);
    set.count = count;
    for (unsigned i = 0; i < count; i++) {
        struct task *t = &set.task[i];

        choose_task(t, periods, of, count);
        t->threshold = i;
        work += hyper / t->period * t->work;
    }
    return work;
}

static void preemptive_sets_respond_as_analysed(void)
{
    enum { HYPER = 120 };
    static const unsigned periods[] = {4, 5, 6, 8, 10, 12, 15, 20};
    unsigned tasks = 0;
    unsigned late = 0;

    for (unsigned sets = 0; sets < PREEMPTIVE_SETS;) {
        if (choose_set(3 + below(4), periods, 8, HYPER) > HYPER) {
            continue; /* more work than the processor can do: response times have no bound */
        }
        set.end = HYPER;
        run();
        for (unsigned i = 0; i < set.count; i++) {
            CHECK_EQUAL(set.task[i].worst, worst_response(i));
            late += set.task[i].late;
        }
        tasks += set.count;
        sets++;
    }
    printf("%u tasks in %u preemptive sets, %u late jobs\n", tasks, PREEMPTIVE_SETS, late);
}

/* The next combination of offsets, each below its period. Returns: false after the last one. */
static bool next_offsets(void)
{
    for (unsigned i = 0; i < set.count; i++) {
        struct task *t = &set.task[i];

        t->offset++;
        if (t->offset < t->period) {
            return true;
        }
        t->offset = 0;
    }
    return false;
}

static void sets_with_thresholds_respond_as_analysed(void)
{
    enum { HYPER = 24, OFFSETS_END = 12 };
    static const unsigned periods[] = {3, 4, 6, 8, 12};
    unsigned runs = 0;

    for (unsigned sets = 0; sets < THRESHOLD_SETS;) {
        if (choose_set(3, periods, 5, HYPER) >= HYPER) {
            continue;
        }
        for (unsigned i = 0; i < set.count; i++) {
            set.task[i].threshold = below(i + 1);
        }
        set.end = OFFSETS_END + 2 * HYPER;
        do {
            run();
            runs++;
        } while (next_offsets());
        for (unsigned i = 0; i < set.count; i++) {
            CHECK_EQUAL(set.task[i].worst, worst_response(i));
        }
        sets++;
    }
    printf("%u sets with thresholds, %u runs\n", THRESHOLD_SETS, runs);
}

/* Each job of the last one ends at an instant at which all the others are released. */
static void harmonic_periods(void)
{
    static const struct {
        unsigned work, period, worst;
    } expected[] = {{1, 5, 1}, {2, 10, 3}, {4, 20, 8}, {8, 40, 20}, {16, 100, 80}};

    memset(&set, 0, sizeof set);
    set.count = 5;
    set.end = 2000 * MS;
    for (unsigned i = 0; i < set.count; i++) {
        set.task[i] = (struct task){
            .work = expected[i].work * MS, .period = expected[i].period * MS, .threshold = i};
    }
    run();
    for (unsigned i = 0; i < set.count; i++) {
        CHECK_EQUAL(set.task[i].worst, expected[i].worst * MS);
        CHECK_EQUAL(worst_response(i), expected[i].worst * MS);
        CHECK_EQUAL(set.task[i].late, 0);
    }
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
    printf("seed %llu\n", (unsigned long long)state);
    (void)fflush(stdout);
    check_explain(explain, NULL);
    harmonic_periods();
    preemptive_sets_respond_as_analysed();
    sets_with_thresholds_respond_as_analysed();
    return 0;
}
