/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a set of event flags releases exactly the threads whose waits the same bits satisfy, and
 * leaves exactly the bits that no thread clears.
 *
 * Method: every pair of waits (mode, bits) and every two sets of three flags, on real stacks, are
 * compared with a reference that is written from the definition. Examples cover the rest: bits that
 * are set already, timeouts, deletion, misuse.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <stdio.h>

enum { BITS = 7, MODES = 4 };

struct waiter {
    uint32_t wanted;
    enum lm_event_mode mode;
    lm_timeout timeout;
    enum lm_status status;
    uint32_t found;
    bool is_done;
};

static struct waiter waiters[WAITERS];
static struct lm_event_flags flags;
static uint32_t sets[2];
static struct lm_object_counters counters;
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    for (int i = 0; i < WAITERS; i++) {
        fprintf(stderr, "waiter %d wants %u, mode %d\n", i, (unsigned)waiters[i].wanted,
                (int)waiters[i].mode);
    }
    fprintf(stderr, "sets %u, %u\n", (unsigned)sets[0], (unsigned)sets[1]);
    explore_print(&explore);
}

static void wait(void *argument)
{
    struct waiter *waiter = argument;

    waiter->found = UINT32_MAX;
    waiter->status =
        lm_event_flags_wait(&flags, waiter->wanted, waiter->mode, &waiter->found, waiter->timeout);
    waiter->is_done = true;
}

static void begin(void (*entry)(void *))
{
    lm_kernel_init();
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    for (uint16_t i = 0; i < WAITERS; i++) {
        waiters[i].is_done = false;
    }
    play_with_waiters(entry, wait, waiters, sizeof waiters[0]);
}

static bool satisfies(uint32_t bits, const struct waiter *waiter)
{
    switch (waiter->mode) {
    case LM_ANY:
    case LM_ANY_CLEAR:
        return (bits & waiter->wanted) > 0;
    default:
        return (~bits & waiter->wanted) == 0;
    }
}

/* Set flags, and compare the result with the definition. */
static uint32_t set_and_check(uint32_t before, uint32_t set, bool *waits)
{
    uint32_t bits = before | set;
    uint32_t after = bits;

    CHECK_STATUS(lm_event_flags_set(&flags, set), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        if (waits[i] && satisfies(bits, &waiters[i])) {
            bool clears = waiters[i].mode == LM_ANY_CLEAR || waiters[i].mode == LM_ALL_CLEAR;

            waits[i] = false;
            after &= clears ? ~waiters[i].wanted : UINT32_MAX;
            CHECK_STATUS(waiters[i].status, LM_OK);
            CHECK_EQUAL(waiters[i].found, bits);
        }
        CHECK_EQUAL(waiters[i].is_done, !waits[i]);
    }
    CHECK_EQUAL(counters.taken, !waits[0] + !waits[1]);
    CHECK_EQUAL(lm_event_flags_get(&flags), after);
    return after;
}

static void control_sets(void *argument)
{
    bool waits[WAITERS] = {true, true};

    (void)argument;
    lm_object_attach_counters(&flags.object, &counters);
    uint32_t bits = set_and_check(0, sets[0], waits);

    (void)set_and_check(bits, sets[1], waits);
}

static void every_pair_of_waits_and_sets(void)
{
    while (explore_next(&explore)) {
        for (int i = 0; i < WAITERS; i++) {
            waiters[i].mode = (enum lm_event_mode)explore_choose(&explore, MODES);
            waiters[i].wanted = 1 + explore_choose(&explore, BITS);
            waiters[i].timeout = LM_FOREVER;
        }
        sets[0] = 1 + explore_choose(&explore, BITS);
        sets[1] = 1 + explore_choose(&explore, BITS);
        begin(control_sets);
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
}

static void control_sets_with_interrupts_off(void *argument)
{
    (void)argument;
    uint32_t key = lm_interrupts_disable();

    CHECK_STATUS(lm_event_flags_set(&flags, 1), LM_OK);
    CHECK(lm_interrupts_are_disabled());
    CHECK(!waiters[0].is_done);
    lm_interrupts_enable(key);
    CHECK(waiters[0].is_done && waiters[1].is_done);
}

static void a_set_leaves_interrupts_as_they_were(void)
{
    for (int i = 0; i < WAITERS; i++) {
        waiters[i] = (struct waiter){.wanted = 1, .mode = LM_ALL, .timeout = LM_FOREVER};
    }
    begin(control_sets_with_interrupts_off);
}

static void control_looks(void *argument)
{
    uint32_t found = 0;

    (void)argument;
    CHECK_STATUS(lm_event_flags_set(&flags, 6), LM_OK);
    CHECK_STATUS(lm_event_flags_wait(&flags, 5, LM_ALL, &found, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_EQUAL(found, 6);
    CHECK_STATUS(lm_event_flags_wait(&flags, 5, LM_ANY, NULL, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_event_flags_wait(&flags, 5, LM_ANY_CLEAR, &found, LM_FOREVER), LM_OK);
    CHECK_EQUAL(found, 6);
    CHECK_EQUAL(lm_event_flags_get(&flags), 2);
    CHECK_STATUS(lm_event_flags_clear(&flags, 2), LM_OK);
    CHECK_EQUAL(lm_event_flags_get(&flags), 0);
}

static void bits_that_are_there_need_no_wait(void)
{
    for (int i = 0; i < WAITERS; i++) {
        waiters[i] = (struct waiter){.wanted = 1, .mode = LM_ALL, .timeout = LM_NO_WAIT};
    }
    begin(control_looks);
    CHECK_STATUS(waiters[0].status, LM_UNAVAILABLE);
}

static void control_deletes(void *argument)
{
    (void)argument;
    lm_work(20);
    CHECK(waiters[0].is_done);
    CHECK_STATUS(waiters[0].status, LM_TIMEOUT);
    CHECK(!waiters[1].is_done);
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    CHECK_STATUS(waiters[1].status, LM_DELETED);
    CHECK_STATUS(lm_event_flags_set(&flags, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_clear(&flags, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_NO_WAIT), LM_BAD_OBJECT);
}

static void waits_end_by_time_and_by_deletion(void)
{
    waiters[0] = (struct waiter){.wanted = 1, .mode = LM_ANY, .timeout = 10};
    waiters[1] = (struct waiter){.wanted = 1, .mode = LM_ANY, .timeout = LM_FOREVER};
    begin(control_deletes);
}

static void misuse_is_answered(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_event_flags_create(NULL, "", LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_create(&flags, "", (enum lm_order)7), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_create(&flags, "", LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_event_flags_wait(&flags, 0, LM_ANY, NULL, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_wait(&flags, 1, (enum lm_event_mode)9, NULL, LM_NO_WAIT),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_FOREVER), LM_BAD_CONTEXT);
}

int main(void)
{
    check_explain(explain, NULL);
    every_pair_of_waits_and_sets();
    a_set_leaves_interrupts_as_they_were();
    bits_that_are_there_need_no_wait();
    waits_end_by_time_and_by_deletion();
    misuse_is_answered();
    return 0;
}
