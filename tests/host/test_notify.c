/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the notify function is called once for each post, message or set that succeeds, and never
 * otherwise. It runs in the context of the caller, with the lock free, and after the more urgent
 * threads that the call released. It may call the kernel.
 *
 * Method: examples. A log of letters shows the order. Queues have a world of their own:
 * test_queue_services.c.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { LINE = 0, URGENCY = 1, LOG_MAX = 64, STACK_BYTES = 4096 };

LM_STACK(stack_urgent, STACK_BYTES);
LM_STACK(stack_control, STACK_BYTES);
LM_STACK(stack_late, STACK_BYTES);

static struct lm_thread urgent, control, late;
static struct lm_semaphore semaphore, second;
static struct lm_event_flags flags;
static struct lm_queue queue;
static struct lm_mutex mutex;
static uint32_t storage;
static char told[LOG_MAX];

static void tell(const char *letters)
{
    CHECK(strlen(told) + strlen(letters) < LOG_MAX);
    strcat(told, letters);
}

#define EXPECT(call, status, letters)                                                              \
    do {                                                                                           \
        CHECK_STATUS(call, status);                                                                \
        CHECK_TEXT(told, letters);                                                                 \
        told[0] = '\0';                                                                            \
    } while (0)

static void check_caller(void)
{
    CHECK(!lm_interrupts_are_disabled());
    CHECK_SAME(lm_thread_self(), &control);
    tell(lm_in_interrupt() ? "i" : "");
}

static void note_unit(struct lm_semaphore *notified)
{
    CHECK_SAME(notified, &semaphore);
    check_caller();
    tell("n");
}

static void note_bits(struct lm_event_flags *notified)
{
    CHECK_SAME(notified, &flags);
    check_caller();
    tell("n");
}

static void note_message(struct lm_queue *notified)
{
    CHECK_SAME(notified, &queue);
    check_caller();
    tell("n");
}

/* A call in an interrupt, and the status that it returned. */

static enum lm_status (*to_do)(void);
static enum lm_status answer;

static void handle(void *argument)
{
    (void)argument;
    answer = to_do();
}

static enum lm_status in_interrupt(enum lm_status (*call)(void))
{
    to_do = call;
    answer = LM_TIMEOUT;
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    lm_board_interrupt_raise(LINE);
    return answer;
}

static enum lm_status post(void)
{
    return lm_semaphore_post(&semaphore);
}

static enum lm_status post_below_one(void)
{
    return lm_semaphore_post_below(&semaphore, 1);
}

static enum lm_status set_bit(void)
{
    return lm_event_flags_set(&flags, 1);
}

static enum lm_status send(void)
{
    uint32_t message = 0;

    return lm_queue_send(&queue, &message, LM_NO_WAIT);
}

static enum lm_status send_front(void)
{
    uint32_t message = 0;

    return lm_queue_send_front(&queue, &message, LM_NO_WAIT);
}

static enum lm_status receive(void)
{
    uint32_t message;

    return lm_queue_receive(&queue, &message, LM_NO_WAIT);
}

/* The urgent thread waits once for each object. */
static void wait_for_each(void *argument)
{
    uint32_t message;

    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    tell("u");
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    tell("u");
    CHECK_STATUS(lm_event_flags_wait(&flags, 1, LM_ANY_CLEAR, NULL, LM_FOREVER), LM_OK);
    tell("u");
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    tell("u");
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    tell("u");
}

static void each_success_is_notified_after_who_was_released(void)
{
    CHECK_STATUS(lm_semaphore_set_notify(&semaphore, note_unit), LM_OK);
    CHECK_STATUS(lm_event_flags_set_notify(&flags, note_bits), LM_OK);
    CHECK_STATUS(lm_queue_set_notify(&queue, note_message), LM_OK);
    EXPECT(post(), LM_OK, "un");
    EXPECT(post_below_one(), LM_OK, "un");
    EXPECT(set_bit(), LM_OK, "un");
    EXPECT(send(), LM_OK, "un");
    EXPECT(send_front(), LM_OK, "un");
    EXPECT(post(), LM_OK, "n");
    EXPECT(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK, "");
    EXPECT(post_below_one(), LM_OK, "n");
    EXPECT(set_bit(), LM_OK, "n");
    EXPECT(send(), LM_OK, "n");
    EXPECT(receive(), LM_OK, "");
    EXPECT(send_front(), LM_OK, "n");
    EXPECT(receive(), LM_OK, "");
    EXPECT(lm_event_flags_set(&flags, 0), LM_OK, "n");
}

static void what_fails_or_is_no_sending_is_not_notified(void)
{
    EXPECT(post_below_one(), LM_TOO_MANY, "");
    EXPECT(lm_semaphore_post_below(&semaphore, 0), LM_BAD_ARGUMENT, "");
    EXPECT(lm_event_flags_clear(&flags, 1), LM_OK, "");
    EXPECT(send(), LM_OK, "n");
    EXPECT(send(), LM_UNAVAILABLE, "");
    EXPECT(send_front(), LM_UNAVAILABLE, "");
    EXPECT(lm_queue_flush(&queue), LM_OK, "");
    EXPECT(receive(), LM_UNAVAILABLE, "");
    EXPECT(lm_semaphore_prioritize(&semaphore), LM_OK, "");
    EXPECT(lm_queue_prioritize(&queue), LM_OK, "");
}

