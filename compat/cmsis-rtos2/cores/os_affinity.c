/* SPDX-License-Identifier: Apache-2.0 */
/* The affinity of threads on several cores: a thread runs on the lowest core of its mask. */
#include "os_affinity.h"
#include "os.h"

/* A thread that has a slice cannot leave its core. It begins its slice again where it runs then. */
static void end_slice(osRtxThread_t *thread)
{
    uint32_t ticks = thread->slice.ticks;

    if (thread->native.slice != NULL) {
        (void)lm_thread_set_slice(&thread->native, &thread->slice, 0);
        thread->slice.ticks = ticks;
    }
}

osStatus_t osThreadSetAffinityMask(osThreadId_t thread, uint32_t affinity_mask)
{
    unsigned core = os_lowest_core(affinity_mask);

    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(core < LM_CORES, osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    if (core == thread->native.core) {
        return osOK;
    }
    if (!lm_thread_is_remote(&thread->native)) {
        end_slice(thread);
    }
    enum lm_status status = thread == osThreadGetId() ? lm_thread_move(core)
                                                      : lm_thread_set_core(&thread->native, core);

    if (!lm_thread_is_remote(&thread->native)) {
        lm_layer_thread_begin(thread);
    }
    return status == LM_OK ? osOK : osErrorResource;
}

uint32_t osThreadGetAffinityMask(osThreadId_t thread)
{
    OS_REQUIRE(os_check(os_is_thread(thread)) == osOK && !thread->has_ended, 0);
    return 1U << thread->native.core;
}
