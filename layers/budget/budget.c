/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets of processor time; see limen/budget.h. A timeout expires when the budget of the running
 * thread is used up. The same timeout ends its wait for the next period, or restarts it.
 *
 * Context of static functions: the kernel lock.
 */
#include <limen/budget.h>

#include "budget/owner_died.h"
#include "core/door.h"
#include "time/alarm.h"
#include "time/wait.h"

enum { USED_UP, PERIOD_ENDS, RESTART }; /* next_step */

/* A thread that must not be stopped now is examined again after this part of its budget. */
enum { PARTS_OF_DELAY = 16 };

static LM_PORT_INSTANCE struct {
    uint8_t epoch; /* the epoch of lm_kernel_init in which the first budget was set */
    struct lm_budget *first;
    struct lm_budget *running; /* of the running thread, or NULL */
    void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);
} budgets;

/* Does the budget belong to this thread? Another thread may have been created in its memory. */
static bool is_of(const struct lm_budget *budget, const struct lm_thread *thread)
{
    return budget->thread == thread && budget->thread_id == thread->object.id;
}

static struct lm_budget *budget_of(const struct lm_thread *thread)
{
    struct lm_budget *budget = budgets.first;

    while (budget != NULL && !is_of(budget, thread)) {
        budget = budget->next;
    }
    return budget;
}

static void cancel(struct lm_cpu *cpu, struct lm_budget *budget)
{
    if (lm_timeout_is_started(&budget->timeout)) {
        lm_alarm_cancel(cpu, &budget->timeout);
    }
}

static void start(struct lm_cpu *cpu, struct lm_budget *budget, unsigned next_step,
                  uint64_t instant)
{
    cancel(cpu, budget);
    budget->next_step = (uint8_t)next_step;
    lm_alarm_start(cpu, &budget->timeout, instant);
}

static uint32_t dispatch_ticks(const struct lm_budget_config *config)
{
    return config->dispatch_ticks != 0 ? config->dispatch_ticks : 1;
}

/* Begin or continue the budget of a thread that is dispatched. A thread that was preempted has kept
 * its level: it continues with the rest of its budget, so that it runs at a raised level for no
 * more than one budget. */
static void begin(struct lm_cpu *cpu, struct lm_budget *budget, uint64_t now)
{
    if (now >= budget->period_end && budget->thread->state != LM_STATE_DISPATCHED) {
        budget->left = budget->config.ticks + (budget->left < 0 ? budget->left : 0);
        budget->period_end = now + budget->config.period;
    }
    budget->left -= dispatch_ticks(&budget->config);
    budget->begun = now;
    start(cpu, budget, USED_UP, budget->left > 0 ? now + (uint64_t)budget->left : now);
}

/* Subtract the time since the dispatch from the budget of a thread that leaves the processor. */
static void leave(struct lm_cpu *cpu, struct lm_budget *budget, uint64_t now)
{
    budget->left -= (int64_t)(now - budget->begun);
    if (budget->next_step == USED_UP) {
        cancel(cpu, budget);
    }
}

/* The hook for switches. from and to are equal if the running thread is dispatched again: it has
 * yielded, or has waited for a moment. */
static void on_switch(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    struct lm_budget *next = budget_of(to);

    if (next != NULL || budgets.running != NULL) {
        uint64_t now = lm_port_now();

        if (budgets.running != NULL) {
            leave(cpu, budgets.running, now);
        }
        if (next != NULL) {
            begin(cpu, next, now);
        }
        budgets.running = next;
    }
    if (budgets.others_on_switch != NULL) {
        budgets.others_on_switch(cpu, from, to);
    }
}

/* Let the thread wait for the end of its period. If that is over already, the thread will be next
 * again in this interrupt. It has to be dispatched in any case, so the switch is requested here. */
static void wait_for_period(struct lm_cpu *cpu, struct lm_budget *budget)
{
    lm_sched_block(cpu, budget->thread, LM_WAITS_FOR_BUDGET);
    start(cpu, budget, PERIOD_ENDS, budget->period_end);
    lm_unlock_rarely(cpu, 0);
    (void)lm_lock();
}

/* End the thread. The lock is open in the calls, as for the function of a timer. */
static void end(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_unlock(cpu, 0);
    lm_owner_died(thread);
    (void)lm_thread_terminate(thread);
    (void)lm_lock();
}

static void end_or_restart(struct lm_cpu *cpu, struct lm_budget *budget, uint64_t now)
{
    uint64_t restart = now + budget->config.restart_ticks;

    end(cpu, budget->thread);
    if (budget->config.policy == LM_BUDGET_RESTART && budget->restarts_left > 0) {
        budget->restarts_left--;
        start(cpu, budget, RESTART, restart > budget->period_end ? restart : budget->period_end);
    }
}

