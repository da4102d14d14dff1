/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: notices, meetings at event flags, queues by priority, streams, and
 * lm_thread_suspend_now. */
#include "masked.h"

enum { BIT = 1 << 0, OTHER_BIT = 1 << 1, BOTH = BIT | OTHER_BIT, STREAM_BYTES = 512 };

static struct lm_notice notice;
static struct lm_priority_queue urgent;
static struct lm_stream stream;
static uint32_t places[LM_PRIORITY_QUEUE_BYTES(MANY + 1, sizeof(uint32_t)) / sizeof(uint32_t)];
static unsigned char stream_storage[STREAM_BYTES];
static struct lm_notice_request request = {.wanted = BIT};
static uint32_t received[STREAM_BYTES / 4];

/* The objects of a case, before any thread waits; its last step deletes them. */
CALL(create_notice, lm_notice_create(&notice, "notice"))
CALL(delete_notice, lm_notice_delete(&notice))

static void wait_for(uint32_t bit)
{
    struct lm_notice_request wait = {.wanted = bit};

    (void)lm_notice_wait(&notice, &wait, LM_FOREVER);
}

WAIT(wait_notice, (wait_for(BIT), 0))
WAIT(wait_other, (wait_for(OTHER_BIT), 0))
CALL(notice_set, lm_notice_set(&notice, BIT, NULL))
CALL(notice_increase, lm_notice_increase(&notice, 1, NULL))
CALL(notice_write, lm_notice_write(&notice, BIT, NULL))
CALL(notice_offer, lm_notice_offer(&notice, BIT))
CALL(notice_clear, lm_notice_clear(&notice, BIT, NULL))
CALL(notice_withdraw, lm_notice_withdraw(&notice))
CALL(notice_wait, lm_notice_wait(&notice, &request, LM_FOREVER))
EXPECT(notice_signal, lm_notice_signal(&notice, BIT), BIT)
EXPECT(notice_take, lm_notice_take(&notice, BIT, BIT, LM_NOTICE_ANY), BIT)

static void give_notice(void)
{
    create_notice();
    notice_set();
}

WAIT(wait_bit, lm_event_flags_wait(&flags, BIT, LM_ANY, NULL, LM_FOREVER))
WAIT(wait_both, lm_event_flags_set_and_wait(&flags, 0, BOTH, LM_ALL_CLEAR, NULL, LM_FOREVER))
CALL(meet, lm_event_flags_set_and_wait(&flags, BIT, BIT, LM_ALL_CLEAR, NULL, LM_FOREVER))
CALL(meet_all, lm_event_flags_set_and_wait(&flags, BOTH, BOTH, LM_ALL_CLEAR, NULL, LM_FOREVER))
CALL(meet_and_wait, lm_event_flags_set_and_wait(&flags, BIT, BOTH, LM_ALL, NULL, LM_FOREVER))

static void create_urgent(void)
{
    if (lm_priority_queue_create(&urgent, "urgent", places, count, sizeof(uint32_t),
                                 LM_BY_PRIORITY) != LM_OK) {
        fail("a queue by priority");
    }
}

static void fill_with(unsigned messages)
{
    create_urgent();
    for (unsigned i = 0; i < messages; i++) {
        (void)lm_priority_queue_send(&urgent, message, 0, LM_NO_WAIT);
    }
}

STEP(fill, (fill_with(count), 0))
STEP(fill_but_one, (fill_with(count - 1), 0))
WAIT(wait_to_receive, lm_priority_queue_receive(&urgent, received, NULL, LM_FOREVER))
WAIT(wait_to_send, lm_priority_queue_send(&urgent, message, 9, LM_FOREVER))
CALL(urgent_create, lm_priority_queue_create(&urgent, "urgent", places, 1, 4, LM_FIFO))
CALL(urgent_send, lm_priority_queue_send(&urgent, message, 5, LM_FOREVER))
CALL(urgent_receive, lm_priority_queue_receive(&urgent, received, NULL, LM_FOREVER))
CALL(urgent_clear, lm_priority_queue_clear(&urgent))

