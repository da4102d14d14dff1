/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags: each waiting thread is examined with what those before it have left. */
#include "os.h"

static bool is_event_flags(const osRtxEventFlags_t *flags)
{
    return OS_IS(flags, LM_KIND_NOTICE);
}

osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr)
{
    struct os_attr given = os_attr(attr);
    uint8_t owns;
    osRtxEventFlags_t *flags = os_block(&given, sizeof *flags, &owns);

    OS_REQUIRE(flags != NULL, NULL);
    flags->owns = owns;
    (void)lm_notice_create(&flags->native, given.name);
    return flags;
}

const char *osEventFlagsGetName(osEventFlagsId_t ef_id)
{
    osRtxEventFlags_t *flags = ef_id;

    return is_event_flags(flags) ? os_name(&flags->native.object) : NULL;
}

uint32_t osEventFlagsSet(osEventFlagsId_t ef_id, uint32_t flags)
{
    osRtxEventFlags_t *object = ef_id;

    OS_REQUIRE(is_event_flags(object) && (flags & osFlagsError) == 0, osFlagsErrorParameter);
    return lm_notice_signal(&object->native, flags);
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

uint32_t osEventFlagsWait(osEventFlagsId_t ef_id, uint32_t flags, uint32_t options,
                          uint32_t timeout)
{
    osRtxEventFlags_t *object = ef_id;
    osStatus_t check = os_check_wait(timeout);

    OS_REQUIRE(check == osOK, (uint32_t)check);
    OS_REQUIRE(is_event_flags(object) && (flags & osFlagsError) == 0, osFlagsErrorParameter);
    return os_flags_take(&object->native, flags, options, timeout);
}

osStatus_t osEventFlagsDelete(osEventFlagsId_t ef_id)
{
    osRtxEventFlags_t *flags = ef_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_event_flags(flags), osErrorParameter);
    (void)lm_notice_delete(&flags->native);
    lm_layer_parts_give(flags, NULL, flags->owns);
    return osOK;
}
