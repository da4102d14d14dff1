/* SPDX-License-Identifier: Apache-2.0 */
/* Operations as text, and back. */
#include "operation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[OPERATION_KINDS] = {
    [DO_RETURN] = "return",
    [DO_WORK] = "work",
    [DO_RAISE] = "raise",
    [DO_INTERRUPTS_OFF] = "interrupts-off",
    [DO_INTERRUPTS_ON] = "interrupts-on",
    [DO_YIELD] = "yield",
    [DO_SLEEP] = "sleep",
    [DO_SLEEP_UNTIL] = "sleep-until",
    [DO_WAIT_PERIOD] = "wait-period",
    [DO_PREEMPT_DISABLE] = "preempt-disable",
    [DO_PREEMPT_ENABLE] = "preempt-enable",
    [DO_THREAD_CREATE] = "thread-create",
    [DO_THREAD_START] = "thread-start",
    [DO_THREAD_SUSPEND] = "thread-suspend",
    [DO_THREAD_RESUME] = "thread-resume",
    [DO_THREAD_TERMINATE] = "thread-terminate",
    [DO_THREAD_RESTART] = "thread-restart",
    [DO_THREAD_DELETE] = "thread-delete",
    [DO_THREAD_ABORT_WAIT] = "thread-abort-wait",
    [DO_THREAD_SET_PRIORITY] = "thread-set-priority",
    [DO_THREAD_SET_THRESHOLD] = "thread-set-threshold",
    [DO_THREAD_SET_SLICE] = "thread-set-slice",
    [DO_SEMAPHORE_CREATE] = "semaphore-create",
    [DO_SEMAPHORE_WAIT] = "semaphore-wait",
    [DO_SEMAPHORE_POST] = "semaphore-post",
    [DO_SEMAPHORE_POST_BELOW] = "semaphore-post-below",
    [DO_SEMAPHORE_DELETE] = "semaphore-delete",
    [DO_QUEUE_CREATE] = "queue-create",
    [DO_QUEUE_SEND] = "queue-send",
    [DO_QUEUE_RECEIVE] = "queue-receive",
    [DO_QUEUE_DELETE] = "queue-delete",
};

/* Digits of d, from the right: offset 2, period 3, slice 2, deadline 2, suspended 1. */
struct thread_setup thread_setup(uint32_t d)
{
    return (struct thread_setup){
        .offset = d % 100,
        .period = d / 100 % 1000,
        .slice = d / 100000 % 100,
        .deadline = d / 10000000 % 100 * 2,
        .suspended = d / 1000000000 % 2 != 0,
    };
}

uint32_t thread_setup_digits(const struct thread_setup *setup)
{
    return setup->offset + setup->period * 100 + setup->slice * 100000 +
           setup->deadline / 2 * 10000000 + (setup->suspended ? 1000000000U : 0);
}

const char *operation_name(enum kind kind)
{
    return kind < OPERATION_KINDS ? names[kind] : "?";
}

void operation_text(const struct operation *operation, char *text, size_t bytes)
{
    (void)snprintf(text, bytes, "%s %u %u %u %u", operation_name(operation->kind), operation->a,
                   operation->b, operation->c, operation->d);
}

bool operation_parse(const char *text, struct operation *operation)
{
    char name[32];

    *operation = (struct operation){.kind = OPERATION_KINDS};
    if (sscanf(text, "%31s %u %u %u %u", name, &operation->a, &operation->b, &operation->c,
               &operation->d) != 5) {
        return false;
    }
    for (unsigned kind = 0; kind < OPERATION_KINDS; kind++) {
        if (strcmp(names[kind], name) == 0) {
            operation->kind = (enum kind)kind;
        }
    }
    return operation->kind != OPERATION_KINDS;
}
