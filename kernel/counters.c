/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own counters; see counters.h. */
#include "counters.h"
#include "trace.h"
#include <limen/mutex.h>

static void count_leaving(struct lm_kernel *kernel, struct lm_thread *from,
                          const struct lm_thread *to, unsigned reason)
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
    } else if (reason == LM_LEAVE_PREEMPTED_BY_INTERRUPT) {
        LM_COUNT(kernel, from, preemptions_by_interrupt);
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
        struct lm_list *waiters = &mutex->waiters.threads;

        for (struct lm_list *w = waiters->next; w != waiters; w = w->next) {
            struct lm_thread *waiter = LM_CONTAINER(w, struct lm_thread, node);

            if (waiter->inversion == 1 && to != mutex->owner &&
                waiter->base_priority < to->priority &&
                to->priority < mutex->owner->base_priority) {
                waiter->inversion = 2;
                LM_COUNT(kernel, waiter, inversions_unbounded);
            }
        }
    }
}

void lm_count_switch_always(struct lm_kernel *kernel, struct lm_thread *from,
                            const struct lm_thread *to, unsigned reason)
{
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
    if (lm_list_is_empty(&mutex->waiters.threads)) {
        lm_list_remove(&mutex->inverted);
    }
}

void lm_count_inversion_end_all(struct lm_mutex *mutex)
{
    struct lm_list *waiters = &mutex->waiters.threads;

    if (!LM_COUNTED || lm_list_is_empty(&mutex->inverted)) {
        return;
    }
    for (struct lm_list *node = waiters->next; node != waiters; node = node->next) {
        LM_CONTAINER(node, struct lm_thread, node)->inversion = 0;
    }
    lm_list_remove(&mutex->inverted);
}
