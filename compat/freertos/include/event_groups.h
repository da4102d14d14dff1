/* SPDX-License-Identifier: Apache-2.0 */
/* Event groups: 24 bits. Tasks wait for any or all of some. */
#ifndef EVENT_GROUPS_H
#define EVENT_GROUPS_H

#include "task.h"

LM_LAYER_C_BEGIN

typedef TickType_t EventBits_t;
typedef struct EventGroupDef_t *EventGroupHandle_t;

EventGroupHandle_t xEventGroupCreate(void);
EventGroupHandle_t xEventGroupCreateStatic(StaticEventGroup_t *block);
void vEventGroupDelete(EventGroupHandle_t group);
uint32_t xEventGroupWaitBits(EventGroupHandle_t group, const uint32_t wanted,
                             const BaseType_t clear_on_exit, const BaseType_t wait_for_all,
                             uint32_t ticks);
uint32_t xEventGroupSetBits(EventGroupHandle_t group, const uint32_t bits);
uint32_t xEventGroupClearBits(EventGroupHandle_t group, const uint32_t bits);
uint32_t xEventGroupSync(EventGroupHandle_t group, const uint32_t bits, const uint32_t wanted,
                         uint32_t ticks);
uint32_t xEventGroupGetBitsFromISR(EventGroupHandle_t group);
BaseType_t xEventGroupSetBitsFromISR(EventGroupHandle_t group, const uint32_t bits,
                                     BaseType_t *woken);
BaseType_t xEventGroupGetStaticBuffer(EventGroupHandle_t group, StaticEventGroup_t **block);
void vEventGroupSetNumber(void *group, UBaseType_t number);
UBaseType_t uxEventGroupGetNumber(void *group);

#if LM_FREERTOS_TICK_BITS != 32
#define xEventGroupWaitBits(group, wanted, clear_on_exit, wait_for_all, ticks)                     \
    xEventGroupWaitBits(group, lm_freertos_bits(wanted), clear_on_exit, wait_for_all,              \
                        lm_freertos_limit(ticks))
#define xEventGroupSetBits(group, bits) xEventGroupSetBits(group, lm_freertos_bits(bits))
#define xEventGroupClearBits(group, bits) xEventGroupClearBits(group, lm_freertos_bits(bits))
#define xEventGroupSync(group, bits, wanted, ticks)                                                \
    xEventGroupSync(group, lm_freertos_bits(bits), lm_freertos_bits(wanted),                       \
                    lm_freertos_limit(ticks))
#define xEventGroupSetBitsFromISR(group, bits, woken)                                              \
    xEventGroupSetBitsFromISR(group, lm_freertos_bits(bits), woken)
#endif

/* For xTimerPendFunctionCall. */
void vEventGroupSetBitsCallback(void *group, uint32_t bits);
void vEventGroupClearBitsCallback(void *group, uint32_t bits);
#define xEventGroupGetBits(group) xEventGroupGetBitsFromISR(group)
#define xEventGroupClearBitsFromISR(group, bits) ((void)xEventGroupClearBits(group, bits), pdPASS)

LM_LAYER_C_END

#endif
