/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the trace of an application that ignores the results of its services contains its mistakes,
 * each with its object, and no outcomes that every application has to expect.
 *
 * Method: mistakes that the checks detect and mistakes that the kernel detects, and a reader of the
 * buffer that is written from spec/trace-format.md.
 */
#define TX_ENABLE_EVENT_TRACE
#include "suite.h"
#include <string.h>

enum { OBJECTS = 16, RECORDS = 256, BUFFER_BYTES = 64 + 32 * OBJECTS + 16 * RECORDS };
enum { RECORD_WORDS = 4, FIRST_RECORD = (64 + 32 * OBJECTS) / 4, EVENT_ERROR = 120, THREADX = 1 };

/* Numbers of spec/threadx-events.json and spec/errors.json. */
enum { MUTEX_GET = 52, THREAD_SLEEP = 112, TIMER_ACTIVATE = 122, KERNELS_MUTEX_UNLOCK = 42 };
enum { KERNELS_NOT_OWNER = 10 };

static uint32_t buffer[BUFFER_BYTES / 4];
static TX_MUTEX mutex, never_created;
static TX_TIMER timer;
static TX_SEMAPHORE semaphore;

static VOID nothing(ULONG input)
{
    (void)input;
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_trace_enable, TX_SUCCESS, buffer, sizeof buffer, OBJECTS);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", nothing, 0, 100, 0, TX_AUTO_ACTIVATE);
}

static void sleep_in_interrupt(void)
{
    (void)tx_thread_sleep(1);
}

static const char *name_of(uint32_t number)
{
    return number == 0 ? "" : (const char *)buffer + 64 + 32 * (number - 1) + 12;
}

/* The next error in the buffer is this one, of a thread or of an interrupt. */
static void next_is(uint32_t *at, const char *object, uint32_t number, uint32_t answer,
                    uint32_t depth)
{
    while (4 * *at < buffer[28 / 4] && (buffer[*at + 1] & 0xFF) != EVENT_ERROR) {
        *at += RECORD_WORDS;
    }
    CHECK(4 * *at < buffer[28 / 4]);
    EQUAL(0, strcmp(object, name_of(buffer[*at + 2] & 0xFFFF)));
    EQUAL(number, buffer[*at + 2] >> 16);
    EQUAL(answer, buffer[*at + 3]);
    EQUAL(depth, buffer[*at + 1] >> 8 & 0xFF);
    *at += RECORD_WORDS;
}

void program_main(void)
{
    uint32_t at = FIRST_RECORD;

    (void)tx_mutex_get(&never_created, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, 1);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 1);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 1);
    (void)tx_mutex_put(&mutex);
    (void)tx_timer_activate(&timer);
    in_interrupt(sleep_in_interrupt);
    CALL(tx_trace_disable, TX_SUCCESS, );
    EQUAL(0, buffer[32 / 4]); /* no record is lost */
    next_is(&at, "", MUTEX_GET, TX_MUTEX_ERROR | THREADX << 16, 0);
    next_is(&at, "mutex", KERNELS_MUTEX_UNLOCK, KERNELS_NOT_OWNER, 0);
    next_is(&at, "timer", TIMER_ACTIVATE, TX_ACTIVATE_ERROR | THREADX << 16, 0);
    next_is(&at, "", THREAD_SLEEP, TX_CALLER_ERROR | THREADX << 16, 1);
    while (at < buffer[28 / 4] / 4 && (buffer[at + 1] & 0xFF) != EVENT_ERROR) {
        at += RECORD_WORDS;
    }
    EQUAL(buffer[28 / 4] / 4, at);
}
