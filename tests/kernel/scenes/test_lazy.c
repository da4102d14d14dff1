/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: under LM_MODEL_LAZY a real-time thread preempts a section at once; an ordinary thread runs
 * at the first multiple of the tick after it became ready, or at the end of the section. The tick
 * runs exactly while a thread runs in a section.
 *
 * Method: all instants of a small time line, in steps of half a millisecond, against the sentence
 * above. Scenes cover the actions of a thread at ticks, and the owner of the hook of the switch.
 */
#include "support/scene.h"
#include <limen/timer_thread.h>

enum { BORDER = 10, REAL_TIME = 5, ORDINARY = 12, STEPS = 12, STEP_US = 500 };

static struct {
    unsigned enter, work, ready, tick; /* in steps */
    unsigned priority;
    uint64_t ran;
} line;

static uint64_t at(unsigned steps)
{
    return LM_US((uint64_t)steps * STEP_US);
}

static void note(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep_until(at(line.ready) + LM_US(100)), LM_OK);
    line.ran = lm_now();
}

static void play_line(void)
{
    CHECK_STATUS(lm_lazy_set(BORDER, at(line.tick)), LM_OK);
    (void)scene_thread(line.priority, note, NULL);
    lm_work(at(line.enter) + 1);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    lm_work(at(line.work));
    CHECK_STATUS(lm_section_leave(), LM_OK);
    lm_work(at(2));
}

/* The instant at which the thread is to run. */
static uint64_t expected(void)
{
    uint64_t ready = at(line.ready) + LM_US(100);
    uint64_t end = at(line.enter) + 1 + at(line.work);
    uint64_t next = line.tick != 0 ? (ready / at(line.tick) + 1) * at(line.tick) : end;

    if (line.priority < BORDER || ready <= at(line.enter) || ready >= end) {
        return ready;
    }
    return next < end ? next : end;
}

static void every_instant_is_right(void)
{
    for (line.enter = 0; line.enter < STEPS; line.enter++) {
        for (line.ready = 0; line.ready < 2 * STEPS; line.ready++) {
            for (line.tick = 0; line.tick <= STEPS; line.tick++) {
                line.work = STEPS;
                scene_run(LM_MODEL_LAZY, play_line);
                CHECK_EQUAL(line.ran, expected());
            }
        }
    }
}

static struct lm_semaphore due;

static void tell_when_due(void *argument)
{
    for (;;) {
        CHECK_STATUS(lm_semaphore_wait(&due, LM_FOREVER), LM_OK);
        tell(*(const char *)argument);
    }
}

static void begin(uint64_t tick)
{
    static char ordinary[] = "o";

    CHECK_STATUS(lm_lazy_set(BORDER, tick), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&due, "due", 0, LM_FIFO), LM_OK);
    (void)scene_thread(ORDINARY, tell_when_due, ordinary);
}

static void wake(void)
{
    CHECK_STATUS(lm_semaphore_post(&due), LM_OK);
}

/* After a tick at which it was preempted, the thread is in its section again. */
static void each_request_waits_for_its_tick(void)
{
    begin(LM_MS(4));
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    lm_work(LM_US(100));
    for (int i = 0; i < 3; i++) {
        wake();
        lm_work(LM_MS(3));
        told("");
        lm_work(LM_MS(2));
        told("o");
        lm_work(LM_MS(3));
    }
    wake();
    CHECK(!lm_preempt_point()); /* it is for VOLUNTARY */
    told("");
    CHECK_STATUS(lm_section_leave(), LM_OK);
    told("o");
}

/* A tick while preemption is disabled is not a preempt point; the next one is. */
static void a_spinlock_lets_a_tick_pass(void)
{
    struct lm_raw_spinlock lock = {0};

    begin(LM_MS(4));
    CHECK_STATUS(lm_raw_spinlock_create(&lock, "lock"), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_lock(&lock), LM_OK);
    wake();
    lm_work(LM_MS(5));
    CHECK_STATUS(lm_raw_spinlock_unlock(&lock), LM_OK);
    told("");
    lm_work(LM_MS(2));
    told("");
    lm_work(LM_MS(2));
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

/* The tick stops while the thread waits, since the simulation would not end otherwise, and
 * continues after the wait. */
static void the_tick_follows_a_thread_that_waits(void)
{
    begin(LM_MS(4));
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_thread_sleep(LM_MS(41)), LM_OK);
    wake();
    lm_work(LM_MS(2));
    told("");
    lm_work(LM_MS(2));
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

static void wait_in_a_section(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_thread_sleep(LM_FOREVER / 4), LM_OK);
}

static uint32_t interrupts(void)
{
    return lm_kernel_counters().interrupts;
}

