/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: exactly one step of the audit checks each relation in the data of the kernel. The step
 * reports the place of the damage, and leaves the lock free.
 *
 * Method: scenes. In a state of audit_states.h, or in another one, break one relation and keep all
 * others.
 */
#include "audit_states.h"
#include "observe/observation.h"
#include "time/alarm.h"
#include <limen/trace.h>

static struct lm_timeout_queue *timeouts(void)
{
    return &lm_cpu()->timeouts;
}

static bool knows(uintptr_t address, size_t bytes)
{
    return lm_audit_knows(&audit, (const void *)address, bytes);
}

/* At both ends of the memory of the parts, and of that of the kernel. */
static void known_memory(void)
{
    enum { WORD = sizeof(void *) };
    uintptr_t kernel = (uintptr_t)lm_kernel();
    uintptr_t end = kernel + sizeof *lm_kernel();

    begin();
    CHECK_EQUAL(audit.high % WORD, 0);
    CHECK(knows(audit.low, WORD) && !knows(audit.low - WORD, WORD));
    CHECK(knows(audit.high - WORD, WORD) && !knows(audit.high, WORD));
    CHECK(!knows(audit.high - WORD, 2 * WORD));
    CHECK(knows(kernel, WORD) && !knows(kernel - WORD, WORD));
    CHECK(knows(end - WORD, WORD) && !knows(end, WORD));
    CHECK(!knows(end - WORD, 2 * WORD));
    CHECK(!knows(audit.low + 1, 1) && !knows(kernel + 1, 1));
}

/* The range of the parts does not depend on their order. */
static void order_of_parts(void)
{
    struct lm_audited forward[] = {{.object = &threads[0].object}, {.object = &threads[1].object}};
    struct lm_audited backward[] = {forward[1], forward[0]};

    begin();
    lm_audit_init(&audit, forward, 2);
    CHECK_EQUAL(audit.low, (uintptr_t)&threads[0]);
    CHECK_EQUAL(audit.high, (uintptr_t)&threads[2]);
    lm_audit_init(&audit, backward, 2);
    CHECK_EQUAL(audit.low, (uintptr_t)&threads[0]);
    CHECK_EQUAL(audit.high, (uintptr_t)&threads[2]);
    CHECK_EQUAL(lm_null.locked, 0);
}

static void ring(struct lm_list *one, struct lm_list *two, struct lm_list *three)
{
    one->next = three->prev = two;
    two->next = one->prev = three;
    three->next = two->prev = one;
}

static void links(void)
{
    struct lm_list *one = &threads[0].owned, *two = &threads[1].owned, *three = &threads[2].owned;

    begin();
    ring(one, two, three);
    CHECK(lm_audit_is_linked(&audit, two));
    one->next = three;
    CHECK(!lm_audit_is_linked(&audit, two));
    one->next = two;
    three->prev = one;
    CHECK(!lm_audit_is_linked(&audit, two));
}

static enum lm_damage timeout_damage(void)
{
    return lm_audit_timeout(&audit, &threads[0].timeout);
}

/* Thread 0 waits until 100, thread 1 until 50; base is 10. */
static void timeout_that_is_started(void)
{
    BROKEN(begin, timeout_damage(), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin, timeout_damage(), LM_DAMAGE_LINK,
           threads[0].timeout.node.prev = &flags.waiters.first->node);
    BROKEN(begin, timeout_damage(), LM_DAMAGE_TIME, threads[0].timeout.expiry = 1U << 20);
    BROKEN(begin, timeout_damage(), LM_DAMAGE_TIME, threads[0].timeout.expiry = 40);
    BROKEN(begin, timeout_damage(), LM_DAMAGE_TIME,
           (threads[0].timeout.expiry = timeouts()->earliest = 5,
            timeouts()->bucket[3] = &threads[1].timeout));
    BROKEN(begin, timeout_damage(), LM_DAMAGE_TIME,
           (threads[0].timeout.expiry = timeouts()->earliest = timeouts()->base,
            timeouts()->bucket[0] = &threads[1].timeout));
    /* While the interrupt of the alarm distributes or serves timeouts, they are in no bucket. */
    BROKEN(begin, timeout_damage(), LM_DAMAGE_NONE,
           (threads[0].timeout.expiry = 1U << 20,
            timeouts()->mixed.next = timeouts()->mixed.prev = &threads[0].timeout.node));
    BROKEN(begin, timeout_damage(), LM_DAMAGE_NONE,
           (threads[0].timeout.expiry = 1U << 20,
            timeouts()->due.next = timeouts()->due.prev = &threads[0].timeout.node));
}

