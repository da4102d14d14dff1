/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a stream delivers every byte and every message once, complete and in order. The sender and
 * the receiver wait only if they have to, also if a call of the other one comes in between.
 *
 * Method: small worlds. Each starts from every fill, at every place of the storage and with every
 * level, and makes every sequence of calls of both sides. In one of the calls, an interrupt of the
 * other side comes just before the lock. A reference of a plain array has the contents of the
 * stream and the waiting side. A second world does the same with messages. Examples have the
 * records of the trace, and the other ends of waits.
 */
#include "check.h"
#include "explore.h"
#include "observe/observe.h"
#include "port.h"
#include "threads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MAX = 3, DEPTH = 3, DEPTH_LONG = 4, LENGTH = LM_STREAM_LENGTH_BYTES };
enum who { SENDER, RECEIVER, OTHER, NOBODY };
enum op { PUT, TAKE, WAIT_FOR_SPACE, WAIT_FOR_DATA, TRY_SPACE, TRY_DATA, LEVEL, CLEAR, TICK };

/* One call. */
struct step {
    enum op op;
    size_t bytes;
};

/* The reference. */
static struct {
    size_t used;
    unsigned char byte[CAPACITY_MAX];
    size_t level, needed;
    enum who waits;
} expected;

static struct explore explore;
static struct lm_stream stream;
static unsigned char storage[64];
static size_t capacity;
static unsigned char next_byte;
static struct step interrupting;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "capacity %zu, level %zu\n", capacity, expected.level);
    explore_print(&explore);
}

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

static void run_as(enum who who)
{
    while (threads_running() != (int)who) {
        CHECK_STATUS(lm_thread_yield(), LM_OK);
    }
}

static void expect_put(const unsigned char *data, size_t bytes)
{
    memcpy(expected.byte + expected.used, data, bytes);
    expected.used += bytes;
    if (expected.waits == RECEIVER && expected.used >= expected.level) {
        expected.waits = NOBODY;
    }
}

static void expect_take(size_t bytes)
{
    expected.used -= bytes;
    memmove(expected.byte, expected.byte + bytes, expected.used);
    if (expected.waits == SENDER && capacity - expected.used >= expected.needed) {
        expected.waits = NOBODY;
    }
}

static void put(size_t bytes, void (*meanwhile)(void))
{
    unsigned char data[CAPACITY_MAX + 2];
    size_t fits = least(bytes, capacity - expected.used);

    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = next_byte++;
    }
    lm_null.handler = meanwhile;
    lm_null.at_lock = meanwhile != NULL;
    CHECK_EQUAL(lm_stream_put(&stream, data, bytes), fits);
    expect_put(data, fits);
}

static void take(size_t bytes, void (*meanwhile)(void))
{
    unsigned char data[CAPACITY_MAX + 2], oldest[CAPACITY_MAX];
    size_t available = least(bytes, expected.used);

    memcpy(oldest, expected.byte, sizeof oldest);
    memset(data, 0xEE, sizeof data);
    lm_null.handler = meanwhile;
    lm_null.at_lock = meanwhile != NULL;
    CHECK_EQUAL(lm_stream_take(&stream, data, bytes), available);
    CHECK(memcmp(data, oldest, available) == 0);
    CHECK_EQUAL(data[available], 0xEE);
    expect_take(available);
}

static void interrupt(void)
{
    if (interrupting.op == PUT) {
        put(interrupting.bytes, NULL);
    } else {
        take(interrupting.bytes, NULL);
    }
}

/* A call that may wait, of this side. */
static void wait(struct step step, enum who who, void (*meanwhile)(void))
{
    bool tries = step.op == TRY_SPACE || step.op == TRY_DATA;
    lm_timeout timeout = tries ? LM_NO_WAIT : 1;
    enum lm_status status;
    size_t needed = who == SENDER ? least(step.bytes, capacity) : 0;

    lm_null.handler = meanwhile;
    lm_null.at_lock = meanwhile != NULL;
    status = who == SENDER ? lm_stream_wait_for_space(&stream, step.bytes, timeout)
                           : lm_stream_wait_for_data(&stream, timeout);
    if (who == SENDER ? capacity - expected.used >= needed
                      : expected.used >= expected.level || expected.waits == SENDER) {
        CHECK_STATUS(status, LM_OK);
    } else if (tries) {
        CHECK_STATUS(status, LM_UNAVAILABLE);
    } else {
        expected.waits = who;
        expected.needed = needed;
    }
}

