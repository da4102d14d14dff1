/* SPDX-License-Identifier: Apache-2.0 */
/* The affinity of threads on several cores: a thread runs on the lowest core of its mask. */
#include "os_affinity.h"
#include "os.h"

static uint32_t take_slice(osRtxThread_t *thread)
{
    uint32_t ticks = thread->native.slice != NULL ? thread->slice.ticks : 0;

    if (ticks != 0) {
        (void)lm_thread_set_slice(&thread->native, &thread->slice, 0);
    }
    return ticks;
}

/* Give the slice back. A thread that begins on another core gets it there. */
static void give_slice(osRtxThread_t *thread, uint32_t ticks)
{
    if (ticks != 0 && lm_thread_is_remote(&thread->native)) {
        thread->slice.use = lm_slice_use_units;
        thread->slice.ticks = ticks;
    } else if (ticks != 0) {
        (void)lm_thread_set_slice(&thread->native, &thread->slice, ticks);
    }
}

/* A thread that has a slice cannot leave its core. */
osStatus_t osThreadSetAffinityMask(osThreadId_t thread, uint32_t affinity_mask)
{
    unsigned core = os_lowest_core(affinity_mask);

    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(core < LM_CORES, osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    if (core == thread->native.core) {
        return osOK;
    }
    bool is_here = !lm_thread_is_remote(&thread->native);
    uint32_t ticks = is_here ? take_slice(thread) : 0;
    enum lm_status status = thread == osThreadGetId() ? lm_thread_move(core)
                                                      : lm_thread_set_core(&thread->native, core);

    give_slice(thread, ticks);
    return status == LM_OK ? osOK : osErrorResource;
}

uint32_t osThreadGetAffinityMask(osThreadId_t thread)
{
    OS_REQUIRE(os_check(os_is_thread(thread)) == osOK && !thread->has_ended, 0);
    return 1U << thread->native.core;
}
