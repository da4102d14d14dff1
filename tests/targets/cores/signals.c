/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: shared notices and queues by priority serve the threads of all cores as those of one core
 * do, threads of all cores meet at event flags, a shared semaphore keeps a ceiling, and
 * lm_thread_suspend_now ends the wait of a thread of another core for a shared object. Method: two
 * threads of core 1 and one of core 0 make calls that a thread of core 0 prepares, and record their
 * results. Prints each expectation that is not met, and their number; status 1: an expectation was
 * not met. */
#include "expect.h"
#include <limen/board.h>
#include <limen/cores.h>

enum { STACK_BYTES = 1024, WAITERS = 3, SHORT_TICKS = 20000, PLACES = 2, ROUNDS = 300 };

LM_STACK(main_stack, STACK_BYTES);
static unsigned char stacks[WAITERS][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
static struct lm_thread main_thread, waiters[WAITERS];
static struct lm_notice notice;
static struct lm_event_flags flags;
static struct lm_priority_queue queue;
static struct lm_semaphore go[WAITERS], done, begun, limited;
static uint32_t places[LM_PRIORITY_QUEUE_BYTES(PLACES, sizeof(uint32_t)) / sizeof(uint32_t)];
static volatile bool has_ended[WAITERS]; /* the call that was begun last */

/* The call of each thread; the semaphores order the accesses. */
static struct {
    enum { WAIT, RECEIVE, SEND, MEET } what;
    struct lm_notice_request wait;
    uint32_t message, priority;
    lm_timeout timeout;
    enum lm_status status;
} calls[WAITERS];

/* Each thread sets its own bit and waits for those of all three. */
static enum lm_status meet(uint32_t own)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t found = 0;

        lm_work((own + i) % 5);
        EXPECT(lm_event_flags_set_and_wait(&flags, own, 7, LM_ALL_CLEAR, &found, LM_FOREVER) ==
               LM_OK);
        EXPECT(found == 7);
    }
    return LM_OK;
}

static enum lm_status make(unsigned i)
{
    switch (calls[i].what) {
    case WAIT:
        return lm_notice_wait(&notice, &calls[i].wait, calls[i].timeout);
    case MEET:
        return meet(2U << i);
    case RECEIVE:
        return lm_priority_queue_receive(&queue, &calls[i].message, &calls[i].priority,
                                         calls[i].timeout);
    default:
        return lm_priority_queue_send(&queue, &calls[i].message, calls[i].priority,
                                      calls[i].timeout);
    }
}

static void make_calls(void *argument)
{
    unsigned i = (unsigned)(uintptr_t)argument;

    for (;;) {
        EXPECT(lm_semaphore_wait(&go[i], LM_FOREVER) == LM_OK);
        calls[i].status = make(i);
        has_ended[i] = true;
        EXPECT(lm_semaphore_post(&done) == LM_OK);
    }
}

/* Begin the call of a thread. Return when it waits, as the last one. On a busy machine a short wait
 * may have ended already. */
static void begin(unsigned i, const struct lm_wait_list *list)
{
    has_ended[i] = false;
    EXPECT(lm_semaphore_post(&go[i]) == LM_OK);
    while (list->mark.prev != &waiters[i].node && !has_ended[i]) {
        lm_thread_sleep(10);
    }
}

static void begin_wait(unsigned i, uint32_t wanted, uint32_t clear, enum lm_notice_mode mode,
                       lm_timeout timeout)
{
    calls[i].what = WAIT;
    calls[i].wait = (struct lm_notice_request){.wanted = wanted, .clear = clear, .mode = mode};
    calls[i].timeout = timeout;
    begin(i, &notice.waiters);
}

static void begin_queue(unsigned i, bool sends, uint32_t message, uint32_t priority)
{
    calls[i].what = sends ? SEND : RECEIVE;
    calls[i].message = message;
    calls[i].priority = priority;
    calls[i].timeout = LM_FOREVER;
    begin(i, &queue.queue.waiters);
}