/* At most one tick comes after the thread has begun to wait. */
static void no_tick_comes_while_nobody_is_in_a_section(void)
{
    begin(LM_MS(1));

    struct lm_thread *other = scene_thread(SCENE_PRIORITY - 1, wait_in_a_section, NULL);
    uint32_t before = interrupts();

    lm_work(LM_MS(100));
    CHECK(interrupts() - before <= 1);
    CHECK_STATUS(lm_thread_terminate(other), LM_OK);
    before = interrupts();
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    lm_work(LM_US(2500));
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_EQUAL(interrupts() - before, 2);
    lm_work(LM_MS(10));
    CHECK_EQUAL(interrupts() - before, 2);
}

/* No thread is in a section that has a border. */
static void no_tick_comes_without_a_section(void)
{
    struct lm_object_counters counters;

    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    begin(LM_MS(1));

    uint32_t before = interrupts();

    lm_work(LM_MS(10)); /* in the section that was entered before */
    CHECK_EQUAL(interrupts(), before);
    CHECK_STATUS(lm_section_leave(), LM_OK);
    wake();
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    told("o");
    before = interrupts();
    lm_work(LM_MS(10));
    CHECK_EQUAL(interrupts(), before);
    counters = lm_kernel_object_counters(LM_KIND_TIMER);
    CHECK_EQUAL(counters.given, 0);
    CHECK_EQUAL(counters.stops, 1); /* by lm_lazy_set */
}

/* The timer that runs already is not started once more, and one that does not is not stopped. */
static void the_timer_is_started_and_stopped_once(void)
{
    begin(LM_MS(4));
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_TIMER).given, 1);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK); /* the switch back finds it started */
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_TIMER).given, 1);
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_TIMER).stops, 2); /* lm_lazy_set, the leave */
    CHECK_STATUS(lm_thread_set_priority(lm_thread_self(), REAL_TIME, REAL_TIME), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_TIMER).stops, 2);
}

static void tell_name(void *argument)
{
    tell(*(const char *)argument);
}

