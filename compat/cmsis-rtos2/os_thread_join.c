/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that others wait for. */
#include "os.h"

osStatus_t osThreadDetach(osThreadId_t thread)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(thread->joinable && !thread->is_joined, osErrorResource); /* the joiner frees it */
    uint32_t key = lm_interrupts_disable(); /* after this section its end frees it */
    bool has_ended = thread->has_ended;

    thread->joinable = 0;
    lm_interrupts_enable(key);
    if (has_ended) {
        lm_layer_thread_free(thread);
    }
    return osOK;
}

/* Returns: may the caller join the thread? Then no other one may. */
static bool begin_join(osRtxThread_t *thread)
{
    uint32_t key = lm_interrupts_disable();
    bool may = thread->joinable && thread != osThreadGetId() && !thread->is_joined;

    if (may) {
        thread->is_joined = 1;
    }
    lm_interrupts_enable(key);
    return may;
}

static void end_join(osRtxThread_t *thread)
{
    uint32_t key = lm_interrupts_disable();

    thread->is_joined = 0;
    lm_interrupts_enable(key);
}

/* The thread is joinable until the end of the join, so that its memory stays. */
osStatus_t osThreadJoin(osThreadId_t thread)
{
    lm_timeout timeout = lm_layer_state == LM_LAYER_RUNNING ? LM_FOREVER : LM_NO_WAIT;

    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(begin_join(thread), osErrorResource);
    if (lm_thread_join(&thread->native, timeout) != LM_OK) {
        end_join(thread);
        return osErrorResource;
    }
    lm_layer_thread_free(thread);
    return osOK;
}
