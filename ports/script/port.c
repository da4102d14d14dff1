/* SPDX-License-Identifier: Apache-2.0 */
/* The script port; see script.h. Instants are treated as in ports/host/port.c. */
#include "core/dispatch.h"
#include "state.h"
#include "time/alarm.h"
#include <string.h>

LM_SCRIPT_OWN struct lm_script *lm_script;
LM_IF_CORES(LM_SCRIPT_OWN unsigned lm_script_core;)

_Static_assert(sizeof(struct lm_script) % _Alignof(struct lm_kernel) == 0, "the kernel follows");

void lm_port_init(void)
{
    memset(lm_script, 0, sizeof *lm_script);
    lm_script->alarm = LM_NEVER;
    lm_script->alarm_due = LM_NEVER;
    LM_IF_CORES(lm_script->called = LM_NEVER;)
    lm_script->locked = 1;
}

/* The two activities with which a thread that does not run may continue: complete a call, or work,
 * if an interrupt has preempted it. The stack pointer, which has no stack, distinguishes them. */
static void set_working(struct lm_thread *thread, bool working)
{
    thread->stack_pointer = working ? NULL : thread->stack;
}

static bool is_working(const struct lm_thread *thread)
{
    return thread->stack_pointer == NULL;
}

static void switch_now(struct lm_cpu *cpu)
{
    lm_script->switch_pending = false;
    if (cpu->has_switch_hooks) {
        lm_dispatch(cpu);
    } else {
        lm_dispatch_plain(cpu, cpu->running, cpu->next);
    }
}

static bool is_due(void)
{
    return lm_script->now >= lm_script->alarm;
}

/* See the function of this name in ports/host/port.c. */
static bool is_end_of_instant(const struct lm_cpu *cpu)
{
    const struct lm_thread *next = cpu->next;

    return is_due() && cpu->running->state != LM_STATE_DISPATCHED &&
           (next->state != LM_STATE_DISPATCHED || is_working(next));
}

enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                     enum lm_status result)
{
    set_working(from, false);
    if (__builtin_expect(is_end_of_instant(cpu), 0)) {
        lm_script->switch_pending = true;
        lm_script_deliver();
    } else {
        switch_now(cpu);
    }
    lm_script->locked = 0;
    return result;
}

void lm_port_switch_later(lm_lock_key key)
{
    lm_script->switch_pending = true;
    lm_script->locked = key;
}

/* An instant has changed, or a line is pending. */
static void set_alarm(void)
{
    uint64_t first = lm_script->alarm_pending ? LM_NEVER : lm_script->alarm_due;

    for (unsigned i = 0; i < lm_script->line_count; i++) {
        const struct lm_script_line *line = &lm_script->lines[i];

        if (!line->pending && line->due < first) {
            first = line->due;
        }
    }
    LM_IF_CORES(first = lm_script->called < first ? lm_script->called : first;)
    lm_script->alarm = first;
}

static void raise_due(void)
{
    if (!is_due()) {
        return;
    }
    lm_script->alarm_pending |= lm_script->alarm_due <= lm_script->now;
    for (unsigned i = 0; i < lm_script->line_count; i++) {
        lm_script->lines[i].pending |= lm_script->lines[i].due <= lm_script->now;
    }
    LM_IF_CORES(if (lm_script->called <= lm_script->now) {
        lm_script->called = LM_NEVER;
        lm_script->call_pending = true;
    })
    set_alarm();
}

void lm_script_line_start(unsigned line, uint64_t instant)
{
    lm_script->lines[line].due = instant;
    lm_script->lines[line].pending = instant <= lm_script->now;
    set_alarm();
}

void lm_script_handler_work(uint64_t ticks)
{
    LM_IF_CORES(if (lm_script->has_others) {
        lm_script->handler_end = ticks > 0 ? lm_script->now + ticks : 0;
        return;
    })
    while (ticks > 0) {
        raise_due();
        uint64_t rest = lm_script->alarm - lm_script->now;
        uint64_t step = ticks < rest ? ticks : rest;

        lm_script->now += step;
        ticks -= step;
    }
}

static void serve_alarm(void)
{
    lm_script->alarm_due = LM_NEVER;
    lm_script->alarm_pending = false;
    lm_script->depth++;
    lm_script->locked = 0;
    lm_interrupt_enter(LM_SCRIPT_ALARM_LINE);
    lm_alarm();
    lm_interrupt_exit(LM_SCRIPT_ALARM_LINE);
    lm_script->locked = 1;
    lm_script->depth--;
}

