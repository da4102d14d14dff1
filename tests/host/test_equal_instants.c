/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: at one instant the running thread finishes first, and then what is due happens: as
 * spec/semantics.md says under "One instant".
 *
 * Method: scenes in virtual time. Something is due at the very instant at which a thread's work
 * ends; letters say in which order both go on.
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

/* The threads of a scene come to an end ahead of the check, whatever they wait for. */
static void check(const char *letters)
{
    CHECK_STATUS(lm_thread_sleep(1000), LM_OK);
    told(letters);
}

static void work_and_block(void *argument)
{
    lm_work(ALARM_AT);
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
    lm_work(ALARM_AT);
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
    lm_work(0); /* is no work */
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
    lm_work(ALARM_AT);
    tell(*(const char *)letter);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    tell(*(const char *)letter);
}

/* play readies both before it lets them run. */
static void it_yields(void)
{
    static char a[] = "a", b[] = "b";

    begin(ALARM_AT);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_yield, a);
    (void)scene_thread(WORKER, work_and_yield, b);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    check("a!ubab");
}

/* A thread that is held off until the instant is not dispatched ahead of a more urgent one that is
 * released at the instant. */
static void tell_n(void *argument)
{
    (void)argument;
    lm_work(1);
    tell('n');
}

static void the_next_thread_is_chosen_afterwards(void)
{
    begin(ALARM_AT);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    (void)scene_thread(URGENT, wait, NULL);
    (void)scene_thread(WORKER, work_and_end, NULL);
    CHECK_STATUS(lm_thread_set_threshold(scene_thread(WORKER + 1, tell_n, NULL), 0, NULL), LM_OK);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    check("w!un");
}

/* Its call readies an urgent thread, which works until the instant. */
static void start_another(void *argument)
{
    lm_work(ALARM_AT / 2);
    (void)scene_thread(URGENT, argument != NULL ? work_and_block : work_and_end, NULL);
    tell('c');
    lm_work(1);
    tell('1');
}

static void the_thread_that_its_call_readied_ends(void)
{
    begin(ALARM_AT + ALARM_AT / 2);
    (void)scene_thread(WORKER, start_another, NULL);
    check("wc!1");
}

static void the_thread_that_its_call_readied_blocks(void)
{
    static char blocks[] = "blocks";

    begin(ALARM_AT + ALARM_AT / 2);
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
    uint32_t key = lm_interrupts_disable();

    work_and_end(argument);
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

int main(void)
{
    void (*const plays[])(void) = {it_blocks,
                                   it_ends,
                                   it_works_on,
                                   it_yields,
                                   the_next_thread_is_chosen_afterwards,
                                   the_thread_that_its_call_readied_ends,
                                   the_thread_that_its_call_readied_blocks,
                                   what_is_raised_happens_at_once,
                                   what_was_due_before_happens_when_interrupts_are_on,
                                   what_is_due_then_does_not};

    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        scene_run(LM_MODEL_FULL, plays[i]);
    }
    return 0;
}
