/* SPDX-License-Identifier: Apache-2.0 */
/* The call that ends any thread. */
#include "core/door.h"
#include "core/link.h"
#include "cores/shared.h"
#include "objects/thread.h"
#include "time/wait.h"

/* See core/link.h. In a program without the file of this function, no thread waits. */
#pragma weak lm_wait_leave

void lm_thread_unblock(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (LM_IS_LINKED(lm_wait_leave)) {
        lm_wait_leave(cpu, thread);
    }
}

/* A thread that is in a long call completes it first. Only an interrupt can find it there. */
static enum lm_status terminate(struct lm_cpu *cpu, struct lm_thread *thread, lm_lock_key *key)
{
    LM_CALL_ON(THREAD_TERMINATE, thread);

    if (thread->state == LM_STATE_TERMINATED || thread->end_pending) {
        LM_NOTE_ERROR(LM_BAD_STATE);
        return LM_BAD_STATE;
    }
    if (LM_SMALL_OR(false, thread->in_long_call)) {
        thread->end_pending = true;
    } else {
        LM_IF_CORES(lm_shared_abandon(cpu, thread));
        *key = lm_thread_end(cpu, thread, LM_WAS_TERMINATED, *key);
    }
    return LM_OK;
}

enum lm_status lm_thread_terminate(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_TERMINATE, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    bool itself = thread == cpu->running && !lm_port_in_interrupt();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_TERMINATE, 0, 0, key));
    LM_REQUIRE(key, !itself || key == 0 || lm_kernel()->handles_stack, LM_BAD_CONTEXT);

    enum lm_status status = terminate(cpu, thread, &key);

    lm_unlock_rarely(cpu, key);
    return status;
}
