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
EventBits_t xEventGroupWaitBits(EventGroupHandle_t group, const EventBits_t wanted,
                                const BaseType_t clear_on_exit, const BaseType_t wait_for_all,
                                TickType_t ticks);
EventBits_t xEventGroupSetBits(EventGroupHandle_t group, const EventBits_t bits);
EventBits_t xEventGroupClearBits(EventGroupHandle_t group, const EventBits_t bits);
EventBits_t xEventGroupSync(EventGroupHandle_t group, const EventBits_t bits,
                            const EventBits_t wanted, TickType_t ticks);
EventBits_t xEventGroupGetBitsFromISR(EventGroupHandle_t group);
BaseType_t xEventGroupSetBitsFromISR(EventGroupHandle_t group, const EventBits_t bits,
                                     BaseType_t *woken);
BaseType_t xEventGroupGetStaticBuffer(EventGroupHandle_t group, StaticEventGroup_t **block);
void vEventGroupSetNumber(void *group, UBaseType_t number);
UBaseType_t uxEventGroupGetNumber(void *group);

/* For xTimerPendFunctionCall. */
void vEventGroupSetBitsCallback(void *group, uint32_t bits);
void vEventGroupClearBitsCallback(void *group, uint32_t bits);
#define xEventGroupGetBits(group) xEventGroupGetBitsFromISR(group)
#define xEventGroupClearBitsFromISR(group, bits) ((void)xEventGroupClearBits(group, bits), pdPASS)

LM_LAYER_C_END

#endif