static enum who side_of(enum op op)
{
    static const enum who sides[] = {
        [PUT] = SENDER,
        [TAKE] = RECEIVER,
        [WAIT_FOR_SPACE] = SENDER,
        [TRY_SPACE] = SENDER,
        [WAIT_FOR_DATA] = RECEIVER,
        [TRY_DATA] = RECEIVER,
        [LEVEL] = OTHER,
        [CLEAR] = OTHER,
        [TICK] = OTHER,
    };

    return sides[op];
}

static void clear(void)
{
    bool may = expected.waits == NOBODY;

    CHECK_STATUS(lm_stream_clear(&stream), may ? LM_OK : LM_UNAVAILABLE);
    expected.used = may ? 0 : expected.used;
}

static void tick(void)
{
    enum who waits = expected.waits;

    null_set_clock(lm_null.now + 1);
    if (waits != NOBODY) {
        CHECK_STATUS(threads[waits].wait_status, LM_TIMEOUT);
    }
    expected.waits = NOBODY;
}

static void make(struct step step, void (*meanwhile)(void))
{
    enum who side = side_of(step.op);

    run_as(side);
    switch (step.op) {
    case PUT:
        put(step.bytes, meanwhile);
        break;
    case TAKE:
        take(step.bytes, meanwhile);
        break;
    case LEVEL:
        CHECK_STATUS(lm_stream_set_level(&stream, step.bytes), LM_OK);
        expected.level = step.bytes;
        break;
    case CLEAR:
        clear();
        break;
    case TICK:
        tick();
        break;
    default:
        wait(step, side, meanwhile);
        break;
    }
}

/* Every call that differs from the others in this world. */
static struct step choose_step(void)
{
    static const enum op plain[] = {WAIT_FOR_DATA, TRY_DATA, CLEAR, TICK};
    const unsigned sizes = (unsigned)capacity + 2;
    unsigned choice = explore_choose(&explore, 4 * sizes + (unsigned)capacity + 4);

    if (choice < 4 * sizes) {
        static const enum op sized[] = {PUT, TAKE, WAIT_FOR_SPACE, TRY_SPACE};

        return (struct step){sized[choice / sizes], choice % sizes};
    }
    choice -= 4 * sizes;
    return choice < capacity ? (struct step){LEVEL, choice + 1}
                             : (struct step){plain[choice - capacity], 0};
}

static void compare(void)
{
    CHECK_EQUAL(lm_stream_used(&stream), expected.used);
    CHECK_EQUAL(lm_stream_space(&stream), capacity - expected.used);
    for (int i = SENDER; i <= OTHER; i++) {
        struct lm_thread_info info;

        CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
        CHECK_EQUAL(info.state == LM_SUSPENDED, expected.waits == (enum who)i);
    }
    CHECK_EQUAL(lm_null.locked, 0);
}

static void begin(void)
{
    capacity = 1 + explore_choose(&explore, CAPACITY_MAX);
    size_t place = explore_choose(&explore, (unsigned)capacity);
    size_t level = 1 + explore_choose(&explore, (unsigned)capacity);

    THREADS_BEGIN(1, 1, 1);
    memset(&expected, 0, sizeof expected);
    expected.level = level;
    expected.waits = NOBODY;
    next_byte = 1;
    memset(storage, 0xEE, sizeof storage);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage + 1, capacity, level), LM_OK);
    put(place, NULL);
    take(place, NULL);
    put(explore_choose(&explore, (unsigned)capacity + 1), NULL);
}

/* The largest storage has most states to begin with, and one step less. */
static unsigned steps_of(unsigned depth)
{
    return capacity == CAPACITY_MAX ? depth - 1 : depth;
}

/* The interrupt of one step, if its side does not wait. */
static void choose_interrupt(enum who side)
{
    interrupting = (struct step){side == SENDER ? TAKE : PUT, 1 + explore_choose(&explore, 2)};
}

static void all_calls_of_both_sides(unsigned depth)
{
    while (explore_next(&explore)) {
        begin();

        unsigned steps = steps_of(depth), interrupted = explore_choose(&explore, steps + 1);

        for (unsigned i = 0; i < steps; i++) {
            struct step step = choose_step();
            enum who side = side_of(step.op);
            bool is_interrupted = i == interrupted && expected.waits == NOBODY && side != OTHER;

            if (side != OTHER && side == expected.waits) {
                break; /* it cannot call */
            }
            if (is_interrupted) {
                choose_interrupt(side);
            }
            make(step, is_interrupted ? interrupt : NULL);
            compare();
        }
        CHECK_EQUAL(storage[0], 0xEE);
        CHECK_EQUAL(storage[1 + capacity], 0xEE);
    }
}

