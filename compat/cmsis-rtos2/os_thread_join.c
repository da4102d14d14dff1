/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that others wait for. */
#include "os.h"

osStatus_t osThreadDetach(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(os_is_thread(thread), osErrorParameter);
    OS_REQUIRE(thread->joinable, osErrorResource);
    uint32_t key = lm_interrupts_disable(); /* after this section its end frees it */
    bool has_ended = thread->has_ended;

    thread->joinable = false;
    lm_interrupts_enable(key);
    if (has_ended) {
        lm_layer_thread_free(thread);
    }
    return osOK;
}

/* The thread is joinable until the end of the join, so that its memory stays. */
osStatus_t osThreadJoin(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;
    lm_timeout timeout = lm_layer_state == LM_LAYER_RUNNING ? LM_FOREVER : LM_NO_WAIT;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(os_is_thread(thread), osErrorParameter);
    OS_REQUIRE(thread->joinable && thread != osThreadGetId() && !thread->is_joined,
               osErrorResource);
    thread->is_joined = true;
    if (lm_thread_join(&thread->native, timeout) != LM_OK) {
        thread->is_joined = false;
        return osErrorResource;
    }
    lm_layer_thread_free(thread);
    return osOK;
}
