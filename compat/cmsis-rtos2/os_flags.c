/* SPDX-License-Identifier: Apache-2.0 */
/* Flags: of threads, and objects of their own. */
#include "os.h"

static uint32_t answer(enum lm_status status, uint32_t timeout)
{
    return (uint32_t)os_status(status, timeout); /* the errors have the same numbers */
}

uint32_t os_flags_wait(struct lm_notice *notice, uint32_t flags, uint32_t options, uint32_t timeout)
{
    struct lm_notice_request wait = {
        .wanted = flags,
        .clear = (options & osFlagsNoClear) != 0 ? 0 : flags,
        .mode = (options & osFlagsWaitAll) != 0 ? LM_NOTICE_ALL : LM_NOTICE_ANY,
    };

    if (flags == 0 && wait.mode == LM_NOTICE_ALL) { /* satisfied by any flag, and clears none */
        wait.wanted = ~osFlagsError;
        wait.mode = LM_NOTICE_ANY;
    }
    lm_timeout native = os_waits_for_ever(timeout) ? LM_FOREVER : lm_layer_timeout(timeout);
    enum lm_status status = lm_notice_wait(notice, &wait, native);

    return status == LM_OK ? wait.found : answer(status, timeout);
}

uint32_t os_flags_wait_forever(struct lm_notice *notice, uint32_t flags, uint32_t options)
{
    if (!LM_LAYER_USUALLY(lm_layer_may_wait_now(0))) {
        lm_port_unlock(0);
        return os_flags_wait(notice, flags, options, osWaitForever);
    }
    struct lm_notice_request wait = {
        .wanted = flags,
        .clear = (options & osFlagsNoClear) != 0 ? 0 : flags,
        .mode = (options & osFlagsWaitAll) != 0 ? LM_NOTICE_ALL : LM_NOTICE_ANY,
    };
    enum lm_status status = lm_notice_wait_in(notice, &wait, LM_FOREVER);

    return status == LM_OK ? wait.found : answer(status, osWaitForever);
}

uint32_t os_flags_give(struct lm_notice *notice, uint32_t flags, lm_lock_key key)
{
    lm_notice_give(notice, notice->value | flags, flags);
    return lm_notice_serve(notice, key);
}

/* The flags are an error, or the pointer is not to a thread that has flags. */
static __attribute__((noinline)) uint32_t refuse(const osRtxThread_t *thread, uint32_t flags)
{
    return os_is_thread(thread) && (flags & osFlagsError) == 0 ? osFlagsErrorResource
                                                               : osFlagsErrorParameter;
}

uint32_t osThreadFlagsSet(osThreadId_t thread_id, uint32_t flags)
{
    osRtxThread_t *thread = thread_id;
    lm_lock_key key = lm_lock();

    if (OS_IS(thread, LM_KIND_THREAD) && !thread->has_ended && (flags & osFlagsError) == 0) {
        return LM_LAYER_USUALLY(thread->notice.waiters.first == NULL)
                   ? os_flags_add(&thread->notice, flags, key)
                   : os_flags_give(&thread->notice, flags, key);
    }
    lm_port_unlock(key);
    return refuse(thread, flags);
}

uint32_t osThreadFlagsClear(uint32_t flags)
{
    osRtxThread_t *thread = osThreadGetId();
    uint32_t before = 0;

    OS_REQUIRE_NO_ISR(osFlagsErrorISR);
    OS_REQUIRE(thread != NULL, osFlagsErrorUnknown);
    OS_REQUIRE((flags & osFlagsError) == 0, osFlagsErrorParameter);
    (void)lm_notice_clear(&thread->notice, flags, &before);
    return before;
}

uint32_t osThreadFlagsGet(void)
{
    osRtxThread_t *thread = osThreadGetId();

    return thread == NULL || os_in_interrupt() ? 0 : lm_notice_value(&thread->notice);
}

static __attribute__((noinline)) uint32_t wait(uint32_t flags, uint32_t options, uint32_t timeout)
{
    osRtxThread_t *thread = osThreadGetId();

    OS_REQUIRE_NO_ISR(osFlagsErrorISR);
    OS_REQUIRE(thread != NULL, osFlagsErrorUnknown);
    OS_REQUIRE((flags & osFlagsError) == 0, osFlagsErrorParameter);
    return os_flags_wait(&thread->notice, flags, options, timeout);
}

uint32_t osThreadFlagsWait(uint32_t flags, uint32_t options, uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();
    osRtxThread_t *thread = lm_layer_usual_self(key);

    if (LM_LAYER_USUALLY(thread != NULL && os_flags_are_usual(flags))) {
        if (LM_LAYER_USUALLY(os_flags_are_there(&thread->notice, flags, options))) {
            return os_flags_take(&thread->notice, flags, options, key);
        }
        if (timeout == osWaitForever) {
            return os_flags_wait_forever(&thread->notice, flags, options);
        }
    }
    lm_layer_unlock(key);
    return wait(flags, options, timeout);
}
