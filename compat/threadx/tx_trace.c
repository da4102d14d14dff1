/* SPDX-License-Identifier: Apache-2.0 */
/* The event trace: the native one, whose buffer has the format of a trace file. */
#include "limen.h"

static bool is_on;

extern struct lm_semaphore tx_limen_place __attribute__((weak)); /* NULL in most programs */

/* The recorder does not record its own calls. */
#define CHECK(condition, code)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return (code);                                                                         \
        }                                                                                          \
    } while (0)

/* Name the existing objects, in the order of the lists. */
#define ADD_ALL(type, first, count, next)                                                          \
    do {                                                                                           \
        const type *each_ = (first);                                                               \
        for (ULONG left_ = (count); left_ > 0; left_--) {                                          \
            lm_trace_add(&each_->limen.object);                                                    \
            each_ = each_->next;                                                                   \
        }                                                                                          \
    } while (0)

static VOID add_objects(VOID)
{
    uint32_t key = lm_interrupts_disable();

    ADD_ALL(TX_THREAD, _tx_thread_created_ptr, _tx_thread_created_count, tx_thread_created_next);
    ADD_ALL(TX_QUEUE, _tx_queue_created_ptr, _tx_queue_created_count, tx_queue_created_next);
    ADD_ALL(TX_SEMAPHORE, _tx_semaphore_created_ptr, _tx_semaphore_created_count,
            tx_semaphore_created_next);
    ADD_ALL(TX_MUTEX, _tx_mutex_created_ptr, _tx_mutex_created_count, tx_mutex_created_next);
    ADD_ALL(TX_EVENT_FLAGS_GROUP, _tx_event_flags_created_ptr, _tx_event_flags_created_count,
            tx_event_flags_group_created_next);
    ADD_ALL(TX_BLOCK_POOL, _tx_block_pool_created_ptr, _tx_block_pool_created_count,
            tx_block_pool_created_next);
    ADD_ALL(TX_BYTE_POOL, _tx_byte_pool_created_ptr, _tx_byte_pool_created_count,
            tx_byte_pool_created_next);
    ADD_ALL(TX_TIMER, _tx_timer_created_ptr, _tx_timer_created_count, tx_timer_created_next);
    if (&tx_limen_place != NULL) {
        lm_trace_add(&tx_limen_place.object);
    }
    lm_interrupts_enable(key);
}

/* Each core records into an equal part of the buffer, which is a trace file as a whole. */
static struct {
    UCHAR *start;
    uint32_t part_bytes;
    uint32_t entries;
} buffer;

static enum lm_status start_part(VOID)
{
    return lm_trace_start(buffer.start + lm_core_self() * buffer.part_bytes, buffer.part_bytes,
                          buffer.entries);
}

VOID tx_limen_trace_begin(VOID)
{
    if (is_on) {
        (void)start_part();
    }
}

/* Several cores begin to record when they start. */
UINT _tx_trace_enable(VOID *trace_buffer_start, ULONG trace_buffer_size, ULONG registry_entries)
{
    enum { ALIGN = sizeof(uint32_t) };
    uintptr_t offset = -(uintptr_t)trace_buffer_start % ALIGN;

    CHECK(!is_on, TX_NOT_DONE);
    CHECK(LM_CORES == 1 || !lm_layer_has_started(), TX_FEATURE_NOT_ENABLED);
    CHECK(trace_buffer_size > offset, TX_SIZE_ERROR);

    buffer.start = (UCHAR *)trace_buffer_start + offset;
    buffer.part_bytes = (uint32_t)(trace_buffer_size - offset) / LM_CORES / ALIGN * ALIGN;
    buffer.entries = (uint32_t)registry_entries;
    is_on = start_part() == LM_OK;
    if (is_on) {
        add_objects();
    }
    return is_on ? TX_SUCCESS : TX_SIZE_ERROR;
}

UINT _tx_trace_disable(VOID)
{
    CHECK(is_on, TX_NOT_DONE);

    lm_trace_stop();
    is_on = false;
    return TX_SUCCESS;
}

/* A record has room for one number, so the four numbers of an event become four records. */
UINT _tx_trace_user_event_insert(ULONG event_id, ULONG info_field_1, ULONG info_field_2,
                                 ULONG info_field_3, ULONG info_field_4)
{
    CHECK(is_on, TX_NOT_DONE);

    uint32_t key = lm_interrupts_disable();

    lm_trace_user((uint16_t)event_id, (uint32_t)info_field_1);
    lm_trace_user((uint16_t)event_id, (uint32_t)info_field_2);
    lm_trace_user((uint16_t)event_id, (uint32_t)info_field_3);
    lm_trace_user((uint16_t)event_id, (uint32_t)info_field_4);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

VOID _tx_trace_isr_enter_insert(ULONG isr_id)
{
    lm_interrupt_enter((unsigned)isr_id);
}

VOID _tx_trace_isr_exit_insert(ULONG isr_id)
{
    lm_interrupt_exit((unsigned)isr_id);
}

/* The events of a class of ThreadX, as the kernel numbers them, in groups of eight. Events of time,
 * of interrupt control and of all kinds of objects share one class of the kernel, which is disabled
 * when the last of them is. Errors belong to all classes. */
static const struct {
    ULONG bit;
    uint32_t classes;
} filters[] = {
    {TX_TRACE_INTERNAL_EVENTS, LM_TRACE_CLASS(8U)},
    {TX_TRACE_THREAD_EVENTS, LM_TRACE_CLASS(16U) | LM_TRACE_CLASS(24U)},
    {TX_TRACE_SEMAPHORE_EVENTS, LM_TRACE_CLASS(32U)},
    {TX_TRACE_MUTEX_EVENTS, LM_TRACE_CLASS(40U)},
    {TX_TRACE_QUEUE_EVENTS, LM_TRACE_CLASS(48U)},
    {TX_TRACE_TIMER_EVENTS, LM_TRACE_CLASS(56U)},
    {TX_TRACE_USER_EVENTS, LM_TRACE_CLASS(64U)},
    {TX_TRACE_EVENT_FLAGS_EVENTS, LM_TRACE_CLASS(72U)},
    {TX_TRACE_BLOCK_POOL_EVENTS, LM_TRACE_CLASS(80U)},
    {TX_TRACE_BYTE_POOL_EVENTS, LM_TRACE_CLASS(88U)},
    {TX_TRACE_ALL_EVENTS, LM_TRACE_CLASS(96U) | LM_TRACE_CLASS(120U)},
};

static ULONG filtered;

static VOID filter(ULONG bits)
{
    uint32_t classes = 0;

    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        if ((bits & filters[i].bit) == filters[i].bit) {
            classes |= filters[i].classes;
        }
    }
    filtered = bits;
    lm_trace_filter(classes);
}

UINT _tx_trace_event_filter(ULONG event_filter_bits)
{
    filter(filtered | event_filter_bits);
    return TX_SUCCESS;
}

UINT _tx_trace_event_unfilter(ULONG event_unfilter_bits)
{
    filter(filtered & ~event_unfilter_bits);
    return TX_SUCCESS;
}

/* The callback runs with interrupts disabled. */
UINT _tx_trace_buffer_full_notify(VOID (*full_buffer_callback)(VOID *buffer))
{
    lm_trace_set_notify(full_buffer_callback);
    return TX_SUCCESS;
}
