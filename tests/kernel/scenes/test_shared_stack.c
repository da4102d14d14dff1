/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the jobs of threads that do not preempt each other run on one stack, and the contents of
 * their own stacks are kept. A job that would share a stack that is in use is refused. An overflow
 * is detected.
 *
 * Method: two periodic threads with the same threshold and a more urgent one that preempts them.
 * Each job fills a known number of bytes with its number and checks them after its work.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { ROOM = 16384, FRAME = 4096, PERIOD = 1000, JOBS = 20, WORK = 300 };

LM_STACK(shared_memory, ROOM);
LM_STACK(stack_a, LM_WAIT_STACK_BYTES);
LM_STACK(stack_b, LM_WAIT_STACK_BYTES);
LM_STACK(stack_urgent, ROOM);
static struct lm_shared_stack shared;
static struct lm_thread a, b, urgent;
static unsigned jobs[2], refused;
static bool waits, overflows, terminates, checks = true;
static unsigned overflows_found;

static bool is_on(const void *place, const unsigned char *stack, size_t bytes)
{
    return (uintptr_t)place - (uintptr_t)stack < bytes;
}

static __attribute__((noinline)) void work_with_memory(unsigned char number)
{
    volatile unsigned char frame[FRAME];

    for (unsigned i = 0; i < FRAME; i++) {
        frame[i] = number;
    }
    lm_work(WORK);
    for (unsigned i = 0; i < FRAME; i++) {
        CHECK_EQUAL(frame[i], number);
    }
}

static void job(void *argument)
{
    unsigned *count = argument;
    unsigned char here;

    CHECK(is_on(&here, shared_memory, sizeof shared_memory));
    CHECK_SAME(shared.user, lm_thread_self());
    work_with_memory((unsigned char)(1 + *count));
    if (waits) {
        CHECK_STATUS(lm_thread_sleep(PERIOD), LM_OK);
    }
    if (overflows) {
        memset(shared_memory, 0, 8);
    }
    if (terminates && count == &jobs[0]) {
        (void)lm_thread_terminate(lm_thread_self());
    }
    ++*count;
}

static void loop(void *argument)
{
    unsigned char here;

    for (unsigned i = 0; i < JOBS; i++) {
        volatile unsigned kept = i;

        enum lm_status status = lm_shared_stack_run(&shared, job, argument);

        CHECK(status == LM_OK || status == LM_BAD_STATE);
        refused += status == LM_BAD_STATE;
        CHECK_SAME(lm_thread_self()->watched, lm_thread_self()->stack);
        CHECK(!is_on(&here, shared_memory, sizeof shared_memory));
        CHECK_EQUAL(kept, i);
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    }
}

static void preempt(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < JOBS; i++) {
        work_with_memory(255);
        (void)lm_thread_wait_period();
    }
}

static void count_overflow(struct lm_thread *thread)
{
    CHECK(thread == &a || thread == &b);
    overflows_found++;
    memset(shared_memory, 0xEF, 8);
}

static void create(struct lm_thread *thread, struct lm_thread_config config)
{
    config.name = "t";
    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
}

static void play(void)
{
    static struct lm_period periods[] = {LM_PERIOD(PERIOD * 2, 0, 0), LM_PERIOD(PERIOD * 2, 100, 0),
                                         LM_PERIOD(PERIOD * 2, 200, 0)};

    jobs[0] = jobs[1] = refused = overflows_found = 0;
    lm_kernel_init();
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory, sizeof shared_memory), LM_OK);
    create(&a, (struct lm_thread_config){.priority = 6,
                                         .threshold = 5,
                                         .entry = loop,
                                         .period = &periods[0],
                                         .argument = &jobs[0],
                                         LM_USE_STACK(stack_a)});
    create(&b, (struct lm_thread_config){.priority = 5,
                                         .threshold = 5,
                                         .entry = loop,
                                         .period = &periods[1],
                                         .argument = &jobs[1],
                                         LM_USE_STACK(stack_b)});
    create(&urgent, (struct lm_thread_config){.priority = 1,
                                              .threshold = 1,
                                              .entry = preempt,
                                              .period = &periods[2],
                                              LM_USE_STACK(stack_urgent)});
    lm_stack_check(checks ? count_overflow : NULL);
    lm_kernel_start();
}

