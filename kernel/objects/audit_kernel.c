/* SPDX-License-Identifier: Apache-2.0 */
/* The audit of the kernel's own data, and the functions that all checks use; see audit.h. */
#include "core/link.h"
#include "objects/audit.h"
#include "objects/audit_sum.h"
#include "observe/observation.h"
#include "time/alarm.h"

/* Programs with this file initialise the queue of timeouts, also if they have no timeouts. */
LM_LINK(lm_alarm_update);

bool lm_audit_knows(const struct lm_audit *audit, const void *pointer, size_t bytes)
{
    uintptr_t at = (uintptr_t)pointer;
    uintptr_t kernel = (uintptr_t)lm_kernel();
    bool is_part = at >= audit->low && at < audit->high && audit->high - at >= bytes;
    bool is_kernel = at >= kernel && at - kernel < sizeof(struct lm_kernel) &&
                     sizeof(struct lm_kernel) - (at - kernel) >= bytes;

    return at % _Alignof(void *) == 0 && (is_part || is_kernel);
}

bool lm_audit_is_linked(const struct lm_audit *audit, const struct lm_list *node)
{
    return lm_audit_knows(audit, node->next, sizeof *node) &&
           lm_audit_knows(audit, node->prev, sizeof *node) && node->next->prev == node &&
           node->prev->next == node;
}

/* Timeouts that are about to be served or distributed are in no bucket. */
enum lm_damage lm_audit_timeout(const struct lm_audit *audit, const struct lm_timeout_node *timeout)
{
    const struct lm_timeout_queue *queue = &lm_cpu()->timeouts;
    bool in_bucket = lm_list_is_empty(&queue->mixed) && lm_list_is_empty(&queue->due);

    if (!lm_audit_is_linked(audit, &timeout->node)) {
        return LM_DAMAGE_LINK;
    }
    if (!in_bucket) {
        return LM_DAMAGE_NONE;
    }
    bool later = timeout->expiry >= queue->earliest && timeout->expiry > queue->base;
    unsigned bucket = lm_timeout_bucket(queue, timeout->expiry);

    return later && queue->bucket[bucket] != NULL ? LM_DAMAGE_NONE : LM_DAMAGE_TIME;
}

uint32_t lm_audit_sum_of_kernel(void)
{
    const struct lm_kernel *kernel = lm_kernel();
    const struct lm_cpu *cpu = &kernel->cpu;
    uint32_t sum = LM_AUDIT_SUM(0, kernel->slice_unit);

    sum = LM_AUDIT_SUM(sum, cpu->on_leave);
    sum = LM_AUDIT_SUM(sum, cpu->on_switch);
    sum = LM_AUDIT_SUM(sum, cpu->on_slice_end);
    sum = LM_AUDIT_SUM(sum, kernel->stack_handler);
    LM_UNLESS_SMALL(sum = LM_AUDIT_SUM(sum, kernel->on_thread_end);)
    LM_UNLESS_SMALL(sum = LM_AUDIT_SUM(sum, kernel->on_refused_wait);)
    LM_UNLESS_SMALL(sum = LM_AUDIT_SUM(sum, kernel->defers_timer);)
    sum = LM_AUDIT_SUM(sum, cpu->ready.head[LM_LEVELS]);
    if (LM_TRACED) {
        sum = LM_AUDIT_SUM(sum, lm_observation()->recording);
        sum = LM_AUDIT_SUM(sum, lm_observation()->trace_notify);
        sum = LM_AUDIT_SUM(sum, lm_observation()->trace_filter);
    }
    if (kernel->slice_unit == 1) { /* else slices change it: time/slice_units.c */
        sum = LM_AUDIT_SUM(sum, *(const uint8_t *)&cpu->has_switch_hooks);
    }
    return sum + kernel->epoch;
}

static bool idle_is_intact(const struct lm_cpu *cpu)
{
    const struct lm_thread *idle = &cpu->idle;

    return idle->level == LM_LEVELS && idle->priority == LM_LEVELS &&
           idle->threshold == LM_LEVELS && idle->slice == NULL &&
           idle->state == LM_STATE_DISPATCHED && idle->dispatched_state == LM_STATE_DISPATCHED;
}

bool lm_audit_is_thread(const struct lm_audit *audit, const struct lm_thread *thread)
{
    return thread == &lm_cpu()->idle || (lm_audit_knows(audit, thread, sizeof *thread) &&
                                         lm_object_kind(&thread->object) == LM_KIND_THREAD);
}

/* Is this thread in the ready queue, or is it the idle one? */
static bool is_candidate(const struct lm_audit *audit, const struct lm_thread *thread)
{
    const struct lm_cpu *cpu = lm_cpu();

    return thread == &cpu->idle ||
           (lm_audit_is_thread(audit, thread) && thread->state <= LM_STATE_DISPATCHED &&
            thread->place < LM_LEVELS && lm_ready_is_occupied(&cpu->ready, thread->place) &&
            cpu->ready.head[thread->place] == thread);
}

