/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the recorder writes the records of spec/trace-format.md, also at the end of the ring, of
 * the object table and of the lower half of the time. It writes only to its buffer.
 *
 * Method: examples, compared word by word. tests/tools and tests/targets/conformance show that
 * readers understand whole traces.
 */
#include "check.h"
#include "observe/ring.h"
#include "port.h"
#include "threads.h"
#include <limen/trace.h>
#include <stdio.h>
#include <string.h>

enum { OBJECTS = 3, RECORDS = 8, BYTES = LM_TRACE_BYTES(OBJECTS, RECORDS), GUARD = 16 };

static union {
    struct lm_trace_header header;
    uint32_t words[(BYTES + GUARD) / 4];
    unsigned char bytes[BYTES + GUARD];
} buffer;

static void begin(uint32_t records)
{
    memset(&buffer, 0xEE, sizeof buffer);
    CHECK_STATUS(lm_trace_start(&buffer, LM_TRACE_BYTES(OBJECTS, records), OBJECTS), LM_OK);
}

static const uint32_t *record(unsigned index)
{
    return &buffer.words[LM_TRACE_BYTES(OBJECTS, index) / 4];
}

static void check_record(unsigned index, uint32_t time, enum lm_event event, unsigned object,
                         unsigned a, uint32_t b)
{
    CHECK_EQUAL(record(index)[0], time);
    CHECK_EQUAL(record(index)[1] & 0xFFU, event);
    CHECK_EQUAL(record(index)[2], object | (uint32_t)a << 16);
    CHECK_EQUAL(record(index)[3], b);
}

static const struct lm_trace_object *object(unsigned index)
{
    return (const struct lm_trace_object *)(const void *)(&buffer.header + 1) + index;
}

static void bad_buffers_are_refused(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_trace_start(NULL, BYTES, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(buffer.bytes + 2, BYTES - 4, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(&buffer, 63, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(&buffer, LM_TRACE_BYTES(0, 1) - 1, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(&buffer, LM_TRACE_BYTES(2, 1) - 1, 2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(&buffer, LM_TRACE_BYTES(1, 1), 2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_trace_start(&buffer, BYTES, UINT32_MAX), LM_BAD_ARGUMENT);
    lm_trace_stop(); /* no trace was started */
    lm_trace_mark();
    CHECK_STATUS(lm_trace_start(&buffer, LM_TRACE_BYTES(0, 1), 0), LM_OK);
    CHECK_EQUAL(buffer.header.record_capacity, 1);
}

static void the_header_describes_the_buffer(void)
{
    lm_kernel_init();
    begin(RECORDS);
    CHECK(memcmp(&buffer, "LIMN", 4) == 0 || memcmp(&buffer, "NMIL", 4) == 0);
    CHECK_EQUAL(buffer.header.version, 3);
    CHECK_EQUAL(buffer.header.header_bytes, 64);
    CHECK_EQUAL(buffer.header.object_bytes, 32);
    CHECK_EQUAL(buffer.header.record_bytes, 16);
    CHECK_EQUAL(buffer.header.clock_hz, LM_CLOCK_HZ);
    CHECK_EQUAL(buffer.header.object_capacity, OBJECTS);
    CHECK_EQUAL(buffer.header.object_count, 0);
    CHECK_EQUAL(buffer.header.record_capacity, RECORDS);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 0));
    CHECK_EQUAL(buffer.header.wraps, 0);
    CHECK_EQUAL(buffer.header.levels, LM_LEVELS);
    CHECK_EQUAL(buffer.header.flags, 1);
    for (unsigned byte = sizeof buffer.header; byte < LM_TRACE_BYTES(OBJECTS, 0); byte++) {
        CHECK_EQUAL(buffer.bytes[byte], 0); /* no objects */
    }
}

static void the_ring_begins_again(void)
{
    lm_kernel_init();
    begin(RECORDS);
    for (uint16_t i = 0; i < RECORDS; i++) {
        CHECK_EQUAL(buffer.header.wraps, 0);
        lm_trace_user(i, i);
    }
    CHECK_EQUAL(buffer.header.wraps, 1);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 0));
    lm_trace_user(77, 78);
    check_record(0, 0, LM_EVENT_USER, 0, 77, 78);
    check_record(1, 0, LM_EVENT_USER, 0, 1, 1);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 1));
    for (unsigned i = BYTES; i < sizeof buffer.bytes; i++) {
        CHECK_EQUAL(buffer.bytes[i], 0xEE);
    }
}

