/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel: state, lock, sleep, time. */
#include "core/link.h"
#include "os.h"
#include <limen/idle_hook.h>

/* In programs with a hook or a task of FreeRTOS only. */
void lm_freertos_begin(void);
#pragma weak lm_freertos_begin

LM_IF_CORES(LM_LINK(lm_layer_start_cores);)

osStatus_t osKernelInitialize(void)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(LM_LAYER_STATE <= LM_LAYER_READY, osError);
    lm_layer_begin(os_limen_options.ticks_per_second);
    return osOK;
}

osStatus_t osKernelGetInfo(osVersion_t *version, char *id_buf, uint32_t id_size)
{
    static const char id[] = "Limen CMSIS-RTOS2";

    if (version != NULL) {
        *version = (osVersion_t){.api = 20030000U, .kernel = 10000U};
    }
    if (id_buf != NULL) {
        memcpy(id_buf, id, id_size < sizeof id ? id_size : sizeof id);
    }
    return osOK;
}

osKernelState_t osKernelGetState(void)
{
    return (osKernelState_t)LM_LAYER_STATE;
}

osStatus_t osKernelStart(void)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(LM_LAYER_STATE == LM_LAYER_READY, osError);
    if (os_has_freertos() && LM_IS_LINKED(lm_freertos_begin)) {
        lm_freertos_begin();
    }
    lm_layer_count_from_now(); /* however long the creations have taken */
    lm_layer_start();
    return osOK;
}

static bool is_locked(void)
{
    return LM_LAYER_STATE == LM_LAYER_LOCKED;
}

/* Returns: an error, or whether the kernel was locked. */
static int32_t set_lock(bool lock)
{
    bool before = is_locked();

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(before || LM_LAYER_STATE == LM_LAYER_RUNNING, osError);
    lm_layer_set_state(lock ? LM_LAYER_LOCKED : LM_LAYER_RUNNING);
    return before;
}

int32_t osKernelLock(void)
{
    return set_lock(true);
}

int32_t osKernelUnlock(void)
{
    return set_lock(false);
}

int32_t osKernelRestoreLock(int32_t lock)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(lock == 0 || lock == 1, osError);
    int32_t before = set_lock(lock == 1);

    return before < 0 ? before : lock;
}

/* The end of a time slice does not end a sleep. */
static void set_slice(uint32_t ticks)
{
    struct lm_layer_thread *self = lm_layer_thread_self();

    if (self != NULL) {
        (void)lm_thread_set_slice(&self->native, &self->slice, ticks);
    }
}

static uint64_t suspended_at;

/* The ticks from the suspension to an instant, or osWaitForever if they have no number: then the
 * thread that waits for it is in osDelay(osWaitForever). */
static uint32_t ticks_until(uint64_t until)
{
    uint64_t begin = (suspended_at - lm_layer_epoch) / lm_layer_tick;
    uint64_t end = until != UINT64_MAX ? (until - lm_layer_epoch) / lm_layer_tick : until;

    return end - begin < osWaitForever ? (uint32_t)(end - begin) : osWaitForever;
}

uint32_t osKernelSuspend(void)
{
    OS_REQUIRE_NO_ISR(0);
    OS_REQUIRE(LM_LAYER_STATE == LM_LAYER_RUNNING, 0);
    lm_layer_set_state(LM_LAYER_SUSPENDED);
    set_slice(0);
    suspended_at = lm_now();

    return ticks_until(lm_idle_until());
}

/* The clock may have run during a part of the sleep. It is set one clock tick further than the end,
 * so that the instants that are due at the end have passed. */
static void make_up(uint32_t sleep_ticks)
{
    uint64_t end = suspended_at + (uint64_t)sleep_ticks * lm_layer_tick;
    uint64_t now = lm_now();

    if (end > now) {
        lm_idle_make_up(end - now + 1);
    }
}

void osKernelResume(uint32_t sleep_ticks)
{
    if (!os_in_interrupt() && LM_LAYER_STATE == LM_LAYER_SUSPENDED) {
        make_up(sleep_ticks);
        set_slice(os_limen_options.robin_ticks);
        lm_layer_set_state(LM_LAYER_RUNNING);
    }
}

uint32_t osKernelGetTickCount(void)
{
    return (uint32_t)lm_layer_ticks();
}

uint32_t osKernelGetTickFreq(void)
{
    return os_limen_options.ticks_per_second;
}

uint32_t osKernelGetSysTimerCount(void)
{
    return (uint32_t)lm_now();
}

uint32_t osKernelGetSysTimerFreq(void)
{
    return (uint32_t)LM_CLOCK_HZ;
}

osStatus_t osDelay(uint32_t ticks)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(ticks != 0, osErrorParameter);
    OS_REQUIRE(LM_LAYER_STATE == LM_LAYER_RUNNING, osError);
    (void)lm_thread_sleep_until(ticks == osWaitForever ? UINT64_MAX / 4 : lm_layer_instant(ticks));
    return osOK;
}

/* It reads the clock once: a tick that begins during the call, or a thread that preempts it, does
 * not make it late. */
osStatus_t osDelayUntil(uint32_t ticks)
{
    uint64_t passed = (lm_now() - lm_layer_epoch) / lm_layer_tick;
    uint32_t left = ticks - (uint32_t)passed;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(left != 0 && left <= 0x7FFFFFFFU, osErrorParameter);
    OS_REQUIRE(LM_LAYER_STATE == LM_LAYER_RUNNING, osError);
    (void)lm_thread_sleep_until(lm_layer_epoch + (passed + left) * lm_layer_tick);
    return osOK;
}
