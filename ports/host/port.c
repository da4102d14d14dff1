/* SPDX-License-Identifier: Apache-2.0 */
/* The host port; see host.h for how it works. */
#include "clock.h"
#include "core/dispatch.h"
#include "core/kernel.h"
#include "core/sched.h"
#include "fiber.h"
#include "objects/thread.h"
#include "time/alarm.h"
#include <string.h>

LM_HOST_OWN struct lm_kernel lm_the_kernel;
LM_HOST_OWN struct lm_host lm_host;

#if defined(LM_HOST_SANITIZED)
_Thread_local const void *lm_host_main_stack;
_Thread_local size_t lm_host_main_stack_bytes;
#endif

enum { NO_LINE = LM_HOST_ALL };

void lm_port_init(void)
{
    struct lm_host_costs costs = lm_host.costs;
    uint64_t limit = lm_host.limit;

    lm_host_clock_stop();
    memset(&lm_host, 0, sizeof lm_host);
    lm_host.costs = costs;
    lm_host.limit = limit != 0 ? limit : LM_NEVER;
    lm_host.alarm = LM_NEVER;
    lm_host.timer = LM_NEVER;
    lm_host.device_due = LM_NEVER;
    for (unsigned line = 0; line < LM_HOST_ALL; line++) {
        lm_host.lines[line].due = LM_NEVER;
    }
    lm_host.urgency = LM_HOST_THREAD_URGENCY;
    lm_host.locked = 1;
    lm_host_clock_init();
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

static void switch_now(void)
{
    struct lm_kernel *kernel = lm_port_kernel();
    void *saved;

    lm_host.switch_pending = false;
    lm_host_charge(lm_host.costs.switched);
    if (kernel->running->state == LM_STATE_SUSPENDED) {
        lm_host_charge(lm_host.costs.waited);
    }
    lm_host_fiber_leave(kernel->next, &saved);
    lm_host.left = kernel->running;
    lm_host_switch();
    lm_host_fiber_enter(saved, lm_host.left == &kernel->idle);
}

void lm_port_switch_thread(struct lm_kernel *kernel, struct lm_thread *from)
{
    (void)kernel;
    (void)from;
    switch_now();
    lm_port_unlock(0);
}

void lm_port_switch(lm_lock_key key)
{
    if (key == 0 && lm_host.depth == 0) {
        switch_now();
        lm_port_unlock(0);
    } else {
        lm_host.switch_pending = true;
        lm_port_unlock(key);
    }
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The timer or a device has another instant. Requires: the lock, or that there is no signal. */
static void set_alarm(void)
{
    lm_host.alarm = earlier(lm_host.timer, lm_host.device_due);
    if (lm_host.real) {
        atomic_signal_fence(memory_order_seq_cst);
        lm_host_clock_set_alarm();
    }
}

/* Devices that are due raise their lines; the first of the others is due next. */
static void look_at_devices(void)
{
    lm_host.device_due = LM_NEVER;
    for (unsigned line = LM_HOST_FIRST_DEVICE; line < LM_HOST_ALL; line++) {
        if (lm_host.now >= lm_host.lines[line].due) {
            lm_host.pending |= 1U << line;
            lm_host.lines[line].due = LM_NEVER;
        }
        lm_host.device_due = earlier(lm_host.device_due, lm_host.lines[line].due);
    }
    set_alarm();
}

void lm_host_device_start(unsigned line, uint64_t instant)
{
    uint32_t key = lm_host.locked;

    take_lock();
    lm_host.lines[line].due = instant;
    lm_host.pending &= ~(1U << line);
    look_at_devices();
    lm_port_unlock(key);
}

/* The most urgent interrupt that is due and may interrupt what runs. */
static unsigned most_urgent_line(void)
{
    unsigned best = NO_LINE;
    unsigned urgency = lm_host.urgency;

    if (lm_host.now >= lm_host.device_due) {
        look_at_devices();
    }
    if (lm_host.now >= lm_host.timer && urgency > LM_HOST_ALARM_URGENCY) {
        best = LM_HOST_ALARM_LINE;
        urgency = LM_HOST_ALARM_URGENCY;
    }
    for (unsigned line = 0; line < LM_HOST_ALL; line++) {
        if ((lm_host.pending & 1U << line) != 0 && lm_host.lines[line].urgency < urgency) {
            best = line;
            urgency = lm_host.lines[line].urgency;
        }
    }
    return best;
}

static void run_handler(unsigned line)
{
    lm_interrupt_enter(line);
    if (line == LM_HOST_ALARM_LINE) {
        lm_alarm();
    } else {
        lm_host.lines[line].handler(lm_host.lines[line].argument);
    }
    lm_interrupt_exit(line);
}

/* Requires: the lock, which is free while the handler runs. */
static void handle(unsigned line)
{
    unsigned interrupted = lm_host.urgency;
    bool opened = false;

    lm_host.depth++;
    lm_host_charge(lm_host.costs.interrupt);
    if (line == LM_HOST_ALARM_LINE) {
        if (lm_host.real) {
            lm_host_clock_forgive(lm_host.timer);
        }
        lm_host.urgency = LM_HOST_ALARM_URGENCY;
        lm_host.timer = LM_NEVER;
        set_alarm();
    } else {
        lm_host.urgency = lm_host.lines[line].urgency;
        lm_host.pending &= ~(1U << line);
        opened = lm_host.urgency > LM_HOST_ALARM_URGENCY && lm_host_clock_open();
    }
    free_lock();
    run_handler(line);
    take_lock();
    lm_host_clock_close(opened);
    lm_host.urgency = interrupted;
    lm_host.depth--;
}

/* Requires: the lock, which the thread holds again when it goes on. */
static void switch_pending(void)
{
    bool opened = lm_host_clock_open();

    switch_now();
    lm_host_clock_close(opened);
}

void lm_host_deliver(void)
{
    do {
        take_lock();
        for (;;) {
            unsigned line = most_urgent_line();

            if (line != NO_LINE) {
                handle(line);
            } else if (lm_host.depth == 0 && lm_host.switch_pending) {
                switch_pending();
            } else {
                break;
            }
        }
        free_lock();
        /* A signal may have come since the last look, and found the lock taken. */
    } while (lm_host.now >= lm_host.alarm && lm_host.urgency > LM_HOST_ALARM_URGENCY);
}

void lm_host_raise(unsigned line)
{
    uint32_t key = lm_host.locked;

    take_lock();
    lm_host.pending |= 1U << line;
    if (key == 0) {
        lm_host_deliver();
    }
}

static void work_virtually(uint64_t ticks)
{
    while (ticks > 0) {
        bool timer_may_come = lm_host.locked == 0 && lm_host.urgency > LM_HOST_ALARM_URGENCY;
        uint64_t next = timer_may_come ? lm_host.alarm : lm_host.device_due;
        uint64_t step = ticks;

        if (lm_host.locked == 0 && next < LM_NEVER && next < lm_host.now + step) {
            step = next > lm_host.now ? next - lm_host.now : 0;
        }
        lm_host.now += step;
        ticks -= step;
        if (lm_host.locked == 0) {
            lm_host_deliver();
        }
    }
}

/* With the lock taken but for the places where others may run, so that their time is known. */
static void work_really(uint64_t ticks)
{
    bool locked = lm_host.locked != 0;
    bool alarm_may_come = !locked && lm_host.urgency > LM_HOST_ALARM_URGENCY;

    take_lock();
    uint64_t end = lm_host_clock_now() + ticks;

    for (uint64_t now; (now = lm_host_clock_look()) < end;) {
        if (alarm_may_come && now >= lm_host.alarm) {
            lm_host_deliver();
            take_lock();
            end += lm_host_clock_now() - now;
        }
    }
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
    lm_host.timer = instant;
    set_alarm();
}

void lm_host_thread_main(void (*entry)(void *), void *argument)
{
    lm_host_fiber_enter(NULL, lm_host.left == &lm_port_kernel()->idle);
    lm_port_unlock(0);
    entry(argument);
    __builtin_unreachable();
}

void lm_port_prepare(struct lm_thread *thread)
{
    char *top = (char *)thread->stack + thread->stack_bytes / 16U * 16U;

    if (lm_host.real) {
        lm_host_clock_check_stack(thread->stack_bytes);
    }
    lm_host_fiber_forget(thread);
    thread->stack_pointer = lm_host_first_context(top, lm_thread_main, thread);
}

/* The idle thread is the caller of lm_port_start, on its stack: its context is saved when it
 * is left for the first time. */
void lm_port_prepare_idle(struct lm_thread *idle)
{
    (void)idle;
}

static void idle_until_alarm(void)
{
    if (lm_host.real) {
        take_lock();
        lm_host_clock_wait();
        lm_port_unlock(0);
        return;
    }
    if (lm_host.now < lm_host.alarm) {
        lm_host.now = lm_host.alarm;
    }
    lm_host_deliver();
}

void lm_port_start(void)
{
    struct lm_kernel *kernel = lm_port_kernel();

    if (kernel->next != kernel->running) {
        switch_now();
    }
    lm_port_unlock(0);
    while (lm_host.alarm != LM_NEVER && lm_host.alarm < lm_host.limit) {
        idle_until_alarm();
    }
    lm_host_clock_stop();
}
