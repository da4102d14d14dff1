/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: interrupt handlers call the kernel as threads do, and nest by urgency. The switch that they
 * request happens when the outermost handler has ended. Calls that would wait are refused.
 */
#include "conformance.h"

enum { OUTER, INNER, EQUAL };

static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_mutex mutex;
static char storage[4];
static struct lm_thread *story_thread;

/* Raised in the outer handler, which it interrupts. */
static void handle_inner(void *argument)
{
    (void)argument;
    mark('(');
    CHECK(lm_semaphore_post(&semaphore) == LM_OK);
    mark(')');
}

/* A handler that is as urgent as the outer one: it runs after it, and before any thread. */
static void handle_equal(void *argument)
{
    (void)argument;
    mark('=');
}

static void handle_outer(void *argument)
{
    const char letter = 'q';

    (void)argument;
    mark('[');
    CHECK(lm_in_interrupt() && lm_thread_self() == story_thread);
    CHECK(lm_queue_send(&queue, &letter, LM_NO_WAIT) == LM_OK);
    lm_board_interrupt_raise(INNER);
    lm_board_interrupt_raise(EQUAL);
    mark(']');
}

/* In a handler, calls that may wait are refused, and the others work. */
static void handle_refused(void *argument)
{
    char letter;

    (void)argument;
    CHECK(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_BAD_CONTEXT);
    CHECK(lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_UNAVAILABLE);
    CHECK(lm_queue_receive(&queue, &letter, LM_MS(1)) == LM_BAD_CONTEXT);
    CHECK(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_BAD_CONTEXT);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_BAD_CONTEXT);
    CHECK(lm_thread_yield() == LM_BAD_CONTEXT);
    CHECK(lm_preempt_disable() == LM_BAD_CONTEXT);
    mark('r');
}

static void wait_for_semaphore(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_OK);
        mark('s');
    }
}

static void wait_for_message(void *argument)
{
    char letter;

    (void)argument;
    for (;;) {
        CHECK(lm_queue_receive(&queue, &letter, LM_FOREVER) == LM_OK);
        mark(letter);
    }
}

static void story(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(OUTER, 3, handle_outer, NULL);
    lm_board_interrupt_attach(INNER, 1, handle_inner, NULL);
    lm_board_interrupt_attach(EQUAL, 3, handle_equal, NULL);
    mark('a');
    lm_board_interrupt_raise(OUTER);
    mark('b');
    told("a[()]=sqb"); /* s is more urgent than q, though it was released later */
    lm_board_interrupt_attach(OUTER, 3, handle_refused, NULL);
    lm_board_interrupt_raise(OUTER);
    told("r");
    conformance_end();
}

static void set_up(void)
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, sizeof storage, 1, LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lab_thread((struct lm_thread_config){
        .name = "semaphores", LM_PREEMPTIVE(3), .entry = wait_for_semaphore});
    lab_thread(
        (struct lm_thread_config){.name = "messages", LM_PREEMPTIVE(4), .entry = wait_for_message});
    story_thread =
        lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(9), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
