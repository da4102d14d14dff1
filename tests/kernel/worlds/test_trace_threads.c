/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: events of threads, sections and interrupts write exactly the records of
 * spec/trace-format.md; and each call leaves the lock free.
 *
 * Method: the calls, one after the other, and the records that each of them writes. A call that
 * waits returns here at once, in the place of the next thread.
 */
#include "trace_rows.h"
#include <limen/cyclic.h>

static void ignore_overflow(struct lm_thread *thread)
{
    (void)thread;
}

static void a_spoilt_stack(void)
{
    unsigned char *stack;

    begin();
    lm_stack_check(ignore_overflow);
    WROTE_NOTHING();
    stack = threads[0].stack;
    stack[0] = (unsigned char)~stack[0];
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    WROTE({LM_EVENT_THREAD_SUSPEND, first, LM_IMPLIES, 0}, {LM_EVENT_STACK_OVERFLOW, first, 0, 0},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
}

static void threads_live(void)
{
    struct lm_thread_config config = threads_config(2, 4, 3);
    struct lm_thread_info info;

    begin();
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    unsigned id = threads[2].object.id;

    WROTE({LM_EVENT_THREAD_CREATE, id, 4, 3});
    CHECK_STATUS(lm_thread_start(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_START, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_SUSPEND, id, LM_IMPLIES, 0}, switch_to(first, 5, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_thread_get_info(&threads[2], &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESUME, id, LM_IMPLIES, 0},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_sleep(9), LM_OK);
    WROTE({LM_EVENT_THREAD_SLEEP, id, LM_IMPLIES, 9}, switch_to(first, 5, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_thread_abort_wait(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_ABORT_WAIT, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_ABORTED},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_trace_stack(&threads[2]), LM_OK);
    WROTE({LM_EVENT_STACK, id, 0, lm_thread_stack_unused(&threads[2])});
    CHECK_STATUS(lm_thread_set_slice(&threads[2], &threads_slice[2], 77), LM_OK);
    WROTE({LM_EVENT_THREAD_SLICE, id, 0, 77});
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_TERMINATE, id, 0, 0}, {LM_EVENT_SUSPEND, 0, FOR_ITS_END, id},
          switch_to(first, 5, LM_LEAVE_TERMINATED));
    CHECK_STATUS(lm_thread_reset(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESET, id, 0, 0});
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_TERMINATE, id, 0, 0});
    CHECK_STATUS(lm_thread_restart(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESTART, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    seen = written();
    CHECK_STATUS(lm_thread_delete(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_DELETE, id, 0, 0});
}

/* Released at 0, in time; at 10, too late for its deadline; at 20, too late for its period. */
static void jobs(void)
{
    static struct lm_period period = LM_PERIOD(10, 0, 3);
    struct lm_thread_config config = threads_config(2, 4, 4);

    begin();
    config.period = &period;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    unsigned id = threads[2].object.id;

    WROTE({LM_EVENT_THREAD_CREATE, id, 4, 4}, {LM_EVENT_RELEASE, id, 0, 0},
          {LM_EVENT_READY, id, 4, LM_OK}, switch_to(id, 4, LM_LEAVE_PREEMPTED_BY_CALL));
    null_run_until(3);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    WROTE({LM_EVENT_COMPLETE, id, 0, 3}, {LM_EVENT_SUSPEND, 0, FOR_PERIOD, id},
          switch_to(first, 5, LM_LEAVE_BLOCKED));
    null_run_until(15);
    WROTE({LM_EVENT_RELEASE, id, 0, 1}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 4, LM_LEAVE_PREEMPTED_BY_INTERRUPT));
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    WROTE({LM_EVENT_COMPLETE, id, 0, 5}, {LM_EVENT_DEADLINE_MISS, id, 0, 2},
          {LM_EVENT_SUSPEND, 0, FOR_PERIOD, id}, switch_to(first, 5, LM_LEAVE_BLOCKED));
    null_run_until(34);
    seen = written();
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    WROTE({LM_EVENT_COMPLETE, id, 0, 14}, {LM_EVENT_DEADLINE_MISS, id, 0, 11},
          {LM_EVENT_OVERRUN, id, 0, 4}, {LM_EVENT_RELEASE, id, 0, 3});
}