static void a_turn_of_the_lower_half_of_the_time_is_recorded(void)
{
    lm_kernel_init();
    begin(RECORDS);
    null_creep(0xFFFFFFFF);
    lm_trace_user(1, 0);
    null_creep(2);
    lm_trace_user(2, 0);
    null_creep(5ULL << 32);
    lm_trace_user(3, 0);
    check_record(0, 0xFFFFFFFF, LM_EVENT_USER, 0, 1, 0);
    check_record(1, 1, LM_EVENT_TIME, 0, 0, 1);
    check_record(2, 1, LM_EVENT_USER, 0, 2, 0);
    check_record(3, 1, LM_EVENT_TIME, 1, 0, 6);
    check_record(4, 1, LM_EVENT_USER, 0, 3, 0);
    CHECK_EQUAL(buffer.header.time_high, 6);
}

/* Start at an instant, write a record, wait, and advance the clock: a TIME record has the upper
 * halves of the time of that record and of the time from now on. */
static void leap(unsigned records, uint64_t start, uint64_t wait, uint64_t length)
{
    uint64_t end = start + wait + length;

    lm_kernel_init();
    null_creep(start);
    begin(RECORDS);
    for (unsigned i = 0; i < records; i++) {
        lm_trace_user(1, 2);
    }
    null_creep(wait);
    null_creep(length);
    lm_trace_leap(start + wait);
    check_record(records % RECORDS, (uint32_t)end, LM_EVENT_TIME, start >> 32 & 0xFFFF,
                 (unsigned)(start >> 48), (uint32_t)(end >> 32));
    CHECK_EQUAL(record(records % RECORDS)[1], LM_EVENT_TIME); /* of no thread, in no interrupt */
    CHECK_EQUAL(buffer.header.time_high, end >> 32);
    CHECK_EQUAL(buffer.header.time_low, (uint32_t)end);
}

static void a_leap_of_the_clock_is_recorded(void)
{
    const uint64_t starts[] = {7, 0xFFFFFFFE, 3ULL << 32, (0x12345ULL << 32) + 0xFFFFFFFF};
    const uint64_t waits[] = {0, 1, 2, 0xFFFFFFFE};

    lm_kernel_init();
    lm_trace_leap(5); /* no trace was started */
    for (unsigned i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        for (unsigned j = 0; j < sizeof waits / sizeof waits[0]; j++) {
            leap(1, starts[i], waits[j], 1);
            leap(RECORDS - 1, starts[i], waits[j], 5ULL << 32);
            leap(RECORDS, starts[i], waits[j], 1ULL << 32);
        }
    }
}

static void a_trace_can_begin_late(void)
{
    lm_kernel_init();
    null_creep(3ULL << 32 | 5);
    begin(RECORDS);
    CHECK_EQUAL(buffer.header.time_high, 3);
    CHECK_EQUAL(buffer.header.time_low, 5);
    lm_trace_user(1, 2);
    check_record(0, 5, LM_EVENT_USER, 0, 1, 2);
}

static void objects_beyond_the_table_are_counted_only(void)
{
    static struct lm_semaphore semaphores[OBJECTS + 2];

    lm_kernel_init();
    CHECK_STATUS(lm_semaphore_create(&semaphores[0], "before", 0, LM_FIFO), LM_OK);
    begin(RECORDS);
    CHECK_EQUAL(buffer.header.object_count, 1);
    CHECK_STATUS(lm_semaphore_create(&semaphores[1], "a name of more than 20 bytes", 7, LM_FIFO),
                 LM_OK);
    CHECK_EQUAL(object(2)->id, 0); /* the name ends in its own entry */
    CHECK_STATUS(lm_semaphore_create(&semaphores[2], NULL, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphores[3], "none", 0, LM_FIFO), LM_OK);
    CHECK_EQUAL(buffer.header.object_count, 4);
    CHECK_EQUAL(object(0)->id, 0);
    CHECK_EQUAL(object(1)->id, 2);
    CHECK_EQUAL(object(1)->kind, LM_KIND_SEMAPHORE);
    CHECK_EQUAL(object(1)->size, 7);
    CHECK(memcmp(object(1)->name, "a name of more than 20 bytes", 20) == 0);
    CHECK_EQUAL(object(2)->id, 3);
    CHECK_TEXT(object(2)->name, "");
    check_record(2, 0, LM_EVENT_SEMAPHORE_CREATE, 4, 0, 0);
}

