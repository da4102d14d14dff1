/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in real time a thread that makes no call is preempted exactly when the rule says so. It
 * finds all registers unchanged, and no time is shorter than requested.
 *
 * Method: threads spin in plain code until another thread has acted. The machine may be slow: only
 * orders and lower bounds of times are checked, upper bounds are measured with the wall clock in
 * the same run, and a scene that begins too late is repeated. An alarm of the operating system ends
 * a program that hangs.
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <limen/board.h>
#include <limen/limen.h>
#include <limen_host.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, STACK_BYTES = LM_PORT_STACK_BYTES(8192), HANGS_AFTER_SECONDS = 3600 };

/* A kernel with its threads; several run side by side. */
struct system {
    _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];
    struct lm_thread threads[THREADS];
    volatile int done;
    volatile unsigned long rounds[2];
};

static struct system main_system;
static struct system other_systems[2];
static volatile int woken;
static bool was_late; /* the event of a scene has happened before the scene began */

static void create(struct system *system, int i, struct lm_thread_config config)
{
    config.stack = system->stacks[i];
    config.stack_bytes = STACK_BYTES;
    if (config.argument == NULL) {
        config.argument = system;
    }
    CHECK_STATUS(lm_thread_create(&system->threads[i], &config), LM_OK);
}

static struct system *begin(const char *clock)
{
    CHECK(lm_host_set_clock(clock));
    main_system.done = false;
    main_system.rounds[0] = main_system.rounds[1] = 0;
    woken = false;
    lm_kernel_init();
    return &main_system;
}

static void spin_until(uint64_t instant)
{
    while (lm_now() < instant) {
    }
}

static void spin_until_done(void *argument)
{
    struct system *system = argument;

    while (!system->done) {
    }
    CHECK(lm_now() >= LM_MS(20));
}

static void sleep_then_be_done(void *argument)
{
    struct system *system = argument;

    CHECK_STATUS(lm_thread_sleep(LM_MS(20)), LM_OK);
    system->done = true;
}

static void fill_with_a_spinner_and_a_sleeper(struct system *system)
{
    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = spin_until_done});
    create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = sleep_then_be_done});
}

static void a_wake_up_preempts_who_spins(void)
{
    struct system *system = begin("real");

    fill_with_a_spinner_and_a_sleeper(system);
    lm_kernel_start();
    CHECK(system->done);
}

/* Each thread waits many times for the progress of the other. */
static void alternate(struct system *system, int own)
{
    for (int i = 0; i < 5; i++) {
        unsigned long seen = system->rounds[!own];

        while (system->rounds[!own] == seen && !system->done) {
            system->rounds[own]++;
        }
    }
    system->done = true;
}

static void alternate_0(void *argument)
{
    alternate(argument, 0);
}

static void alternate_1(void *argument)
{
    alternate(argument, 1);
}

static void slices_let_equals_get_on(void)
{
    static struct lm_slice slices[] = {LM_SLICE(LM_MS(2)), LM_SLICE(LM_MS(1))};
    struct system *system = begin("real");

    create(system, 0,
           (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = alternate_0, .slice = &slices[0]});
    create(system, 1,
           (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = alternate_1, .slice = &slices[1]});
    lm_kernel_start();
    CHECK(system->done);
}

static void sleep_then_be_woken(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(LM_MS(5)), LM_OK);
    woken = true;
}

static void spin_with_threshold(void *argument)
{
    struct system *system = argument;

    was_late = woken;
    while (!system->done) { /* above the threshold */
    }
    CHECK(was_late || !woken);
    CHECK(lm_now() >= LM_MS(20));
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(woken);
}

static void a_threshold_holds_off_until_the_spinner_yields(void)
{
    do {
        struct system *system = begin("real");

        create(system, 0,
               (struct lm_thread_config){LM_THRESHOLD(9, 5), .entry = spin_with_threshold});
        create(system, 1,
               (struct lm_thread_config){LM_PREEMPTIVE(7), .entry = sleep_then_be_woken});
        create(system, 2, (struct lm_thread_config){LM_PREEMPTIVE(4), .entry = sleep_then_be_done});
        lm_kernel_start();
        CHECK(woken);
    } while (was_late);
}

static void hold_all_off(void *argument)
{
    struct system *system = argument;
    uint32_t key = lm_interrupts_disable();

    was_late = system->done;
    spin_until(LM_MS(40));
    CHECK(was_late || !system->done);
    lm_interrupts_enable(key);
    CHECK(system->done);
}

static void the_lock_holds_off_until_it_is_free(void)
{
    do {
        struct system *system = begin("real");

        create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = hold_all_off});
        create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = sleep_then_be_done});
        lm_kernel_start();
    } while (was_late);
}