/* It is suspended while it waits for its next job: the release is kept. */
static void a_release_that_waits(void)
{
    static struct lm_period period = LM_PERIOD(10, 0, 3);
    struct lm_thread_config config = threads_config(2, 4, 4);

    begin();
    config.period = &period;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    seen = written();
    null_run_until(10);
    WROTE({LM_EVENT_RELEASE, threads[2].object.id, 0, 1},
          {LM_EVENT_SUSPEND, 0, FOR_RESUME, HALVES(threads[2].object.id, LM_OK)});
}

/* It is suspended while it sleeps: the end of the sleep is kept. */
static void a_suspension_that_waits(void)
{
    begin();
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    seen = written();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    WROTE({LM_EVENT_THREAD_SUSPEND, first, 0, 0});
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESUME, first, 0, 0});
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    seen = written();
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK);
    WROTE({LM_EVENT_THREAD_ABORT_WAIT, first, 0, 0},
          {LM_EVENT_SUSPEND, 0, FOR_RESUME, HALVES(first, LM_ABORTED)});
}

/* The wait ends, and the thread is suspended. */
static void a_suspension_that_ends_a_wait(void)
{
    begin();
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    seen = written();
    CHECK_STATUS(lm_thread_suspend_now(&threads[0]), LM_OK);
    WROTE({LM_EVENT_THREAD_SUSPEND, first, 0, 0}, {LM_EVENT_THREAD_ABORT_WAIT, first, 0, 0},
          {LM_EVENT_SUSPEND, 0, FOR_RESUME, HALVES(first, LM_ABORTED)});
}

static void sleeps_until_an_instant(void)
{
    begin();
    null_set_clock(5);
    CHECK_STATUS(lm_thread_sleep_until(3), LM_OK);
    WROTE({LM_EVENT_THREAD_SLEEP, first, 0, 0});
    CHECK_STATUS(lm_thread_sleep_until(12), LM_OK);
    WROTE({LM_EVENT_THREAD_SLEEP, first, 0, 7}, {LM_EVENT_SUSPEND, 0, FOR_TIME, first},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
}

/* Thread 1 has the same priority as thread 0. */
static void the_end_of_a_slice(void)
{
    begin();
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 5, 5), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    seen = written();
    null_run_until(10);
    WROTE({LM_EVENT_SLICE, first, 1, 0}, switch_to(second, 5, LM_LEAVE_SLICE));
}

static void urgencies(void)
{
    unsigned old;

    begin();
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 8), LM_OK);
    WROTE({LM_EVENT_THREAD_PRIORITY, second, 9, HALVES(8, 2)},
          {LM_EVENT_PRIORITY, second, 9, HALVES(8, LM_CHANGE_PRIORITY)},
          {LM_EVENT_LEVEL, second, 9, HALVES(6, LM_CHANGE_PRIORITY)});
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 2, &old), LM_OK);
    WROTE({LM_EVENT_THREAD_PRIORITY, first, 5, HALVES(2, 1)},
          {LM_EVENT_LEVEL, first, 2, HALVES(5, LM_CHANGE_THRESHOLD)});
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 0, HALVES(2, LM_CHANGE_PREEMPT_DISABLE)});
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 2, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)});
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    WROTE({LM_EVENT_YIELD, 0, 0, 0});
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 8), LM_OK); /* its level stays */
    WROTE({LM_EVENT_THREAD_PRIORITY, second, 9, HALVES(8, 2)});
    CHECK_STATUS(lm_thread_set_priority(&threads[0], 6, 2), LM_OK); /* and so does this one */
    WROTE({LM_EVENT_THREAD_PRIORITY, first, 6, HALVES(2, 2)},
          {LM_EVENT_PRIORITY, first, 6, HALVES(2, LM_CHANGE_PRIORITY)});
}

static void a_suspension_at_the_end_of_disabled_preemption(void)
{
    begin();
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_interrupt_exit();
    seen = written();
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 5, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)},
          {LM_EVENT_SUSPEND, 0, FOR_RESUME, first}, switch_to(second, 6, LM_LEAVE_BLOCKED));
}

