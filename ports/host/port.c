/* SPDX-License-Identifier: Apache-2.0 */
/* The host port; see host.h for how it works. */
#include "clock.h"
#include "core/dispatch.h"
#include "cores.h"
#include "faults/faults.h"
#include "fiber.h"
#include "objects/thread.h"
#include "stacks.h"
#include "state.h"
#include "time/alarm.h"
#include <limen/idle_hook.h>
#include <string.h>

LM_HOST_INSTANCE struct lm_kernel lm_the_kernel;
LM_HOST_INSTANCE struct lm_host lm_host;
struct lm_host_event_costs lm_host_event_costs;

#if defined(LM_HOST_SANITIZED)
_Thread_local const void *lm_host_main_stack;
_Thread_local size_t lm_host_main_stack_bytes;
#endif

enum { NO_LINE = LM_HOST_ALL };

static void serve_alarm(void *argument)
{
    (void)argument;
    lm_alarm();
}

/* A program may attach its interrupts before it first initialises the kernel. Those of an earlier
 * run of the kernel are forgotten. */
void lm_port_init(void)
{
    struct lm_host_line lines[LM_HOST_ALL];
    bool is_first = lm_host.alarm == 0; /* the kernel sets it to a later instant */
    struct lm_host_costs costs = lm_host.costs;
    uint64_t limit = lm_host.limit;
    void (*at_limit)(void) = lm_host.at_limit;

    lm_host_clock_stop();
    memcpy(lines, lm_host.lines, sizeof lines);
    memset(&lm_host, 0, sizeof lm_host);
    if (is_first) {
        memcpy(lm_host.lines, lines, sizeof lines);
    }
    lm_host.costs = costs;
    lm_host.limit = limit != 0 ? limit : LM_NEVER;
    lm_host.at_limit = at_limit;
    lm_host.alarm = LM_NEVER;
    LM_IF_CORES(lm_host.now = lm_host_core_begin());
    for (unsigned line = 0; line < LM_HOST_ALL; line++) {
        lm_host.lines[line].due = LM_NEVER;
    }
    lm_host.lines[LM_HOST_ALARM_LINE].handler = serve_alarm;
    lm_host.lines[LM_HOST_ALARM_LINE].urgency = LM_HOST_ALARM_URGENCY;
    lm_host.urgency = LM_HOST_THREAD_URGENCY;
    lm_host.locked = 1;
    lm_host_stacks_init();
    lm_host_clock_init();
    lm_host_attend();
    if (lm_host_faults_init != NULL) {
        lm_host_faults_init();
    }
}

/* In real time a signal may come at any point where the lock is free. */
void lm_host_attend(void)
{
    bool is_due = lm_host.switch_pending || lm_host.pending != 0;
    bool more = is_due || lm_host.real || lm_cpu()->has_switch_hooks || lm_host_event_costs.any;

    lm_host.swap_until = more ? 0 : lm_host.alarm;
    lm_host.deliver_at = is_due ? 0 : lm_host.real ? lm_host.alarm : LM_NEVER;
}

static void take_lock(void)
{
    lm_host.locked = 1;
    atomic_signal_fence(memory_order_seq_cst);
}

static void free_lock(void)
{
    atomic_signal_fence(memory_order_seq_cst);
    lm_host.locked = 0;
    atomic_signal_fence(memory_order_seq_cst);
}

/* working: the thread that leaves the processor would consume time next. */
static void switch_now(bool working)
{
    struct lm_cpu *cpu = lm_cpu();
    void *saved;

    lm_host.switch_pending = false;
    lm_host_attend();
    lm_host_fiber_leave(cpu->next, &saved);
    lm_host.left = cpu->running;
    lm_host_switch(working || cpu->running == &cpu->idle);
    take_lock(); /* lm_host_swap has freed it */
    lm_host_fiber_enter(saved, lm_host.left == &cpu->idle);
}

static bool is_due(void)
{
    return lm_host.now >= lm_host.alarm && !lm_host.real;
}