static void an_interrupt_notifies_in_the_interrupt(void)
{
    EXPECT(in_interrupt(post_below_one), LM_TOO_MANY, "");
    EXPECT(in_interrupt(post), LM_OK, "in");
    EXPECT(in_interrupt(set_bit), LM_OK, "in");
    EXPECT(in_interrupt(send), LM_OK, "in");
    EXPECT(in_interrupt(send_front), LM_UNAVAILABLE, "");
    EXPECT(receive(), LM_OK, "");
    EXPECT(in_interrupt(send_front), LM_OK, "in");
    EXPECT(receive(), LM_OK, "");
}

static void forwards(struct lm_semaphore *notified)
{
    CHECK_STATUS(lm_semaphore_wait(notified, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&second), LM_OK);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK); /* it may wait, as its caller may */
    tell("f");
}

static void the_function_may_call_the_kernel(void)
{
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK); /* two are left */
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_semaphore_set_notify(&semaphore, forwards), LM_OK);
    EXPECT(post(), LM_OK, "f");
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 0);
    CHECK_EQUAL(lm_semaphore_count(&second), 1);
}

static void it_ends(void)
{
    CHECK_STATUS(lm_semaphore_set_notify(&semaphore, NULL), LM_OK);
    CHECK_STATUS(lm_event_flags_set_notify(&flags, NULL), LM_OK);
    CHECK_STATUS(lm_queue_set_notify(&queue, NULL), LM_OK);
    EXPECT(post(), LM_OK, "");
    EXPECT(post(), LM_OK, "");
    EXPECT(lm_semaphore_post_below(&semaphore, 3), LM_OK, "");
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 3);
    EXPECT(set_bit(), LM_OK, "");
    EXPECT(send(), LM_OK, "");
    EXPECT(receive(), LM_OK, "");
    EXPECT(send_front(), LM_OK, "");
    EXPECT(receive(), LM_OK, "");
}

/* The memory of a queue belongs to the program again after the deletion. A thread whose message was
 * taken before, and that has not run since then, must not use it. */
static void send_late(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_OK);
    tell("l");
}

static void a_queue_deleted_meanwhile_notifies_nobody(void)
{
    CHECK_STATUS(send(), LM_OK);
    CHECK_STATUS(lm_thread_start(&late), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(&late, 10, 10), LM_OK);
    EXPECT(receive(), LM_OK, "");
    EXPECT(lm_queue_delete(&queue), LM_OK, "");
    memset(&queue, 0xFF, sizeof queue);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    CHECK_TEXT(told, "l");
    told[0] = '\0';
}

/* The same for a terminated thread: the thread that gets its mutex deletes it. */
static void own(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&late), LM_OK);
}

static void inherit_and_delete(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_delete(&late), LM_OK);
    memset(&late, 0xFF, sizeof late);
    tell("d");
}

static void note_end(struct lm_thread *thread, enum lm_thread_event event)
{
    CHECK_SAME(thread, &late);
    CHECK_EQUAL(event, LM_THREAD_EXITED);
    tell("e");
}

static void create(struct lm_thread *thread, void (*entry)(void *), unsigned char *stack,
                   size_t stack_bytes, uint16_t priority, bool suspended)
{
    struct lm_thread_config config = {.entry = entry,
                                      .stack = stack,
                                      .stack_bytes = (uint32_t)stack_bytes,
                                      LM_PREEMPTIVE(priority),
                                      .suspended = suspended};

    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
}

static void a_thread_deleted_meanwhile_is_still_notified(void)
{
    CHECK_STATUS(lm_thread_delete(&late), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    create(&late, own, stack_late, sizeof stack_late, 5, false);
    CHECK_STATUS(lm_thread_set_notify(&late, note_end), LM_OK);
    CHECK_STATUS(lm_thread_delete(&urgent), LM_OK);
    create(&urgent, inherit_and_delete, stack_urgent, sizeof stack_urgent, 1, false);
    EXPECT(lm_thread_terminate(&late), LM_OK, "de");
}

static void control_all(void *argument)
{
    each_success_is_notified_after_who_was_released();
    what_fails_or_is_no_sending_is_not_notified();
    an_interrupt_notifies_in_the_interrupt();
    the_function_may_call_the_kernel();
    it_ends();
    a_queue_deleted_meanwhile_notifies_nobody();
    a_thread_deleted_meanwhile_is_still_notified();
    *(bool *)argument = true;
}

int main(void)
{
    bool done = false;
    struct lm_thread_config config = {
        .entry = control_all, .argument = &done, LM_PREEMPTIVE(9), LM_USE_STACK(stack_control)};

    lm_kernel_init();
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&second, "second", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", &storage, 1, sizeof storage, LM_FIFO), LM_OK);
    create(&urgent, wait_for_each, stack_urgent, sizeof stack_urgent, 1, false);
    create(&late, send_late, stack_late, sizeof stack_late, 5, true);
    CHECK_STATUS(lm_thread_create(&control, &config), LM_OK);
    lm_kernel_start();
    CHECK(done);
    return 0;
}
