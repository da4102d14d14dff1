/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: kernel_v1.h behaves as kernel-v1 is described: which thread runs in which scan, in which
 * order, and why.
 *
 * Method: random systems, executed by the kernel in virtual time and by a model that shares no code
 * with it (model.c). Scenarios cover the features that the model lacks: semaphores, new code for a
 * thread, time under overload, and rejected allocations.
 */
#include "check.h"
#include "kernel_v1.h"
#include "script.h"
#include <limen/board.h>
#include <stdio.h>
#include <string.h>

enum { SYSTEMS = 3000, STACK = 512 };

static struct {
    uint32_t seed;
    volatile uint32_t device;
    struct v1_signal signal;
    struct v1_thread *threads[THREADS];
    bool asleep[THREADS];
    struct history history;
} test;

static uint32_t scans(void)
{
    struct lm_tick_info info;

    CHECK_STATUS(lm_tick_get_info(&v1_own()->tick, &info), LM_OK);
    return info.scans;
}

static void stop(void)
{
    (void)lm_timer_stop(&v1_own()->tick.timer);
}

static void wake(uint32_t tid)
{
    if (test.asleep[tid]) {
        test.asleep[tid] = false;
        v1_enable(test.threads[tid]);
    }
}

static void do_first(const struct step *step)
{
    switch (step->first) {
    case FIRST_WAKE:
        wake(step->value);
        break;
    case FIRST_SEND:
        v1_signal_send(&test.signal);
        break;
    case FIRST_SET_DEVICE:
        test.device = step->value;
        break;
    case FIRST_START_TIMEOUT:
        v1_start_timeout(step->value);
        break;
    case FIRST_CANCEL_TIMEOUT:
        v1_cancel_timeout();
        break;
    case FIRST_CANCEL_FLAGS:
        v1_cancel_await_device_flags();
        break;
    case FIRST_CHANGE_PRIO:
        v1_change_prio(step->value);
        break;
    case FIRST_CHANGE_PERIOD:
        v1_change_period(step->value, step->delay_ms);
        break;
    case FIRST_NOTHING:
    case FIRSTS:
        break;
    }
}

static void do_last(const struct step *step)
{
    switch (step->last) {
    case LAST_NEXT:
        v1_next();
        break;
    case LAST_DELAY:
        v1_delay_me(step->delay_ms);
        break;
    case LAST_FLAGS:
        v1_await_device_flags(&test.device, step->set, step->clear);
        break;
    case LAST_SUSPEND:
        test.asleep[v1_tid()] = true;
        v1_suspend_me();
        break;
    case LAST_AWAIT:
        v1_signal_await(&test.signal);
        break;
    case LASTS:
        break;
    }
}

static void follow_script(void)
{
    unsigned tid = v1_tid();

    for (uint32_t run = 0;; run++) {
        struct step step = script_step(test.seed, tid, run);
        uint32_t scan = scans();

        if (scan <= SCANS) {
            test.history.runs[test.history.length++] =
                (struct run){scan, (uint8_t)tid, (uint8_t)v1_trigger()};
        } else {
            stop();
        }
        do_first(&step);
        do_last(&step);
    }
}

static void run_kernel(uint32_t seed)
{
    memset(&test, 0, sizeof test);
    test.seed = seed;
    v1_signal_init(&test.signal);
    CHECK_EQUAL(v1_install(TICK_MS), V1_OK);
    for (unsigned tid = 0; tid < THREADS; tid++) {
        struct settings settings = script_settings(seed, tid);
        struct v1_thread **thread = &test.threads[tid];

        CHECK_EQUAL(v1_allocate(thread, follow_script, STACK), V1_OK);
        v1_set_prio(*thread, settings.prio);
        v1_set_period(*thread, settings.period_ms, settings.start_after_ms);
        v1_enable(*thread);
    }
    v1_run();
}

static void explain(void *context)
{
    (void)context;
    printf("seed %u\n", (unsigned)test.seed);
}

static void random_systems(void)
{
    static struct history model;
    uint32_t triggers[4] = {0};

    check_explain(explain, NULL);
    for (uint32_t seed = 0; seed < SYSTEMS; seed++) {
        run_kernel(seed);
        model_run(seed, &model);
        for (uint32_t i = 0; i < model.length && i < test.history.length; i++) {
            const struct run *ours = &test.history.runs[i];

            CHECK_EQUAL(ours->scan, model.runs[i].scan);
            CHECK_EQUAL(ours->tid, model.runs[i].tid);
            CHECK_EQUAL(ours->trigger, model.runs[i].trigger);
            triggers[ours->trigger]++;
        }
        CHECK_EQUAL(test.history.length, model.length);
    }
    for (unsigned i = 0; i < 4; i++) {
        CHECK(triggers[i] > SYSTEMS); /* the systems cover all cases */
    }
    check_explain(NULL, NULL);
}

