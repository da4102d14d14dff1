/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a call on a notice releases exactly the threads whose waits are satisfied by the value that
 * earlier threads have left, and leaves exactly the value that remains.
 *
 * Method: every pair of waits (mode, wanted bits, cleared bits) and every call of two flags, on
 * real stacks, are compared with a reference that is written from the definition. Examples cover
 * the rest: values given before the wait, offers, timeouts, an aborted wait, deletion.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <stdio.h>
#include <string.h>

enum { MODES = 3, VALUES = 4, CALLS = 5 };

struct waiter {
    struct lm_notice_request wait;
    lm_timeout timeout;
    enum lm_status status;
    bool is_done;
};

static struct waiter waiters[WAITERS];
static struct lm_notice notice;
static uint32_t call, value;
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    for (int i = 0; i < WAITERS; i++) {
        fprintf(stderr, "waiter %d: mode %u, wants %u, clears %u\n", i,
                (unsigned)waiters[i].wait.mode, (unsigned)waiters[i].wait.wanted,
                (unsigned)waiters[i].wait.clear);
    }
    fprintf(stderr, "call %u with %u\n", (unsigned)call, (unsigned)value);
    explore_print(&explore);
}

static void wait(void *argument)
{
    struct waiter *waiter = argument;

    waiter->status = lm_notice_wait(&notice, &waiter->wait, waiter->timeout);
    waiter->is_done = true;
}

static void begin(void (*entry)(void *))
{
    lm_kernel_init();
    CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
    for (uint16_t i = 0; i < WAITERS; i++) {
        waiters[i].is_done = false;
    }
    play_with_waiters(entry, wait, waiters, sizeof waiters[0]);
}

/* The call that the world chose. */
static void give(uint32_t *after)
{
    switch (call) {
    case 0:
        CHECK_STATUS(lm_notice_set(&notice, value, after), LM_OK);
        break;
    case 1:
        CHECK_STATUS(lm_notice_increase(&notice, value, after), LM_OK);
        break;
    case 2:
        CHECK_STATUS(lm_notice_write(&notice, value, after), LM_OK);
        break;
    case 3:
        *after = lm_notice_signal(&notice, value);
        break;
    default:
        CHECK_STATUS(lm_notice_offer(&notice, value), LM_OK);
        *after = lm_notice_value(&notice);
    }
}

static bool is_met(const struct lm_notice_request *wait, uint32_t left, bool given)
{
    switch (wait->mode) {
    case LM_NOTICE_ANY:
        return (left & wait->wanted) > 0;
    case LM_NOTICE_ALL:
        return (~left & wait->wanted) == 0;
    default:
        return given;
    }
}

static void compare(void *argument)
{
    bool given = true;
    uint32_t left = value, after;

    (void)argument;
    give(&after);
    CHECK(!lm_interrupts_are_disabled());
    CHECK_EQUAL(lm_notice_take(&notice, 0, 0, LM_NOTICE_ANY), 0);
    CHECK(!lm_interrupts_are_disabled());
    for (int i = 0; i < WAITERS; i++) {
        struct waiter *waiter = &waiters[i];
        bool had = waiter->wait.mode == LM_NOTICE_ALL && waiter->wait.wanted == 0;

        if (!had && is_met(&waiter->wait, left, given)) {
            CHECK(waiter->is_done);
            CHECK_EQUAL(waiter->wait.found, left);
            left &= ~waiter->wait.clear;
            given = false;
        } else {
            CHECK(waiter->is_done == had);
        }
    }
    CHECK_EQUAL(after, left);
    CHECK_EQUAL(lm_notice_value(&notice), left);
    CHECK_STATUS(lm_notice_withdraw(&notice), given ? LM_OK : LM_UNAVAILABLE);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void all_pairs_of_waits(void)
{
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        for (int i = 0; i < WAITERS; i++) {
            waiters[i].timeout = LM_FOREVER;
            waiters[i].wait = (struct lm_notice_request){.mode = explore_choose(&explore, MODES),
                                                         .wanted = explore_choose(&explore, VALUES),
                                                         .clear = explore_choose(&explore, VALUES)};
        }
        call = explore_choose(&explore, CALLS);
        value = explore_choose(&explore, VALUES);
        begin(compare);
    }
}

/* lm_notice_take has the result and the effect of a wait with the timeout 0. */
static void a_take_is_a_wait_that_does_not_wait(void)
{
    while (explore_next(&explore)) {
        uint32_t had = explore_choose(&explore, VALUES);
        struct lm_notice_request wait = {.mode = explore_choose(&explore, MODES - 1),
                                         .wanted = explore_choose(&explore, VALUES),
                                         .clear = explore_choose(&explore, VALUES)};
        bool met = is_met(&wait, had, false);

        lm_kernel_init();
        CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
        CHECK_STATUS(lm_notice_write(&notice, had, NULL), LM_OK);
        CHECK_EQUAL(lm_notice_take(&notice, wait.wanted, wait.clear, wait.mode), met ? had : 0);
        CHECK_EQUAL(lm_notice_value(&notice), met ? had & ~wait.clear : had);
        CHECK_STATUS(lm_notice_withdraw(&notice), met ? LM_UNAVAILABLE : LM_OK);
        CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
    }
}

static void check_ends(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    CHECK(waiters[0].is_done);
    CHECK_STATUS(waiters[0].status, LM_TIMEOUT);
    CHECK(!waiters[1].is_done);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
    CHECK_STATUS(waiters[1].status, LM_DELETED);
}

static void check_abort(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_abort_wait(&waiting[0]), LM_OK);
    CHECK_STATUS(waiters[0].status, LM_ABORTED);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void waits_end_by_their_timeout_and_by_deletion(void)
{
    for (int i = 0; i < WAITERS; i++) {
        waiters[i].wait = (struct lm_notice_request){.wanted = 1};
    }
    waiters[0].timeout = 3;
    waiters[1].timeout = LM_FOREVER;
    begin(check_ends);
    waiters[0].timeout = LM_FOREVER;
    begin(check_abort);
}

static void check_given(void *argument)
{
    struct lm_notice_request given = {.mode = LM_NOTICE_GIVEN, .clear = 1};
    uint32_t before = 0;

    (void)argument;
    CHECK_STATUS(lm_notice_offer(&notice, 3), LM_OK);
    CHECK_STATUS(lm_notice_offer(&notice, 4), LM_UNAVAILABLE);
    CHECK_STATUS(lm_notice_wait(&notice, &given, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(given.found, 3);
    CHECK_STATUS(lm_notice_wait(&notice, &given, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_EQUAL(given.found, 2);
    CHECK_STATUS(lm_notice_clear(&notice, 6, &before), LM_OK);
    CHECK_EQUAL(before, 2);
    CHECK_EQUAL(lm_notice_value(&notice), 0);
    CHECK_STATUS(lm_notice_withdraw(&notice), LM_UNAVAILABLE);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void what_was_given_is_received_once(void)
{
    for (int i = 0; i < WAITERS; i++) {
        waiters[i].wait = (struct lm_notice_request){.wanted = 1};
        waiters[i].timeout = LM_NO_WAIT;
    }
    begin(check_given);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    all_pairs_of_waits();
    memset(&explore, 0, sizeof explore);
    a_take_is_a_wait_that_does_not_wait();
    waits_end_by_their_timeout_and_by_deletion();
    what_was_given_is_received_once();
    puts("notices: as the definition says");
    return 0;
}