static void await(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    }
    EXPECT(lm_semaphore_wait(&done, SHORT_TICKS) == LM_TIMEOUT);
}

/* The waits see what those before them have left, in FIFO order. */
static void check_notice(void)
{
    uint32_t value = 9;

    begin_wait(0, 5, 1, LM_NOTICE_ALL, LM_FOREVER);
    begin_wait(1, 1, 1, LM_NOTICE_ANY, LM_FOREVER); /* bit 0 is taken before */
    begin_wait(2, 12, 4, LM_NOTICE_ANY, LM_FOREVER);
    EXPECT(lm_notice_set(&notice, 2, &value) == LM_OK && value == 2);
    await(0);
    EXPECT(lm_notice_set(&notice, 5, &value) == LM_OK && value == 2);
    await(2);
    EXPECT(calls[0].wait.found == 7 && calls[2].wait.found == 6 && !has_ended[1]);
    EXPECT(lm_notice_signal(&notice, 9) == 10 && lm_notice_value(&notice) == 10);
    await(1);
    EXPECT(calls[1].status == LM_OK && calls[1].wait.found == 11);
    EXPECT(lm_notice_take(&notice, 2, 2, LM_NOTICE_ANY) == 10);
    EXPECT(lm_notice_take(&notice, 2, 2, LM_NOTICE_ANY) == 0);
    EXPECT(lm_notice_clear(&notice, 8, &value) == LM_OK && value == 8);
    EXPECT(lm_notice_clear(&notice, 8, NULL) == LM_OK && lm_notice_value(&notice) == 0);
}

static void check_values(void)
{
    struct lm_notice_request given = {.mode = LM_NOTICE_GIVEN};
    uint32_t value;

    EXPECT(lm_notice_withdraw(&notice) == LM_UNAVAILABLE);
    EXPECT(lm_notice_increase(&notice, 3, NULL) == LM_OK);
    EXPECT(lm_notice_increase(&notice, 4, &value) == LM_OK && value == 7);
    EXPECT(lm_notice_offer(&notice, 1) == LM_UNAVAILABLE);
    EXPECT(lm_notice_wait(&notice, &given, LM_NO_WAIT) == LM_OK && given.found == 7);
    EXPECT(lm_notice_wait(&notice, &given, LM_NO_WAIT) == LM_UNAVAILABLE && given.found == 7);
    EXPECT(lm_notice_offer(&notice, 1) == LM_OK && lm_notice_value(&notice) == 1);
    EXPECT(lm_notice_withdraw(&notice) == LM_OK);
    begin_wait(0, 0, UINT32_MAX, LM_NOTICE_GIVEN, SHORT_TICKS);
    await(1);
    EXPECT(calls[0].status == LM_TIMEOUT && calls[0].wait.found == 1);
    begin_wait(0, 0, UINT32_MAX, LM_NOTICE_GIVEN, LM_FOREVER);
    EXPECT(lm_notice_write(&notice, 0, &value) == LM_OK && value == 0);
    await(1);
    EXPECT(calls[0].status == LM_OK && calls[0].wait.found == 0);
    EXPECT(lm_notice_delete(&notice) == LM_BAD_OBJECT);
    EXPECT(lm_notice_wait(&notice, NULL, LM_NO_WAIT) == LM_BAD_ARGUMENT);
    EXPECT(lm_notice_set(NULL, 1, NULL) == LM_BAD_OBJECT);
    EXPECT(lm_notice_create_shared(&notice, "again") == LM_BAD_OBJECT);
}

static enum lm_status send(uint32_t message, uint32_t priority, lm_timeout timeout)
{
    return lm_priority_queue_send(&queue, &message, priority, timeout);
}

static void expect_message(uint32_t message, uint32_t priority)
{
    uint32_t got = 0, its_priority = 0;

    EXPECT(lm_priority_queue_receive(&queue, &got, &its_priority, LM_NO_WAIT) == LM_OK);
    EXPECT(got == message && its_priority == priority);
}

