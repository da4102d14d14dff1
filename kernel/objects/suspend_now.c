/* SPDX-License-Identifier: Apache-2.0 */
/* The call that suspends a thread and ends its wait. */
#include "core/door.h"
#include "cores/shared.h"
#include "objects/thread.h"
#include "time/wait.h"

enum lm_status lm_thread_suspend_now(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_SUSPEND_NOW, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_SUSPEND_NOW, 0, 0, key));
    if (thread == cpu->running && !lm_port_in_interrupt()) {
        LM_REQUIRE_WAIT(key);
    }
    if (LM_CORES_OR(lm_shared_abort(thread, true), false)) {
        return lm_unlock_rarely(cpu, key);
    }
    if (!lm_wait_may_be_aborted(thread)) {
        return lm_thread_suspend_locked(thread, key);
    }
    lm_observe_thread(LM_EVENT_THREAD_SUSPEND, thread, 0, 0);
    lm_observe_thread(LM_EVENT_THREAD_ABORT_WAIT, thread, 0, 0);
    thread->suspend_pending = true;
    lm_wait_end(cpu, thread, LM_ABORTED);
    return lm_unlock_rarely(cpu, key);
}
