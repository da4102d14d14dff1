/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's side of a world, on the port without contexts. A call that waits returns at once.
 * The part of the call after its wait follows when its thread runs again. */
#include "check.h"
#include "model/kernel/calls.h"
#include "model/kernel/parts.h"
#include "model/snapshot.h"
#include "preemption/preemption.h"
#include "state.h"
#include "world.h"
#include <ucontext.h>

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][LM_PORT_STACK_MIN];

/* A call that waits returns at once, but the kernel goes on to use what is on its stack: a message,
 * or the bits that it waits for. So such calls of a thread have a stack that no other code uses
 * until the wait has ended. */
enum { STACK_BYTES = 1 << 14, USED_BYTES = 1 << 10 };

static _Alignas(16) unsigned char call_stacks[THREADS][STACK_BYTES];

static const struct world *the_world;

static struct {
    ucontext_t caller, callee;
    const struct operation *step;
    struct answer answer;
} on_stack;

void driver_context(enum place place, int number)
{
    CHECK(place == IN_TIMER); /* threads have no code in this test */

    struct answer answer = calls_perform(&the_world->function[number]);

    CHECK(answer.status < BAD_ARGUMENT || answer.status == TOO_MANY);
}

void system_check_status(enum status actual, enum status expected)
{
    if (actual != expected) {
        check_failed(__FILE__, __LINE__, "the call answers %s, not %s", status_name(actual),
                     status_name(expected));
    }
}

void system_create(const struct world *world, const struct operation *setup, unsigned count)
{
    the_world = world;
    calls_begin(&stacks[0][0], sizeof stacks[0]);
    lm_kernel_init();
    null_creep(CLOCK_AT_START);
    misuse_expect_none();
    for (unsigned i = 0; i < count; i++) {
        system_check_status(calls_perform(&setup[i]).status, OK);
    }
    lm_kernel_start();
}

bool system_has_no_counters(void)
{
    return !LM_COUNTED;
}

static void perform_on_stack(void)
{
    on_stack.answer = calls_perform(on_stack.step);
}

void *system_stack(int thread, size_t *bytes)
{
    *bytes = USED_BYTES;
    return call_stacks[thread] + STACK_BYTES - USED_BYTES;
}

/* The thread calls. */
static struct answer call_on_stack(int thread, const struct operation *step)
{
    on_stack.step = step;
    CHECK_EQUAL(getcontext(&on_stack.callee), 0);
    on_stack.callee.uc_stack.ss_sp = call_stacks[thread];
    on_stack.callee.uc_stack.ss_size = STACK_BYTES;
    on_stack.callee.uc_link = &on_stack.caller;
    makecontext(&on_stack.callee, perform_on_stack, 0);
    CHECK_EQUAL(swapcontext(&on_stack.caller, &on_stack.callee), 0);

    size_t bytes;
    unsigned char *used = system_stack(thread, &bytes);
    unsigned char *data = calls.thread[thread].wait_data;

    CHECK(data == NULL || (data >= used && data < used + bytes));
    return on_stack.answer;
}

static bool waits_for_data(enum kind kind)
{
    return kind == DO_QUEUE_SEND || kind == DO_QUEUE_SEND_FRONT || kind == DO_QUEUE_RECEIVE ||
           kind == DO_FLAGS_WAIT || kind == DO_BLOCKS_ALLOCATE || kind == DO_BYTES_ALLOCATE;
}

void system_feed(struct model *model)
{
    CHECK(lm_cpu()->timeouts.base <= model->now && lm_cpu()->alarm_time <= model->now);
    model->served = lm_cpu()->timeouts.base;
    model->last_alarm = lm_cpu()->alarm_time;
}

struct answer system_step(const struct operation *step)
{
    struct answer answer = {.status = OK};

    switch (step->kind) {
    case DO_RAISE:
        null_interrupt_enter();
        return answer;
    case DO_RETURN:
        null_interrupt_exit();
        return answer;
    case DO_WORK:
        null_set_clock(lm_null.now + step->a);
        return answer;
    default:
        break;
    }
    /* A call that waits for a spinlock takes it in system_go_on. */
    lm_null.blocked_result = step->kind == DO_SPIN_LOCK ? LM_ABORTED : LM_OK;
    int self = (int)(lm_cpu()->running - calls.thread);

    answer = waits_for_data(step->kind) ? call_on_stack(self, step) : calls_perform(step);
    if (lm_null.depth == 0 && calls.thread[self].state == LM_STATE_BLOCKED) {
        calls.wait[self] = (struct calls_wait){step->kind, step->a};
    }
    return answer;
}

/* Is the thread in a call that continues with this step when the thread runs again? */
static bool is_at(const struct model *model, int thread, enum step step)
{
    const struct thread *t = &model->thread[thread];

    return t->life != ENDED && t->activity.step == step;
}

/* The thread owns the mutex already, so it is counted twice for a moment. */
static void take_spinlock(const struct model *model, int thread)
{
    struct lm_spinlock *spinlock = &calls.spin[model->thread[thread].activity.object];

    CHECK_EQUAL(calls.thread[thread].wait_status, LM_OK);
    CHECK_EQUAL(lm_spinlock_lock(spinlock), LM_OK);
    CHECK_EQUAL(lm_mutex_unlock(&spinlock->mutex), LM_OK);
}

void system_go_on(const struct model *before, const struct model *after)
{
    int self = after->running;

    if (self != NOBODY && is_at(before, self, TAKES) && is_at(after, self, ANSWERS)) {
        take_spinlock(after, self);
    }
    if (self != NOBODY && is_at(before, self, REENTERS) && is_at(after, self, ANSWERS)) {
        lm_section_enter_again(&calls.thread[self]);
    }
}

/* The call returns the status with which its wait has ended, when the thread runs. A thread that
 * has not begun has waited for its first release, and is in no call. */
static void compare_outcome(const struct model *model, int thread)
{
    const struct thread *t = &model->thread[thread];
    const struct activity *activity = &t->activity;

    if (t->life != ENDED && activity->waited && activity->step != BEGINS && t->wait <= FOR_RESUME) {
        enum status outcome = calls_status((enum lm_status)calls.thread[thread].wait_status);

        system_check_status(outcome, activity->answer.status);
        enum kind kind = calls.wait[thread].kind;

        if (outcome == OK && waits_for_data(kind) && kind != DO_FLAGS_WAIT) {
            CHECK_EQUAL(calls_value(thread), activity->answer.value);
        }
    }
}

void system_compare(const struct model *model)
{
    const char *complaint = parts_complaint();
    char text[1000];

    if (complaint != NULL) {
        check_failed(__FILE__, __LINE__, "%s", complaint);
    }
    if (!snapshot_is_same(model, text, sizeof text)) {
        check_failed(__FILE__, __LINE__, "%s", text);
    }
    for (int i = 0; i < model->used[OF_THREAD]; i++) {
        compare_outcome(model, i);
    }
    if (model->running != NOBODY && model->thread[model->running].slice != 0) {
        CHECK_EQUAL(lm_cpu()->slice_end, model->slice_end);
    }
}
