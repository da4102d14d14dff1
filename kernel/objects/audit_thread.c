/* SPDX-License-Identifier: Apache-2.0 */
/* The audit of a thread; see audit.h. */
#include "core/priority.h"
#include "core/wait_list.h"
#include "objects/audit.h"
#include "objects/thread.h"

static bool is_ready(const struct lm_thread *thread)
{
    return thread->state <= LM_STATE_DISPATCHED;
}

/* Checks the fields for which one value is possible. */
static bool constants_are_intact(const struct lm_thread *thread)
{
    enum { BOOLEANS = 0x01010101 };

    return thread->ready_state == LM_STATE_READY &&
           thread->ready_waits_for == LM_WAITS_FOR_NOTHING &&
           thread->dispatched_state == LM_STATE_DISPATCHED &&
           thread->dispatched_waits_for == LM_WAITS_FOR_NOTHING &&
           (thread->wait_extras & ~(uint32_t)BOOLEANS) == 0;
}

/* Is it a reason for which a thread of this core is blocked? */
static bool is_reason_to_wait(unsigned waits_for)
{
    return (waits_for >= LM_WAITS_FOR_RESUME && waits_for <= LM_WAITS_FOR_PERIOD) ||
           waits_for == LM_WAITS_FOR_BUDGET;
}

static bool waits_by_state(const struct lm_thread *thread)
{
    unsigned waits_for = thread->waits_for;

    switch (thread->state) {
    case LM_STATE_READY:
    case LM_STATE_DISPATCHED:
        return waits_for == LM_WAITS_FOR_NOTHING && !thread->wait_timed && !thread->wait_ahead;
    case LM_STATE_BLOCKED:
        return is_reason_to_wait(waits_for) && (!thread->wait_timed || lm_waits_in_list(thread));
    default:
        return thread->state == LM_STATE_TERMINATED &&
               (waits_for == LM_HAS_RETURNED || waits_for == LM_WAS_TERMINATED);
    }
}

/* Is the timeout started exactly if the thread waits for an instant? In a wait for the next release
 * a layer may use a timeout of its own instead. */
static bool waits_by_time(const struct lm_thread *thread)
{
    bool for_time = thread->waits_for == LM_WAITS_FOR_TIME || thread->wait_timed;

    return lm_timeout_is_started(&thread->timeout) == for_time ||
           thread->waits_for == LM_WAITS_FOR_PERIOD;
}

/* The most urgent priority that the mutexes of the thread give it. */
static unsigned inherited(const struct lm_audit *audit, const struct lm_thread *thread)
{
    const struct lm_mutex *first = LM_CONTAINER(thread->owned.next, const struct lm_mutex, owned);

    if (lm_list_is_empty(&thread->owned) || !lm_audit_knows(audit, first, sizeof *first)) {
        return LM_LEVELS;
    }
    return first->urgency;
}

static bool priority_is_computed(const struct lm_audit *audit, const struct lm_thread *thread)
{
    unsigned urgency = inherited(audit, thread);
    unsigned priority = thread->base_priority < urgency ? thread->base_priority : urgency;
    unsigned raised = lm_thread_raised(thread);
    unsigned threshold = lm_sched_own_threshold(thread);

    if (raised != 0 && raised - 1 < threshold) {
        threshold = raised - 1;
    }
    return thread->priority == priority && thread->base_threshold <= thread->base_priority &&
           thread->threshold == (thread->preempt_disabled != 0 ? 0 : threshold);
}

/* Checks S3 and S5 in sched.h. */
static bool level_is_right(const struct lm_thread *thread)
{
    bool is_placed = thread->place == thread->level ||
                     (thread == lm_cpu()->next && thread->place >= thread->level &&
                      thread->place <= thread->priority);

    if (thread->state == LM_STATE_READY) {
        return thread->level == thread->priority && is_placed;
    }
    return thread->state != LM_STATE_DISPATCHED ||
           (thread->level >= thread->threshold && thread->level <= thread->priority && is_placed);
}

static const struct lm_thread *neighbour(const struct lm_list *node)
{
    return LM_CONTAINER(node, const struct lm_thread, node);
}

static bool is_in_ready_queue(const struct lm_thread *thread)
{
    const struct lm_ready_queue *queue = &lm_cpu()->ready;
    const struct lm_thread *next = neighbour(thread->node.next);

    return thread->place < LM_LEVELS && lm_ready_is_occupied(queue, thread->place) &&
           next->place == thread->place && is_ready(next);
}

static bool is_in_wait_list(const struct lm_audit *audit, const struct lm_thread *thread)
{
    const struct lm_wait_list *list = thread->wait_list;

    return lm_audit_knows(audit, list, sizeof *list) && list->waits_for == thread->waits_for &&
           list->first != NULL && neighbour(thread->node.next)->wait_list == list;
}

static bool is_in_its_list(const struct lm_audit *audit, const struct lm_thread *thread)
{
    if (thread->waits_for == LM_WAITS_FOR_MIDDLEWARE) {
        return true; /* its lists are not the kernel's */
    }
    if (!lm_audit_is_linked(audit, &thread->node)) {
        return false;
    }
    if (is_ready(thread)) {
        return is_in_ready_queue(thread);
    }
    return lm_waits_in_list(thread) ? is_in_wait_list(audit, thread)
                                    : thread->node.next == &thread->node;
}

/* A job on a shared stack runs there. Then the shared stack is watched instead of its own one. */
static bool stack_is_intact(const struct lm_thread *thread)
{
    uintptr_t stack = (uintptr_t)thread->stack;
    uintptr_t at = (uintptr_t)thread->stack_pointer;
    bool is_inside = at >= stack && at - stack <= thread->stack_bytes && at % _Alignof(void *) == 0;
    bool is_saved = thread != lm_cpu()->running && thread->state != LM_STATE_TERMINATED;

    if (lm_thread_stack_end(thread) != (const void *)thread->stack) {
        return true;
    }
    return (!is_saved || is_inside) && *(const unsigned char *)thread->stack == LM_STACK_FILL;
}

/* Each answer is used only if all answers before it were good. */
enum lm_damage lm_audit_thread(const struct lm_audit *audit, const struct lm_thread *thread)
{
    if (!constants_are_intact(thread)) {
        return LM_DAMAGE_CONSTANT;
    }
    if (!waits_by_state(thread) || !waits_by_time(thread)) {
        return LM_DAMAGE_STATE;
    }
    if (!is_in_its_list(audit, thread) || !lm_audit_is_linked(audit, &thread->owned)) {
        return LM_DAMAGE_LINK;
    }
    if (thread->state != LM_STATE_TERMINATED &&
        (!priority_is_computed(audit, thread) || !level_is_right(thread))) {
        return LM_DAMAGE_PRIORITY;
    }
    if (!stack_is_intact(thread)) {
        return LM_DAMAGE_STACK;
    }
    return lm_timeout_is_started(&thread->timeout) ? lm_audit_timeout(audit, &thread->timeout)
                                                   : LM_DAMAGE_NONE;
}
