/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in an application that is built with the trace, its services return the right results in
 * each context. The buffer gets all events that are not filtered, and the application gets a full
 * buffer.
 */
#define TX_ENABLE_EVENT_TRACE
#include "suite.h"
#include <string.h>

enum { BUFFER_BYTES = 8192 };

static ULONG buffer[BUFFER_BYTES / sizeof(ULONG)], before[BUFFER_BYTES / sizeof(ULONG)];
static TX_SEMAPHORE semaphore;
static UINT times_full;

static VOID full(VOID *which)
{
    EQUAL(buffer, which);
    times_full++;
}

static void use(void)
{
    CALL(tx_trace_user_event_insert, TX_SUCCESS, 4096, 1, 2, 3, 4);
    CALL(tx_trace_event_filter, TX_SUCCESS, TX_TRACE_ALL_EVENTS);
    CALL(tx_trace_event_unfilter, TX_SUCCESS, TX_TRACE_ALL_EVENTS);
    CALL(tx_trace_buffer_full_notify, TX_SUCCESS, full);
    CALL(tx_trace_buffer_full_notify, TX_SUCCESS, TX_NULL);
    DO(tx_trace_isr_enter_insert(7));
    DO(tx_trace_isr_exit_insert(7));
}

static void use_switched_off(void)
{
    CALL(tx_trace_user_event_insert, TX_NOT_DONE, 4096, 1, 2, 3, 4);
    tx_trace_isr_enter_insert(7);
    tx_trace_isr_exit_insert(7);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    use_switched_off();
    CALL(tx_trace_enable, TX_SIZE_ERROR, buffer, 16, 4);
    CALL(tx_trace_enable, TX_SUCCESS, buffer, sizeof buffer, 4);
    use();
}

static int changed(void)
{
    int differs = memcmp(buffer, before, sizeof buffer) != 0;

    memcpy(before, buffer, sizeof buffer);
    return differs;
}

static void filter(void)
{
    (void)changed();
    CALL(tx_trace_user_event_insert, TX_SUCCESS, 65535, 5, 6, 7, 8);
    CHECK(changed());
    CALL(tx_trace_event_filter, TX_SUCCESS, TX_TRACE_USER_EVENTS | TX_TRACE_ALL_EVENTS);
    (void)changed();
    CALL(tx_trace_user_event_insert, TX_SUCCESS, 65535, 9, 10, 11, 12);
    CHECK(!changed());
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_SEMAPHORE_ERROR, TX_NULL, TX_NO_WAIT);
    CHECK(!changed());
    CALL(tx_trace_event_unfilter, TX_SUCCESS, TX_TRACE_SEMAPHORE_EVENTS);
    CALL(tx_trace_user_event_insert, TX_SUCCESS, 65535, 9, 10, 11, 12);
    CHECK(!changed());
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CHECK(changed());
    CALL(tx_trace_event_unfilter, TX_SUCCESS, TX_TRACE_USER_EVENTS | TX_TRACE_ALL_EVENTS);
    CALL(tx_trace_user_event_insert, TX_SUCCESS, 4096, 13, 14, 15, 16);
    CHECK(changed());
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, TX_NULL);
    CHECK(changed());
    CALL(tx_semaphore_get, TX_SEMAPHORE_ERROR, TX_NULL, TX_NO_WAIT);
    CHECK(changed());
}

static void fill_up(void)
{
    CALL(tx_trace_buffer_full_notify, TX_SUCCESS, full);
    for (ULONG i = 0; i < 2 * BUFFER_BYTES / 16 && times_full == 0; i++) {
        CALL(tx_trace_user_event_insert, TX_SUCCESS, 4096, i, 0, 0, 0);
    }
    CHECK(times_full > 0);
}

void program_main(void)
{
    in_each(use);
    filter();
    fill_up();
    CALL(tx_trace_enable, TX_NOT_DONE, buffer, sizeof buffer, 4);
    CALL(tx_trace_disable, TX_SUCCESS, );
    CALL(tx_trace_disable, TX_NOT_DONE, );
    in_each(use_switched_off);
    CALL(tx_trace_enable, TX_SIZE_ERROR, buffer, 200, 100);
    CALL(tx_trace_enable, TX_SUCCESS, buffer, sizeof buffer, 4);
    CALL(tx_trace_disable, TX_SUCCESS, );
}