static void the_table_survives_more_objects_than_numbers(void)
{
    static struct lm_semaphore semaphore;

    lm_kernel_init();
    begin(RECORDS);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "first", 0, LM_FIFO), LM_OK);
    for (unsigned i = 1; i < 65536; i++) {
        CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
        CHECK_STATUS(lm_semaphore_create(&semaphore, "later", 0, LM_FIFO), LM_OK);
    }
    CHECK_EQUAL(object(0)->id, 1);
    CHECK_TEXT(object(0)->name, "first");
    CHECK_EQUAL(buffer.header.levels, LM_LEVELS); /* the header before the table is unchanged */
}

static void ignore(void *argument)
{
    (void)argument;
}

static void a_timer_whose_instant_has_passed_has_no_time_left(void)
{
    static struct lm_timer timer;

    lm_kernel_init();
    begin(RECORDS);
    null_creep(100);
    CHECK_STATUS(lm_timer_create(&timer, "timer", ignore, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(120), 0), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(60), 0), LM_OK);
    check_record(1, 100, LM_EVENT_TIMER_START, 1, 0, 20);
    check_record(2, 100, LM_EVENT_TIMER_START, 1, 0, 0);
}

static void a_trace_that_is_stopped_stays_as_it_is(void)
{
    lm_kernel_init();
    begin(RECORDS);
    lm_trace_user(1, 2);
    lm_trace_stop();
    CHECK_EQUAL(buffer.header.flags, 0);
    lm_trace_user(3, 4);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 1));
    begin(2);
    CHECK_EQUAL(buffer.header.flags, 1);
    CHECK_EQUAL(buffer.header.record_capacity, 2);
}

static void a_record_knows_its_context(void)
{
    lm_kernel_init();
    begin(RECORDS);
    struct lm_thread_config config = threads_config(0, 5, 4);

    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    lm_trace_user(1, 0);
    null_interrupt_enter();
    lm_interrupt_enter(9);
    lm_trace_user(2, 0);
    lm_interrupt_exit(9);
    null_interrupt_exit();
    check_record(0, 0, LM_EVENT_THREAD_CREATE, 1, 5, 4);
    CHECK_EQUAL(record(0)[1] >> 8, 0); /* idle, no interrupt */
    check_record(2, 0, LM_EVENT_SWITCH, 1, 4, LM_LEAVE_IDLE);
    CHECK_EQUAL(record(3)[1] >> 8, 1 << 8); /* thread 1 */
    check_record(4, 0, LM_EVENT_IRQ_ENTER, 0, 9, 0);
    CHECK_EQUAL(record(5)[1] >> 8, 1 << 8 | 1);
    check_record(6, 0, LM_EVENT_IRQ_EXIT, 0, 9, 0);
}

static void objects_that_were_there_before_can_be_named(void)
{
    static struct lm_semaphore semaphores[OBJECTS + 1];
    struct lm_thread_config config = threads_config(0, 5, 4);

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    for (unsigned i = 0; i < OBJECTS; i++) {
        CHECK_STATUS(lm_semaphore_create(&semaphores[i], "semaphore", i, LM_FIFO), LM_OK);
    }
    lm_trace_add(&threads[0].object); /* to no trace */
    begin(RECORDS);
    lm_trace_add(&threads[0].object);
    lm_trace_add(&semaphores[1].object);
    lm_trace_add(&semaphores[2].object); /* beyond the table */
    CHECK_EQUAL(object(0)->id, 1);
    CHECK_EQUAL(object(0)->kind, LM_KIND_THREAD);
    CHECK_EQUAL(object(0)->priority, 5);
    CHECK_EQUAL(object(0)->threshold, 4);
    CHECK_EQUAL(object(0)->size, LM_PORT_STACK_MIN);
    CHECK_TEXT(object(0)->name, "T0");
    CHECK_EQUAL(object(1)->id, 0);
    CHECK_EQUAL(object(2)->id, 3);
    CHECK_TEXT(object(2)->name, "semaphore");
    CHECK_EQUAL(object(2)->priority, 0); /* threads have these */
    CHECK_EQUAL(object(2)->threshold, 0);
    CHECK_EQUAL(object(2)->size, 0);
    CHECK_EQUAL(buffer.header.object_count, 4);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 0)); /* no events */
}