/* Only the first step checks constant fields. */
#define CONSTANT(field)                                                                            \
    do {                                                                                           \
        begin();                                                                                   \
        CHECK_STATUS(lm_trace_start(trace, sizeof trace, 4), LM_OK);                               \
        add_parts();                                                                               \
        *(unsigned char *)&(field) ^= 1;                                                           \
        CHECK_EQUAL(lm_kernel_audit(&audit), LM_DAMAGE_CONSTANT);                                  \
        CHECK_EQUAL(lm_kernel_audit(&audit), LM_DAMAGE_NONE);                                      \
        *(unsigned char *)&(field) ^= 1;                                                           \
    } while (0)

static void constants(void)
{
    static uint32_t trace[LM_TRACE_BYTES(4, 16) / sizeof(uint32_t)];

    CONSTANT(lm_kernel()->slice_unit);
    CONSTANT(lm_kernel()->epoch);
    CONSTANT(lm_cpu()->has_switch_hooks);
    CONSTANT(lm_observation()->recording);
    CONSTANT(lm_observation()->trace_notify);
    CONSTANT(lm_observation()->trace_filter);
}

static void idle_thread(void)
{
    struct lm_thread *idle = &lm_cpu()->idle;

    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->level = LM_LEVELS - 1);
    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->priority = LM_LEVELS - 1);
    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->threshold = LM_LEVELS - 1);
    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->slice = threads_slice);
    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->state = LM_STATE_BLOCKED);
    BROKEN(begin, whole_damage(), LM_DAMAGE_PRIORITY, idle->dispatched_state = LM_STATE_BLOCKED);
}

static void begin_idle(void)
{
    THREADS_BEGIN(1, 2, 3, 4, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    for (unsigned i = 0; i < THREAD_PARTS; i++) {
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
    CHECK_EQUAL(threads_running(), -1);
    add_parts();
}

static void begin_with_peers(void)
{
    THREADS_BEGIN(3, 3, 5, 6, 7);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    add_parts();
}

static void next_thread(void)
{
    struct lm_ready_queue *ready = &lm_cpu()->ready;

    BROKEN(begin_idle, whole_damage(), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_idle, whole_damage(), LM_DAMAGE_LINK, lm_ready_mark(ready, 4));
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, lm_cpu()->next = &lm_cpu()->idle);
    BROKEN(begin_with_peers, whole_damage(), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin_with_peers, whole_damage(), LM_DAMAGE_LINK, lm_cpu()->next = &threads[1]);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, lm_ready_unmark(ready, 3));
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, threads[3].state = LM_STATE_BLOCKED);
    BROKEN(begin, whole_damage(), LM_DAMAGE_STATE, lm_cpu()->running = NULL);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK,
           (lm_ready_mark(ready, 0), threads[3].place = LM_LEVELS,
            ready->head[LM_LEVELS] = &threads[3]));
}

static void levels(void)
{
    struct lm_thread unknown = {0}; /* the stack is not audited */

    BROKEN(begin, level_damage(3), LM_DAMAGE_NONE, (void)0);
    BROKEN(begin, level_damage(3), LM_DAMAGE_LINK, threads[3].level = 4);
    BROKEN(begin, level_damage(4), LM_DAMAGE_NONE, threads[3].level = 4);
    BROKEN(begin, level_damage(5), LM_DAMAGE_LINK, threads[4].state = LM_STATE_BLOCKED);
    BROKEN(begin, level_damage(5), LM_DAMAGE_LINK, threads[4].node.prev = NULL);
    BROKEN(begin, level_damage(5), LM_DAMAGE_LINK, threads[4].place = 4);
    BROKEN(begin, level_damage(5), LM_DAMAGE_LINK, lm_cpu()->next = &unknown);
}

