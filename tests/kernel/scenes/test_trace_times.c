/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a reader can compute the whole time of each record, though a record contains only its lower
 * half.
 *
 * Method: a thread sleeps for less than 2^32 ticks, for exactly as many, and for far more, and
 * records an event after each sleep. A reader that is written only from spec/trace-format.md reads
 * the buffer twice: while it has all records, and after the ring has lost most of them.
 */
#include "check.h"
#include <limen/limen.h>
#include <string.h>

enum { EVENT_TIME = 1, EVENT_USER = 64, RECORDS_MAX = 512, OBJECTS = 2, HEADER_BYTES = 64 };

#define TURN ((uint64_t)1 << 32)

/* The reader. */

struct record {
    uint64_t time;
    unsigned event;
    unsigned number; /* a */
    uint32_t value;  /* b */
};

static uint32_t word(const void *buffer, size_t offset)
{
    uint32_t value;

    memcpy(&value, (const unsigned char *)buffer + offset, sizeof value);
    return value;
}

static unsigned half(const void *buffer, size_t offset)
{
    uint16_t value;

    memcpy(&value, (const unsigned char *)buffer + offset, sizeof value);
    return value;
}

/* Find the offsets of all valid records, the oldest first. Returns: their number. */
static unsigned find_records(const void *buffer, size_t *offsets)
{
    size_t first = half(buffer, 6) + word(buffer, 16) * half(buffer, 8);
    size_t bytes = half(buffer, 10);
    uint32_t capacity = word(buffer, 24);
    uint32_t written = (uint32_t)((word(buffer, 28) - first) / bytes);
    uint32_t count = word(buffer, 32) == 0 ? written : capacity;
    uint32_t oldest = word(buffer, 32) == 0 ? 0 : written;

    CHECK_EQUAL(word(buffer, 0), 0x4E4D494C);
    CHECK_EQUAL(half(buffer, 4), 3);
    CHECK(count <= RECORDS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        offsets[i] = first + (oldest + i) % capacity * bytes;
    }
    return count;
}

/* Read all records except TIME, the newest first. Returns: their number. */
static unsigned read_records(const void *buffer, struct record *records)
{
    static size_t offsets[RECORDS_MAX];
    unsigned left = find_records(buffer, offsets);
    uint32_t high = word(buffer, 36);
    uint32_t low = word(buffer, 44);
    unsigned count = 0;

    if (left > 0 && word(buffer, offsets[left - 1]) < low) {
        high++; /* since the anchor */
    }
    while (left > 0) {
        size_t at = offsets[--left];
        uint32_t time = word(buffer, at);
        unsigned event = half(buffer, at + 4) & 0xFF;

        if (event == EVENT_TIME) {
            CHECK_EQUAL(word(buffer, at + 12), high);
            high = word(buffer, at + 8);
            continue;
        }
        records[count++] = (struct record){(uint64_t)high << 32 | time, event,
                                           half(buffer, at + 10), word(buffer, at + 12)};
        if (left > 0 && word(buffer, offsets[left - 1]) > time &&
            (half(buffer, offsets[left - 1] + 4) & 0xFF) != EVENT_TIME) {
            high--;
        }
    }
    return count;
}

/* The program. */

static const uint64_t sleeps[] = {
    1, TURN - 2,     1,     1,        TURN - 1, TURN, TURN + 1,       5, 1000, 3 * TURN,
    7, 2 * TURN - 1, 12345, TURN - 1, 1,        1,    100 * TURN + 99};

enum { SLEEPS = sizeof sleeps / sizeof sleeps[0] };

LM_STACK(stack, 4096);
static struct lm_thread thread;
static uint32_t buffer[LM_TRACE_BYTES(OBJECTS, RECORDS_MAX) / sizeof(uint32_t)];
static uint64_t times[SLEEPS];

static void sleep_and_tell(void *argument)
{
    (void)argument;
    for (uint16_t i = 0; i < SLEEPS; i++) {
        CHECK_STATUS(lm_thread_sleep(sleeps[i]), LM_OK);
        times[i] = lm_now();
        CHECK_EQUAL(times[i], (i > 0 ? times[i - 1] : 0) + sleeps[i]);
        lm_trace_user(i, (uint32_t)sleeps[i]);
    }
}

static void run(uint32_t records)
{
    struct lm_thread_config config = {
        .name = "sleeper", LM_PREEMPTIVE(3), .entry = sleep_and_tell, LM_USE_STACK(stack)};

    lm_kernel_init();
    memset(buffer, 0, sizeof buffer);
    CHECK_STATUS(lm_trace_start(buffer, LM_TRACE_BYTES(OBJECTS, records), OBJECTS), LM_OK);
    CHECK_STATUS(lm_thread_create(&thread, &config), LM_OK);
    lm_kernel_start();
}

/* The records of the program have the times that the program has read. The others are in order.
 * Returns: the number of records of the program. */
static unsigned check_times(void)
{
    static struct record records[RECORDS_MAX];
    unsigned count = read_records(buffer, records);
    unsigned own = 0;

    CHECK(count > 0);
    CHECK_EQUAL(records[0].time, times[SLEEPS - 1]);
    for (unsigned i = 0; i < count; i++) {
        CHECK(i == 0 || records[i].time <= records[i - 1].time);
        if (records[i].event == EVENT_USER) {
            own++;
            CHECK_EQUAL(records[i].number, SLEEPS - own);
            CHECK_EQUAL(records[i].value, (uint32_t)sleeps[SLEEPS - own]);
            CHECK_EQUAL(records[i].time, times[SLEEPS - own]);
        }
    }
    return own;
}

static void a_full_trace_has_all_times(void)
{
    run(RECORDS_MAX);
    CHECK_EQUAL(word(buffer, 32), 0);
    CHECK_EQUAL(check_times(), SLEEPS);
}

static void a_trace_that_has_lost_records_has_the_times_of_the_others(void)
{
    unsigned most = 0;

    for (uint32_t records = 1; records <= 120; records++) {
        run(records);
        CHECK(word(buffer, 32) > 0);
        unsigned own = check_times();

        CHECK(own >= most);
        most = own;
    }
    CHECK(most > SLEEPS / 2);
}

int main(void)
{
    a_full_trace_has_all_times();
    a_trace_that_has_lost_records_has_the_times_of_the_others();
    return 0;
}