static void a_priority_that_passes_along_a_chain(void)
{
    static struct lm_mutex mutex;

    begin();
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK); /* by thread 1 */
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER); /* by thread 0 */
    CHECK_EQUAL(threads_running(), 1);
    seen = written();
    CHECK_STATUS(lm_thread_set_priority(&threads[0], 3, 3), LM_OK);
    WROTE({LM_EVENT_THREAD_PRIORITY, first, 3, HALVES(3, 2)},
          {LM_EVENT_PRIORITY, first, 3, HALVES(3, LM_CHANGE_PRIORITY)},
          {LM_EVENT_PRIORITY, second, 3, HALVES(3, LM_CHANGE_INHERITANCE)},
          {LM_EVENT_LEVEL, second, 3, HALVES(5, LM_CHANGE_INHERITANCE)});
}

static void clocks_and_marks(void)
{
    begin();
    lm_time_set(1234);
    WROTE({LM_EVENT_TIME_SET, 0, 0, 1234});
    CHECK_EQUAL(lm_time_get(), 1234);
    WROTE({LM_EVENT_TIME_GET, 0, 0, 1234});
    lm_trace_user(7, 8);
    WROTE({LM_EVENT_USER, 0, 7, 8});
    lm_trace_service(9, &threads[1].object, 10);
    WROTE({LM_EVENT_SERVICE, second, 9, 10});
    uint32_t key = lm_irq_off();

    lm_irq_on(key);
    WROTE({LM_EVENT_IRQ_OFF, 0, 0, 0}, {LM_EVENT_IRQ_ON, 0, 0, 0});
    (void)lm_now();
    WROTE_NOTHING();
}

static void sections(void)
{
    begin();
    CHECK_STATUS(lm_model_set(LM_MODEL_VOLUNTARY), LM_OK);
    WROTE({LM_EVENT_MODEL, 0, LM_MODEL_VOLUNTARY, 0});
    CHECK_STATUS(lm_section_enter(&threads[1].object), LM_OK);
    WROTE({LM_EVENT_SECTION_ENTER, second, 1, LM_MODEL_VOLUNTARY},
          {LM_EVENT_LEVEL, first, 0, HALVES(5, LM_CHANGE_SECTION_ENTER)});
    CHECK(!lm_preempt_point());
    WROTE({LM_EVENT_PREEMPT_POINT, 0, 0, 0});
    CHECK_STATUS(lm_section_leave(), LM_OK);
    WROTE({LM_EVENT_SECTION_LEAVE, 0, 0, 0},
          {LM_EVENT_LEVEL, first, 5, HALVES(0, LM_CHANGE_SECTION_LEAVE)});
}

/* The tick is a preempt point. The thread that it lets in has another priority than thread 1, which
 * the section does not hold off. */
static void lazy_sections(void)
{
    struct lm_thread_config config = threads_config(2, 4, 4);
    unsigned id;

    begin();
    CHECK_STATUS(lm_lazy_set(3, 0), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_LAZY), LM_OK);
    WROTE({LM_EVENT_MODEL, 0, LM_MODEL_LAZY, 0});
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    WROTE({LM_EVENT_SECTION_ENTER, 0, 1, LM_MODEL_LAZY},
          {LM_EVENT_LEVEL, first, 3, HALVES(5, LM_CHANGE_SECTION_ENTER)});
    null_interrupt_enter();
    CHECK(!lm_preempt_tick());
    WROTE({LM_EVENT_PREEMPT_POINT, 0, 0, 0});
    null_interrupt_exit();
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    id = threads[2].object.id;
    WROTE({LM_EVENT_THREAD_CREATE, id, 4, 4}, {LM_EVENT_READY, id, 4, LM_OK});
    null_interrupt_enter();
    CHECK(lm_preempt_tick());
    WROTE({LM_EVENT_PREEMPT_POINT, 0, 1, 0},
          {LM_EVENT_LEVEL, first, 5, HALVES(3, LM_CHANGE_SECTION_LEAVE)});
    null_interrupt_exit();
}