CALL(create_stream, lm_stream_create(&stream, "stream", stream_storage, STREAM_BYTES, 1))
EXPECT(stream_put, lm_stream_put(&stream, message, STREAM_BYTES), STREAM_BYTES)
EXPECT(stream_take, lm_stream_take(&stream, received, STREAM_BYTES), STREAM_BYTES)
CALL(stream_wait, lm_stream_wait_for_data(&stream, LM_FOREVER))
WAIT(wait_for_data, lm_stream_wait_for_data(&stream, LM_FOREVER))
CALL(stream_clear, lm_stream_clear(&stream))
CALL(stream_delete, lm_stream_delete(&stream))

static void put_into_stream(void)
{
    create_stream();
    stream_put();
}

WAIT(wait_semaphore, lm_semaphore_wait(&semaphore, LM_FOREVER))
WAIT(wait_a_while, lm_semaphore_wait(&semaphore, LM_MS(50 + index)))
CALL(suspend_waiting, lm_thread_suspend_now(&waiters[0]))

void delete_signals(void)
{
    (void)lm_notice_delete(&notice);
    (void)lm_queue_delete(&urgent.queue);
    (void)lm_stream_delete(&stream);
}

const struct masked_case signal_cases[] = {
    {"notice_create", .act = create_notice},
    {"notice_set", false, create_notice, .act = notice_set},
    {"notice_set, n satisfied", true, create_notice, wait_notice, .act = notice_set},
    {"notice_set, n satisfied, more urgent", true, create_notice, wait_notice, .act = notice_set,
     .priority = LEAST},
    {"notice_set, n not satisfied", true, create_notice, wait_other, .act = notice_set},
    {"notice_signal", false, create_notice, .act = notice_signal},
    {"notice_increase", false, create_notice, .act = notice_increase},
    {"notice_write", false, create_notice, .act = notice_write},
    {"notice_offer", false, create_notice, .act = notice_offer},
    {"notice_clear", false, create_notice, .act = notice_clear},
    {"notice_withdraw", false, give_notice, .act = notice_withdraw},
    {"notice_take", false, give_notice, .act = notice_take},
    {"notice_wait", false, give_notice, .act = notice_wait},
    {"notice_wait, ahead of n", true, create_notice, wait_notice, .act = notice_wait},
    {"notice_delete", true, create_notice, wait_notice, .act = delete_notice},
    {"event_flags_set_and_wait", .act = meet},
    {"event_flags_set_and_wait, n satisfied", true, .wait = wait_both, .act = meet_all},
    {"event_flags_set_and_wait, n satisfied, behind them", true, .wait = wait_bit,
     .act = meet_and_wait},
    {"event_flags_set_and_wait, n not satisfied", true, .wait = wait_both, .act = meet_and_wait},
    {"priority_queue_create", .act = urgent_create},
    {"priority_queue_send, ahead of n - 1 messages", true, fill_but_one, .act = urgent_send},
    {"priority_queue_send, to a waiting thread", false, create_urgent, wait_to_receive,
     .act = urgent_send},
    {"priority_queue_send, full, behind n", true, fill, wait_to_send, .act = urgent_send,
     .priority = LEAST},
    {"priority_queue_receive", false, fill, .act = urgent_receive},
    {"priority_queue_receive, n messages, from a waiting thread", true, fill, wait_to_send,
     .act = urgent_receive},
    {"priority_queue_clear, n wait", true, fill, wait_to_send, .act = urgent_clear},
    {"stream_create", .act = create_stream},
    {"stream_put, 512 bytes", false, create_stream, .act = stream_put},
    {"stream_put, 512 bytes, a thread waits", false, create_stream, wait_for_data,
     .act = stream_put},
    {"stream_take, 512 bytes", false, put_into_stream, .act = stream_take},
    {"stream_wait_for_data", false, create_stream, .act = stream_wait},
    {"stream_clear", false, put_into_stream, .act = stream_clear},
    {"stream_delete", false, create_stream, .act = stream_delete},
    {"thread_suspend_now, waiting", .wait = wait_semaphore, .act = suspend_waiting},
    {"thread_suspend_now, with timeout", .wait = wait_a_while, .act = suspend_waiting},
    {0},
};
