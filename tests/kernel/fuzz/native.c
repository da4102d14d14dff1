/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's own interface on the host port as the system under test. native_rules.c and
 * small_rules.c have the rules of its libraries. */
#include "adapter.h"
#include "host.h"
#include "model/kernel/calls.h"
#include "model/kernel/parts.h"
#include "state.h"
#include <limen/board.h>
#include <stdio.h>
#include <stdlib.h>

enum { STACK_BYTES = LM_PORT_STACK_BYTES(8192) };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS][STACK_BYTES];
static uint32_t armed; /* lines that come within the next call */

static void enter_line(void *argument)
{
    driver_context(IN_LINE, (int)(intptr_t)argument);
}

struct answer system_answer(struct answer answer)
{
    return answer;
}

static void report_stack(struct lm_thread *thread)
{
    printf("the stack of thread %d is reported as overwritten\n", (int)(thread - calls.thread));
    abort();
}

void system_begin(const unsigned urgency[LINES])
{
    calls_begin(&stacks[0][0], STACK_BYTES);
    armed = 0;
    lm_host.limit = 0;
    lm_kernel_init();
    lm_stack_check(urgency[0] == 0 ? report_stack : NULL); /* it dispatches in a way of its own */
    for (int i = 0; i < LINES; i++) {
        lm_board_interrupt_attach((unsigned)i, urgency[i], enter_line, (void *)(intptr_t)i);
    }
}

void system_start(void)
{
    lm_kernel_start();
}

void system_end(void)
{
    lm_host.limit = lm_host.now;
}

void system_feed(struct model *model)
{
    model->served = lm_cpu()->timeouts.base;
    model->last_alarm = lm_cpu()->alarm_time;
    model->alarm = lm_host.alarm;
    model->alarm_raised = (lm_host.pending & 1U << LM_HOST_ALARM_LINE) != 0;
}

struct answer system_perform(const struct operation *o)
{
    struct answer answer = {.status = OK};

    lm_host.pending |= armed; /* not looked at before the lock is freed */
    lm_host_attend();
    armed = 0;
    switch (o->kind) {
    case DO_WORK:
        lm_work(o->a);
        return answer;
    case DO_RAISE_WITHIN:
        armed |= 1U << o->a;
        return answer;
    case DO_RAISE:
        lm_board_interrupt_raise(o->a);
        return answer;
    default:
        return calls_perform(o);
    }
}
