/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a join ends exactly when its thread ends in any way, by its own timeout, or by an abort;
 * and each of several joins of one thread ends.
 *
 * Method: every sequence of four actions (a join with and without a timeout, the end of a thread by
 * return and by termination, an abort, the end of a joining thread, time) of two threads that join
 * and two that end is compared with a table of who waits for whom.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <stdio.h>
#include <string.h>

enum { TARGETS = 2, STEPS = 4, STACK_BYTES = 8192, TIMEOUT = 3, NOBODY = -1 };
enum action { JOIN, JOIN_UP_TO, RETURN, TERMINATE, ABORT, KILL, WAIT, ACTIONS };

struct joiner {
    struct lm_semaphore go;
    int target; /* NOBODY: return */
    lm_timeout timeout;
    enum lm_status status;
    bool is_busy;
};

static struct joiner joiners[WAITERS];
static struct lm_thread targets[TARGETS];
static struct lm_semaphore may_return[TARGETS];
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[TARGETS][STACK_BYTES];
static struct explore explore;

/* The reference. */
static int waits_for[WAITERS];
static bool has_timeout[WAITERS], is_dead[WAITERS], has_ended[TARGETS];

static void explain(void *context)
{
    (void)context;
    explore_print(&explore);
}

static void join(void *argument)
{
    struct joiner *joiner = argument;

    for (;;) {
        CHECK_STATUS(lm_semaphore_wait(&joiner->go, LM_FOREVER), LM_OK);
        if (joiner->target == NOBODY) {
            return;
        }
        joiner->status = lm_thread_join(&targets[joiner->target], joiner->timeout);
        joiner->is_busy = false;
    }
}

static void target(void *argument)
{
    CHECK_STATUS(lm_semaphore_wait(argument, LM_FOREVER), LM_OK);
}

static void expect_end(int joiner, enum lm_status status)
{
    waits_for[joiner] = NOBODY;
    CHECK(!joiners[joiner].is_busy);
    CHECK_STATUS(joiners[joiner].status, status);
}

static void begin_join(int joiner, int of, lm_timeout timeout)
{
    if (is_dead[joiner] || waits_for[joiner] != NOBODY) {
        return;
    }
    joiners[joiner].target = of;
    joiners[joiner].timeout = timeout;
    joiners[joiner].is_busy = true;
    CHECK_STATUS(lm_semaphore_post(&joiners[joiner].go), LM_OK);
    waits_for[joiner] = of;
    has_timeout[joiner] = timeout != LM_FOREVER;
    if (has_ended[of]) {
        expect_end(joiner, LM_OK);
    }
}

static void end_target(int which, bool returns)
{
    if (has_ended[which]) {
        return;
    }
    CHECK_STATUS(lm_thread_join(&targets[which], LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(returns ? lm_semaphore_post(&may_return[which])
                         : lm_thread_terminate(&targets[which]),
                 LM_OK);
    has_ended[which] = true;
    CHECK_STATUS(lm_thread_join(&targets[which], LM_NO_WAIT), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        if (waits_for[i] == which) {
            expect_end(i, LM_OK);
        }
    }
}

static void abort_join(int joiner)
{
    if (waits_for[joiner] != NOBODY) {
        CHECK_STATUS(lm_thread_abort_wait(&waiting[joiner]), LM_OK);
        expect_end(joiner, LM_ABORTED);
    }
}

static void kill(int joiner)
{
    if (!is_dead[joiner]) {
        CHECK_STATUS(lm_thread_terminate(&waiting[joiner]), LM_OK);
        is_dead[joiner] = true;
        waits_for[joiner] = NOBODY;
        joiners[joiner].is_busy = false;
    }
}

static void let_time_pass(void)
{
    CHECK_STATUS(lm_thread_sleep(TIMEOUT + 2), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        if (waits_for[i] != NOBODY && has_timeout[i]) {
            expect_end(i, LM_TIMEOUT);
        }
    }
}

static void step(enum action action, int joiner, int of)
{
    switch (action) {
    case JOIN:
        begin_join(joiner, of, LM_FOREVER);
        break;
    case JOIN_UP_TO:
        begin_join(joiner, of, TIMEOUT);
        break;
    case RETURN:
    case TERMINATE:
        end_target(of, action == RETURN);
        break;
    case ABORT:
        abort_join(joiner);
        break;
    case KILL:
        kill(joiner);
        break;
    default:
        let_time_pass();
    }
    for (int i = 0; i < WAITERS; i++) {
        CHECK(joiners[i].is_busy == (waits_for[i] != NOBODY));
    }
}

static void choose_and_step(void)
{
    enum action action = (enum action)explore_choose(&explore, ACTIONS);
    bool has_joiner = action == JOIN || action == JOIN_UP_TO || action == ABORT || action == KILL;
    int joiner = has_joiner ? (int)explore_choose(&explore, WAITERS) : 0;
    int of = action <= TERMINATE ? (int)explore_choose(&explore, TARGETS) : 0;

    step(action, joiner, of);
}

static void compare(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_join(&control, 1), LM_DEADLOCK);
    for (int i = 0; i < STEPS; i++) {
        choose_and_step();
    }
    for (int i = 0; i < TARGETS; i++) {
        end_target(i, false);
    }
    for (int i = 0; i < WAITERS; i++) {
        joiners[i].target = NOBODY;
        (void)lm_semaphore_post(&joiners[i].go);
    }
}

static void create_targets(void)
{
    for (int i = 0; i < TARGETS; i++) {
        CHECK_STATUS(lm_semaphore_create(&may_return[i], "return", 0, LM_FIFO), LM_OK);
        CHECK_STATUS(
            lm_thread_create(&targets[i], &(struct lm_thread_config){.entry = target,
                                                                     .argument = &may_return[i],
                                                                     .stack = stacks[i],
                                                                     .stack_bytes = STACK_BYTES,
                                                                     LM_PREEMPTIVE(WAITERS - 1)}),
            LM_OK);
    }
}

static void begin(void)
{
    lm_kernel_init();
    memset(targets, 0, sizeof targets);
    memset(has_ended, 0, sizeof has_ended);
    memset(is_dead, 0, sizeof is_dead);
    memset(joiners, 0, sizeof joiners);
    for (int i = 0; i < WAITERS; i++) {
        waits_for[i] = NOBODY;
        CHECK_STATUS(lm_semaphore_create(&joiners[i].go, "go", 0, LM_FIFO), LM_OK);
    }
    create_targets();
    play_with_waiters(compare, join, joiners, sizeof joiners[0]);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        begin();
    }
    puts("joins: as the table says");
    return 0;
}
