/* SPDX-License-Identifier: Apache-2.0 */
/* The port without contexts; see port_inline.h. */
#include "check.h"
#include "core/dispatch.h"
#include "state.h"
#include "time/alarm.h"
#include <string.h>

_Thread_local struct lm_kernel lm_the_kernel;
_Thread_local struct lm_null lm_null;

void lm_port_init(void)
{
    memset(&lm_null, 0, sizeof lm_null);
    lm_null.alarm = LM_NEVER;
    lm_null.locked = 1;
}

static void switch_now(void)
{
    lm_null.switch_pending = false;
    (void)lm_dispatch_saved(lm_the_kernel.cpu.running->stack_pointer);
}

void lm_port_switch_later(lm_lock_key key)
{
    lm_null.switch_pending = true;
    lm_port_unlock(key);
}

enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                     enum lm_status result)
{
    (void)cpu;
    lm_port_set_result(from, result);
    if (lm_null.deferred) {
        lm_null.switch_pending = true;
    } else {
        switch_now();
    }
    lm_port_unlock(0);
    return from->state == LM_STATE_BLOCKED ? lm_null.blocked_result
                                           : (enum lm_status)from->wait_status;
}

void null_settle(void)
{
    while (lm_null.now >= lm_null.alarm && lm_null.depth == 0) {
        lm_null.alarm = LM_NEVER;
        lm_null.alarms++;
        lm_null.depth++;
        lm_alarm();
        lm_null.depth--;
    }
    if (lm_null.switch_pending && lm_null.depth == 0 && !lm_null.deferred) {
        lm_null.locked = 1;
        switch_now();
        lm_null.locked = 0;
    }
}

void null_interrupt_enter(void)
{
    lm_null.depth++;
}

void null_interrupt_exit(void)
{
    lm_null.depth--;
    null_settle();
}

void null_at_lock(void)
{
    if (lm_null.locked == 0 && --lm_null.at_lock == 0) {
        null_interrupt_enter();
        lm_null.handler();
        null_interrupt_exit();
    }
}

void null_set_clock(uint64_t now)
{
    CHECK(lm_null.locked == 0 || !lm_the_kernel.started); /* a call has left it */
    lm_null.now = now;
    null_settle();
}

void null_run_until(uint64_t now)
{
    while (lm_null.alarm <= now) {
        null_set_clock(lm_null.alarm > lm_null.now ? lm_null.alarm : lm_null.now);
    }
    null_set_clock(now);
}

void null_creep(uint64_t ticks)
{
    lm_null.now += ticks;
}

void lm_port_start(void)
{
    if (lm_the_kernel.cpu.next != lm_the_kernel.cpu.running) {
        switch_now();
    }
    lm_port_unlock(0);
}

void lm_port_prepare(struct lm_thread *thread)
{
    lm_null.prepared++;
    thread->stack_pointer = (char *)thread->stack + thread->stack_bytes / 8U * 8U;
}

void lm_port_prepare_idle(struct lm_thread *idle)
{
    (void)idle;
}

uint64_t lm_port_now(void)
{
    return lm_null.now;
}

void lm_port_clock_advance(uint64_t ticks)
{
    lm_null.now += ticks;
}

void lm_port_set_alarm(uint64_t instant)
{
    lm_null.alarm = instant;
}

/* The threads of this port have no stacks. */
void lm_port_call_on(void *top, void (*function)(void *argument), void *argument)
{
    (void)top;
    function(argument);
}