/* Scenarios: threads write letters. */
static char letters[64];

static void write_letter(char letter)
{
    size_t length = strlen(letters);

    CHECK(length + 1 < sizeof letters);
    letters[length] = letter;
}

static void tell(uint32_t ms, void (*const *procedures)(void), unsigned count)
{
    memset(letters, 0, sizeof letters);
    CHECK_EQUAL(v1_install(ms), V1_OK);
    for (unsigned tid = 0; tid < count; tid++) {
        CHECK_EQUAL(v1_allocate(&test.threads[tid], procedures[tid], STACK), V1_OK);
        v1_enable(test.threads[tid]);
    }
    v1_run();
}

static struct v1_semaphore semaphore;

static void use(void)
{
    char letter = (char)('a' + v1_tid());

    v1_semaphore_claim(&semaphore);
    write_letter(letter);
    v1_next();
    write_letter((char)(letter - 'a' + 'A'));
    v1_semaphore_release(&semaphore);
    v1_suspend_me();
}

static void stop_later(void)
{
    v1_delay_me(20);
    write_letter('.');
    stop();
    v1_suspend_me();
}

static void one_after_the_other(void)
{
    static void (*const procedures[])(void) = {use, use, use, stop_later};

    v1_semaphore_init(&semaphore);
    tell(1, procedures, 4);
    CHECK_TEXT(letters, "aAbBcC.");
    CHECK(!semaphore.claimed);
}

static void old_code(void)
{
    write_letter('o');
    v1_suspend_me();
    write_letter('x');
}

static void new_code(void)
{
    for (;;) {
        write_letter('n');
        v1_next();
    }
}

static void renew(void)
{
    write_letter('r');
    v1_next();
    CHECK_EQUAL(v1_reallocate(test.threads[1], new_code), V1_OK);
    CHECK_EQUAL(v1_prio(test.threads[1]), V1_PRIO);
    v1_enable(test.threads[1]);
    CHECK_EQUAL(v1_reallocate(test.threads[1], old_code), V1_FAILED);
    v1_next();
    write_letter('r');
    v1_next();
    stop();
    v1_suspend_me();
}

static void count(void)
{
    for (;;) {
        write_letter('c');
        v1_next();
    }
}

/* The thread with new code is at its old place, between the two others. */
static void new_code_at_the_old_place(void)
{
    static void (*const procedures[])(void) = {renew, old_code, count};

    tell(1, procedures, 3);
    CHECK_TEXT(letters, "roc"
                        "c"
                        "rnc"
                        "nc");
}

static uint64_t instants[8];

static void work_for_three_ticks(void)
{
    for (unsigned i = 0; i < 5; i++) {
        instants[i] = lm_now();
        if (i == 1) {
            lm_work(LM_MS(7) / 2);
        }
        v1_next();
    }
    stop();
    v1_suspend_me();
}

/* The tick at 3 ms is remembered; those at 4 ms and 5 ms are lost. */
static void time_stretches(void)
{
    static void (*const procedures[])(void) = {work_for_three_ticks};
    static const uint64_t expected[] = {LM_MS(1), LM_MS(2), LM_MS(11) / 2, LM_MS(6), LM_MS(7)};

    tell(1, procedures, 1);
    for (unsigned i = 0; i < 5; i++) {
        CHECK_EQUAL(instants[i], expected[i]);
    }
}

static void allocations_end(void)
{
    struct v1_thread *thread;

    CHECK_EQUAL(v1_install(0), V1_FAILED);
    CHECK_EQUAL(v1_install(1), V1_OK);
    CHECK_EQUAL(v1_allocate(&thread, count, V1_STACKS_BYTES), V1_FAILED);
    CHECK(thread == NULL);
    for (unsigned tid = 0; tid < V1_THREADS; tid++) {
        CHECK_EQUAL(v1_allocate(&thread, count, STACK), V1_OK);
        CHECK_EQUAL(v1_prio(thread), V1_PRIO);
    }
    CHECK_EQUAL(v1_allocate(&thread, count, STACK), V1_FAILED);
}

int main(void)
{
    random_systems();
    one_after_the_other();
    new_code_at_the_old_place();
    time_stretches();
    allocations_end();
    return 0;
}