static void check_queue(void)
{
    uint32_t message;

    begin_queue(0, false, 0, 0);
    begin_queue(1, false, 0, 0);
    EXPECT(send(1, 5, LM_NO_WAIT) == LM_OK);
    await(1);
    EXPECT(calls[0].status == LM_OK && calls[0].message == 1 && calls[0].priority == 5);
    EXPECT(send(2, 0, LM_NO_WAIT) == LM_OK);
    await(1);
    EXPECT(calls[1].status == LM_OK && calls[1].message == 2 && calls[1].priority == 0);
    EXPECT(send(3, 1, LM_NO_WAIT) == LM_OK && send(4, 2, LM_NO_WAIT) == LM_OK);
    EXPECT(send(5, 9, LM_NO_WAIT) == LM_UNAVAILABLE && send(5, 9, SHORT_TICKS) == LM_TIMEOUT);
    begin_queue(0, true, 6, 9);
    begin_queue(2, true, 7, 1);
    expect_message(4, 2); /* 6 takes the place */
    await(1);
    EXPECT(calls[0].status == LM_OK && lm_queue_used(&queue.queue) == PLACES);
    expect_message(6, 9);
    await(1);
    expect_message(3, 1);
    expect_message(7, 1);
    EXPECT(lm_queue_used(&queue.queue) == 0);
    EXPECT(lm_priority_queue_receive(&queue, &message, NULL, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_priority_queue_receive(&queue, &message, NULL, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(send(1, 1, LM_NO_WAIT) == LM_OK && send(2, 2, LM_NO_WAIT) == LM_OK);
    begin_queue(1, true, 3, 3);
    EXPECT(lm_priority_queue_clear(&queue) == LM_OK); /* then the message of the sender comes in */
    await(1);
    expect_message(3, 3);
    EXPECT(lm_queue_delete(&queue.queue) == LM_BAD_OBJECT);
    EXPECT(lm_priority_queue_send(NULL, &message, 1, LM_NO_WAIT) == LM_BAD_OBJECT);
    EXPECT(lm_priority_queue_send(&queue, NULL, 1, LM_NO_WAIT) == LM_BAD_ARGUMENT);
    EXPECT(lm_priority_queue_create_shared(&queue, "again", places, PLACES, sizeof message) ==
           LM_BAD_OBJECT);
}

static void check_ceiling(void)
{
    EXPECT(lm_semaphore_count(&limited) == 1);
    EXPECT(lm_semaphore_post_below(&limited, 2) == LM_OK && lm_semaphore_count(&limited) == 2);
    EXPECT(lm_semaphore_post_below(&limited, 2) == LM_TOO_MANY);
    EXPECT(lm_semaphore_post_below(&limited, 0) == LM_BAD_ARGUMENT);
    EXPECT(lm_semaphore_wait(&limited, LM_NO_WAIT) == LM_OK);
    EXPECT(lm_semaphore_wait(&limited, LM_NO_WAIT) == LM_OK);
    EXPECT(lm_semaphore_wait(&limited, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_semaphore_count(&limited) == 0);
    EXPECT(lm_semaphore_post_below(&limited, 1) == LM_OK && lm_semaphore_count(&limited) == 1);
    EXPECT(lm_semaphore_post_below(&limited, 1) == LM_TOO_MANY);
}

/* A suspension ends the wait; the call returns after the resumption. */
static void check_suspension(unsigned i)
{
    begin_wait(i, 1, 1, LM_NOTICE_ANY, LM_FOREVER);
    EXPECT(lm_thread_suspend_now(&waiters[i]) == LM_OK);
    EXPECT(lm_notice_set(&notice, 1, NULL) == LM_OK && lm_notice_value(&notice) == 1);
    await(0);
    EXPECT(lm_thread_resume(&waiters[i]) == LM_OK);
    await(1);
    EXPECT(calls[i].status == LM_ABORTED);
    EXPECT(lm_notice_take(&notice, 1, 1, LM_NOTICE_ANY) == 1);
}

/* Units of a value, which two threads of core 1 take while core 0 adds them: none is lost. */
static void check_counts(void)
{
    uint32_t taken = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        calls[0].what = calls[2].what = WAIT;
        calls[0].wait = calls[2].wait = (struct lm_notice_request){
            .wanted = UINT32_MAX, .clear = UINT32_MAX, .mode = LM_NOTICE_ANY};
        calls[0].timeout = calls[2].timeout = LM_FOREVER;
        EXPECT(lm_semaphore_post(&go[0]) == LM_OK && lm_semaphore_post(&go[2]) == LM_OK);
        lm_work(i % 17);
        EXPECT(lm_notice_increase(&notice, 1 + i, NULL) == LM_OK);
        EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK); /* one has it all */
        EXPECT(lm_notice_increase(&notice, 1, NULL) == LM_OK);
        EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
        taken += calls[0].wait.found + calls[2].wait.found;
        EXPECT(taken == 2 + i && lm_notice_value(&notice) == 0);
        taken = 0;
    }
}

/* A thread of each core meets this one; then a wait without the others. */
static void check_meetings(void)
{
    uint32_t found = 0;

    calls[0].what = calls[1].what = MEET;
    EXPECT(lm_semaphore_post(&go[0]) == LM_OK && lm_semaphore_post(&go[1]) == LM_OK);
    EXPECT(meet(1) == LM_OK);
    EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    EXPECT(lm_event_flags_get(&flags) == 0);
    EXPECT(lm_event_flags_set_and_wait(&flags, 1, 3, LM_ALL, &found, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(found == 1);
    EXPECT(lm_event_flags_set_and_wait(&flags, 4, 8, LM_ANY, &found, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(found == 5 && lm_event_flags_get(&flags) == 5);
    EXPECT(lm_event_flags_set_and_wait(&flags, 2, 6, LM_ALL_CLEAR, &found, LM_NO_WAIT) == LM_OK);
    EXPECT(found == 7 && lm_event_flags_get(&flags) == 1);
}

static void run(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < 2; i++) { /* the threads of the other core exist now */
        EXPECT(lm_semaphore_wait(&begun, LM_FOREVER) == LM_OK);
    }
    check_notice();
    check_values();
    check_queue();
    check_ceiling();
    check_suspension(0);
    check_suspension(1);
    check_counts();
    check_meetings();
    lm_board_printf("%u rounds, %u not as expected\n", (unsigned)ROUNDS, unmet);
    lm_board_exit(unmet != 0);
}

static void create(unsigned i)
{
    EXPECT(lm_thread_create(&waiters[i], &(struct lm_thread_config){
                                             .name = "waiter",
                                             LM_PREEMPTIVE(4),
                                             .entry = make_calls,
                                             .argument = (void *)(uintptr_t)i,
                                             .stack = stacks[i],
                                             .stack_bytes = sizeof stacks[i],
                                         }) == LM_OK);
}

static void prepare(void)
{
    create(0);
    create(2);
    lm_semaphore_post(&begun);
    lm_semaphore_post(&begun);
}

int main(void)
{
    lm_kernel_init();
    EXPECT(lm_notice_create_shared(&notice, "notice") == LM_OK);
    EXPECT(lm_event_flags_create_shared(&flags, "flags") == LM_OK);
    EXPECT(lm_priority_queue_create_shared(&queue, "queue", places, PLACES, sizeof places[0]) ==
           LM_OK);
    for (unsigned i = 0; i < WAITERS; i++) {
        EXPECT(lm_semaphore_create_shared(&go[i], "go", 0) == LM_OK);
    }
    EXPECT(lm_semaphore_create_shared(&done, "done", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&begun, "begun", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&limited, "limited", 1) == LM_OK);
    create(1);
    EXPECT(lm_thread_create(&main_thread, &(struct lm_thread_config){.name = "main",
                                                                     LM_PREEMPTIVE(5),
                                                                     .entry = run,
                                                                     LM_USE_STACK(main_stack)}) ==
           LM_OK);
    EXPECT(lm_core_start(1, prepare) == LM_OK);
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