static void act(struct lm_cpu *cpu, struct lm_budget *budget, uint64_t now)
{
    struct lm_thread *thread = budget->thread;

    budget->times_used_up++;
    lm_observe_thread(LM_EVENT_BUDGET, thread, budget->config.policy, budget->config.ticks);
    if (budget->config.policy == LM_BUDGET_HALT) {
        __builtin_trap();
    } else if (budget->config.policy == LM_BUDGET_WAIT) {
        wait_for_period(cpu, budget);
    } else {
        end_or_restart(cpu, budget, now);
    }
}

/* Act on a budget that is used up. An interrupt may have ended the running thread. */
static void use_up(struct lm_cpu *cpu, struct lm_budget *budget)
{
    uint64_t now = lm_port_now();

    if (budget->thread->preempt_disabled != 0) {
        start(cpu, budget, USED_UP, now + budget->config.ticks / PARTS_OF_DELAY + 1);
    } else if (budget->thread->state < LM_STATE_BLOCKED) {
        act(cpu, budget, now);
    }
}

static void restart(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (thread->state == LM_STATE_TERMINATED) {
        lm_unlock(cpu, 0);
        (void)lm_thread_restart(thread);
        (void)lm_lock();
    }
}

static void end_wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (thread->waits_for == LM_WAITS_FOR_BUDGET) {
        lm_wait_finish(cpu, thread, LM_OK);
    }
}

static void expire(struct lm_timeout_node *timeout)
{
    struct lm_budget *budget = LM_CONTAINER(timeout, struct lm_budget, timeout);
    struct lm_cpu *cpu = lm_cpu();

    if (!is_of(budget, budget->thread)) {
        return;
    }
    if (budget->next_step == USED_UP) {
        use_up(cpu, budget);
    } else if (budget->next_step == PERIOD_ENDS) {
        end_wait(cpu, budget->thread);
    } else {
        restart(cpu, budget->thread);
    }
}

static void use(struct lm_kernel *kernel)
{
    if (budgets.epoch == kernel->epoch) {
        return;
    }
    budgets.epoch = kernel->epoch;
    budgets.first = NULL;
    budgets.running = NULL;
    budgets.others_on_switch = kernel->cpu.on_switch;
    kernel->cpu.on_switch = on_switch;
    lm_switch_hooks_use(&kernel->cpu);
}

/* Take a budget away from its thread. The thread may have been deleted. */
static void take_away(struct lm_cpu *cpu, struct lm_budget *budget)
{
    struct lm_budget **link = &budgets.first;

    while (*link != NULL && *link != budget) {
        link = &(*link)->next;
    }
    if (*link == NULL) {
        return;
    }
    *link = budget->next;
    cancel(cpu, budget);
    if (budgets.running == budget) {
        budgets.running = NULL;
    }
    if (is_of(budget, budget->thread)) {
        end_wait(cpu, budget->thread);
    }
}

static void give(struct lm_cpu *cpu, struct lm_thread *thread, struct lm_budget *budget,
                 const struct lm_budget_config *config)
{
    *budget = (struct lm_budget){.next = budgets.first,
                                 .thread = thread,
                                 .thread_id = thread->object.id,
                                 .config = *config,
                                 .left = config->ticks,
                                 .restarts_left = config->restarts};
    lm_timeout_set_idle(&budget->timeout);
    budget->timeout.expire = expire;
    budgets.first = budget;
    if (thread == cpu->running) {
        budgets.running = budget;
        budget->period_end = lm_port_now() + config->period;
        begin(cpu, budget, lm_port_now());
    }
}

static bool is_valid(const struct lm_budget *budget, const struct lm_budget_config *config)
{
    return budget != NULL && config != NULL && config->ticks > dispatch_ticks(config) &&
           config->ticks <= config->period && config->policy <= LM_BUDGET_HALT;
}

/* The end of both calls: replace the budget of the thread. */
static void replace(struct lm_thread *thread, struct lm_budget *budget,
                    const struct lm_budget_config *config, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    take_away(cpu, budget_of(thread));
    if (budget != NULL) {
        take_away(cpu, budget); /* another thread may use it */
        give(cpu, thread, budget, config);
    }
    lm_unlock_rarely(cpu, key);
}

enum lm_status lm_thread_set_budget(struct lm_thread *thread, struct lm_budget *budget,
                                    const struct lm_budget_config *config)
{
    LM_CALL_ON(THREAD_SET_BUDGET, thread);
    LM_CHECK(is_valid(budget, config), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    use(lm_kernel());
    replace(thread, budget, config, key);
    return LM_OK;
}

enum lm_status lm_thread_remove_budget(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_REMOVE_BUDGET, thread);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    use(lm_kernel());
    LM_REQUIRE(key, budget_of(thread) != NULL, LM_BAD_STATE);
    replace(thread, NULL, NULL, key);
    return LM_OK;
}