static void spinlocks(void)
{
    static struct lm_spinlock lock;

    begin();
    CHECK_STATUS(lm_section_enter(NULL), LM_OK);
    WROTE({LM_EVENT_SECTION_ENTER, 0, 1, LM_MODEL_FULL});
    CHECK_STATUS(lm_section_leave(), LM_OK);
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    unsigned id = lock.spin.object.id;

    seen = written();
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 0, HALVES(5, LM_CHANGE_PREEMPT_DISABLE)},
          {LM_EVENT_SPIN_LOCK, id, LM_SPIN_LEVEL, 0});
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    WROTE({LM_EVENT_SPIN_UNLOCK, id, LM_SPIN_LEVEL, 0},
          {LM_EVENT_LEVEL, first, 5, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)});
    CHECK_STATUS(lm_model_set(LM_MODEL_RT), LM_OK);
    seen = written();
    uint32_t key = lm_spinlock_lock_irq(&lock);

    WROTE({LM_EVENT_MUTEX_LOCK, lock.mutex.object.id, 1, LM_OUTCOME_DONE},
          {LM_EVENT_SPIN_LOCK, id, LM_SPIN_MUTEX, 0});
    lm_spinlock_unlock_irq(&lock, key);
    WROTE({LM_EVENT_SPIN_UNLOCK, id, LM_SPIN_MUTEX, 0},
          {LM_EVENT_MUTEX_UNLOCK, lock.mutex.object.id, 0, LM_OUTCOME_DONE});
}

/* A cyclic thread: released by its period, by a flag of a device, and too late. */
static void ticks(void)
{
    static struct lm_tick tick;
    static struct lm_cyclic cyclic;
    static uint32_t device;
    struct lm_thread_config config = threads_config(2, 4, 4);

    begin();
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    CHECK_STATUS(lm_tick_create(&tick, &(struct lm_tick_config){.name = "tick", .length = 10}),
                 LM_OK);
    unsigned id = threads[2].object.id, tick_id = tick.timer.object.id;

    seen = written();
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, &threads[2]), LM_OK);
    WROTE({LM_EVENT_TICK_ATTACH, id, 0, tick_id});
    CHECK_STATUS(lm_cyclic_set_period(&cyclic, 10, 0), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic), LM_OK);
    WROTE_NOTHING();
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    WROTE({LM_EVENT_TIMER_START, tick_id, 0, 10});
    null_run_until(10);
    WROTE({LM_EVENT_TIMER_EXPIRE, tick_id, 0, 0}, {LM_EVENT_TICK_BEGIN, tick_id, 0, 0},
          {LM_EVENT_RELEASE, id, LM_TRIGGER_PERIOD, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          {LM_EVENT_TICK_END, tick_id, 0, 0}, switch_to(id, 4, LM_LEAVE_PREEMPTED_BY_INTERRUPT));
    CHECK_STATUS(lm_cyclic_arm(&device, 2, 0), LM_OK);
    CHECK_STATUS(lm_cyclic_set_timeout(40), LM_OK);
    WROTE_NOTHING();
    null_run_until(13);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    WROTE({LM_EVENT_COMPLETE, id, 0, 3}, {LM_EVENT_SUSPEND, 0, FOR_PERIOD, id},
          switch_to(first, 5, LM_LEAVE_BLOCKED));
    device = 2;
    null_run_until(20);
    WROTE({LM_EVENT_TIMER_EXPIRE, tick_id, 0, 0}, {LM_EVENT_TICK_BEGIN, tick_id, 0, 1},
          {LM_EVENT_RELEASE, id, LM_TRIGGER_DEVICE, 1}, {LM_EVENT_READY, id, 4, LM_OK},
          {LM_EVENT_TICK_END, tick_id, 0, 0}, switch_to(id, 4, LM_LEAVE_PREEMPTED_BY_INTERRUPT));
    CHECK_STATUS(lm_cyclic_disarm(), LM_OK);
    CHECK_STATUS(lm_cyclic_set_timeout(0), LM_OK);
    null_run_until(35);
    seen = written();
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    WROTE({LM_EVENT_COMPLETE, id, 0, 15}, {LM_EVENT_OVERRUN, id, 0, 5},
          {LM_EVENT_RELEASE, id, LM_TRIGGER_PERIOD, 2});
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_PERIOD);
}

