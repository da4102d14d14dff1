/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags: each waiting thread is examined with what those before it have left. */
#include "os.h"

static bool is_event_flags(const osRtxEventFlags_t *flags)
{
    return OS_IS(flags, LM_KIND_NOTICE);
}

osEventFlagsId_t os_event_flags_new(const osEventFlagsAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    uint8_t owns;
    osRtxEventFlags_t *flags = os_block(given, sizeof *flags, &owns, take);

    OS_REQUIRE(flags != NULL, NULL);
    flags->owns = owns;
    (void)lm_notice_create(&flags->native, given->name);
    return flags;
}

const char *osEventFlagsGetName(osEventFlagsId_t ef_id)
{
    osRtxEventFlags_t *flags = ef_id;

    return is_event_flags(flags) ? os_name(&flags->native.object) : NULL;
}

/* A thread waits, or the call is wrong. Context: the lock with this key, which it frees. */
static __attribute__((noinline)) uint32_t set(osRtxEventFlags_t *object, uint32_t flags,
                                              lm_lock_key key)
{
    if (is_event_flags(object) && (flags & osFlagsError) == 0) {
        return os_flags_give(&object->native, flags, key);
    }
    lm_port_unlock(key);
    return osFlagsErrorParameter;
}

uint32_t osEventFlagsSet(osEventFlagsId_t ef_id, uint32_t flags)
{
    osRtxEventFlags_t *object = ef_id;
    lm_lock_key key = lm_lock();

    return LM_LAYER_USUALLY(is_event_flags(object) && (flags & osFlagsError) == 0 &&
                            object->native.waiters.first == NULL)
               ? os_flags_add(&object->native, flags, key)
               : set(object, flags, key);
}

uint32_t osEventFlagsClear(osEventFlagsId_t ef_id, uint32_t flags)
{
    osRtxEventFlags_t *object = ef_id;
    uint32_t before = 0;

    OS_REQUIRE(is_event_flags(object) && (flags & osFlagsError) == 0, osFlagsErrorParameter);
    (void)lm_notice_clear(&object->native, flags, &before);
    return before;
}

uint32_t osEventFlagsGet(osEventFlagsId_t ef_id)
{
    osRtxEventFlags_t *flags = ef_id;

    return is_event_flags(flags) ? lm_notice_value(&flags->native) : 0;
}

static __attribute__((noinline)) uint32_t wait(osRtxEventFlags_t *object, uint32_t flags,
                                               uint32_t options, uint32_t timeout)
{
    osStatus_t check = os_check_timeout(timeout);

    OS_REQUIRE(check == osOK, (uint32_t)check);
    OS_REQUIRE(is_event_flags(object) && (flags & osFlagsError) == 0, osFlagsErrorParameter);
    return os_flags_wait(&object->native, flags, options, timeout);
}

uint32_t osEventFlagsWait(osEventFlagsId_t ef_id, uint32_t flags, uint32_t options,
                          uint32_t timeout)
{
    osRtxEventFlags_t *object = ef_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(os_may_wait(timeout, key) && is_event_flags(object) &&
                         os_flags_are_usual(flags))) {
        if (LM_LAYER_USUALLY(os_flags_are_there(&object->native, flags, options))) {
            return os_flags_take(&object->native, flags, options, key);
        }
        if (timeout == osWaitForever) {
            return os_flags_wait_forever(&object->native, flags, options);
        }
    }
    lm_layer_unlock(key);
    return wait(object, flags, options, timeout);
}

osStatus_t osEventFlagsDelete(osEventFlagsId_t ef_id)
{
    osRtxEventFlags_t *flags = ef_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_event_flags(flags), osErrorParameter);
    (void)lm_notice_delete(&flags->native);
    os_give(flags, NULL, flags->owns);
    return osOK;
}