static void sleep_often(void *argument)
{
    struct system *system = argument;

    for (uint64_t ticks = 0; ticks < LM_MS(3); ticks += ticks / 7 + 1) {
        uint64_t start = lm_now();

        CHECK_STATUS(lm_thread_sleep(ticks), LM_OK);
        CHECK(lm_now() - start >= ticks);
    }
    system->done = true;
}

static void no_sleep_is_short(const char *clock, bool beside_a_spinner)
{
    struct system *system = begin(clock);

    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = sleep_often});
    if (beside_a_spinner) {
        create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = spin_until_done});
    }
    lm_kernel_start();
    CHECK(system->done);
}

static void work_long(void *argument)
{
    struct system *system = argument;
    unsigned long before = system->rounds[0];
    uint64_t start = lm_now();

    lm_work(LM_MS(30));
    CHECK(system->rounds[0] > before);
    CHECK(lm_now() - start >= LM_MS(30) + (system->rounds[0] - before) * LM_MS(5));
    system->done = true;
}

static void work_between(void *argument)
{
    struct system *system = argument;

    while (!system->done) {
        uint64_t start = lm_now();

        lm_work(LM_MS(5));
        CHECK(lm_now() - start >= LM_MS(5));
        system->rounds[0]++;
        CHECK_STATUS(lm_thread_sleep(LM_MS(5)), LM_OK);
    }
}

static void work_is_time_of_ones_own(void)
{
    struct system *system = begin("real");

    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = work_long});
    create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = work_between});
    lm_kernel_start();
}

static void spin_with_errno(void *argument)
{
    struct system *system = argument;
    volatile int *own_errno = &errno; /* it does change behind the compiler's back */

    *own_errno = ERANGE;
    while (!system->done) {
        CHECK_EQUAL(*own_errno, ERANGE);
    }
}

static void change_errno(void *argument)
{
    struct system *system = argument;

    for (int i = 0; i < 50; i++) {
        CHECK_STATUS(lm_thread_sleep(LM_US(200)), LM_OK);
        errno = EDOM;
    }
    system->done = true;
}

static void errno_is_kept(void)
{
    struct system *system = begin("real");

    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = spin_with_errno});
    create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = change_errno});
    lm_kernel_start();
}

#if defined(__x86_64__)
static uint32_t float_control(void)
{
    uint32_t control;

    __asm__ volatile("stmxcsr %0" : "=m"(control));
    return control & ~0x3FU; /* without the flags */
}

static void set_float_control(uint32_t control)
{
    __asm__ volatile("ldmxcsr %0" ::"m"(control));
}

enum { TOWARDS_ZERO = 0x6000 };
#elif defined(__i386__)
static uint32_t float_control(void)
{
    uint16_t control;

    __asm__ volatile("fnstcw %0" : "=m"(control));
    return control;
}

static void set_float_control(uint32_t control)
{
    __asm__ volatile("fldcw %0" ::"m"(control));
}

enum { TOWARDS_ZERO = 0xC00 };
#else
static uint64_t float_control(void)
{
    uint64_t control;

    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}

static void set_float_control(uint64_t control)
{
    __asm__ volatile("msr fpcr, %0" ::"r"(control));
}

enum { TOWARDS_ZERO = 0xC00000 };
#endif

static void check_float_control(void *argument)
{
    struct system *system = argument;

    while (!system->done) {
        CHECK((float_control() & TOWARDS_ZERO) == TOWARDS_ZERO);
        if (system->threads[1].priority == lm_thread_self()->priority) {
            CHECK_STATUS(lm_thread_sleep(LM_US(300)), LM_OK);
        }
    }
}

static void the_program_s_rounding_is_kept(void)
{
    struct system *system = begin("real");

    set_float_control(float_control() | TOWARDS_ZERO);
    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = check_float_control});
    create(system, 1, (struct lm_thread_config){LM_PREEMPTIVE(5), .entry = check_float_control});
    create(system, 2, (struct lm_thread_config){LM_PREEMPTIVE(4), .entry = sleep_then_be_done});
    lm_kernel_start();
    set_float_control(float_control() & ~(unsigned)TOWARDS_ZERO);
}

static void count_line(void *argument)
{
    struct system *system = argument;

    CHECK(lm_in_interrupt());
    system->rounds[0]++;
    while (!system->done && lm_now() < LM_SECONDS(100)) { /* the alarm is more urgent */
    }
}

static void be_done(void *argument)
{
    struct system *system = argument;

    CHECK(lm_in_interrupt());
    system->done = true;
}

static void raise_line(void *argument)
{
    struct system *system = argument;
    struct lm_timer timer;

    lm_board_interrupt_attach(0, LM_BOARD_ALARM_URGENCY + 1, count_line, system);
    CHECK_STATUS(lm_timer_create(&timer, "timer", be_done, system), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, LM_MS(10), 0), LM_OK);
    lm_board_interrupt_raise(0);
    CHECK_EQUAL(system->rounds[0], 1);
    CHECK(system->done);
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
}

