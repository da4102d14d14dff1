/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread goes from one stage of its life to the next by the calls that the headers name,
 * and other calls are refused. Its entry function is called once for each beginning.
 *
 * Method: a small world. A less urgent thread makes every sequence of calls about one thread,
 * periodic or not. It can also order that thread to wait, to return or to terminate itself. After
 * each step the thread is compared with a reference that is written from include/limen/thread.h.
 * LIMEN_LONG=1: one step more.
 */
#include "check.h"
#include "explore.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 5, OFFSET = 5, LINE = 0, URGENCY = 1, LOG_MAX = 64, STACK_BYTES = 4096 };

enum step {
    START,
    RESUME,
    SUSPEND,
    TERMINATE,
    TERMINATE_IN_INTERRUPT,
    RESET,
    RESTART,
    ABORT,
    TIME_PASSES,
    TELL_TO_RETURN,
    TELL_TO_END,
    TELL_TO_BE_ENDED,
    STEP_KINDS
};

enum stage { NEW, TO_BE_RELEASED, WAITS, STOPPED, RETURNED, TERMINATED };

LM_STACK(stack_subject, STACK_BYTES);
LM_STACK(stack_periodic, STACK_BYTES);
LM_STACK(stack_control, STACK_BYTES);

static struct lm_thread subjects[2], control;
static struct lm_thread *subject; /* of this run */
static struct lm_semaphore told;
static enum step how; /* it ends when it is ordered to */
static enum lm_status answer_in_interrupt;
static char lived[LOG_MAX]; /* ( where the entry function begins, ) where it returns */

/* The reference. */
static struct {
    enum stage stage;
    bool pending; /* it will be stopped when its wait ends */
    bool begun;   /* its entry function */
    bool is_told; /* ordered to end, which it does as soon as it runs */
    char lived[LOG_MAX];
} expected;

static struct explore explore;
static bool is_periodic;
static bool done;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "%s; lived \"%s\"; choices ", is_periodic ? "periodic" : "not periodic", lived);
    explore_print(&explore);
}

static void append(char *log, char letter)
{
    size_t length = strlen(log);

    CHECK(length + 1 < LOG_MAX);
    log[length] = letter;
    log[length + 1] = '\0';
}

static void handle(void *argument)
{
    (void)argument;
    answer_in_interrupt = lm_thread_terminate(subject);
}

static enum lm_status terminate_in_interrupt(void)
{
    answer_in_interrupt = LM_TIMEOUT;
    lm_board_interrupt_raise(LINE);
    return answer_in_interrupt;
}

static void live(void *argument)
{
    (void)argument;
    append(lived, '(');
    while (lm_semaphore_wait(&told, LM_FOREVER) == LM_ABORTED) {
    }
    if (how == TELL_TO_END) {
        (void)lm_thread_terminate(subject);
        CHECK(false);
    } else if (how == TELL_TO_BE_ENDED) {
        (void)terminate_in_interrupt();
        CHECK(false);
    }
    append(lived, ')');
}

/* The reference: the thread runs until it waits or ends. */
static void expect_run(void)
{
    if (!expected.begun) {
        append(expected.lived, '(');
        expected.begun = true;
    }
    expected.stage = WAITS;
    if (expected.is_told) {
        expected.is_told = false;
        expected.stage = TERMINATED;
        if (how == TELL_TO_RETURN) {
            append(expected.lived, ')');
            expected.stage = RETURNED;
        }
    }
}

static void expect_begin(void)
{
    expected.begun = false;
    if (is_periodic) {
        expected.stage = TO_BE_RELEASED;
    } else {
        expect_run();
    }
}

static bool has_ended(void)
{
    return expected.stage >= RETURNED;
}

static void expect_end_of_wait(void)
{
    if (expected.pending) {
        expected.pending = false;
        expected.stage = STOPPED;
    } else {
        expect_run();
    }
}

static enum lm_status expect_resume(void)
{
    if (expected.stage == NEW) {
        expect_begin();
    } else if (expected.stage == STOPPED) {
        expect_run();
    } else if (expected.pending) {
        expected.pending = false;
    } else {
        return LM_BAD_STATE;
    }
    return LM_OK;
}

static enum lm_status expect_suspend(void)
{
    expected.pending = expected.stage == WAITS || expected.stage == TO_BE_RELEASED;
    return has_ended() ? LM_BAD_STATE : LM_OK;
}

static enum lm_status expect_terminate(void)
{
    if (has_ended()) {
        return LM_BAD_STATE;
    }
    expected.stage = TERMINATED;
    expected.pending = false;
    expected.is_told = false;
    return LM_OK;
}

static enum lm_status expect_start(bool allowed)
{
    if (!allowed) {
        return LM_BAD_STATE;
    }
    expect_begin();
    return LM_OK;
}

static enum lm_status expect_reset(void)
{
    if (!has_ended()) {
        return LM_BAD_STATE;
    }
    expected.stage = NEW;
    return LM_OK;
}

static enum lm_status expect_abort(void)
{
    if (expected.stage != WAITS) {
        return LM_BAD_STATE;
    }
    expect_end_of_wait();
    return LM_OK;
}

