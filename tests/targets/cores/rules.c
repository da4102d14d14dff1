/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: shared objects keep order, copy complete messages and end waits once; unsupported calls for
 * several cores are refused with a status. Method: a thread of the second core answers each step of
 * the first one. Prints each expectation that is not met; status 1: an expectation was not met. */
#include "expect.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/mutex.h>

enum { STACK_BYTES = 1024, TURNS = 100, MESSAGES = 1000, PLACES = 3, SHORT_TICKS = 1000 };

struct message {
    uint32_t number, inverse;
    char text[5]; /* so that the size is not one of whole words */
} __attribute__((packed));

LM_STACK(asking_stack, STACK_BYTES);
LM_STACK(answering_stack, STACK_BYTES);
LM_STACK(sent_stack, STACK_BYTES);
static struct lm_thread asking, answering, sent;
static struct lm_semaphore ping, pong, of_core_0, of_core_1;
static struct lm_queue queue;
static struct message places[PLACES];

static void wait_for_turn(struct lm_semaphore *semaphore)
{
    EXPECT(lm_semaphore_wait(semaphore, LM_FOREVER) == LM_OK);
}

static void pass_turn(struct lm_semaphore *semaphore)
{
    EXPECT(lm_semaphore_post(semaphore) == LM_OK);
}

static void send_messages(void)
{
    for (uint32_t i = 0; i < MESSAGES; i++) {
        struct message message = {.number = i, .inverse = ~i, .text = "text"};

        EXPECT(lm_queue_send(&queue, &message, i % 2 == 0 ? LM_FOREVER : SHORT_TICKS * 1000) ==
               LM_OK);
    }
}

static void receive_messages(void)
{
    for (uint32_t i = 0; i < MESSAGES; i++) {
        struct message message = {.number = MESSAGES};

        EXPECT(lm_queue_receive(&queue, &message, LM_FOREVER) == LM_OK);
        EXPECT(message.number == i && message.inverse == ~i && message.text[3] == 't');
    }
}

static void check_timeouts(void)
{
    struct message message;

    EXPECT(lm_semaphore_wait(&pong, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_semaphore_wait(&pong, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_queue_receive(&queue, &message, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_queue_receive(&queue, &message, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_queue_receive(&queue, NULL, LM_NO_WAIT) == LM_BAD_ARGUMENT);
    for (unsigned i = 0; i < PLACES; i++) {
        EXPECT(lm_queue_send(&queue, &message, LM_NO_WAIT) == LM_OK);
    }
    EXPECT(lm_queue_send(&queue, &message, SHORT_TICKS) == LM_TIMEOUT);
    EXPECT(lm_queue_send(&queue, &message, LM_NO_WAIT) == LM_UNAVAILABLE);
}

/* Calls that shared objects do not have. */
static void check_refusals(void)
{
    struct lm_semaphore_info info;

    EXPECT(lm_semaphore_delete(&ping) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_prioritize(&ping) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_post_below(&ping, 0) == LM_BAD_ARGUMENT);
    EXPECT(lm_semaphore_get_info(&ping, &info) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_create_shared(&ping, "ping", 0) == LM_BAD_OBJECT);
    EXPECT(lm_queue_delete(&queue) == LM_BAD_OBJECT);
    EXPECT(lm_queue_flush(&queue) == LM_BAD_OBJECT);
    EXPECT(lm_queue_send_front(&queue, places, LM_NO_WAIT) == LM_BAD_OBJECT);
    EXPECT(lm_core_start(1, NULL) == LM_BAD_STATE);
    EXPECT(lm_core_start(LM_CORES, NULL) == LM_BAD_ARGUMENT);
}

/* Objects of the other core are refused. Its threads can be named in calls: see requests.c. */
static void check_other_core(struct lm_semaphore *its, struct lm_thread *thread)
{
    struct lm_slice slice;
    struct lm_thread_info info;

    EXPECT(lm_semaphore_post(its) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_wait(its, LM_NO_WAIT) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_create(its, "again", 0, LM_FIFO) == LM_BAD_OBJECT);
    EXPECT(lm_thread_set_slice(thread, &slice, 1) == LM_BAD_OBJECT);
    EXPECT(lm_thread_get_info(thread, &info) == LM_BAD_OBJECT);
}

static void check_moves(void)
{
    static struct lm_mutex mutex;
    unsigned home = lm_core_self(), other = 1 - home;

    EXPECT(lm_thread_move(LM_CORES) == LM_BAD_ARGUMENT);
    EXPECT(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO) == LM_OK);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK);
    EXPECT(lm_thread_move(other) == LM_BAD_STATE);
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK);
    EXPECT(lm_preempt_disable() == LM_OK);
    EXPECT(lm_thread_move(other) == LM_BAD_CONTEXT);
    EXPECT(lm_preempt_enable() == LM_OK);
    EXPECT(lm_thread_move(other) == LM_OK && lm_core_self() == other);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER) == LM_BAD_OBJECT); /* of the other core now */
    EXPECT(lm_thread_self() == &asking);
    EXPECT(lm_thread_set_priority(&asking, 3, 3) == LM_OK);
    EXPECT(lm_thread_move(home) == LM_OK && lm_core_self() == home);
    EXPECT(lm_mutex_delete(&mutex) == LM_OK);
}