/* Is the idle thread next exactly if no level has threads? A single word of bits has the bit of the
 * idle thread behind those of the levels, if it has room for it. */
static bool next_is_possible(const struct lm_cpu *cpu)
{
    const struct lm_ready_queue *queue = &cpu->ready;
    bool idles = cpu->next == &cpu->idle;

    if (LM_READY_WORDS > 1) {
        return idles == (queue->summary == 0);
    }
    if (LM_LEVELS < 32 && !lm_ready_is_occupied(queue, LM_LEVELS)) {
        return false;
    }
    return idles == (lm_port_first_bit(queue->occupied[0]) >= LM_LEVELS);
}

static bool times_are_intact(const struct lm_cpu *cpu)
{
    const struct lm_timeout_queue *queue = &cpu->timeouts;
    uint64_t now = lm_port_now();
    bool none = queue->earliest == LM_NEVER;
    bool is_set = cpu->alarm == lm_alarm_next_instant(cpu) || cpu->alarm <= now; /* or pending */

    return queue->base <= now && cpu->alarm_time <= now && is_set &&
           (none || queue->earliest > queue->base) && none == (queue->occupied == 0);
}

static bool queue_is_intact(const struct lm_audit *audit)
{
    const struct lm_timeout_queue *queue = &lm_cpu()->timeouts;
    ptrdiff_t recent = (const char *)queue->recent - (const char *)queue->bucket;

    return recent >= 0 && (size_t)recent < sizeof queue->bucket &&
           (size_t)recent % sizeof queue->bucket[0] == 0 &&
           lm_audit_is_linked(audit, &queue->mixed) && lm_audit_is_linked(audit, &queue->due);
}

static enum lm_damage whole(const struct lm_audit *audit)
{
    const struct lm_cpu *cpu = lm_cpu();
    const struct lm_thread *running = cpu->running;

    if (!is_candidate(audit, cpu->next) || !queue_is_intact(audit) || !next_is_possible(cpu)) {
        return LM_DAMAGE_LINK;
    }
    if (!lm_audit_is_thread(audit, running)) {
        return LM_DAMAGE_STATE;
    }
    if (!idle_is_intact(cpu)) {
        return LM_DAMAGE_PRIORITY;
    }
    return times_are_intact(cpu) ? LM_DAMAGE_NONE : LM_DAMAGE_TIME;
}

/* Checks the head of a level of the ready queue: no level is more urgent than that of next. */
static enum lm_damage at_level(const struct lm_audit *audit, unsigned level)
{
    const struct lm_ready_queue *queue = &lm_cpu()->ready;
    const struct lm_thread *next = lm_cpu()->next;
    const struct lm_thread *head = queue->head[level];
    unsigned word = level / 32;

    if (LM_READY_WORDS > 1 &&
        ((queue->summary & lm_ready_bit(word)) != 0) != (queue->occupied[word] != 0)) {
        return LM_DAMAGE_LINK;
    }
    if (!lm_ready_is_occupied(queue, level)) {
        return LM_DAMAGE_NONE;
    }
    bool intact = lm_audit_knows(audit, head, sizeof *head) && head->place == level &&
                  head->state <= LM_STATE_DISPATCHED && lm_audit_is_linked(audit, &head->node) &&
                  lm_audit_knows(audit, next, sizeof *next) && next->level <= level;

    return intact ? LM_DAMAGE_NONE : LM_DAMAGE_LINK;
}

/* Are the first two timeouts of a bucket in order? */
static bool is_in_order(const struct lm_timeout_queue *queue, unsigned number)
{
    const struct lm_timeout_node *first = queue->bucket[number];
    const struct lm_timeout_node *second =
        LM_CONTAINER(first->node.next, const struct lm_timeout_node, node);
    bool equal = (queue->unequal & lm_port_bit(number)) == 0;
    bool sorted = equal || (queue->unsorted & lm_port_bit(number)) == 0;

    return (!equal || second->expiry == first->expiry) &&
           (!sorted || second->expiry >= first->expiry) &&
           lm_timeout_bucket(queue, first->expiry) == number;
}

static enum lm_damage bucket(const struct lm_audit *audit, unsigned number)
{
    const struct lm_timeout_queue *queue = &lm_cpu()->timeouts;
    const struct lm_timeout_node *first = queue->bucket[number];

    if (((queue->occupied & lm_port_bit(number)) != 0) != (first != NULL)) {
        return LM_DAMAGE_LINK;
    }
    if (first == NULL) {
        return LM_DAMAGE_NONE;
    }
    if (!lm_audit_knows(audit, first, sizeof *first) || !lm_audit_is_linked(audit, &first->node)) {
        return LM_DAMAGE_LINK;
    }
    return is_in_order(queue, number) ? LM_DAMAGE_NONE : LM_DAMAGE_TIME;
}

enum lm_damage lm_audit_kernel(const struct lm_audit *audit, unsigned number)
{
    if (number == 0) {
        return whole(audit);
    }
    return number <= LM_LEVELS ? at_level(audit, number - 1)
                               : bucket(audit, number - 1 - LM_LEVELS);
}
