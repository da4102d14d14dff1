/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets: the processor time that a thread may use in each of its periods. A thread that spins
 * then takes a bounded part of the time from less urgent ones. Only programs that set budgets
 * contain the code, and only their switches take longer.
 *
 * A period begins, with the whole budget, when the thread is dispatched and the previous period is
 * over. A preempted thread continues with the rest of its budget. Within any time w the thread runs
 * for at most ceil((w + period - ticks) / period) * ticks, plus the time by which alarms are late.
 * Interrupts that come while the thread runs count as its time. Each dispatch counts as
 * dispatch_ticks more: otherwise pieces shorter than a tick would not count, and a thread that
 * sleeps often would take the time of the switches from others.
 *
 * The interrupt of the alarm enforces the budget. So a thread that masks interrupts, or disables
 * preemption, can use more than its budget; the excess is subtracted in its next period. User
 * threads (limen/user.h) can do neither. */
#ifndef LIMEN_BUDGET_H
#define LIMEN_BUDGET_H

#include <limen/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The action when the budget is used up. With LM_BUDGET_END and LM_BUDGET_RESTART, the mutexes of
 * the thread go to the next waiting threads first, whose calls return LM_OWNER_DIED. */
enum lm_budget_policy {
    LM_BUDGET_WAIT,    /* the thread waits until its period is over; it keeps its mutexes */
    LM_BUDGET_END,     /* it is terminated */
    LM_BUDGET_RESTART, /* ... and restarts after restart_ticks, but not before its period is over;
                        * after so many restarts the end of a budget terminates it */
    LM_BUDGET_HALT     /* the program ends with the report of the board */
};

struct lm_budget_config {
    uint32_t ticks;  /* of processor time in each period */
    uint32_t period; /* ticks */
    enum lm_budget_policy policy;
    uint32_t restarts;
    uint32_t restart_ticks;
    uint32_t dispatch_ticks; /* 0: one tick */
};

/* The data of a thread with a budget, besides struct lm_thread. They must exist as long as the
 * thread has the budget. All fields but times_used_up are private. */
struct lm_budget {
    struct lm_budget *next;
    struct lm_thread *thread;
    struct lm_timeout_node timeout;
    struct lm_budget_config config;
    int64_t left;        /* ticks; less than 0: the excess */
    uint64_t begun;      /* the dispatch of the thread, if it runs */
    uint64_t period_end; /* of the current period */
    uint16_t thread_id;
    uint8_t next_step; /* when the timeout expires */
    uint32_t restarts_left;
    uint32_t times_used_up; /* since the budget was set */
};

/* Give the thread a budget, or replace its budget. The new budget is full. If another thread uses
 * this structure already, that thread loses its budget.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT (no budget; its ticks are not above both one and
 * dispatch_ticks, or are above its period), LM_BAD_OBJECT.
 * Cost: O(budgets), and each switch takes O(budgets) from now on. */
enum lm_status lm_thread_set_budget(struct lm_thread *thread, struct lm_budget *budget,
                                    const struct lm_budget_config *config);

/* Take the budget of the thread away. The memory of the budget can be reused then.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_STATE (it has none). Cost: O(budgets). */
enum lm_status lm_thread_remove_budget(struct lm_thread *thread);

#ifdef __cplusplus
}
#endif

#endif