/* The entry contains neither a rest of the previous name nor the bytes behind the new name. */
static void an_entry_can_be_written_again(void)
{
    static const char expected[sizeof object(0)->name] = "ab";
    static struct lm_semaphore semaphore;

    lm_kernel_init();
    begin(RECORDS);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "a long name", 0, LM_FIFO), LM_OK);
    semaphore.object.name = "ab\0cdefghijklmnopqrstuvwxyz";
    lm_trace_add(&semaphore.object);
    CHECK(memcmp(object(0)->name, expected, sizeof expected) == 0);
}

static void classes_of_events_can_be_left_out(void)
{
    static struct lm_semaphore semaphore;
    struct lm_thread_config config = threads_config(0, 5, 4);

    lm_kernel_init();
    lm_trace_filter(LM_TRACE_CLASS(LM_EVENT_USER)); /* also before there is a trace */
    lm_trace_user(1, 0);
    begin(RECORDS);
    lm_trace_user(2, 0);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    lm_trace_filter(UINT32_MAX); /* switches are recorded in any case */
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    lm_trace_filter(0);
    lm_trace_user(3, 0);
    check_record(0, 0, LM_EVENT_SEMAPHORE_CREATE, 1, 0, 0);
    check_record(1, 0, LM_EVENT_READY, 2, 5, 0);
    check_record(2, 0, LM_EVENT_SWITCH, 2, 4, LM_LEAVE_IDLE);
    check_record(3, 0, LM_EVENT_USER, 0, 3, 0);
    CHECK_EQUAL(record(3)[1] >> 16, 2); /* by the thread */
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 4));
    lm_trace_filter(LM_TRACE_CLASS(LM_EVENT_SEMAPHORE_POST));
    lm_trace_stop();
    lm_trace_user(4, 0);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 4));
}

static unsigned full_rings;

static void count_full_ring(void *trace)
{
    CHECK_SAME(trace, &buffer);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 0));
    CHECK_EQUAL(buffer.header.wraps, ++full_rings);
    check_record(RECORDS - 1, 0, LM_EVENT_USER, 0, RECORDS - 1, 0); /* it is complete */
}

static void a_full_ring_is_told(void)
{
    lm_kernel_init();
    begin(RECORDS);
    lm_trace_set_notify(count_full_ring);
    full_rings = 0;
    for (uint16_t i = 0; i < 2 * RECORDS; i++) {
        CHECK_EQUAL(full_rings, i / RECORDS);
        lm_trace_user(i % RECORDS, 0);
    }
    CHECK_EQUAL(full_rings, 2);
    lm_trace_set_notify(NULL);
    for (uint16_t i = 0; i < RECORDS; i++) {
        lm_trace_user(i, 0);
    }
    CHECK_EQUAL(full_rings, 2);
}

static void services_of_another_interface_are_recorded(void)
{
    static struct lm_semaphore semaphore;

    lm_kernel_init();
    lm_trace_set_api(LM_TRACE_THREADX);
    begin(RECORDS);
    CHECK_EQUAL(buffer.header.flags, 1 | LM_TRACE_THREADX << 1);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    lm_trace_service(20, &semaphore.object, 7);
    lm_trace_service(21, NULL, 8);
    check_record(1, 0, LM_EVENT_SERVICE, 1, 20, 7);
    check_record(2, 0, LM_EVENT_SERVICE, 0, 21, 8);
    lm_trace_stop();
    CHECK_EQUAL(buffer.header.flags, LM_TRACE_THREADX << 1);
    lm_trace_set_api(LM_TRACE_LIMEN);
    begin(RECORDS);
    CHECK_EQUAL(buffer.header.flags, 1);
}

