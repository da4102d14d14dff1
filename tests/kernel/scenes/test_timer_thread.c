/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: under LM_MODEL_RT the functions of timers run in the thread of timers, once for each expiry
 * and in the same order. More urgent threads run before them. A timer that is stopped or deleted is
 * not called any more. A change of the model does not let a function run before its earlier calls
 * are complete.
 *
 * Method: examples. Letters are upper case in an interrupt.
 */
#include "support/scene.h"
#include <limen/cyclic.h>
#include <string.h>

enum { THREAD = 10 };

static struct lm_timer_thread thread;
static struct lm_timer first, second;

static void expire(void *letter)
{
    char base = *(const char *)letter;

    CHECK(lm_in_interrupt() || lm_thread_self() == &thread.thread);
    tell(lm_in_interrupt() ? (char)(base - 'a' + 'A') : base);
}

static struct lm_thread_config config(void)
{
    return (struct lm_thread_config){.name = "timers",
                                     LM_PREEMPTIVE(THREAD),
                                     .stack = scene_stack(),
                                     .stack_bytes = SCENE_STACK_BYTES};
}

static struct lm_counters counters;

static void begin(void)
{
    struct lm_thread_config own = config();

    counters = (struct lm_counters){0};
    own.counters = &counters;
    memset(&thread, 0xA5, sizeof thread); /* whatever was there */
    thread.serves = &first;
    memset(&first, 0xA5, sizeof first);
    memset(&second, 0xA5, sizeof second);
    CHECK_STATUS(lm_timer_thread_create(&thread, &own), LM_OK);
    CHECK_STATUS(lm_timer_create(&first, "first", expire, "a"), LM_OK);
    CHECK_STATUS(lm_timer_create(&second, "second", expire, "b"), LM_OK);
}

static void start_both(void)
{
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), LM_MS(2)), LM_OK);
    CHECK_STATUS(lm_timer_start(&second, LM_MS(2), 0), LM_OK);
}

static void sleep_ms(unsigned count)
{
    CHECK_STATUS(lm_thread_sleep(LM_MS(count)), LM_OK);
}

static void functions_run_where_the_model_says(void)
{
    begin();
    start_both();
    sleep_ms(4);
    told(lm_model_get() == LM_MODEL_RT ? "aba" : "ABA");
    CHECK_EQUAL(counters.runs, lm_model_get() == LM_MODEL_RT ? 4 : 1);
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

static void without_a_thread_they_run_at_once(void)
{
    CHECK_STATUS(lm_timer_create(&first, "first", expire, "a"), LM_OK);
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), 0), LM_OK);
    sleep_ms(2);
    told("A");
}

static void there_is_one_thread(void)
{
    struct lm_thread_config own = config();
    struct lm_timer_thread another;

    CHECK_STATUS(lm_timer_thread_create(NULL, &own), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_thread_create(&thread, NULL), LM_BAD_ARGUMENT);
    own.stack = NULL;
    CHECK_STATUS(lm_timer_thread_create(&thread, &own), LM_BAD_ARGUMENT);
    begin();
    CHECK_STATUS(lm_timer_thread_create(&another, &own), LM_BAD_STATE);
}

/* A thread that is more urgent than the thread of timers, as urgent, or less urgent. */
static void work_for_five(void *argument)
{
    (void)argument;
    tell('(');
    lm_work(LM_MS(5) + 1);
    tell(')');
}

static void who_is_more_urgent_holds_them_off(void)
{
    begin();
    start_both();
    (void)scene_thread(THREAD - 1, work_for_five, NULL);
    told("()abaa");
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

static void who_is_less_urgent_does_not(void)
{
    begin();
    start_both();
    (void)scene_thread(THREAD + 1, work_for_five, NULL);
    told("(abaa)");
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

static void stop_or_delete(void *deletes)
{
    lm_work(LM_MS(4));
    CHECK_STATUS(*(const bool *)deletes ? lm_timer_delete(&first) : lm_timer_stop(&first), LM_OK);
    tell('s');
}

static void what_is_stopped_is_not_called(void)
{
    for (int deletes = 0; deletes < 2; deletes++) {
        bool which = deletes != 0;

        if (deletes == 0) {
            begin();
        }
        start_both();
        (void)scene_thread(THREAD - 1, stop_or_delete, &which);
        told("sb");
        sleep_ms(10);
        told("");
    }
}

/* The pending call is discarded: the next call does not go behind it. */
static void stop_and_change(void *argument)
{
    (void)argument;
    lm_work(LM_MS(2));
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), 0), LM_OK);
    lm_work(LM_MS(2));
}

static void what_is_stopped_begins_at_nothing(void)
{
    begin();
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), 0), LM_OK);
    (void)scene_thread(THREAD - 1, stop_and_change, NULL);
    told("A");
}

static void create_again(struct lm_timer *timer, void (*function)(void *))
{
    const char *name = timer->object.name;

    CHECK_STATUS(lm_timer_delete(timer), LM_OK);
    CHECK_STATUS(lm_timer_create(timer, name, function, NULL), LM_OK);
}

static void a_function_may_stop_its_timer(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
    tell('x');
}

static void it_may_stop_itself(void)
{
    begin();
    create_again(&first, a_function_may_stop_its_timer);
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), LM_MS(1)), LM_OK);
    (void)scene_thread(THREAD - 1, work_for_five, NULL);
    told("()x");
    sleep_ms(5);
    told("");
}

