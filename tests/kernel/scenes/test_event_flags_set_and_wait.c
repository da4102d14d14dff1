/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: lm_event_flags_set_and_wait sets bits and examines its caller and all waiting threads with
 * the same bits, and the caller then waits as one of them.
 *
 * Method: three threads of three priorities make one call each, with every pair of flags to set,
 * every wait for two flags, in all modes, and with and without a wait of the last one: on real
 * stacks, compared with a reference that is written from the definition. Examples cover meetings of
 * three threads that repeat, a thread that the last one releases and that is more urgent, timeouts,
 * deletion and misuse.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <stdio.h>

enum { SETS = 4, WAITS = 3, MODES = 4, CALLERS = WAITERS + 1, ROUNDS = 20, ALL = 7 };

struct caller {
    uint32_t set, wanted;
    enum lm_event_mode mode;
    lm_timeout timeout;
    enum lm_status status;
    uint32_t found;
    bool is_done;
};

static struct caller callers[CALLERS], expected[CALLERS];
static struct lm_event_flags flags;
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    for (int i = 0; i < CALLERS; i++) {
        fprintf(stderr, "thread %d sets %u and wants %u, mode %d\n", i, (unsigned)callers[i].set,
                (unsigned)callers[i].wanted, (int)callers[i].mode);
    }
    explore_print(&explore);
}

static void call(void *argument)
{
    struct caller *caller = argument;

    caller->found = UINT32_MAX;
    caller->status = lm_event_flags_set_and_wait(&flags, caller->set, caller->wanted, caller->mode,
                                                 &caller->found, caller->timeout);
    caller->is_done = true;
}

static bool is_met(uint32_t bits, const struct caller *caller)
{
    bool any = caller->mode == LM_ANY || caller->mode == LM_ANY_CLEAR;

    return any ? (bits & caller->wanted) > 0 : (~bits & caller->wanted) == 0;
}

/* The calls in their order. Returns: the bits that are left. */
static uint32_t expect_all(void)
{
    uint32_t bits = 0;

    for (int i = 0; i < CALLERS; i++) {
        uint32_t all = bits | callers[i].set, left = all;

        expected[i] = callers[i];
        expected[i].is_done = false;
        for (int k = 0; k <= i; k++) {
            if (!expected[k].is_done && is_met(all, &callers[k])) {
                bool clears = callers[k].mode == LM_ANY_CLEAR || callers[k].mode == LM_ALL_CLEAR;

                expected[k].is_done = true;
                expected[k].status = LM_OK;
                expected[k].found = all;
                left &= clears ? ~callers[k].wanted : UINT32_MAX;
            }
        }
        bits = left;
        if (!expected[i].is_done && callers[i].timeout != LM_FOREVER) {
            expected[i].is_done = true;
            expected[i].status = callers[i].timeout == LM_NO_WAIT ? LM_UNAVAILABLE : LM_TIMEOUT;
            expected[i].found = bits;
        }
    }
    return bits;
}

static void control_calls(void *argument)
{
    (void)argument;
    call(&callers[WAITERS]);
    uint32_t left = expect_all();

    for (int i = 0; i < CALLERS; i++) {
        CHECK_EQUAL(callers[i].is_done, expected[i].is_done);
        if (expected[i].is_done) {
            CHECK_STATUS(callers[i].status, expected[i].status);
            CHECK_EQUAL(callers[i].found, expected[i].found);
        }
    }
    CHECK_EQUAL(lm_event_flags_get(&flags), left);
}

static void begin(void (*play)(void *), void (*each)(void *), enum lm_order order)
{
    lm_kernel_init();
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", order), LM_OK);
    for (int i = 0; i < CALLERS; i++) {
        callers[i].is_done = false;
    }
    play_with_waiters(play, each, callers, sizeof callers[0]);
}

static void every_three_calls(void)
{
    while (explore_next(&explore)) {
        for (int i = 0; i < CALLERS; i++) {
            callers[i].set = explore_choose(&explore, SETS);
            callers[i].wanted = 1 + explore_choose(&explore, WAITS);
            callers[i].mode = (enum lm_event_mode)explore_choose(&explore, MODES);
            callers[i].timeout = LM_FOREVER;
        }
        callers[WAITERS].timeout = explore_choose(&explore, 2) == 0 ? LM_NO_WAIT : 5;
        begin(control_calls, call, LM_FIFO);
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
}

/* Each thread sets its own bit and waits for those of all. The last one releases the others, which
 * are more urgent. */
static void meet(void *argument)
{
    unsigned own = (unsigned)((struct caller *)argument - callers);

    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t found = 0;

        callers[own].set = i;
        for (int k = 0; k < CALLERS; k++) { /* no thread is more than a round ahead */
            CHECK(callers[k].set + 1 >= i);
        }
        if (i % CALLERS == own) {
            lm_work(3); /* the last one to come changes */
        }
        CHECK_STATUS(
            lm_event_flags_set_and_wait(&flags, 1U << own, ALL, LM_ALL_CLEAR, &found, LM_FOREVER),
            LM_OK);
        CHECK_EQUAL(found, ALL);
    }
    callers[own].is_done = true;
}

static void control_meets(void *argument)
{
    (void)argument;
    meet(&callers[WAITERS]);
    CHECK(callers[0].is_done && callers[1].is_done);
    CHECK_EQUAL(lm_event_flags_get(&flags), 0);
}

static void threads_meet_again(void)
{
    for (int order = LM_FIFO; order <= LM_BY_PRIORITY; order++) {
        for (int i = 0; i < CALLERS; i++) {
            callers[i].set = 0;
        }
        begin(control_meets, meet, (enum lm_order)order);
    }
}

static void control_deletes(void *argument)
{
    (void)argument;
    lm_work(20);
    CHECK(callers[0].is_done);
    CHECK_STATUS(callers[0].status, LM_TIMEOUT);
    CHECK_EQUAL(callers[0].found, 1);
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    CHECK_STATUS(callers[1].status, LM_DELETED);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 1, 1, LM_ANY, NULL, LM_NO_WAIT),
                 LM_BAD_OBJECT);
}

static void waits_end_by_time_and_by_deletion(void)
{
    callers[0] = (struct caller){.set = 1, .wanted = 2, .mode = LM_ANY, .timeout = 10};
    callers[1] = (struct caller){.set = 0, .wanted = 2, .mode = LM_ANY, .timeout = LM_FOREVER};
    begin(control_deletes, call, LM_FIFO);
}

static void misuse_sets_nothing(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_event_flags_create(&flags, "", LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 1, 0, LM_ANY, NULL, LM_NO_WAIT),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 1, 1, (enum lm_event_mode)9, NULL, LM_NO_WAIT),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 1, 1, LM_ANY, NULL, LM_FOREVER),
                 LM_BAD_CONTEXT);
    CHECK_EQUAL(lm_event_flags_get(&flags), 0);
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 3, 1, LM_ALL_CLEAR, NULL, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(lm_event_flags_get(&flags), 2);
}

int main(void)
{
    check_explain(explain, NULL);
    every_three_calls();
    threads_meet_again();
    waits_end_by_time_and_by_deletion();
    misuse_sets_nothing();
    return 0;
}
