/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the audit detects each flipped bit in the data of the kernel, except in the listed fields,
 * and follows no damaged pointer.
 *
 * Method: in two states, in which threads wait in every way, flip each bit of the kernel's data,
 * of a thread in each state, and of an object of each kind. A complete round has to find it, unless
 * the bit is in a listed field; a field may be listed only if a bit of it is not found. Before and
 * after, the round finds nothing. The stack of the test is not audited, so the use of an unchecked
 * pointer ends the program. test_audit_kernel.c, test_audit_thread.c and test_audit_object.c break
 * one relation at a time.
 */
#include "audit_states.h"

/* The audit knows where each object is. */
static void check_block(const struct lm_audited *part, const void *block, size_t bytes)
{
    CHECK_SAME(lm_audit_block(part->object), block);
    CHECK_EQUAL(lm_audit_bytes(part->object), bytes);
}

static bool round_finds_damage(void)
{
    bool found = false;

    for (unsigned i = lm_audit_steps(&audit); i > 0; i--) {
        found = lm_kernel_audit(&audit) != LM_DAMAGE_NONE || found;
    }
    return found;
}

/* A field with bits whose change the audit does not detect. */
struct field {
    const char *name;
    size_t offset;
    size_t bytes;
    bool is_needed;
};

#define FIELD(type, member)                                                                        \
    {                                                                                              \
#member, offsetof(struct type, member), sizeof(((struct type *)0)->member), false          \
    }

/* The padding that the compiler may put between two members, or behind the last one. */
#define END(type, member) (offsetof(struct type, member) + sizeof(((struct type *)0)->member))
#define GAP(type, before, behind)                                                                  \
    {                                                                                              \
        "a gap", END(type, before), offsetof(struct type, behind) - END(type, before), true        \
    }
#define TAIL(type, last)                                                                           \
    {                                                                                              \
        "tail", END(type, last), sizeof(struct type) - END(type, last), false                      \
    }

/* Members of layers, of waits that have ended, and those for which all values are possible. */
static struct field of_threads[] = {
    FIELD(lm_thread, stack_pointer), /* of the running thread; 0 on this port */
    FIELD(lm_thread, level),         /* of one that is not ready */
    FIELD(lm_thread, state),         /* ready or dispatched, at the level of its priority */
    FIELD(lm_thread, waits_for),
    FIELD(lm_thread, priority), /* of one that has ended */
    FIELD(lm_thread, threshold),
    FIELD(lm_thread, wait_extras),
    FIELD(lm_thread, preempt_disabled),
    FIELD(lm_thread, place),
    FIELD(lm_thread, base_priority), /* of one that inherits */
    FIELD(lm_thread, base_threshold),
    FIELD(lm_thread, wait_status),
    FIELD(lm_thread, begun),
    FIELD(lm_thread, raised),
    FIELD(lm_thread, in_long_call),
    GAP(lm_thread, in_long_call, slice),
    FIELD(lm_thread, wait_list),
    FIELD(lm_thread, wait_data),
    FIELD(lm_thread, timeout), /* later in the same bucket */
    FIELD(lm_thread, inversion),
    GAP(lm_thread, inversion, releaser),
    FIELD(lm_thread, layer),
    GAP(lm_thread, stack_bytes, watched),
    FIELD(lm_thread, watched), /* a shared stack */
};

static struct field of_semaphores[] = {
    GAP(lm_semaphore, waiters.order, count),
    FIELD(lm_semaphore, count),
    GAP(lm_semaphore, count, object),
};

static struct field of_mutexes[] = {
    FIELD(lm_mutex, owned), /* of no owner */
    FIELD(lm_mutex, hold),  /* locked more often */
    GAP(lm_mutex, protocol, waiters),
    GAP(lm_mutex, waiters.order, inverted),
    FIELD(lm_mutex, inverted),
};

static struct field of_queues[] = {
    GAP(lm_queue, waiters.order, used),
    FIELD(lm_queue, limit),
    GAP(lm_queue, message_bytes, write),
};

static struct field of_flags[] = {
    GAP(lm_event_flags, waiters.order, bits),
    FIELD(lm_event_flags, bits),
    GAP(lm_event_flags, bits, pass),
    FIELD(lm_event_flags, pass),
};

static struct field of_blocks[] = {
    GAP(lm_block_pool, waiters.order, free),
    FIELD(lm_block_pool, free), /* another block */
    FIELD(lm_block_pool, available),
    GAP(lm_block_pool, block_bytes, area),
};

static struct field of_notices[] = {
    GAP(lm_notice, waiters.order, object),
    FIELD(lm_notice, value),
    FIELD(lm_notice, given),
    TAIL(lm_notice, given),
};

static struct field of_streams[] = {
    GAP(lm_stream, waiters.order, object),
    FIELD(lm_stream, level),
    FIELD(lm_stream, needed),
};