enum { ROOM_FOR = 2, REST = 3, STEPS = 5, LONGEST = LENGTH + REST };

static struct {
    size_t count, length[ROOM_FOR];
    unsigned char number[ROOM_FOR];
} messages;

static void fill(unsigned char *data, unsigned char number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        data[i] = (unsigned char)(number * 16 + i);
    }
}

static void put_message(size_t bytes, unsigned char number)
{
    unsigned char data[ROOM_FOR * LENGTH + REST + 1];
    size_t left = ROOM_FOR * LENGTH + REST;
    enum lm_status status = LM_OK;

    for (size_t i = 0; i < messages.count; i++) {
        left -= LENGTH + messages.length[i];
    }
    if (bytes > LONGEST) {
        status = LM_BAD_ARGUMENT;
    } else if (left < LENGTH + bytes) {
        status = LM_UNAVAILABLE;
    }
    fill(data, number, bytes);
    CHECK_STATUS(lm_stream_put_message(&stream, data, bytes), status);
    if (status == LM_OK) {
        messages.length[messages.count] = bytes;
        messages.number[messages.count++] = number;
    }
}

static void take_message(size_t room)
{
    unsigned char data[LONGEST + 1], whole[LONGEST];
    size_t bytes = room;
    enum lm_status status = LM_OK;

    memset(data, 0xEE, sizeof data);
    if (messages.count == 0) {
        status = LM_UNAVAILABLE;
    } else if (messages.length[0] > room) {
        status = LM_TOO_MANY;
    }
    CHECK_STATUS(lm_stream_take_message(&stream, data, &bytes), status);
    CHECK_EQUAL(bytes, messages.count == 0 ? 0 : messages.length[0]);
    if (status == LM_OK) {
        fill(whole, messages.number[0], bytes);
        CHECK(memcmp(data, whole, bytes) == 0);
        messages.count--;
        messages.length[0] = messages.length[1];
        messages.number[0] = messages.number[1];
    }
    CHECK_EQUAL(data[status == LM_OK ? bytes : 0], 0xEE);
}

/* Lengths: none, one, more than the rest of the storage, the longest, one too long. */
static void all_calls_of_messages(void)
{
    static const size_t lengths[] = {0, 1, REST + 1, LONGEST, LONGEST + 1};
    enum { LENGTHS = 5 };

    while (explore_next(&explore)) {
        THREADS_BEGIN(1);
        capacity = ROOM_FOR * LENGTH + REST;
        memset(&messages, 0, sizeof messages);
        CHECK_STATUS(lm_stream_create(&stream, "stream", storage, capacity, 1), LM_OK);
        for (unsigned char i = 0; i < STEPS; i++) {
            unsigned choice = explore_choose(&explore, 2 * LENGTHS - 1);

            if (choice < LENGTHS) {
                put_message(lengths[choice], i);
            } else {
                take_message(lengths[choice - LENGTHS]);
            }
            CHECK_EQUAL(lm_stream_next_message(&stream),
                        messages.count == 0 ? 0 : messages.length[0]);
        }
    }
}

static void waits_end_and_are_refused(void)
{
    THREADS_BEGIN(1, 1);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage, 4, 1), LM_OK);
    (void)lm_stream_wait_for_data(&stream, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_stream_wait_for_data(&stream, LM_FOREVER), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK);
    CHECK_STATUS(threads[0].wait_status, LM_ABORTED);
    run_as(0);
    (void)lm_stream_wait_for_data(&stream, LM_FOREVER);
    CHECK_STATUS(lm_stream_delete(&stream), LM_OK);
    CHECK_STATUS(threads[0].wait_status, LM_DELETED);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage, 4, 1), LM_OK);
    CHECK_EQUAL(lm_stream_put(&stream, storage + 8, 4), 4);
    (void)lm_stream_wait_for_space(&stream, 1, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_stream_wait_for_space(&stream, 1, LM_FOREVER), LM_BAD_STATE);
    CHECK_EQUAL(lm_stream_receive(&stream, storage + 8, 9, LM_FOREVER), 4);
    CHECK_EQUAL(lm_stream_send(&stream, storage + 8, 3, LM_FOREVER), 3);
    null_interrupt_enter();
    CHECK_STATUS(lm_stream_wait_for_data(&stream, LM_FOREVER), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_stream_wait_for_space(&stream, 9, LM_FOREVER), LM_BAD_CONTEXT);
    null_interrupt_exit();
}