static void ask(void *argument)
{
    (void)argument;
    EXPECT(lm_core_self() == 0);
    for (unsigned i = 0; i < TURNS; i++) {
        pass_turn(&ping);
        wait_for_turn(&pong);
    }
    check_refusals();
    check_other_core(&of_core_1, &answering); /* it waits for ping */
    pass_turn(&ping);
    send_messages();
    wait_for_turn(&pong);
    check_timeouts();
    check_moves();
    pass_turn(&ping); /* for the check by the other core */
    wait_for_turn(&pong);
    lm_board_printf("%u turns, %u messages, %u not as expected\n", (unsigned)TURNS,
                    (unsigned)MESSAGES, unmet);
    lm_board_exit(unmet != 0);
}

static void answer(void *argument)
{
    (void)argument;
    EXPECT(lm_core_self() == 1);
    for (unsigned i = 0; i < TURNS; i++) {
        wait_for_turn(&ping);
        pass_turn(&pong);
    }
    wait_for_turn(&ping);
    receive_messages();
    pass_turn(&pong);
    wait_for_turn(&ping);
    check_other_core(&of_core_0, &asking); /* it waits for pong */
    pass_turn(&pong);
}

/* It was created on core 0. It ends on its own core, and without work. */
static void run_where_sent(void *argument)
{
    (void)argument;
    EXPECT(lm_core_self() == 1);
}

static void prepare(void)
{
    EXPECT(lm_semaphore_create(&of_core_1, "of core 1", 0, LM_FIFO) == LM_OK);
    EXPECT(lm_thread_create(&answering, &(struct lm_thread_config){
                                            .name = "answering",
                                            LM_PREEMPTIVE(5),
                                            .entry = answer,
                                            LM_USE_STACK(answering_stack),
                                        }) == LM_OK);
}

int main(void)
{
    struct lm_thread_config config = {
        .name = "sent",
        LM_PREEMPTIVE(4),
        .entry = run_where_sent,
        LM_ON_CORE(1),
        LM_USE_STACK(sent_stack),
    };

    lm_kernel_init();
    EXPECT(lm_semaphore_create_shared(&ping, "ping", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&pong, "pong", 0) == LM_OK);
    EXPECT(lm_queue_create_shared(&queue, "queue", places, PLACES, sizeof places[0]) == LM_OK);
    EXPECT(lm_semaphore_create(&of_core_0, "of core 0", 0, LM_FIFO) == LM_OK);
    EXPECT(lm_thread_create(&asking, &(struct lm_thread_config){
                                         .name = "asking",
                                         LM_PREEMPTIVE(5),
                                         .entry = ask,
                                         LM_USE_STACK(asking_stack),
                                     }) == LM_OK);
    EXPECT(lm_thread_create(&sent, &config) == LM_OK);
    config.suspended = true;
    EXPECT(lm_thread_create(&answering, &config) == LM_BAD_ARGUMENT);
    config.on_core = LM_CORES + 1;
    EXPECT(lm_thread_create(&answering, &config) == LM_BAD_ARGUMENT);
    EXPECT(lm_core_start(0, NULL) == LM_BAD_ARGUMENT);
    EXPECT(lm_core_start(1, prepare) == LM_OK);
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
