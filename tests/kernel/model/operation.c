/* SPDX-License-Identifier: Apache-2.0 */
/* Operations as text, and back. */
#include "operation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum group group;
    enum verb verb;
} kinds[OPERATION_KINDS] = {
    [DO_RETURN] = {"return", OF_CONTEXT, OTHER},
    [DO_WORK] = {"work", OF_CONTEXT, OTHER},
    [DO_RAISE] = {"raise", OF_CONTEXT, OTHER},
    [DO_RAISE_WITHIN] = {"raise-within", OF_CONTEXT, OTHER},
    [DO_INTERRUPTS_OFF] = {"interrupts-off", OF_CONTEXT, OTHER},
    [DO_INTERRUPTS_ON] = {"interrupts-on", OF_CONTEXT, OTHER},
    [DO_YIELD] = {"yield", OF_CONTEXT, OTHER},
    [DO_SLEEP] = {"sleep", OF_CONTEXT, OTHER},
    [DO_SLEEP_UNTIL] = {"sleep-until", OF_CONTEXT, OTHER},
    [DO_WAIT_PERIOD] = {"wait-period", OF_CONTEXT, OTHER},
    [DO_PREEMPT_DISABLE] = {"preempt-disable", OF_CONTEXT, OTHER},
    [DO_PREEMPT_ENABLE] = {"preempt-enable", OF_CONTEXT, OTHER},
    [DO_SLICES_IN] = {"slices-in", OF_CONTEXT, OTHER},
    [DO_TIME_SET] = {"time-set", OF_CONTEXT, OTHER},
    [DO_THREAD_CREATE] = {"thread-create", OF_THREAD, CREATE},
    [DO_THREAD_START] = {"thread-start", OF_THREAD, OTHER},
    [DO_THREAD_SUSPEND] = {"thread-suspend", OF_THREAD, OTHER},
    [DO_THREAD_RESUME] = {"thread-resume", OF_THREAD, OTHER},
    [DO_THREAD_TERMINATE] = {"thread-terminate", OF_THREAD, OTHER},
    [DO_THREAD_RESET] = {"thread-reset", OF_THREAD, OTHER},
    [DO_THREAD_RESTART] = {"thread-restart", OF_THREAD, OTHER},
    [DO_THREAD_DELETE] = {"thread-delete", OF_THREAD, OTHER},
    [DO_THREAD_ABORT_WAIT] = {"thread-abort-wait", OF_THREAD, OTHER},
    [DO_THREAD_SET_PRIORITY] = {"thread-set-priority", OF_THREAD, OTHER},
    [DO_THREAD_SET_THRESHOLD] = {"thread-set-threshold", OF_THREAD, OTHER},
    [DO_THREAD_SET_SLICE] = {"thread-set-slice", OF_THREAD, OTHER},
    [DO_SEMAPHORE_CREATE] = {"semaphore-create", OF_SEMAPHORE, CREATE},
    [DO_SEMAPHORE_WAIT] = {"semaphore-wait", OF_SEMAPHORE, OTHER},
    [DO_SEMAPHORE_POST] = {"semaphore-post", OF_SEMAPHORE, OTHER},
    [DO_SEMAPHORE_POST_BELOW] = {"semaphore-post-below", OF_SEMAPHORE, OTHER},
    [DO_SEMAPHORE_PRIORITIZE] = {"semaphore-prioritize", OF_SEMAPHORE, PRIORITIZE},
    [DO_SEMAPHORE_DELETE] = {"semaphore-delete", OF_SEMAPHORE, DELETE},
    [DO_MUTEX_CREATE] = {"mutex-create", OF_MUTEX, CREATE},
    [DO_MUTEX_LOCK] = {"mutex-lock", OF_MUTEX, OTHER},
    [DO_MUTEX_UNLOCK] = {"mutex-unlock", OF_MUTEX, OTHER},
    [DO_MUTEX_PRIORITIZE] = {"mutex-prioritize", OF_MUTEX, PRIORITIZE},
    [DO_MUTEX_DELETE] = {"mutex-delete", OF_MUTEX, DELETE},
    [DO_QUEUE_CREATE] = {"queue-create", OF_QUEUE, CREATE},
    [DO_QUEUE_SEND] = {"queue-send", OF_QUEUE, OTHER},
    [DO_QUEUE_SEND_FRONT] = {"queue-send-front", OF_QUEUE, OTHER},
    [DO_QUEUE_RECEIVE] = {"queue-receive", OF_QUEUE, OTHER},
    [DO_QUEUE_FLUSH] = {"queue-flush", OF_QUEUE, OTHER},
    [DO_QUEUE_PRIORITIZE] = {"queue-prioritize", OF_QUEUE, PRIORITIZE},
    [DO_QUEUE_DELETE] = {"queue-delete", OF_QUEUE, DELETE},
    [DO_FLAGS_CREATE] = {"flags-create", OF_FLAGS, CREATE},
    [DO_FLAGS_WAIT] = {"flags-wait", OF_FLAGS, OTHER},
    [DO_FLAGS_SET] = {"flags-set", OF_FLAGS, OTHER},
    [DO_FLAGS_CLEAR] = {"flags-clear", OF_FLAGS, OTHER},
    [DO_FLAGS_DELETE] = {"flags-delete", OF_FLAGS, DELETE},
    [DO_BLOCKS_CREATE] = {"blocks-create", OF_BLOCKS, CREATE},
    [DO_BLOCKS_ALLOCATE] = {"blocks-allocate", OF_BLOCKS, OTHER},
    [DO_BLOCKS_RELEASE] = {"blocks-release", OF_BLOCKS, OTHER},
    [DO_BLOCKS_PRIORITIZE] = {"blocks-prioritize", OF_BLOCKS, PRIORITIZE},
    [DO_BLOCKS_DELETE] = {"blocks-delete", OF_BLOCKS, DELETE},
    [DO_BYTES_CREATE] = {"bytes-create", OF_BYTES, CREATE},
    [DO_BYTES_ALLOCATE] = {"bytes-allocate", OF_BYTES, OTHER},
    [DO_BYTES_RELEASE] = {"bytes-release", OF_BYTES, OTHER},
    [DO_BYTES_PRIORITIZE] = {"bytes-prioritize", OF_BYTES, PRIORITIZE},
    [DO_BYTES_DELETE] = {"bytes-delete", OF_BYTES, DELETE},
    [DO_TIMER_CREATE] = {"timer-create", OF_TIMER, CREATE},
    [DO_TIMER_START] = {"timer-start", OF_TIMER, OTHER},
    [DO_TIMER_STOP] = {"timer-stop", OF_TIMER, OTHER},
    [DO_TIMER_DELETE] = {"timer-delete", OF_TIMER, OTHER},
    [DO_MODEL_SET] = {"model-set", OF_SECTION, OTHER},
    [DO_SECTION_ENTER] = {"section-enter", OF_SECTION, OTHER},
    [DO_SECTION_LEAVE] = {"section-leave", OF_SECTION, OTHER},
    [DO_PREEMPT_POINT] = {"preempt-point", OF_SECTION, OTHER},
    [DO_PREEMPT_TICK] = {"preempt-tick", OF_SECTION, OTHER},
    [DO_BORDER_SET] = {"border-set", OF_SECTION, OTHER},
    [DO_SPIN_CREATE] = {"spin-create", OF_SPIN, CREATE},
    [DO_SPIN_LOCK] = {"spin-lock", OF_SPIN, OTHER},
    [DO_SPIN_UNLOCK] = {"spin-unlock", OF_SPIN, OTHER},
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

enum group operation_group(enum kind kind)
{
    return kinds[kind].group;
}

enum verb operation_verb(enum kind kind)
{
    return kinds[kind].verb;
}

void operation_text(const struct operation *operation, char *text, size_t bytes)
{
    (void)snprintf(text, bytes, "%s %u %u %u %u", kinds[operation->kind].name, operation->a,
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
        if (strcmp(kinds[kind].name, name) == 0) {
            operation->kind = (enum kind)kind;
        }
    }
    return operation->kind != OPERATION_KINDS;
}
