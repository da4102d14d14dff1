/* SPDX-License-Identifier: Apache-2.0 */
/* Runs jobs of several threads on one stack. */
#include "core/door.h"
#include "objects/thread.h"
#include <limen/shared_stack.h>
#include <string.h>

static bool is_stack(const struct lm_shared_stack *shared)
{
    return shared != NULL && shared->self == shared;
}

/* Is the stack free? A thread that was terminated or restarted in its job has left it. */
static bool is_free(const struct lm_shared_stack *shared)
{
    const struct lm_thread *user = shared->user;

    return user == NULL || !lm_object_exists(&user->object) || user->state == LM_STATE_TERMINATED ||
           user->watched != shared->stack;
}

enum lm_status lm_shared_stack_init(struct lm_shared_stack *shared, void *stack, uint32_t bytes)
{
    LM_CALL(SHARED_STACK_INIT);
    LM_CHECK(shared != NULL && lm_stack_is_possible(stack, bytes), LM_BAD_ARGUMENT);
    LM_CHECK(!is_stack(shared) || is_free(shared), LM_BAD_STATE);

    memset(stack, LM_STACK_FILL, bytes);
    shared->stack = stack;
    shared->bytes = bytes;
    shared->user = NULL;
    shared->self = shared;
    return LM_OK;
}

enum lm_status lm_shared_stack_run(struct lm_shared_stack *shared, void (*job)(void *argument),
                                   void *argument)
{
    LM_CALL(SHARED_STACK_RUN);
    LM_CHECK(is_stack(shared) && job != NULL, LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    struct lm_thread *thread = cpu->running;

    LM_REQUIRE(key, key == 0 && !lm_port_in_interrupt() && lm_kernel()->started, LM_BAD_CONTEXT);
    if (!is_free(shared)) { /* in all libraries: two jobs on one stack destroy each other */
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    const void *own = thread->watched;

    shared->user = thread;
    thread->watched = shared->stack;
    lm_port_unlock(key);
    lm_port_call_on(shared->stack + shared->bytes / LM_PORT_STACK_ALIGN * LM_PORT_STACK_ALIGN, job,
                    argument);
    key = lm_lock();
    if (cpu->on_leave != NULL) {
        cpu->on_leave(cpu, thread);
    }
    thread->watched = own;
    shared->user = NULL;
    lm_unlock(cpu, key);
    return LM_OK;
}

uint32_t lm_shared_stack_unused(const struct lm_shared_stack *shared)
{
    LM_CALL(SHARED_STACK_UNUSED);
    LM_CHECK_OR(is_stack(shared), LM_BAD_ARGUMENT, 0);

    uint32_t unused = 0;

    while (unused < shared->bytes && shared->stack[unused] == LM_STACK_FILL) {
        unused++;
    }
    return unused;
}