static void the_alarm_interrupts_a_less_urgent_handler(void)
{
    struct system *system = begin("real");

    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = raise_line});
    lm_kernel_start();
}

static uint64_t wall_us(void)
{
    struct timespec now;

    CHECK_EQUAL(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
}

/* The kernel's clock is read within the outer pair of reads of the wall clock, and around the inner
 * pair. */
static void compare_clocks(void *argument)
{
    const uint64_t *factor_percent = argument;
    uint64_t outer = wall_us();
    uint64_t start = lm_now();
    uint64_t inner = wall_us();

    CHECK_STATUS(lm_thread_sleep(LM_MS(3) * *factor_percent / 100U), LM_OK);
    inner = wall_us() - inner;
    uint64_t ticks = lm_now() - start;

    outer = wall_us() - outer + 1;
    CHECK(inner + 1 >= 3000);
    CHECK(ticks >= LM_MS(3) * *factor_percent / 100U);
    CHECK(ticks <= LM_US(outer) * *factor_percent / 100U + 1);
}

static void a_factor_scales_time(void)
{
    const struct {
        const char *clock;
        uint64_t percent;
    } clocks[] = {{"real", 100}, {"real:10", 1000}, {"real:0.25", 25}, {"real:1000", 100000}};

    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        struct system *system = begin(clocks[i].clock);
        uint64_t percent = clocks[i].percent;

        create(system, 0,
               (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = compare_clocks,
                                         .argument = &percent});
        lm_kernel_start();
    }
}

/* When a timer expired, by the kernel's clock and by the wall clock. */
struct expiry {
    uint64_t instant, wall_us;
};

static struct expiry expiries[2];
static uint64_t stall_end_us; /* by the wall clock */

static void note_the_time(void *argument)
{
    struct expiry *expiry = argument;

    expiry->instant = lm_now();
    expiry->wall_us = wall_us();
}

/* Behave like a host that runs another program for a while. */
static void stall(void *argument)
{
    static struct lm_timer timers[2];
    uint64_t until = wall_us() + 60000U;
    sigset_t signals;

    (void)argument;
    for (unsigned i = 0; i < 2; i++) {
        CHECK_STATUS(lm_timer_create(&timers[i], "timer", note_the_time, &expiries[i]), LM_OK);
        CHECK_STATUS(lm_timer_start(&timers[i], LM_UNTIL(LM_MS(10) + i * LM_MS(20)), 0), LM_OK);
    }
    CHECK_EQUAL(sigemptyset(&signals), 0);
    CHECK_EQUAL(sigaddset(&signals, SIGVTALRM), 0);
    CHECK_EQUAL(sigprocmask(SIG_BLOCK, &signals, NULL), 0);
    do {
        stall_end_us = wall_us();
    } while (stall_end_us < until);
    CHECK_EQUAL(sigprocmask(SIG_UNBLOCK, &signals, NULL), 0);
}

static void a_stall_of_the_desk_is_no_time_of_the_system(void)
{
    struct system *system = begin("real");

    create(system, 0, (struct lm_thread_config){LM_PREEMPTIVE(9), .entry = stall});
    lm_kernel_start();
    for (unsigned i = 0; i < 2; i++) {
        uint64_t since_stall = LM_US(expiries[i].wall_us - stall_end_us + 1);

        CHECK(expiries[i].instant >= LM_MS(10) + i * LM_MS(20));
        CHECK(expiries[i].instant <= LM_MS(11) + since_stall);
    }
}

static void *run_beside(void *argument)
{
    CHECK(lm_host_set_clock("real"));
    lm_kernel_init();
    fill_with_a_spinner_and_a_sleeper(argument);
    lm_kernel_start();
    return NULL;
}

static void systems_run_side_by_side(void)
{
    pthread_t sides[2];

    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(pthread_create(&sides[i], NULL, run_beside, &other_systems[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(pthread_join(sides[i], NULL), 0);
        CHECK(other_systems[i].done);
    }
}

int main(void)
{
    (void)alarm(HANGS_AFTER_SECONDS);
    a_wake_up_preempts_who_spins();
    slices_let_equals_get_on();
    a_threshold_holds_off_until_the_spinner_yields();
    the_lock_holds_off_until_it_is_free();
    no_sleep_is_short("real", false);
    no_sleep_is_short("real:10", false);
    no_sleep_is_short("real", true);
    work_is_time_of_ones_own();
    errno_is_kept();
    the_program_s_rounding_is_kept();
    the_alarm_interrupts_a_less_urgent_handler();
    a_factor_scales_time();
    a_stall_of_the_desk_is_no_time_of_the_system();
    systems_run_side_by_side();
    return 0;
}
