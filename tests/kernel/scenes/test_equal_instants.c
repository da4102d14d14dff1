/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: at one instant the running thread first completes its work, and then the due events happen,
 * as spec/semantics.md says under "One instant".
 *
 * Method: scenes in virtual time. An event is due at the instant at which the work of a thread
 * ends. Letters show the order of both.
 */
#include "support/scene.h"

enum { URGENT = 3, WORKER = 5, LINE = 0, ALARM_AT = 100 };

static struct lm_semaphore semaphore;
static struct lm_timer timer;

static void post(void *argument)
{
    (void)argument;
    tell('!');
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
}

static void begin(uint64_t instant)
{
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, "timer", post, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(instant), 0), LM_OK);
}

static void wait(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    tell('u');
}

/* All threads of a scene end before the check, independently of their waits. */
static void check(const char *letters)
{
    CHECK_STATUS(lm_thread_sleep(1000), LM_OK);
    told(letters);
}

/* Work until the alarm is due. play sleeps then, so that it is not the next thread. */
static void work(void)
{
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    lm_work(ALARM_AT - 1);
}

static void work_and_block(void *argument)
{
    work();
    tell('w');
    wait(argument);
}

static void it_blocks(void)
{
    begin(ALARM_AT);
    (void)scene_thread(WORKER, work_and_block, NULL);
    check("w!u");
}

static void work_and_end(void *argument)
{
    (void)argument;
    work();
    tell('w');
}

static void it_ends(void)
{
    begin(ALARM_AT);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_end, NULL);
    check("w!u");
}

static void work_twice(void *argument)
{
    work_and_end(argument);
    lm_work(0); /* this is not work */
    tell('0');
    lm_work(1);
    tell('1');
}

static void it_works_on(void)
{
    begin(ALARM_AT);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_twice, NULL);
    check("w0!u1");
}

static void work_and_yield(void *letter)
{
    work();
    tell(*(const char *)letter);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    tell(*(const char *)letter);
}

static void it_yields(void)
{
    static char a[] = "a", b[] = "b";

    begin(ALARM_AT);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_yield, a);
    (void)scene_thread(WORKER, work_and_yield, b);
    check("a!ubab");
}

static void it_yields_and_no_other_is_ready(void)
{
    static char a[] = "a";

    begin(ALARM_AT);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_yield, a);
    check("a!ua");
}

/* A thread that no other thread preempts is not dispatched before a more urgent one that is
 * released at the same instant. */
static void tell_n(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(2), LM_OK);
    lm_work(1);
    tell('n');
}

static void the_next_thread_is_chosen_afterwards(void)
{
    unsigned previous;

    begin(ALARM_AT);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_end, NULL);
    struct lm_thread *thread = scene_thread(WORKER + 1, tell_n, NULL);

    CHECK_STATUS(lm_thread_set_threshold(thread, 0, &previous), LM_OK);
    check("w!un");
}

/* The call makes an urgent thread ready, which works until the instant. */
static void work_on(void *blocks)
{
    lm_work(ALARM_AT);
    tell('w');
    if (blocks != NULL) {
        wait(NULL);
    }
}

static void start_another(void *blocks)
{
    work();
    (void)scene_thread(URGENT, work_on, blocks);
    tell('c');
    lm_work(1);
    tell('1');
}

static void the_thread_that_its_call_readied_ends(void)
{
    begin(2 * ALARM_AT);
    (void)scene_thread(WORKER, start_another, NULL);
    check("wc!1");
}

static void the_thread_that_its_call_readied_blocks(void)
{
    static char blocks[] = "blocks";

    begin(2 * ALARM_AT);
    (void)scene_thread(WORKER, start_another, blocks);
    check("wc!u1");
}

static void be_raised(void *argument)
{
    (void)argument;
    tell('r');
}

static void work_and_raise(void *argument)
{
    work_and_end(argument);
    lm_board_interrupt_raise(LINE);
    tell('e');
}

static void what_is_raised_happens_at_once(void)
{
    begin(ALARM_AT);
    lm_board_interrupt_attach(LINE, LM_BOARD_ALARM_URGENCY + 1, be_raised, NULL);
    (void)scene_thread(WORKER, work_and_raise, NULL);
    check("wre!");
}

static void keep_interrupts_off(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    uint32_t key = lm_interrupts_disable();

    lm_work(ALARM_AT - 1);
    tell('w');
    lm_interrupts_enable(key);
    tell('e');
}

static void what_was_due_before_happens_when_interrupts_are_on(void)
{
    begin(ALARM_AT - 1);
    (void)scene_thread(WORKER, keep_interrupts_off, NULL);
    check("w!e");
}

static void what_is_due_then_does_not(void)
{
    begin(ALARM_AT);
    (void)scene_thread(WORKER, keep_interrupts_off, NULL);
    check("we!");
}

/* A handler at the instant at which the running thread has blocked. Its calls leave that wait
 * alone. */

static struct lm_queue queue, full, empty;
static uint32_t queue_space[1], full_space[1], empty_space[1];

static void create_queue(struct lm_queue *created, uint32_t *space, bool is_full)
{
    const uint32_t zero = 0;

    CHECK_STATUS(lm_queue_create(created, "queue", space, 1, sizeof *space, LM_FIFO), LM_OK);
    if (is_full) {
        CHECK_STATUS(lm_queue_send(created, &zero, LM_NO_WAIT), LM_OK);
    }
}

static void try_and_serve(void *receives)
{
    uint32_t message = 7;

    CHECK_STATUS(lm_queue_send(&full, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_receive(&empty, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    if (receives != NULL) {
        CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
        CHECK_EQUAL(message, 1); /* it waited to send to the front */
    } else {
        CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    }
    tell('!');
}

static void begin_with_queues(void *receives)
{
    create_queue(&queue, queue_space, receives != NULL);
    create_queue(&full, full_space, true);
    create_queue(&empty, empty_space, false);
    CHECK_STATUS(lm_timer_create(&timer, "timer", try_and_serve, receives), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, ALARM_AT, 0), LM_OK);
}

static void work_and_send_front(void *argument)
{
    const uint32_t message = 1;

    work_and_end(argument);
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_FOREVER), LM_OK);
    tell('s');
}

static void a_waiting_send_is_left_alone(void)
{
    static char receives[] = "receives";

    begin_with_queues(receives);
    (void)scene_thread(WORKER, work_and_send_front, NULL);
    check("w!s");
}

static void work_and_receive(void *argument)
{
    uint32_t message = 0;

    work_and_end(argument);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    CHECK_EQUAL(message, 7);
    tell('r');
}

static void a_waiting_receive_is_left_alone(void)
{
    begin_with_queues(NULL);
    (void)scene_thread(WORKER, work_and_receive, NULL);
    check("w!r");
}

int main(void)
{
    void (*const plays[])(void) = {it_blocks,
                                   it_ends,
                                   it_works_on,
                                   it_yields,
                                   it_yields_and_no_other_is_ready,
                                   the_next_thread_is_chosen_afterwards,
                                   the_thread_that_its_call_readied_ends,
                                   the_thread_that_its_call_readied_blocks,
                                   what_is_raised_happens_at_once,
                                   what_was_due_before_happens_when_interrupts_are_on,
                                   what_is_due_then_does_not,
                                   a_waiting_send_is_left_alone,
                                   a_waiting_receive_is_left_alone};

    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        scene_run(LM_MODEL_FULL, plays[i]);
    }
    return 0;
}