static void jobs_share_a_stack(void)
{
    waits = overflows = terminates = false;
    play();
    CHECK_EQUAL(jobs[0], JOBS);
    CHECK_EQUAL(jobs[1], JOBS);
    CHECK_EQUAL(refused, 0);
    CHECK_EQUAL(overflows_found, 0);
    CHECK(lm_shared_stack_unused(&shared) < sizeof shared_memory - FRAME);
    CHECK(lm_shared_stack_unused(&shared) > 0);
}

static void stacks_need_no_check(void)
{
    checks = false;
    play();
    CHECK_EQUAL(jobs[0] + jobs[1], 2 * JOBS);
    checks = true;
}

static void a_job_that_waits_keeps_its_stack(void)
{
    waits = true;
    play();
    CHECK(refused > 0);
    CHECK(jobs[0] + jobs[1] + refused >= JOBS);
    waits = false;
}

static void an_overflow_is_found(void)
{
    overflows = true;
    play();
    CHECK_EQUAL(overflows_found, 2 * JOBS);
    overflows = false;
}

static void a_terminated_job_leaves_the_stack(void)
{
    terminates = true;
    play();
    CHECK_EQUAL(jobs[0], 0);
    CHECK_EQUAL(jobs[1], JOBS);
    terminates = false;
}

static unsigned lives;

static void end_the_first_life(void *argument)
{
    (void)argument;
    if (++lives == 1) {
        (void)lm_thread_terminate(lm_thread_self());
    }
}

static void live(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_shared_stack_run(&shared, end_the_first_life, NULL), LM_OK);
    CHECK_SAME(lm_thread_self()->watched, lm_thread_self()->stack);
}

static void restart(void *argument)
{
    CHECK_EQUAL(lives, 1);
    CHECK_STATUS(lm_thread_restart(argument), LM_OK);
}

/* The job of its first life, which did not return, is not in progress in the second one. */
static void a_thread_that_ended_in_its_job_begins_again(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory, sizeof shared_memory), LM_OK);
    create(&a, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = live, LM_USE_STACK(stack_a)});
    create(&b, (struct lm_thread_config){LM_PREEMPTIVE(6), .entry = restart, .argument = &a,
                                         LM_USE_STACK(stack_urgent)});
    lm_kernel_start();
    CHECK_EQUAL(lives, 2);
    CHECK(shared.user == NULL);
}

static void bad_calls_are_refused(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_shared_stack_init(NULL, shared_memory, ROOM), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_shared_stack_init(&shared, NULL, ROOM), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory + 1, ROOM), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory, LM_PORT_STACK_MIN - 1),
                 LM_BAD_ARGUMENT);
    shared.user = &a; /* of the run before */
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory, LM_PORT_STACK_MIN), LM_OK);
    CHECK(shared.user == NULL);
    CHECK_EQUAL(lm_shared_stack_unused(&shared), LM_PORT_STACK_MIN);
    shared_memory[0] = 0;
    CHECK_EQUAL(lm_shared_stack_unused(&shared), 0);
    CHECK_STATUS(lm_shared_stack_run(&shared, job, &jobs[0]), LM_BAD_CONTEXT); /* start-up */
}

static void run_in_interrupt(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_shared_stack_run(&shared, job, &jobs[0]), LM_BAD_CONTEXT);
}

static void run_in_bad_contexts(void *argument)
{
    uint32_t state = lm_interrupts_disable();

    run_in_interrupt(argument);
    lm_interrupts_enable(state);
    lm_board_interrupt_attach(0, 3, run_in_interrupt, NULL);
    lm_board_interrupt_raise(0);
}

static void a_job_begins_in_a_thread_with_interrupts_on(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_shared_stack_init(&shared, shared_memory, sizeof shared_memory), LM_OK);
    CHECK_STATUS(lm_thread_create(&a, &(struct lm_thread_config){LM_PREEMPTIVE(5),
                                                                 .entry = run_in_bad_contexts,
                                                                 LM_USE_STACK(stack_urgent)}),
                 LM_OK);
    lm_kernel_start();
    CHECK(shared.user == NULL);
}

int main(void)
{
    jobs_share_a_stack();
    a_job_that_waits_keeps_its_stack();
    an_overflow_is_found();
    a_terminated_job_leaves_the_stack();
    stacks_need_no_check();
    a_thread_that_ended_in_its_job_begins_again();
    bad_calls_are_refused();
    a_job_begins_in_a_thread_with_interrupts_on();
    return 0;
}
