/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own counters; see counters.h. */
#include "observe/counters.h"
#include "core/lock.h"
#include "observe/trace.h"
#include "time/wait.h"
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
    if (from == &kernel->idle) {
        kernel->counters.from_idle++;
    } else if (to == &kernel->idle) {
        LM_COUNT(kernel, from, to_idle);
    } else {
        LM_COUNT(kernel, from, switches);
    }
    if (reason == LM_LEAVE_PREEMPTED_BY_CALL) {
        LM_COUNT(kernel, from, preemptions_by_call);
        note_preemption(from, to);
    } else if (reason == LM_LEAVE_PREEMPTED_BY_INTERRUPT) {
        LM_COUNT(kernel, from, preemptions_by_interrupt);
        note_preemption(from, to);
    }
}

static void charge_run_time(struct lm_kernel *kernel, const struct lm_thread *from)
{
    uint64_t now = lm_port_now();

    if (from != &kernel->idle) {
        kernel->counters.run_time += now - kernel->run_start;
        if (from->counters != NULL) {
            from->counters->run_time += now - kernel->run_start;
        }
    }
    kernel->run_start = now;
}

/* A thread between the waiter and the owner of an inversion runs: its length is unbounded. */
static void count_unbounded(struct lm_kernel *kernel, const struct lm_thread *to)
{
    struct lm_list *open = &kernel->inversions;

    for (struct lm_list *node = open->next; node != open; node = node->next) {
        struct lm_mutex *mutex = LM_CONTAINER(node, struct lm_mutex, inverted);

        for (struct lm_thread *waiter = mutex->waiters.first; waiter != NULL;
             waiter = lm_wait_next(&mutex->waiters, waiter)) {
            if (waiter->inversion == 1 && to != mutex->owner &&
                waiter->base_priority < to->priority &&
                to->priority < mutex->owner->base_priority) {
                waiter->inversion = 2;
                LM_COUNT(kernel, waiter, inversions_unbounded);
            }
        }
    }
}

void lm_count_switch_always(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to,
                            unsigned reason)
{
    if (to != &kernel->idle) {
        LM_COUNT(kernel, to, runs);
    }
    count_leaving(kernel, from, to, reason);
    charge_run_time(kernel, from);
    count_unbounded(kernel, to);
}

void lm_count_inversion_begin(struct lm_kernel *kernel, struct lm_mutex *mutex,
                              struct lm_thread *waiter)
{
    if (!LM_COUNTED || waiter->base_priority >= mutex->owner->base_priority) {
        return;
    }
    waiter->inversion = 1;
    LM_COUNT(kernel, waiter, inversions);
    LM_COUNT_OBJECT(kernel, &mutex->object, inversions);
    if (lm_list_is_empty(&mutex->inverted)) {
        lm_list_insert_before(&kernel->inversions, &mutex->inverted);
    }
}

void lm_count_inversion_end(struct lm_mutex *mutex, struct lm_thread *waiter)
{
    if (!LM_COUNTED) {
        return;
    }
    waiter->inversion = 0;
    if (mutex->waiters.first == NULL) {
        lm_list_remove(&mutex->inverted);
    }
}

void lm_count_inversion_end_all(struct lm_mutex *mutex)
{
    if (!LM_COUNTED || lm_list_is_empty(&mutex->inverted)) {
        return;
    }
    for (struct lm_thread *waiter = mutex->waiters.first; waiter != NULL;
         waiter = lm_wait_next(&mutex->waiters, waiter)) {
        waiter->inversion = 0;
    }
    lm_list_remove(&mutex->inverted);
}

void lm_object_count(struct lm_object *object, struct lm_object_counters *counters)
{
    lm_lock_key key = lm_lock();

    if (counters != NULL) {
        *counters = (struct lm_object_counters){0};
    }
    object->counters = counters;
    lm_port_unlock(key);
}

struct lm_object_counters lm_kernel_object_counters(enum lm_kind kind)
{
    const struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    struct lm_object_counters counters =
        kernel->object_counters[(unsigned)kind < LM_KINDS ? kind : LM_KIND_NONE];

    lm_port_unlock(key);
    return counters;
}