/* A stream of bytes has no messages: no call reads behind its storage. */
static void bytes_are_no_message(void)
{
    const size_t length = 5; /* of a message that is not there */
    unsigned char data[LENGTH];
    size_t bytes = sizeof data;

    THREADS_BEGIN(1);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage, LENGTH + 1, 1), LM_OK);
    CHECK_EQUAL(lm_stream_put(&stream, &length, LENGTH - 1), LENGTH - 1);
    CHECK_EQUAL(lm_stream_next_message(&stream), 0);
    CHECK_STATUS(lm_stream_take_message(&stream, data, &bytes), LM_UNAVAILABLE);
    CHECK_EQUAL(bytes, 0);
    CHECK_STATUS(lm_stream_clear(&stream), LM_OK);
    CHECK_EQUAL(lm_stream_put(&stream, &length, LENGTH), LENGTH);
    bytes = sizeof data;
    CHECK_STATUS(lm_stream_take_message(&stream, data, &bytes), LM_BAD_STATE);
    CHECK_EQUAL(lm_stream_used(&stream), LENGTH);
}

static void a_message_does_not_fit_into_a_stream_without_room_for_its_length(void)
{
    THREADS_BEGIN(1);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage, LENGTH - 1, 1), LM_OK);
    CHECK_STATUS(lm_stream_put_message(&stream, storage + 32, 0), LM_BAD_ARGUMENT);
}

enum { OBJECTS = 6, RECORDS = 64 };

/* The next record about the stream says this. */
static void check_record(unsigned *seen, const uint32_t *trace, enum lm_event event, unsigned a,
                         uint32_t b)
{
    const uint32_t *record;

    do {
        CHECK(*seen < RECORDS);
        record = &trace[LM_TRACE_BYTES(OBJECTS, (*seen)++) / sizeof trace[0]];
    } while ((record[2] & 0xFFFFU) != stream.object.id || (record[1] & 0xFFU) == LM_EVENT_SUSPEND);
    CHECK_EQUAL(record[1] & 0xFFU, event);
    CHECK_EQUAL(record[2] >> 16, a);
    CHECK_EQUAL(record[3], b);
}

static void each_call_leaves_a_record(void)
{
    static uint32_t trace[LM_TRACE_BYTES(OBJECTS, RECORDS) / sizeof(uint32_t)];
    unsigned char data[4] = {0};
    unsigned seen = 0;

    THREADS_BEGIN(1, 1, 2);
    CHECK_STATUS(lm_trace_start(trace, sizeof trace, OBJECTS), LM_OK);
    CHECK_STATUS(lm_stream_create(&stream, "stream", storage, 4, 2), LM_OK);
    check_record(&seen, trace, LM_EVENT_STREAM_CREATE, 0, 4);
    CHECK_STATUS(lm_stream_wait_for_data(&stream, LM_NO_WAIT), LM_UNAVAILABLE);
    check_record(&seen, trace, LM_EVENT_STREAM_WAIT, LM_OUTCOME_UNAVAILABLE, 0);
    (void)lm_stream_wait_for_data(&stream, LM_FOREVER);
    check_record(&seen, trace, LM_EVENT_STREAM_WAIT, LM_OUTCOME_WAITS, 0);
    CHECK_EQUAL(lm_stream_put(&stream, data, 3), 3);
    check_record(&seen, trace, LM_EVENT_STREAM_PUT, 3, 3);
    CHECK_EQUAL(lm_stream_take(&stream, data, 1), 1);
    check_record(&seen, trace, LM_EVENT_STREAM_TAKE, 2, 1);
    (void)lm_stream_wait_for_space(&stream, 9, LM_FOREVER);
    check_record(&seen, trace, LM_EVENT_STREAM_WAIT, LM_OUTCOME_WAITS, 4);
    CHECK_EQUAL(lm_stream_take(&stream, data, 2), 2);
    check_record(&seen, trace, LM_EVENT_STREAM_TAKE, 0, 2);
    CHECK_STATUS(lm_stream_clear(&stream), LM_OK);
    check_record(&seen, trace, LM_EVENT_STREAM_CLEAR, 0, 0);
    CHECK_STATUS(lm_stream_delete(&stream), LM_OK);
    check_record(&seen, trace, LM_EVENT_STREAM_DELETE, 0, 0);
}

int main(int argc, char **argv)
{
    waits_end_and_are_refused();
    each_call_leaves_a_record();
    bytes_are_no_message();
    a_message_does_not_fit_into_a_stream_without_room_for_its_length();
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    check_explain(explain, NULL);
    all_calls_of_both_sides(getenv("LIMEN_LONG") != NULL ? DEPTH_LONG : DEPTH);
    memset(&explore, 0, sizeof explore);
    all_calls_of_messages();
    return 0;
}
