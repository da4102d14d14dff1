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

static void count_leaving(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to,
                          unsigned reason)
{
    if (from == &kernel->cpu.idle) {
        kernel->counters.from_idle++;
    } else if (to == &kernel->cpu.idle) {
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

static void charge_run_time(struct lm_kernel *kernel, const struct lm_thread *from)
{
    uint64_t now = lm_port_now();

    if (from != &kernel->cpu.idle) {
        kernel->counters.run_time += now - kernel->cpu.run_start;
        if (from->counters != NULL) {
            from->counters->run_time += now - kernel->cpu.run_start;
        }
    }
    kernel->cpu.run_start = now;
}

/* A thread with a priority between the waiter and the owner of an inversion runs: the inversion is
 * unbounded. */
static void count_unbounded(struct lm_kernel *kernel, const struct lm_thread *to)
{
    struct lm_list *open = &kernel->inversions;

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

void lm_count_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    if (to != &kernel->cpu.idle) {
        LM_COUNT(to, runs);
    }
    count_leaving(kernel, from, to, kernel->cpu.leave_reason);
    charge_run_time(kernel, from);
    count_unbounded(kernel, to);
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
        lm_list_insert_before(&lm_kernel()->inversions, &mutex->inverted);
    }
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
