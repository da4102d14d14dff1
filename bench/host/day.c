/* SPDX-License-Identifier: Apache-2.0 */
/* A day of a periodic system in virtual time: how much faster than real time it passes, and how
 * many switches of bare stacks take as long as one of its jobs.
 *
 *     bench-day [SECONDS [PERCENT]]    86,400 seconds, 100 % of the work below
 *
 * Six periodic threads load the processor to 72 %. Two of them share a mutex, and the first one
 * sends a message to a seventh thread in each job. The program fails unless the clock is at the end
 * of the day, every job of the day has ended before its deadline, which is the next release, and
 * the least urgent thread had to wait for others.
 */
#include "bare.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>

enum { TASKS = 6, LOGGER_PRIORITY = 3, BARE_SWITCHES = 10000000, CAPACITY = 4 };

static struct task {
    const char *name;
    uint64_t period, work;
    uint16_t priority, threshold;
    bool shares;
    uint64_t jobs, late, longest;
    struct lm_thread thread;
    struct lm_period releases;
} tasks[TASKS] = {
    {.name = "sensor", .period = LM_MS(20), .work = LM_MS(2), .priority = 1, .threshold = 1},
    {.name = "motor", .period = LM_MS(50), .work = LM_MS(10), .priority = 2, .threshold = 1},
    {.name = "network",
     .period = LM_MS(100),
     .work = LM_MS(10),
     .priority = 4,
     .threshold = 4,
     .shares = true},
    {.name = "display", .period = LM_MS(200), .work = LM_MS(20), .priority = 5, .threshold = 3},
    {.name = "store",
     .period = LM_MS(500),
     .work = LM_MS(50),
     .priority = 6,
     .threshold = 6,
     .shares = true},
    {.name = "report", .period = LM_MS(1000), .work = LM_MS(100), .priority = 7, .threshold = 7},
};

LM_STACK(day_stack, 4096);
LM_STACK(logger_stack, 4096);
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[TASKS][LM_PORT_STACK_BYTES(4096)];
static struct lm_thread day_thread, logger_thread;
static struct lm_mutex table;
static struct lm_queue samples;
static uint32_t storage[CAPACITY], received;
static uint64_t seconds = 86400, percent = 100;

/* Half of the work is done with the mutex, if the task shares it. */
static void work(const struct task *task)
{
    uint64_t ticks = task->work * percent / 100;

    if (task->shares) {
        lm_mutex_lock(&table, LM_FOREVER);
        lm_work(ticks / 2);
        lm_mutex_unlock(&table);
        lm_work(ticks / 2);
    } else {
        lm_work(ticks);
    }
}

static void run_jobs(void *argument)
{
    struct task *task = argument;

    for (;;) {
        uint32_t sample = (uint32_t)task->jobs;

        work(task);
        if (task == &tasks[0]) {
            lm_queue_send(&samples, &sample, LM_FOREVER);
        }
        uint64_t response = lm_now() - task->jobs * task->period;

        task->longest = response > task->longest ? response : task->longest;
        task->late += response > task->period;
        task->jobs++;
        lm_thread_wait_period();
    }
}

static void receive_samples(void *argument)
{
    uint32_t sample;

    (void)argument;
    for (;;) {
        lm_queue_receive(&samples, &sample, LM_FOREVER);
        received += sample == received;
        lm_work(LM_US(400) * percent / 100);
    }
}

static void require(bool holds, const char *name, const char *problem)
{
    if (!holds) {
        lm_board_printf("%s: %s\n", name, problem);
        lm_board_exit(1);
    }
}

/* Returns: the number of jobs. */
static uint64_t check_day(void)
{
    const struct task *last = &tasks[TASKS - 1];
    uint64_t jobs = 0;

    require(lm_now() == LM_MS(1000 * seconds), "day", "the clock is not at its end");
    for (const struct task *task = tasks; task <= last; task++) {
        require(task->late == 0, task->name, "missed deadlines");
        require(task->jobs == LM_MS(1000 * seconds) / task->period, task->name, "jobs are missing");
        jobs += task->jobs;
    }
    require(received == tasks[0].jobs, "logger", "messages are missing");
    require(last->longest > last->work * percent / 100, last->name, "never had to wait");
    return jobs;
}

static void measure(void *argument)
{
    (void)argument;
    double bare = bare_seconds(BARE_SWITCHES);
    double start = wall_seconds();

    lm_thread_sleep_until(LM_MS(1000 * seconds));
    double wall = wall_seconds() - start;
    double jobs = (double)check_day();
    double again = bare_seconds(BARE_SWITCHES);

    bare = again < bare ? again : bare;
    lm_board_printf("result day_jobs %.0f\n", jobs);
    lm_board_printf("result day_to_wall_clock %.0f\n", (double)seconds / wall);
    lm_board_printf("result day_job_to_bare_ratio %.1f\n", wall / jobs * BARE_SWITCHES / bare);
    lm_board_exit(0);
}

static void create(struct task *task, unsigned char *stack, uint32_t bytes)
{
    task->releases = (struct lm_period)LM_PERIOD(task->period, 0, 0);
    lm_thread_create(&task->thread, &(struct lm_thread_config){.name = task->name,
                                                               .priority = task->priority,
                                                               .threshold = task->threshold,
                                                               .entry = run_jobs,
                                                               .argument = task,
                                                               .period = &task->releases,
                                                               .stack = stack,
                                                               .stack_bytes = bytes});
}

int main(int argc, char **argv)
{
    seconds = argc > 1 ? strtoull(argv[1], NULL, 10) : seconds;
    percent = argc > 2 ? strtoull(argv[2], NULL, 10) : percent;
    lm_kernel_init();
    lm_mutex_create(&table, "table", LM_INHERIT, 0, LM_FIFO);
    lm_queue_create(&samples, "samples", storage, CAPACITY, sizeof storage[0], LM_FIFO);
    lm_thread_create(&day_thread, &(struct lm_thread_config){.name = "day",
                                                             LM_PREEMPTIVE(0),
                                                             .entry = measure,
                                                             LM_USE_STACK(day_stack)});
    for (unsigned i = 0; i < TASKS; i++) {
        create(&tasks[i], stacks[i], sizeof stacks[i]);
    }
    lm_thread_create(&logger_thread, &(struct lm_thread_config){.name = "logger",
                                                                LM_PREEMPTIVE(LOGGER_PRIORITY),
                                                                .entry = receive_samples,
                                                                LM_USE_STACK(logger_stack)});
    lm_kernel_start();
    return 1;
}