/* The priority right behind the border is that of the least urgent thread that needs the tick. */
static void the_borders_are_exact(void)
{
    static char own[] = "b";
    uint32_t before;

    CHECK_STATUS(lm_lazy_set(BORDER, LM_MS(1)), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(lm_thread_self(), BORDER + 1, BORDER + 1), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    (void)scene_thread(BORDER, tell_name, own);
    told("");
    lm_work(LM_MS(2));
    told("b");
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(lm_thread_self(), BORDER, BORDER), LM_OK);
    before = interrupts();
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    lm_work(LM_MS(2));
    CHECK_EQUAL(interrupts(), before); /* the border does not raise it */
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_STATUS(lm_lazy_set(0, 1), LM_OK); /* the most urgent border, and the shortest tick */
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    (void)scene_thread(1, tell_name, own);
    told("");
    lm_work(2);
    told("b");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

/* The interrupt of the program is the tick. */
static void tick_by_hand(void)
{
    CHECK(lm_preempt_tick());
    CHECK(!lm_preempt_tick()); /* its level has fallen already */
}

static void the_program_may_have_a_tick(void)
{
    begin(0);
    CHECK_EQUAL(due.object.id, lm_thread_self()->object.id + 1); /* no timer exists */
    CHECK(!lm_preempt_tick());                                   /* not in an interrupt */
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    wake();
    CHECK(!lm_preempt_tick());
    lm_work(LM_MS(100));
    told("");
    scene_interrupt(tick_by_hand);
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

static struct lm_thread *preempted;

/* One interrupt makes a real-time thread ready, puts the preempted thread before the running one on
 * its level and another one behind it, and is the tick. */
static void crowd_and_tick(void)
{
    static char names[] = "rq";

    wake();
    (void)scene_thread(REAL_TIME, tell_name, &names[0]);
    CHECK_STATUS(lm_thread_set_priority(preempted, BORDER, BORDER), LM_OK);
    (void)scene_thread(BORDER, tell_name, &names[1]);
    CHECK(lm_preempt_tick());
}

static void work_and_tell(void *argument)
{
    lm_work(LM_MS(3));
    tell(*(const char *)argument);
}

static void a_tick_counts_beside_a_real_time_thread(void)
{
    static char name[] = "p";

    begin(0);
    preempted = scene_thread(SCENE_PRIORITY + 1, work_and_tell, name);
    CHECK_STATUS(lm_thread_sleep(LM_MS(1)), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    scene_interrupt(crowd_and_tick);
    told("rpqo");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

/* The timer's function is called in the interrupt, also when those of others are not. */
static void the_tick_needs_no_thread(void)
{
    static struct lm_timer_thread timers;
    const struct lm_thread_config config = {.name = "timers",
                                            LM_PREEMPTIVE(ORDINARY + 1),
                                            .stack = scene_stack(),
                                            .stack_bytes = SCENE_STACK_BYTES};

    CHECK_STATUS(lm_timer_thread_create(&timers, &config), LM_OK);
    begin(LM_MS(4));
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK); /* the section keeps its model */
    wake();
    lm_work(LM_MS(3));
    told("");
    lm_work(LM_MS(2));
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

static void sliced(void *argument)
{
    (void)argument;
    lm_work(LM_MS(1));
}

/* The first time slice of the system begins after the tick, and both have a hook at switches. */
static void slices_and_ticks_share_the_switch(void)
{
    static struct lm_thread thread;
    static struct lm_slice slice = LM_SLICE(LM_MS(1));
    const struct lm_thread_config config = {.name = "sliced",
                                            .entry = sliced,
                                            LM_PREEMPTIVE(ORDINARY),
                                            .slice = &slice,
                                            .stack = scene_stack(),
                                            .stack_bytes = SCENE_STACK_BYTES};

    begin(LM_MS(4));
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_thread_create(&thread, &config), LM_OK);
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    wake();
    lm_work(LM_MS(3));
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
}

/* Here the slices are first: the sliced thread begins before its equal and ends after it. */
static void ticks_and_slices_share_the_switch(void)
{
    static char names[] = "se";
    static struct lm_slice slice = LM_SLICE(LM_MS(1));
    unsigned first = SCENE_PRIORITY + 1;
    struct lm_thread *thread = scene_thread(first, work_and_tell, &names[0]);

    (void)scene_thread(first, work_and_tell, &names[1]);
    CHECK_STATUS(lm_thread_set_slice(thread, &slice, LM_MS(1)), LM_OK);
    begin(LM_MS(4));
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    told("es");
}

static void change_in_an_interrupt(void)
{
    CHECK_STATUS(lm_lazy_set(BORDER, 0), LM_BAD_CONTEXT);
}

/* A border that is set later counts for sections that are entered later; the tick changes at
 * once. */
static void settings_are_checked_and_change(void)
{
    begin(LM_MS(4));
    CHECK_STATUS(lm_lazy_set(LM_LAZY_BORDER_MAX, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_lazy_set(BORDER, LM_UNTIL_FLAG), LM_BAD_ARGUMENT);
    scene_interrupt(change_in_an_interrupt);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_lazy_set(ORDINARY + 1, LM_MS(1)), LM_OK);
    wake();
    told("");
    lm_work(LM_MS(1) + 1);
    told("o");
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    wake();
    told("o"); /* a real-time thread by the new border */
    CHECK_STATUS(lm_lazy_set(BORDER, 0), LM_OK);
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    wake();
    lm_work(LM_MS(100)); /* no tick exists */
    told("");
    CHECK_STATUS(lm_section_leave(), LM_OK);
    told("o");
}

/* Its own level is more urgent than the border, so the section holds off no further ordinary
 * thread. */
static void a_real_time_thread_keeps_its_level(void)
{
    struct lm_thread_info info;

    begin(LM_MS(4));
    CHECK_STATUS(lm_thread_set_priority(lm_thread_self(), REAL_TIME, REAL_TIME), LM_OK);
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    CHECK_STATUS(lm_thread_get_info(lm_thread_self(), &info), LM_OK);
    CHECK_EQUAL(info.level, REAL_TIME);
    wake();

    uint32_t before = interrupts();

    lm_work(LM_MS(9));
    CHECK_EQUAL(interrupts(), before); /* it needs no tick */
    told("");
    CHECK_STATUS(lm_thread_set_priority(lm_thread_self(), SCENE_PRIORITY, SCENE_PRIORITY), LM_OK);
    CHECK_STATUS(lm_thread_get_info(lm_thread_self(), &info), LM_OK);
    CHECK_EQUAL(info.level, BORDER);
    told("");
    CHECK_STATUS(lm_section_leave(), LM_OK);
    told("o");
}

int main(void)
{
    line.priority = ORDINARY;
    every_instant_is_right();
    line.priority = REAL_TIME;
    every_instant_is_right();
    scene_run(LM_MODEL_LAZY, each_request_waits_for_its_tick);
    scene_run(LM_MODEL_LAZY, a_spinlock_lets_a_tick_pass);
    scene_run(LM_MODEL_LAZY, the_tick_follows_a_thread_that_waits);
    scene_run(LM_MODEL_LAZY, no_tick_comes_while_nobody_is_in_a_section);
    scene_run(LM_MODEL_LAZY, no_tick_comes_without_a_section);
    scene_run(LM_MODEL_LAZY, the_timer_is_started_and_stopped_once);
    scene_run(LM_MODEL_LAZY, the_borders_are_exact);
    scene_run(LM_MODEL_LAZY, the_program_may_have_a_tick);
    scene_run(LM_MODEL_LAZY, a_tick_counts_beside_a_real_time_thread);
    scene_run(LM_MODEL_LAZY, the_tick_needs_no_thread);
    scene_run(LM_MODEL_LAZY, ticks_and_slices_share_the_switch);
    scene_run(LM_MODEL_LAZY, slices_and_ticks_share_the_switch);
    scene_run(LM_MODEL_LAZY, settings_are_checked_and_change);
    scene_run(LM_MODEL_LAZY, a_real_time_thread_keeps_its_level);
    return 0;
}