/* True if due interrupts are served before the switch: if the thread leaves by itself. The
 * exception is a next thread that was preempted between two calls: it completes its calls first. */
static bool is_end_of_instant(const struct lm_cpu *cpu)
{
    const struct lm_thread *next = cpu->next;

    return is_due() && cpu->running->state != LM_STATE_DISPATCHED &&
           (next->state != LM_STATE_DISPATCHED || lm_host_context_is_working(next->stack_pointer));
}

enum lm_status lm_host_return(void)
{
    lm_port_unlock(0);
    return (enum lm_status)lm_cpu()->running->wait_status;
}

enum lm_status lm_host_switch_thread(const struct lm_cpu *cpu)
{
    if (is_end_of_instant(cpu)) {
        lm_host.switch_pending = true;
        lm_host_attend();
    } else {
        switch_now(false);
    }
    return lm_host_return();
}

void lm_port_switch_later(lm_lock_key key)
{
    lm_host.switch_pending = true;
    lm_host_attend();
    lm_port_unlock(key);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The instant of a line has changed, or a line is raised. Requires: the lock, or no signal. */
static void set_alarm(void)
{
    uint64_t first = LM_NEVER;

    for (unsigned line = LM_HOST_ALARM_LINE; line < LM_HOST_ALL; line++) {
        if ((lm_host.pending & 1U << line) == 0) {
            first = earlier(first, lm_host.lines[line].due);
        }
    }
    lm_host.alarm = first;
    lm_host_attend();
    if (lm_host.real) {
        atomic_signal_fence(memory_order_seq_cst);
        lm_host_clock_set_alarm();
    }
}

/* Raise the lines whose instants are before this one. */
static void raise_due_before(uint64_t instant)
{
    if (lm_host.alarm >= instant) {
        return;
    }
    for (unsigned line = LM_HOST_ALARM_LINE; line < LM_HOST_ALL; line++) {
        if (lm_host.lines[line].due < instant) {
            lm_host.pending |= 1U << line;
        }
    }
    set_alarm();
}

/* A program that ends at an instant need not become idle then. */
static void end_at_limit(bool is_over)
{
    if (is_over && lm_host.at_limit != NULL) {
        lm_host.at_limit();
    }
}

void lm_host_pass(uint64_t ticks)
{
    lm_host.now += ticks;
    end_at_limit(lm_host.now >= lm_host.limit);
    raise_due_before(lm_host.now);
}

void lm_host_device_start(unsigned line, uint64_t instant)
{
    uint32_t key = lm_host.locked;

    take_lock();
    lm_host.lines[line].due = instant;
    lm_host.pending &= ~(1U << line);
    if (instant <= lm_host.now) {
        lm_host.pending |= 1U << line;
    }
    set_alarm();
    lm_port_unlock(key);
}

static bool may_interrupt(unsigned line, unsigned urgency)
{
    return (lm_host.pending & 1U << line) != 0 && lm_host.lines[line].urgency < urgency;
}

/* The most urgent raised line that may interrupt the running code. Of equal lines the alarm is
 * first. */
static unsigned most_urgent_line(void)
{
    unsigned best = NO_LINE;
    unsigned urgency = lm_host.urgency;

    if (may_interrupt(LM_HOST_ALARM_LINE, urgency)) {
        best = LM_HOST_ALARM_LINE;
        urgency = LM_HOST_ALARM_URGENCY;
    }
    for (unsigned line = 0; line < LM_HOST_ALL; line++) {
        if (may_interrupt(line, urgency)) {
            best = line;
            urgency = lm_host.lines[line].urgency;
        }
    }
    return best;
}

/* Requires: the lock, which is free while the handler runs. */
static void handle(unsigned line)
{
    unsigned interrupted = lm_host.urgency;

    lm_host.depth++;
    lm_host_charge(lm_host.costs.interrupt);
    if (lm_host.real && line == LM_HOST_ALARM_LINE) {
        lm_host_clock_forgive(lm_host.lines[line].due);
    }
    lm_host.urgency = lm_host.lines[line].urgency;
    lm_host.lines[line].due = LM_NEVER;
    lm_host.pending &= ~(1U << line);
    lm_host_attend();

    bool opened = lm_host.urgency > LM_HOST_ALARM_URGENCY && lm_host_clock_open();

    free_lock();
    lm_interrupt_enter(line);
    lm_host.lines[line].handler(lm_host.lines[line].argument);
    lm_interrupt_exit(line);
    take_lock();
    lm_host_clock_close(opened);
    lm_host.urgency = interrupted;
    lm_host.depth--;
}

/* Requires: the lock, which the thread holds again when it continues. */
static void switch_pending(bool working)
{
    if (is_end_of_instant(lm_cpu())) {
        raise_due_before(lm_host.now + 1);
        return;
    }
    bool opened = lm_host_clock_open();

    switch_now(working);
    lm_host_clock_close(opened);
}

static void deliver(bool working)
{
    do {
        take_lock();
        for (;;) {
            if (lm_host.real) {
                raise_due_before(lm_host.now + 1);
            }
            unsigned line = most_urgent_line();

            if (line != NO_LINE) {
                handle(line);
            } else if (lm_host.depth == 0 && lm_host.switch_pending) {
                switch_pending(working);
            } else {
                break;
            }
        }
        free_lock();
        /* A signal may have come since the last test, and found the lock taken. */
    } while (lm_host.real && lm_host.now >= lm_host.alarm);
}

void lm_host_deliver(void)
{
    deliver(false);
}

/* Called when the running code would consume time, or no thread runs. Requires: the lock is
 * free. */
static void let_due_happen(void)
{
    do {
        raise_due_before(lm_host.now + 1);
        if (lm_host.pending != 0) {
            deliver(true);
        }
    } while (is_due());
}

void lm_host_raise(unsigned line)
{
    uint32_t key = lm_host.locked;

    take_lock();
    lm_host.pending |= 1U << line;
    lm_host_attend();
    if (key == 0) {
        lm_host_deliver();
    }
}

static void work_virtually(uint64_t ticks)
{
    bool locked = lm_host.locked != 0;

    while (ticks > 0) {
        if (!locked) {
            let_due_happen();
        }
        uint64_t step = locked ? ticks : earlier(ticks, lm_host.alarm - lm_host.now);

        LM_IF_CORES(step = lm_host_cores_wait(lm_host.now + step, !locked) - lm_host.now);
        lm_host_pass(step);
        ticks -= step;
    }
}

/* Serve the alarm, which is due. The part of its lateness that exceeds a millisecond is not work of
 * this thread. Requires: the lock. Returns: the time of the threads and handlers that ran
 * meanwhile. */
static uint64_t let_others_run(void)
{
    if (lm_host_clock_look() >= lm_host.lines[LM_HOST_ALARM_LINE].due) {
        lm_host_clock_forgive(lm_host.lines[LM_HOST_ALARM_LINE].due);
    }
    uint64_t start = lm_host_clock_now();

    lm_host_deliver();
    take_lock();
    return lm_host_clock_now() - start;
}

/* The lock is free only where other code may run, so that the time of that code is known.
 * lm_host.told changes at the end, so that the lateness of an alarm that does not count does not
 * undo work. */
static void work_really(uint64_t ticks)
{
    bool locked = lm_host.locked != 0;
    bool alarm_may_come = !locked && lm_host.urgency > LM_HOST_ALARM_URGENCY;

    take_lock();
    uint64_t end = lm_host_clock_now() + ticks;

    for (;;) {
        uint64_t now = lm_host_clock_look();

        if (alarm_may_come && now >= lm_host.alarm) {
            end += let_others_run();
        } else if (now >= end) {
            break;
        }
    }
    (void)lm_host_clock_now();
    if (!locked) {
        lm_port_unlock(0);
    }
}

void lm_host_work(uint64_t ticks)
{
    if (lm_host.real) {
        work_really(ticks);
    } else {
        work_virtually(ticks);
    }
}

uint64_t lm_port_now(void)
{
    return lm_host.real ? lm_host_clock_now() : lm_host.now;
}

void lm_port_set_alarm(uint64_t instant)
{
    lm_host.lines[LM_HOST_ALARM_LINE].due = instant;
    if (instant > lm_host.now) {
        lm_host.pending &= ~(1U << LM_HOST_ALARM_LINE);
    }
    set_alarm();
}

void lm_host_thread_main(void (*entry)(void *), void *argument)
{
    lm_host_fiber_enter(NULL, lm_host.left == &lm_cpu()->idle);
    lm_port_unlock(0);
    entry(argument);
    __builtin_unreachable();
}

void lm_port_prepare(struct lm_thread *thread)
{
    lm_host_stack_guard(thread);

    char *top = (char *)thread->stack + thread->stack_bytes / 16U * 16U;

    if (lm_host.real) {
        lm_host_clock_check_stack(thread->stack_bytes);
    }
    lm_host_fiber_forget(thread->stack, thread->stack_bytes);
    thread->stack_pointer = lm_host_first_context(top, lm_thread_main, thread);
}

/* A job that was terminated on this stack has not returned from its frames. */
void lm_port_call_on(void *top, void (*function)(void *argument), void *argument)
{
    const unsigned char *end = lm_thread_stack_end(lm_cpu()->running);

    lm_host_fiber_forget(end, (size_t)((unsigned char *)top - end));
    lm_host_call_on(top, function, argument);
}

/* The idle thread is the caller of lm_port_start, on its stack. Its context is saved when the first
 * switch leaves it. */
void lm_port_prepare_idle(struct lm_thread *idle)
{
    (void)idle;
}

void lm_idle_hook_set(void (*before)(void), void (*after)(void))
{
    lm_host.before_wait = before;
    lm_host.after_wait = after;
}

void lm_port_clock_advance(uint64_t ticks)
{
    if (lm_host.real) {
        lm_host_clock_advance(ticks);
    } else {
        lm_host_pass(ticks);
    }
}

/* The idle thread waits for its alarm, or a call of another core. */
static void wait_with_others(void)
{
    uint64_t until = lm_host.alarm < lm_host.limit ? lm_host.alarm : LM_NEVER;
    uint64_t now = LM_CORES_OR(lm_host_cores_wait(until, true), until);

    if (now != LM_NEVER) {
        lm_host.now = now;
    }
}

static void let_time_pass(void)
{
    if (lm_host.real) {
        lm_host_clock_wait();
    } else if (LM_CORES > 1) {
        wait_with_others();
    } else if (lm_host.now < lm_host.alarm) {
        lm_host.now = lm_host.alarm;
    }
}

/* Requires: the lock. */
static void wait_for_alarm(void)
{
    if (lm_host.before_wait != NULL) {
        lm_host.before_wait();
    }
    if (lm_host.pending == 0) { /* the function has raised none */
        let_time_pass();
    }
    if (lm_host.after_wait != NULL) {
        lm_host.after_wait();
    }
}

static void idle_until_alarm(void)
{
    take_lock();
    wait_for_alarm();
    if (lm_host.real) {
        lm_port_unlock(0);
    } else {
        free_lock();
        let_due_happen();
    }
}

/* True if anything can still happen. Requires: no thread is ready. */
static bool goes_on(void)
{
    if (lm_host.ask != NULL) {
        lm_host.ask();
    }
    return LM_CORES_OR(!lm_host_cores_are_over(),
                       lm_host.alarm != LM_NEVER && lm_host.alarm < lm_host.limit);
}

void lm_port_start(void)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_host_attend(); /* costs of events may have been set since the kernel was initialised */
    if (cpu->next != cpu->running) {
        switch_now(false);
    }
    lm_port_unlock(0);
    while (goes_on()) {
        idle_until_alarm();
    }
    end_at_limit(lm_host.alarm != LM_NEVER);
    lm_host_clock_stop();
}