static void times(void)
{
    struct lm_cpu *cpu = lm_cpu();

    BROKEN(begin, whole_damage(), LM_DAMAGE_TIME, cpu->timeouts.base = 11);
    BROKEN(begin, whole_damage(), LM_DAMAGE_TIME, cpu->alarm_time = 11);
    BROKEN(begin, whole_damage(), LM_DAMAGE_TIME, cpu->alarm = 11);
    BROKEN(begin, whole_damage(), LM_DAMAGE_NONE, cpu->alarm = 10);
    BROKEN(begin, whole_damage(), LM_DAMAGE_TIME,
           (cpu->alarm = 10, cpu->timeouts.earliest = cpu->timeouts.base));
    BROKEN(begin, whole_damage(), LM_DAMAGE_TIME, cpu->timeouts.occupied = 0);
}

static void queue_of_timeouts(void)
{
    BROKEN(begin, whole_damage(), LM_DAMAGE_NONE, timeouts()->recent = timeouts()->bucket);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, timeouts()->recent = timeouts()->bucket - 1);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK,
           timeouts()->recent = timeouts()->bucket + LM_TIMEOUT_BUCKETS);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, *(unsigned char *)&timeouts()->recent ^= 1);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, timeouts()->mixed.next = NULL);
    BROKEN(begin, whole_damage(), LM_DAMAGE_LINK, timeouts()->due.prev = NULL);
}

/* Two timeouts of bucket 6: thread 0 waits until 100, and the timer expires at 70. */
static void set_bucket(bool is_unequal, bool is_unsorted, uint64_t first, uint64_t second)
{
    uint32_t bit = lm_port_bit(6);
    struct lm_timeout_node *head = timeouts()->bucket[6];

    timeouts()->unequal = is_unequal ? bit : ~bit;
    timeouts()->unsorted = is_unsorted ? bit : ~bit;
    head->expiry = first;
    LM_CONTAINER(head->node.next, struct lm_timeout_node, node)->expiry = second;
}

static void buckets(void)
{
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_NONE, set_bucket(false, false, 70, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_NONE, set_bucket(false, true, 70, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_TIME, set_bucket(false, false, 70, 71));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_TIME, set_bucket(false, true, 71, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_NONE, set_bucket(true, false, 70, 71));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_NONE, set_bucket(true, false, 70, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_TIME, set_bucket(true, false, 71, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_NONE, set_bucket(true, true, 71, 70));
    BROKEN(begin, bucket_damage(6), LM_DAMAGE_TIME, set_bucket(false, false, 1000, 1000));
    BROKEN(begin, bucket_damage(5), LM_DAMAGE_NONE, set_bucket(false, false, 1000, 1000));
    BROKEN(begin, bucket_damage(7), LM_DAMAGE_NONE, set_bucket(false, false, 1000, 1000));
}

/* Each step of a round, until one finds damage. */
static enum lm_damage run_round(void)
{
    enum lm_damage damage = LM_DAMAGE_NONE;

    for (unsigned i = lm_audit_steps(&audit); i > 0 && damage == LM_DAMAGE_NONE; i--) {
        damage = lm_kernel_audit(&audit);
        CHECK_EQUAL(lm_null.locked, 0);
    }
    return damage;
}

static void place_of_damage(void)
{
    BROKEN(begin, run_round(), LM_DAMAGE_NONE, (void)0);
    CHECK_SAME(audit.object, NULL);
    BROKEN(begin, run_round(), LM_DAMAGE_FILL, semaphore.count = 1);
    CHECK_SAME(audit.object, &semaphore.object);
    semaphore.count = 0;
    CHECK_EQUAL(run_round(), LM_DAMAGE_NONE);
    CHECK_SAME(audit.object, &semaphore.object); /* the last one */
    lm_cpu()->alarm_time = 11;
    CHECK_EQUAL(run_round(), LM_DAMAGE_TIME);
    CHECK_SAME(audit.object, NULL);
}

int main(void)
{
    known_memory();
    order_of_parts();
    links();
    timeout_that_is_started();
    constants();
    idle_thread();
    next_thread();
    levels();
    times();
    queue_of_timeouts();
    buckets();
    place_of_damage();
    return 0;
}
