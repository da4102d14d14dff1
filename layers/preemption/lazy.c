/* SPDX-License-Identifier: Apache-2.0 */
/* LM_MODEL_LAZY: the border between real-time and ordinary threads, and the tick, which acts as the
 * preempt point of sections without preempt points. Only programs that set the border contain this
 * file.
 *
 * At a tick the level of the running thread falls to its own threshold, and its threshold in force
 * remains the border. So its next dispatch raises it again, without a call. */
#include "core/dispatch.h"
#include "core/door.h"
#include "preemption/preemption.h"
#include <limen/timer.h>

static LM_PORT_INSTANCE struct {
    struct lm_timer timer;
    uint64_t length;
    void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);
} ticker;

/* Is the thread in a section that may hold ordinary threads off? A section of a real-time thread
 * does not. An inherited priority does not count, because it may end within the section. */
static bool needs_tick(const struct lm_thread *thread)
{
    return lm_section_model(thread) == LM_MODEL_LAZY && thread->raised != 0 &&
           thread->base_threshold >= thread->raised;
}

/* Start the timer at the next multiple of the tick, if it is not started. Context: the lock. */
static void start_tick(void)
{
    if (ticker.length != 0 && !lm_timeout_is_started(&ticker.timer.timeout)) {
        uint64_t next = (lm_port_now() / ticker.length + 1) * ticker.length;

        (void)lm_timer_start(&ticker.timer, LM_UNTIL(next), 0);
    }
}

/* Start or stop the timer when the running thread has entered or left a section. Context: the
 * lock. */
static void follow(void)
{
    if (needs_tick(lm_cpu()->running)) {
        start_tick();
    } else if (lm_timeout_is_started(&ticker.timer.timeout)) {
        (void)lm_timer_stop(&ticker.timer);
    }
}

/* The timer's function. If the thread is preempted, the tick continues when it runs again. */
static void pass_tick(void *argument)
{
    (void)argument;
    (void)lm_preempt_tick();

    lm_lock_key key = lm_lock();

    follow();
    lm_port_unlock(key);
}

/* The hook of the kernel: a thread may continue in its section, after a wait or a preemption. */
static void switch_tick(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (ticker.others_on_switch != NULL) {
        ticker.others_on_switch(cpu, from, to);
    }
    if (needs_tick(to)) {
        start_tick();
    }
}

/* Runs once after each lm_kernel_init. */
static void begin(struct lm_preemption *preemption)
{
    struct lm_cpu *cpu = lm_cpu();

    if (preemption->lazy_tick == NULL) {
        (void)lm_timer_create(&ticker.timer, "lazy tick", pass_tick, NULL);
        ticker.timer.in_interrupt = true;
        ticker.others_on_switch = cpu->on_switch;
        cpu->on_switch = switch_tick;
        lm_switch_hooks_use(cpu);
        preemption->lazy_tick = follow;
    }
}

enum lm_status lm_lazy_set(unsigned border, uint64_t tick)
{
    LM_CALL(LAZY_SET);
    LM_CHECK(border < LM_LAZY_BORDER_MAX && tick < LM_UNTIL_FLAG, LM_BAD_ARGUMENT);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);

    struct lm_preemption *preemption = lm_preemption();
    lm_lock_key key = lm_lock();

    preemption->lazy_raised = (uint8_t)(border + 1);
    if (tick != 0) {
        begin(preemption);
    }
    if (preemption->lazy_tick != NULL) {
        (void)lm_timer_stop(&ticker.timer);
        ticker.length = tick;
        follow();
    }
    lm_port_unlock(key);
    return LM_OK;
}

/* Does a section under LAZY raise the level of the thread, and nothing else? */
static bool is_raised(const struct lm_thread *thread)
{
    return lm_section_model(thread) == LM_MODEL_LAZY && thread->preempt_disabled == 0 &&
           thread->state == LM_STATE_DISPATCHED && thread->level < lm_sched_own_threshold(thread);
}

/* Does the section of the running thread hold another thread off? If the same interrupt has made
 * another thread next, that one is more urgent, and the running thread need not be the head of its
 * level any more. */
static bool holds_off(struct lm_cpu *cpu, struct lm_thread *thread)
{
    return cpu->next != thread || lm_section_holds_off(cpu, thread);
}

/* Lower the level of the thread. It keeps its place before the threads that do not preempt it. */
static void lower(struct lm_cpu *cpu, struct lm_thread *thread)
{
    unsigned from = thread->level;

    lm_ready_remove(&cpu->ready, thread);
    thread->level = (uint16_t)lm_sched_own_threshold(thread);
    lm_ready_prepend(&cpu->ready, thread);
    cpu->next = lm_ready_first(&cpu->ready);
    lm_observe_change(LM_CHANGE_SECTION_LEAVE);
    lm_observe_level(thread, thread->level, from);
}

bool lm_preempt_tick(void)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    if (!lm_port_in_interrupt()) {
        return false;
    }
    lm_lock_key key = lm_lock();

    if (!is_raised(thread)) {
        lm_port_unlock(key);
        return false;
    }
    bool taken = holds_off(cpu, thread);

    lm_observe_event(LM_EVENT_PREEMPT_POINT, 0, taken, 0);
    if (taken) {
        lower(cpu, thread);
    }
    lm_unlock(cpu, key);
    return taken;
}
