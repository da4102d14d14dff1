/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own counters; see count.h. */
#include "observe/count.h"
#include "core/wait_list.h"
#include <limen/mutex.h>

static void note_preemption(const struct lm_thread *from, struct lm_thread *by)
{
    if (from->counters != NULL) {
        from->counters->preempted_by = by;
    }
}

static void count_leaving(const struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to,
                          unsigned reason)
{
    if (from == &cpu->idle) {
        lm_observation()->counters.from_idle++;
    } else if (to == &cpu->idle) {
        LM_COUNT(from, to_idle);
    } else {
        LM_COUNT(from, switches);
    }
    if (reason == LM_LEAVE_PREEMPTED_BY_CALL) {
        LM_COUNT(from, preemptions_by_call);
        note_preemption(from, to);
    } else if (reason == LM_LEAVE_PREEMPTED_BY_INTERRUPT) {
        LM_COUNT(from, preemptions_by_interrupt);
        note_preemption(from, to);
    }
}

static void charge_run_time(const struct lm_cpu *cpu, const struct lm_thread *from)
{
    struct lm_cpu_observation *observation = lm_cpu_observation();
    uint64_t now = lm_port_now();

    if (from != &cpu->idle) {
        lm_observation()->counters.run_time += now - observation->run_start;
        if (from->counters != NULL) {
            from->counters->run_time += now - observation->run_start;
        }
    }
    observation->run_start = now;
}

/* Count the inversions that become unbounded, because a thread with a priority between those of the
 * waiter and the owner runs. */
static void count_unbounded(const struct lm_thread *to)
{
    struct lm_list *open = &lm_observation()->inversions;

    for (struct lm_list *node = open->next; node != open; node = node->next) {
        struct lm_mutex *mutex = LM_CONTAINER(node, struct lm_mutex, inverted);

        for (struct lm_thread *waiter = mutex->waiters.first; waiter != NULL;
             waiter = lm_wait_list_next(&mutex->waiters, waiter)) {
            if (waiter->inversion == 1 && to != mutex->owner &&
                waiter->base_priority < to->priority &&
                to->priority < mutex->owner->base_priority) {
                waiter->inversion = 2;
                LM_COUNT(waiter, inversions_unbounded);
            }
        }
    }
}

void lm_count_switch(const struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (to != &cpu->idle) {
        LM_COUNT(to, runs);
    }
    count_leaving(cpu, from, to, lm_cpu_observation()->leave_reason);
    charge_run_time(cpu, from);
    count_unbounded(to);
}

void lm_count_inversion_begin(struct lm_mutex *mutex, struct lm_thread *waiter)
{
    if (waiter->base_priority >= mutex->owner->base_priority) {
        return;
    }
    waiter->inversion = 1;
    LM_COUNT(waiter, inversions);
    LM_COUNT_OBJECT(&mutex->object, inversions);
    if (lm_list_is_empty(&mutex->inverted)) {
        lm_list_insert_before(&lm_observation()->inversions, &mutex->inverted);
    }
}

void lm_count_inversion_end(struct lm_thread *waiter)
{
    waiter->inversion = 0;
}

void lm_count_inversion_end_all(struct lm_mutex *mutex)
{
    if (lm_list_is_empty(&mutex->inverted)) {
        return;
    }
    for (struct lm_thread *waiter = mutex->waiters.first; waiter != NULL;
         waiter = lm_wait_list_next(&mutex->waiters, waiter)) {
        waiter->inversion = 0;
    }
    lm_list_remove(&mutex->inverted);
}