static void raw_timers_never_wait(void)
{
    begin();
    first.in_interrupt = true; /* as the kernel's own are */
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), 0), LM_OK);
    (void)scene_thread(THREAD - 1, work_for_five, NULL);
    told("(A)");
}

static struct lm_tick tick;

static void count_five_ticks(void *argument)
{
    unsigned *counted = argument;

    lm_work(LM_MS(5) + 1);
    *counted = tick.scans + tick.lost; /* a deferred one scans when this thread waits */
}

static void tell_letter(void *letter)
{
    tell(*(const char *)letter);
}

/* The tick calls its function in the interrupt. The thread of a deferred one is made ready once,
 * among others that are as urgent. */
static void ticks_never_wait(void)
{
    begin();
    for (int deferred = 0; deferred < 2; deferred++) {
        unsigned counted = 0;

        memset(&tick, 0xA5, sizeof tick); /* whatever was there */
        CHECK_STATUS(
            lm_tick_create(&tick,
                           &(struct lm_tick_config){.name = "tick",
                                                    .style = deferred != 0 ? LM_TICK_DEFERRED
                                                                           : LM_TICK_IN_INTERRUPT,
                                                    .length = LM_MS(1),
                                                    .stack = deferred != 0 ? scene_stack() : NULL,
                                                    .stack_bytes = SCENE_STACK_BYTES}),
            LM_OK);
        CHECK_STATUS(lm_tick_start(&tick), LM_OK);
        (void)scene_thread(LM_LEVELS - 1, tell_letter, deferred != 0 ? "d" : "i");
        (void)scene_thread(THREAD - 1, count_five_ticks, &counted);
        CHECK_EQUAL(counted, deferred != 0 ? 4 : 5);
        CHECK_STATUS(lm_timer_delete(&tick.timer), LM_OK);
    }
    sleep_ms(1);
    told("id");
    CHECK_EQUAL(tick.scans, 1);
}

/* The model changes. */

static void be_slow_under_rt(void *argument)
{
    (void)argument;
    lm_work(lm_model_get() == LM_MODEL_RT ? LM_MS(3) : 0);
    tell(lm_in_interrupt() ? 'F' : 'f');
}

static void calls_that_wait_are_not_overtaken(void)
{
    begin();
    start_both();
    CHECK_STATUS(lm_timer_start(&second, LM_MS(8), 0), LM_OK);
    (void)scene_thread(THREAD - 1, work_for_five, NULL); /* a at 1, 3 and 5 */
    told("()aaa");
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    sleep_ms(4);
    told("ABA");
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

static void become_full(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
}

static void a_function_at_work_is_not_overtaken(void)
{
    begin();
    create_again(&first, be_slow_under_rt);
    create_again(&second, become_full);
    second.in_interrupt = true;
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), LM_MS(2)), LM_OK);
    CHECK_STATUS(lm_timer_start(&second, LM_MS(2), 0), LM_OK);
    CHECK_STATUS(lm_thread_sleep_until(LM_MS(6)), LM_OK);
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
    told("ffF"); /* 1 to 4; that of 3 at 4; at 5 */
}

static void calls_wait_when_the_model_changes(void *argument)
{
    (void)argument;
    lm_work(LM_MS(2)); /* the first call waits */
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    lm_work(LM_MS(2)); /* so does the second one */
    tell(')');
}

static void calls_follow_calls(void)
{
    begin();
    CHECK_STATUS(lm_timer_start(&first, LM_MS(1), LM_MS(2)), LM_OK);
    (void)scene_thread(THREAD - 1, calls_wait_when_the_model_changes, NULL);
    told(")aa");
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

static struct lm_spinlock lock;

static void call_while_a_lock_is_a_mutex(void)
{
    begin();
    CHECK_STATUS(lm_spinlock_create(&lock, "lock"), LM_OK);
    CHECK_STATUS(lm_spinlock_lock(&lock), LM_OK);
    CHECK_STATUS(lm_model_set(LM_MODEL_FULL), LM_OK);
    start_both();
    sleep_ms(2);
    told("ab");
    CHECK_STATUS(lm_spinlock_unlock(&lock), LM_OK);
    sleep_ms(1);
    told("A");
    CHECK_STATUS(lm_timer_stop(&first), LM_OK);
}

int main(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, functions_run_where_the_model_says);
        scene_run(model, there_is_one_thread);
    }
    scene_run(LM_MODEL_RT, without_a_thread_they_run_at_once);
    scene_run(LM_MODEL_RT, who_is_more_urgent_holds_them_off);
    scene_run(LM_MODEL_RT, who_is_less_urgent_does_not);
    scene_run(LM_MODEL_RT, what_is_stopped_is_not_called);
    scene_run(LM_MODEL_RT, what_is_stopped_begins_at_nothing);
    scene_run(LM_MODEL_RT, it_may_stop_itself);
    scene_run(LM_MODEL_RT, raw_timers_never_wait);
    scene_run(LM_MODEL_RT, ticks_never_wait);
    scene_run(LM_MODEL_RT, calls_that_wait_are_not_overtaken);
    scene_run(LM_MODEL_RT, a_function_at_work_is_not_overtaken);
    scene_run(LM_MODEL_RT, calls_follow_calls);
    scene_run(LM_MODEL_RT, call_while_a_lock_is_a_mutex);
    return 0;
}
