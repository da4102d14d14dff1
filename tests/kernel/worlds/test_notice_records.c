/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each call on a notice writes its record and leaves the kernel unlocked. A notice that is
 * created again has no state of the earlier one. scenes/test_notice.c tests the effects of the
 * calls.
 *
 * Method: one sequence of calls, with its records. */
#include "check.h"
#include "port.h"
#include "records.h"
#include "threads.h"
#include <limen/notice.h>
#include <string.h>

static struct lm_notice notice;
static struct lm_notice_request request;

static void check_record(enum lm_event event, unsigned a, uint32_t b)
{
    records_check(notice.object.id, event, a, b);
    CHECK_EQUAL(lm_null.locked, 0);
}

static void begin(void)
{
    memset(&notice, 0, sizeof notice);
    THREADS_BEGIN(1, 2);
    records_begin();
    CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
    check_record(LM_EVENT_FLAGS_CREATE, 0, 0);
    CHECK_EQUAL(records_object(notice.object.id)->kind, LM_KIND_NOTICE);
    CHECK_EQUAL(records_object(notice.object.id)->priority, 0);
}

static void each_call_leaves_a_record(void)
{
    begin();
    CHECK_STATUS(lm_notice_set(&notice, 5, NULL), LM_OK);
    check_record(LM_EVENT_FLAGS_SET, 0, 5);
    CHECK_STATUS(lm_notice_increase(&notice, 3, NULL), LM_OK);
    check_record(LM_EVENT_FLAGS_SET, 0, 3);
    CHECK_STATUS(lm_notice_write(&notice, 6, NULL), LM_OK);
    check_record(LM_EVENT_FLAGS_SET, 0, 6);
    CHECK_STATUS(lm_notice_clear(&notice, 2, NULL), LM_OK);
    check_record(LM_EVENT_FLAGS_CLEAR, 0, 2);
    request = (struct lm_notice_request){.wanted = 4, .clear = 4};
    CHECK_STATUS(lm_notice_wait(&notice, &request, LM_FOREVER), LM_OK);
    check_record(LM_EVENT_FLAGS_WAIT, LM_OUTCOME_DONE, 4);
    CHECK_STATUS(lm_notice_wait(&notice, &request, LM_NO_WAIT), LM_UNAVAILABLE);
    check_record(LM_EVENT_FLAGS_WAIT, LM_OUTCOME_UNAVAILABLE, 4);
    CHECK_EQUAL(lm_notice_signal(&notice, 8), 8);
    check_record(LM_EVENT_FLAGS_SET, 0, 8);
    CHECK_EQUAL(lm_notice_take(&notice, 8, 0, LM_NOTICE_ANY), 8);
    check_record(LM_EVENT_FLAGS_WAIT, LM_OUTCOME_DONE, 8);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void a_thread_that_waits_is_recorded_and_counted(void)
{
    struct lm_object_counters counters;

    begin();
    lm_object_attach_counters(&notice.object, &counters);
    request = (struct lm_notice_request){.wanted = 4, .clear = 4};
    (void)lm_notice_wait(&notice, &request, LM_FOREVER);
    check_record(LM_EVENT_FLAGS_WAIT, LM_OUTCOME_WAITS, 4);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_notice_offer(&notice, 7), LM_OK);
    check_record(LM_EVENT_FLAGS_SET, 0, 7);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(counters.taken, 1);
    CHECK_EQUAL(lm_notice_value(&notice), 3);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void what_is_taken_back_is_not_given(void)
{
    begin();
    CHECK_STATUS(lm_notice_set(&notice, 1, NULL), LM_OK);
    CHECK_STATUS(lm_notice_withdraw(&notice), LM_OK);
    CHECK_STATUS(lm_notice_withdraw(&notice), LM_UNAVAILABLE);
    CHECK_EQUAL(lm_notice_value(&notice), 1);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
}

static void a_notice_that_is_created_again_is_empty(void)
{
    begin();
    CHECK_STATUS(lm_notice_set(&notice, 1, NULL), LM_OK);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
    CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
    CHECK_EQUAL(lm_notice_value(&notice), 0);
    CHECK_STATUS(lm_notice_withdraw(&notice), LM_UNAVAILABLE);
}

static void an_interrupt_cannot_wait(void)
{
    begin();
    request = (struct lm_notice_request){.wanted = 1};
    null_interrupt_enter();
    CHECK_STATUS(lm_notice_wait(&notice, &request, LM_FOREVER), LM_BAD_CONTEXT);
    null_interrupt_exit();
}

int main(void)
{
    each_call_leaves_a_record();
    a_thread_that_waits_is_recorded_and_counted();
    what_is_taken_back_is_not_given();
    a_notice_that_is_created_again_is_empty();
    an_interrupt_cannot_wait();
    return 0;
}
