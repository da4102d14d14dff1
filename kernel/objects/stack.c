/* SPDX-License-Identifier: Apache-2.0 */
/* Measures how much of a stack was used. */
#include "core/door.h"
#include "objects/thread.h"
#include <limen/trace.h>

uint32_t lm_thread_stack_unused(const struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_STACK_UNUSED, thread);
    LM_CHECK_OBJECT_OR(thread, LM_KIND_THREAD, 0);

    const unsigned char *stack = thread->stack;
    uint32_t unused = 0;

    while (unused < thread->stack_bytes && stack[unused] == LM_STACK_FILL) {
        unused++;
    }
    return unused;
}

/* Record the use of a stack. It is searched without the lock, because it may be long. */
enum lm_status lm_trace_stack(const struct lm_thread *thread)
{
    LM_CALL_ON(TRACE_STACK, thread);
    LM_CHECK(thread != NULL && lm_object_kind(&thread->object) == LM_KIND_THREAD, LM_BAD_OBJECT);

    uint32_t unused = LM_TRACED ? lm_thread_stack_unused(thread) : 0;
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    lm_observe(LM_EVENT_STACK, thread, 0, unused);
    return lm_leave(key, LM_OK);
}
