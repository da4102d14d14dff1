/* SPDX-License-Identifier: Apache-2.0 */
/* The call that ends any wait. */
#include "core/door.h"
#include "cores/shared.h"
#include "time/wait.h"

enum lm_status lm_thread_abort_wait(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_ABORT_WAIT, thread);
    struct lm_cpu *cpu = lm_cpu();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_ABORT_WAIT, 0, 0, key));
    if (LM_CORES_OR(lm_shared_abort(thread, false), false)) {
        status = LM_OK;
    } else if (lm_wait_may_be_aborted(thread)) {
        lm_observe_thread(LM_EVENT_THREAD_ABORT_WAIT, thread, 0, 0);
        lm_wait_end(cpu, thread, LM_ABORTED);
        status = LM_OK;
    } else {
        LM_NOTE_ERROR(status);
    }
    lm_unlock_rarely(cpu, key);
    return status;
}