static struct field of_bytes[] = {
    GAP(lm_byte_pool, waiters.order, lists),
    FIELD(lm_byte_pool, orders),
    GAP(lm_byte_pool, orders, available),
    FIELD(lm_byte_pool, available),
    FIELD(lm_byte_pool, pieces),
    GAP(lm_byte_pool, pieces, first),
};

static struct field of_timers[] = {
    FIELD(lm_timer, timeout), /* not started */
    FIELD(lm_timer, due),     /* before the instant up to which time has come */
    FIELD(lm_timer, period),
    FIELD(lm_timer, in_interrupt),
    GAP(lm_timer, in_interrupt, pending_calls),
    FIELD(lm_timer, pending_calls),
    FIELD(lm_timer, pending),
};

static struct field of_kernel[] = {
    GAP(lm_kernel, cpu.has_switch_hooks, cpu.ready),
    GAP(lm_kernel, cpu.ready.occupied, cpu.ready.head),
    FIELD(lm_kernel, cpu.ready.head),    /* of levels without threads */
    FIELD(lm_kernel, cpu.ready.summary), /* there is one word */
    GAP(lm_kernel, cpu.ready.summary, cpu.idle),
    FIELD(lm_kernel, cpu.idle), /* it is in no list */
    FIELD(lm_kernel, cpu.timeouts.base),
    FIELD(lm_kernel, cpu.timeouts.unequal),
    FIELD(lm_kernel, cpu.timeouts.unsorted),
    GAP(lm_kernel, cpu.timeouts.unsorted, cpu.timeouts.recent),
    FIELD(lm_kernel, cpu.timeouts.recent),
    FIELD(lm_kernel, cpu.slice_end),
    FIELD(lm_kernel, cpu.alarm_time),
    FIELD(lm_kernel, started),
    FIELD(lm_kernel, objects),
    GAP(lm_kernel, slice_unit, time_offset),
    FIELD(lm_kernel, time_offset),
    FIELD(lm_kernel, handles_stack),
    GAP(lm_kernel, handles_stack, on_thread_end),
};

struct block {
    const char *name;
    void *at;
    size_t bytes;
    struct field *fields;
    unsigned count;
};

static struct field *field_at(const struct block *block, size_t offset)
{
    for (unsigned i = 0; i < block->count; i++) {
        struct field *field = &block->fields[i];

        if (offset >= field->offset && offset < field->offset + field->bytes) {
            return field;
        }
    }
    return NULL;
}

static void flip(const struct block *block, size_t bit)
{
    struct field *field = field_at(block, bit / 8);
    unsigned char *byte = (unsigned char *)block->at + bit / 8;
    unsigned char right = *byte;

    *byte ^= (unsigned char)(1U << bit % 8);
    if (!round_finds_damage()) {
        if (field == NULL) {
            check_failed(__FILE__, __LINE__, "%s: bit %zu of byte %zu is not seen", block->name,
                         bit % 8, bit / 8);
        }
        field->is_needed = true;
    }
    *byte = right;
    CHECK(!round_finds_damage());
}

static void flip_all(const struct block *all, unsigned count)
{
    check_block(&parts[0], &threads[0], sizeof threads[0]);
    check_block(&parts[THREAD_PARTS], &semaphore, sizeof semaphore);
    CHECK(!round_finds_damage());
    for (unsigned i = 0; i < count; i++) {
        for (size_t bit = 0; bit < all[i].bytes * 8; bit++) {
            flip(&all[i], bit);
        }
    }
}

static void check_needed(const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        if (!block->fields[i].is_needed) {
            check_failed(__FILE__, __LINE__, "%s: each bit of %s is seen", block->name,
                         block->fields[i].name);
        }
    }
}

#define BLOCK(part, fields)                                                                        \
    {                                                                                              \
#part, &(part), sizeof(part), fields, sizeof(fields) / sizeof((fields)[0])                 \
    }

int main(void)
{
    const struct block all[] = {
        BLOCK(threads[0], of_threads),  BLOCK(threads[1], of_threads),
        BLOCK(threads[2], of_threads),  BLOCK(threads[3], of_threads),
        BLOCK(threads[4], of_threads),  BLOCK(semaphore, of_semaphores),
        BLOCK(mutex, of_mutexes),       BLOCK(queue, of_queues),
        BLOCK(flags, of_flags),         BLOCK(blocks, of_blocks),
        BLOCK(memory, of_bytes),        BLOCK(timer, of_timers),
        BLOCK(notice, of_notices),      BLOCK(stream, of_streams),
        BLOCK(*lm_kernel(), of_kernel),
    };

    begin();
    flip_all(all, sizeof all / sizeof all[0]);
    begin_otherwise();
    flip_all(all, sizeof all / sizeof all[0]);
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        check_needed(&all[i]);
    }
    return 0;
}