static void events_of_middleware_have_four_numbers(void)
{
    lm_kernel_init();
    begin(RECORDS);
    lm_trace_middleware(421, 0x20001A30, 7, 0x12345, 0x9ABCDEF0);
    lm_trace_middleware(200, 1, 2, 3, 0);
    check_record(0, 0, LM_EVENT_SERVICE, 0, 421, 7);
    check_record(1, 0, LM_EVENT_VALUES, 0x2345, 1, 0x20001A30);
    check_record(2, 0, LM_EVENT_VALUES, 0, 0, 0x9ABCDEF0);
    check_record(3, 0, LM_EVENT_SERVICE, 0, 200, 2);
    check_record(4, 0, LM_EVENT_VALUES, 3, 0, 1);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 5));
    lm_trace_filter(LM_TRACE_CLASS(LM_EVENT_SERVICE)); /* no numbers without their event */
    lm_trace_middleware(421, 1, 2, 3, 4);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 5));
    lm_trace_filter(0);
    lm_trace_stop();
    lm_trace_middleware(421, 1, 2, 3, 4);
    CHECK_EQUAL(buffer.header.next_offset, LM_TRACE_BYTES(OBJECTS, 5));
}

static void check_entry(unsigned index, unsigned kind, uint32_t address, const char *name)
{
    CHECK_EQUAL(object(index)->id, index + 1);
    CHECK_EQUAL(object(index)->kind, kind);
    CHECK_EQUAL(object(index)->size, address);
    CHECK(strncmp(object(index)->name, name, sizeof object(index)->name) == 0);
}

static void objects_of_middleware_have_entries(void)
{
    static struct lm_semaphore semaphore;

    lm_kernel_init();
    lm_trace_middleware_object(9, 0x1000, "no trace is on");
    begin(RECORDS);
    lm_trace_middleware_object(9, 0x1000, "disk");
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0x2000, LM_FIFO), LM_OK);
    lm_trace_middleware_object(10, 0x2000,
                               "a file"); /* the count of a semaphore is not an address */
    CHECK_EQUAL(buffer.header.object_count, 3);
    check_entry(0, 64 + 9, 0x1000, "disk");
    check_entry(2, 64 + 10, 0x2000, "a file");
    lm_trace_middleware_object(10, 0x2000, NULL); /* another one at the same place */
    check_entry(2, 64 + 10, 0x2000, "");
    lm_trace_middleware_object(10, 0x3000, "no room");
    CHECK_EQUAL(buffer.header.object_count, 3);
    check_entry(0, 64 + 9, 0x1000, "disk");
}

static void what_a_stack_has_never_used_is_recorded(void)
{
    struct lm_thread_config config = threads_config(0, 5, 4);

    lm_kernel_init();
    begin(RECORDS);
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_STATUS(lm_trace_stack(&threads[0]), LM_OK);
    uint32_t unused = record(2)[3];

    check_record(2, 0, LM_EVENT_STACK, 1, 0, lm_thread_stack_unused(&threads[0]));
    memset((char *)config.stack + 8, 0, 8); /* the stack was used there */
    CHECK_STATUS(lm_trace_stack(&threads[0]), LM_OK);
    check_record(3, 0, LM_EVENT_STACK, 1, 0, 8);
    CHECK(unused > 8);
    CHECK_STATUS(lm_trace_stack(NULL), LM_BAD_OBJECT);
}

int main(void)
{
    bad_buffers_are_refused();
    the_header_describes_the_buffer();
    the_ring_begins_again();
    a_turn_of_the_lower_half_of_the_time_is_recorded();
    a_leap_of_the_clock_is_recorded();
    a_trace_can_begin_late();
    objects_beyond_the_table_are_counted_only();
    the_table_survives_more_objects_than_numbers();
    a_timer_whose_instant_has_passed_has_no_time_left();
    a_trace_that_is_stopped_stays_as_it_is();
    a_record_knows_its_context();
    objects_that_were_there_before_can_be_named();
    an_entry_can_be_written_again();
    classes_of_events_can_be_left_out();
    a_full_ring_is_told();
    services_of_another_interface_are_recorded();
    events_of_middleware_have_four_numbers();
    objects_of_middleware_have_entries();
    what_a_stack_has_never_used_is_recorded();
    return 0;
}
