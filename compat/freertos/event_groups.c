/* SPDX-License-Identifier: Apache-2.0 */
/* Event groups: native event flags. */
#include "event_groups.h"
#include "limen.h"

#pragma weak vPortFree /* in programs with a heap only */

EventGroupHandle_t xEventGroupCreateStatic(StaticEventGroup_t *block)
{
    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    (void)lm_event_flags_create(&block->flags, NULL, LM_FIFO);
    return block;
}

void vEventGroupDelete(EventGroupHandle_t group)
{
    (void)lm_event_flags_delete(&group->flags);
    if (group->is_dynamic) {
        vPortFree(group);
    }
}

/* The result of a call that waits. If the wait has ended without them, bits may have come since. */
static EventBits_t answer(EventGroupHandle_t group, EventBits_t wanted, enum lm_event_mode mode,
                          enum lm_status status, uint32_t found)
{
    if (status == LM_DELETED) {
        return 0;
    }
    if (status == LM_TIMEOUT || status == LM_ABORTED) {
        status = lm_event_flags_wait(&group->flags, wanted, mode, &found, LM_NO_WAIT);
    }
    return status == LM_OK ? found : xEventGroupGetBits(group);
}

static LM_LAYER_OTHERWISE EventBits_t wait(EventGroupHandle_t group, EventBits_t wanted,
                                           BaseType_t clear_on_exit, BaseType_t wait_for_all,
                                           TickType_t ticks)
{
    enum lm_event_mode mode = (wait_for_all ? LM_ALL : LM_ANY) + (clear_on_exit ? 2U : 0U);
    lm_timeout timeout = lm_freertos_is_forever(ticks) ? LM_FOREVER : lm_layer_timeout(ticks);
    uint32_t found = 0;
    enum lm_status status = lm_event_flags_wait(&group->flags, wanted, mode, &found, timeout);

    return answer(group, wanted, mode, status, found);
}

/* The usual call: the bits are there. */
EventBits_t xEventGroupWaitBits(EventGroupHandle_t group, const EventBits_t wanted,
                                const BaseType_t clear_on_exit, const BaseType_t wait_for_all,
                                TickType_t ticks)
{
    struct lm_event_flags *flags = &group->flags;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(
            flags->pass == NULL && wanted != 0 &&
            lm_event_flags_satisfy(flags->bits, wanted, wait_for_all ? LM_ALL : LM_ANY))) {
        EventBits_t found = flags->bits;

        lm_event_flags_receive(flags, wanted, clear_on_exit ? wanted : 0);
        lm_port_unlock(key);
        return found;
    }
    lm_layer_unlock(key);
    return wait(group, wanted, clear_on_exit, wait_for_all, ticks);
}

_Static_assert(LM_ANY + 2 == LM_ANY_CLEAR && LM_ALL + 2 == LM_ALL_CLEAR, "wait");

static LM_LAYER_OTHERWISE EventBits_t set_any(EventGroupHandle_t group, EventBits_t bits)
{
    (void)lm_event_flags_set(&group->flags, bits);
    return xEventGroupGetBits(group);
}

/* The usual call: no task waits, and no call sets bits. */
EventBits_t xEventGroupSetBits(EventGroupHandle_t group, const EventBits_t bits)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(group->flags.waiters.first == NULL && group->flags.pass == NULL)) {
        lm_event_flags_give(&group->flags, bits);

        EventBits_t all = group->flags.bits;

        lm_port_unlock(key);
        return all;
    }
    lm_layer_unlock(key);
    return set_any(group, bits);
}

BaseType_t xEventGroupSetBitsFromISR(EventGroupHandle_t group, const EventBits_t bits,
                                     BaseType_t *woken)
{
    lm_freertos_note_woken(group->flags.waiters.first, woken);
    (void)xEventGroupSetBits(group, bits);
    return pdPASS;
}

EventBits_t xEventGroupClearBits(EventGroupHandle_t group, const EventBits_t bits)
{
    uint32_t key = lm_interrupts_disable();
    EventBits_t before = xEventGroupGetBits(group);

    (void)lm_event_flags_clear(&group->flags, bits);
    lm_interrupts_enable(key);
    return before;
}

void vEventGroupSetBitsCallback(void *group, uint32_t bits)
{
    (void)xEventGroupSetBits(group, bits);
}

void vEventGroupClearBitsCallback(void *group, uint32_t bits)
{
    (void)xEventGroupClearBits(group, bits);
}

EventBits_t xEventGroupGetBitsFromISR(EventGroupHandle_t group)
{
    return lm_event_flags_get(&group->flags);
}

EventBits_t xEventGroupSync(EventGroupHandle_t group, const EventBits_t bits,
                            const EventBits_t wanted, TickType_t ticks)
{
    uint32_t found = 0;
    enum lm_status status = lm_event_flags_set_and_wait(&group->flags, bits, wanted, LM_ALL_CLEAR,
                                                        &found, lm_layer_timeout(ticks));

    return answer(group, wanted, LM_ALL_CLEAR, status, found);
}