static void leave_line(unsigned number)
{
    lm_interrupt_exit(LM_SCRIPT_FIRST_LINE + number);
    lm_script->locked = 1;
    lm_script->depth--;
}

/* True if a handler uses the processor. Nothing else happens on the core until it ends. */
static bool is_in_handler(void)
{
    return LM_CORES_OR(lm_script->handler_end != 0, false);
}

static void serve_line(unsigned number)
{
    struct lm_script_line *line = &lm_script->lines[number];

    line->due = LM_NEVER;
    line->pending = false;
    lm_script->depth++;
    lm_script->locked = 0;
    lm_interrupt_enter(LM_SCRIPT_FIRST_LINE + number);
    line->handler(line->argument);
    LM_IF_CORES(lm_script->handler = number;)
    if (!is_in_handler()) {
        leave_line(number);
    }
}

#if LM_CORES > 1
void lm_script_handler_end(void)
{
    lm_script->handler_end = 0;
    raise_due();
    leave_line(lm_script->handler);
    lm_script_deliver();
}

static void serve_call(void)
{
    lm_script->call_pending = false;
    lm_script->depth++;
    lm_script->locked = 0;
    lm_interrupt_enter(LM_SCRIPT_CALL_LINE);
    lm_cores_serve();
    lm_interrupt_exit(LM_SCRIPT_CALL_LINE);
    lm_script->locked = 1;
    lm_script->depth--;
}

/* At the instant of the caller, and not before this core has completed what takes no time. */
enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    struct lm_script *called = lm_script_of(core);

    if (lm_script->now < called->called && !called->call_pending) {
        called->called = lm_script->now;
        called->alarm = called->called < called->alarm ? called->called : called->alarm;
    }
    lm_port_unlock(key);
    return LM_OK;
}

void lm_port_attach_core(void)
{
}

/* It returns as soon as the core has its threads: the interpreter runs them. */
void lm_port_start_core(unsigned core)
{
    unsigned caller = lm_script_core;

    lm_script_select(core);
    lm_core_main();
    lm_script_select(caller);
}
#endif

/* Returns: false if nothing is pending. */
static bool serve_most_urgent(void)
{
    for (unsigned i = 0; i < lm_script->line_count; i++) {
        if (lm_script->lines[i].pending) {
            serve_line(i);
            return true;
        }
    }
    if (lm_script->alarm_pending) {
        serve_alarm();
        return true;
    }
    LM_IF_CORES(if (lm_script->call_pending) {
        serve_call();
        return true;
    })
    return false;
}

void lm_script_deliver(void)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_script->locked = 1;
    for (;;) {
        if (serve_most_urgent()) {
            if (is_in_handler()) {
                return;
            }
            continue;
        }
        if (!lm_script->switch_pending) {
            break;
        }
        if (!is_end_of_instant(cpu)) {
            switch_now(cpu);
            break;
        }
        raise_due();
    }
    lm_script->locked = 0;
}

void lm_script_let_due_happen(void)
{
    set_working(lm_cpu()->running, true);
    raise_due();
    lm_script_deliver();
}

void lm_port_prepare(struct lm_thread *thread)
{
    set_working(thread, false);
}

/* The idle thread has no stack, so it counts as working. That is right, because it completes no
 * call. */
void lm_port_prepare_idle(struct lm_thread *idle)
{
    set_working(idle, true);
}

uint64_t lm_port_now(void)
{
    return lm_script->now;
}

void lm_port_clock_advance(uint64_t ticks)
{
    lm_script->now += ticks;
}

void lm_port_set_alarm(uint64_t instant)
{
    lm_script->alarm_due = instant;
    if (instant > lm_script->now) {
        lm_script->alarm_pending = false;
    }
    if (LM_CORES == 1 && lm_script->line_count == 0 && !lm_script->alarm_pending) {
        lm_script->alarm = instant;
    } else {
        set_alarm();
    }
}

/* Returns at once: the interpreter first handles pending lines, and then runs the threads. */
void lm_port_start(void)
{
    struct lm_cpu *cpu = lm_cpu();

    if (cpu->next != cpu->running) {
        switch_now(cpu);
    }
    lm_script->locked = 0;
}

/* The threads of this port have no stacks. */
void lm_port_call_on(void *top, void (*function)(void *argument), void *argument)
{
    (void)top;
    function(argument);
}