/* While threads run; test_trace.c checks the contents of their records. */
static void the_trace_itself(void)
{
    static uint32_t another[LM_TRACE_BYTES(OBJECTS, 8) / 4];
    const struct lm_trace_header *header = (const void *)buffer;

    begin();
    lm_trace_add(&threads[0].object);
    WROTE_NOTHING();
    lm_trace_filter(LM_TRACE_CLASS(LM_EVENT_USER));
    WROTE_NOTHING();
    lm_trace_user(1, 2);
    WROTE_NOTHING();
    lm_time_set(3);
    WROTE({LM_EVENT_TIME_SET, 0, 0, 3});
    lm_trace_user(4, 5);
    WROTE_NOTHING();
    lm_trace_filter(0);
    CHECK_STATUS(lm_trace_start(another, sizeof another, OBJECTS), LM_OK);
    CHECK_EQUAL(header->flags, 0); /* the one that was on has ended */
    lm_trace_user(6, 7);
    WROTE_NOTHING();
    CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, OBJECTS), LM_OK);
    seen = 0;
    lm_trace_stop();
    lm_trace_user(8, 9);
    WROTE_NOTHING();
    lm_object_attach_counters(&threads[0].object, NULL);
    WROTE_NOTHING();
    (void)lm_kernel_counters();
    (void)lm_kernel_object_counters(LM_KIND_THREAD);
    WROTE_NOTHING();
}

/* Thread and depth are those of the running code. */
static void check_context(unsigned number, unsigned thread, unsigned depth)
{
    CHECK_EQUAL(record(number)[1] >> 16, thread);
    CHECK_EQUAL(record(number)[1] >> 8 & 0xFFU, depth);
}

static void interrupts(void)
{
    begin();
    unsigned start = seen;

    null_interrupt_enter();
    lm_interrupt_enter(4);
    CHECK(lm_in_interrupt());
    null_interrupt_enter();
    lm_interrupt_enter(5);
    lm_trace_user(1, 2);
    lm_interrupt_exit(5);
    null_interrupt_exit();
    lm_trace_user(3, 4);
    lm_interrupt_exit(4);
    null_interrupt_exit();
    CHECK(!lm_in_interrupt());
    lm_trace_user(5, 6);
    WROTE({LM_EVENT_IRQ_ENTER, 0, 4, 0}, {LM_EVENT_IRQ_ENTER, 0, 5, 0}, {LM_EVENT_USER, 0, 1, 2},
          {LM_EVENT_IRQ_EXIT, 0, 5, 0}, {LM_EVENT_USER, 0, 3, 4}, {LM_EVENT_IRQ_EXIT, 0, 4, 0},
          {LM_EVENT_USER, 0, 5, 6});
    for (unsigned i = 0; i < 7; i++) {
        static const unsigned depths[] = {1, 2, 2, 2, 1, 1, 0};

        check_context(start + i, first, depths[i]);
    }
    CHECK_EQUAL(lm_kernel_counters().interrupts, 2);
}

/* Interrupts that a program disables twice are enabled when the outer part ends. */
static void interrupts_off(void)
{
    begin();
    uint32_t outer = lm_irq_off();
    uint32_t inner = lm_irq_off();

    CHECK(lm_interrupts_are_disabled());
    lm_irq_on(inner);
    CHECK(lm_interrupts_are_disabled());
    lm_irq_on(outer);
    WROTE({LM_EVENT_IRQ_OFF, 0, 0, 0}, {LM_EVENT_IRQ_ON, 0, 0, 0});
}

int main(void)
{
    threads_live();
    a_spoilt_stack();
    jobs();
    a_release_that_waits();
    a_suspension_that_waits();
    a_suspension_that_ends_a_wait();
    sleeps_until_an_instant();
    the_end_of_a_slice();
    urgencies();
    a_suspension_at_the_end_of_disabled_preemption();
    a_priority_that_passes_along_a_chain();
    clocks_and_marks();
    sections();
    lazy_sections();
    ticks();
    spinlocks();
    the_trace_itself();
    interrupts();
    interrupts_off();
    return 0;
}