static void let_time_pass(void)
{
    if (expected.stage == TO_BE_RELEASED) {
        expect_end_of_wait();
    }
    lm_work(OFFSET + 1); /* what is due at its end has not happened yet */
}

static void tell(enum step to)
{
    if (expected.stage != WAITS) {
        return;
    }
    how = to;
    expected.is_told = true;
    expect_end_of_wait();
    CHECK_STATUS(lm_semaphore_post(&told), LM_OK);
}

static void act(enum step step)
{
    enum lm_status status;

    switch (step) {
    case START:
        status = expect_start(expected.stage == NEW);
        CHECK_STATUS(lm_thread_start(subject), status);
        break;
    case RESUME:
        status = expect_resume();
        CHECK_STATUS(lm_thread_resume(subject), status);
        break;
    case SUSPEND:
        status = expect_suspend();
        CHECK_STATUS(lm_thread_suspend(subject), status);
        break;
    case TERMINATE:
        status = expect_terminate();
        CHECK_STATUS(lm_thread_terminate(subject), status);
        break;
    case TERMINATE_IN_INTERRUPT:
        status = expect_terminate();
        CHECK_STATUS(terminate_in_interrupt(), status);
        break;
    case RESET:
        status = expect_reset();
        CHECK_STATUS(lm_thread_reset(subject), status);
        break;
    case RESTART:
        status = expect_start(has_ended());
        CHECK_STATUS(lm_thread_restart(subject), status);
        break;
    case ABORT:
        status = expect_abort();
        CHECK_STATUS(lm_thread_abort_wait(subject), status);
        break;
    case TIME_PASSES:
        let_time_pass();
        break;
    default:
        tell(step);
        break;
    }
}

static void compare(void)
{
    static const struct {
        enum lm_thread_state state;
        enum lm_waits_for waits_for;
    } stages[] = {
        [NEW] = {LM_SUSPENDED, LM_WAITS_FOR_RESUME},
        [TO_BE_RELEASED] = {LM_SUSPENDED, LM_WAITS_FOR_PERIOD},
        [WAITS] = {LM_SUSPENDED, LM_WAITS_FOR_SEMAPHORE},
        [STOPPED] = {LM_SUSPENDED, LM_WAITS_FOR_RESUME},
        [RETURNED] = {LM_TERMINATED, LM_HAS_RETURNED},
        [TERMINATED] = {LM_TERMINATED, LM_WAS_TERMINATED},
    };
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(subject, &info), LM_OK);
    CHECK_EQUAL(info.state, stages[expected.stage].state);
    CHECK_EQUAL(info.waits_for, stages[expected.stage].waits_for);
    CHECK_SAME(info.wait_object, expected.stage == WAITS ? &told.object : NULL);
    CHECK_EQUAL(info.suspend_pending, expected.pending);
    CHECK_EQUAL(info.job, 0);
    CHECK_TEXT(lived, expected.lived);
}

/* At the beginning and at the end of each life the thread is reset. */
static void begin(void)
{
    is_periodic = explore_choose(&explore, 2) == 1;
    subject = &subjects[is_periodic];
    memset(&expected, 0, sizeof expected);
    lived[0] = '\0';
    (void)lm_semaphore_delete(&told); /* of the run before */
    CHECK_STATUS(lm_semaphore_create(&told, "told", 0, LM_FIFO), LM_OK);
}

static void end(void)
{
    if (!has_ended()) {
        CHECK_STATUS(lm_thread_delete(subject), LM_BAD_STATE);
        CHECK_STATUS(lm_thread_terminate(subject), LM_OK);
    }
    CHECK_STATUS(lm_thread_reset(subject), LM_OK);
    CHECK_TEXT(lived, expected.lived);
}

static void control_all(void *argument)
{
    unsigned steps = getenv("LIMEN_LONG") != NULL ? STEPS + 1 : STEPS;

    (void)argument;
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < steps; i++) {
            act((enum step)explore_choose(&explore, STEP_KINDS));
            if (explore_is_new(&explore)) {
                compare();
            }
        }
        end();
    }
    done = true;
}

static void create(struct lm_thread_config config, struct lm_thread *thread)
{
    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
}

static void create_all(void)
{
    static struct lm_period period = LM_PERIOD(1000, OFFSET, 0);

    create((struct lm_thread_config){.name = "subject",
                                     LM_PREEMPTIVE(5),
                                     .entry = live,
                                     LM_USE_STACK(stack_subject),
                                     .suspended = true},
           &subjects[0]);
    create((struct lm_thread_config){.name = "periodic",
                                     LM_PREEMPTIVE(5),
                                     .entry = live,
                                     LM_USE_STACK(stack_periodic),
                                     .suspended = true,
                                     .period = &period},
           &subjects[1]);
    create(
        (struct lm_thread_config){
            .name = "control", LM_PREEMPTIVE(9), .entry = control_all, LM_USE_STACK(stack_control)},
        &control);
}

int main(int argc, char **argv)
{
    check_explain(explain, NULL);
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    lm_kernel_init();
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    create_all();
    lm_kernel_start();
    CHECK(done);
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
