/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications of tasks: words with a state each. */
#include "limen.h"

enum { NOT_WAITING, WAITING, RECEIVED };

/* Apply the action. Returns: pdFAIL if it must not overwrite. Context: interrupts are disabled. */
static BaseType_t apply(struct lm_freertos_notice *notice, uint32_t value, eNotifyAction action,
                        uint32_t before)
{
    switch (action) {
    case eSetBits:
        notice->value |= value;
        return pdPASS;
    case eIncrement:
        notice->value++;
        return pdPASS;
    case eSetValueWithOverwrite:
        notice->value = value;
        return pdPASS;
    case eSetValueWithoutOverwrite:
        if (before == RECEIVED) {
            return pdFAIL;
        }
        notice->value = value;
        return pdPASS;
    case eNoAction:
    default:
        return pdPASS;
    }
}

BaseType_t xTaskGenericNotifyFromISR(TaskHandle_t task, UBaseType_t index, uint32_t value,
                                     eNotifyAction action, uint32_t *previous, BaseType_t *woken)
{
    struct lm_freertos_notice *notice = lm_freertos_notice(task, index);
    uint32_t key = lm_interrupts_disable();
    uint32_t before = notice->state;
    BaseType_t result;

    if (previous != NULL) {
        *previous = notice->value;
    }
    notice->state = RECEIVED;
    result = apply(notice, value, action, before);
    if (before == WAITING) {
        lm_freertos_note_woken(&task->thread.native, woken);
        lm_freertos_signal(task);
    }
    lm_interrupts_enable(key);
    return result;
}

BaseType_t xTaskGenericNotify(TaskHandle_t task, UBaseType_t index, uint32_t value,
                              eNotifyAction action, uint32_t *previous)
{
    return xTaskGenericNotifyFromISR(task, index, value, action, previous, NULL);
}

/* Wait for the notice, with interrupts disabled before and after. Returns: the key. */
static uint32_t wait_for(TaskHandle_t self, struct lm_freertos_notice *notice, lm_timeout until,
                         uint32_t key)
{
    if (until == LM_NO_WAIT) {
        return key;
    }
    notice->state = WAITING;
    lm_freertos_wait_begin(self);
    lm_interrupts_enable(key);
    (void)lm_freertos_wait(self, until);
    return lm_interrupts_disable();
}

BaseType_t xTaskGenericNotifyWait(UBaseType_t index, uint32_t clear_on_entry,
                                  uint32_t clear_on_exit, uint32_t *value, TickType_t ticks)
{
    lm_timeout until = lm_layer_timeout(ticks);
    TaskHandle_t self = lm_freertos_self();
    struct lm_freertos_notice *notice = lm_freertos_notice(self, index);
    uint32_t key = lm_interrupts_disable();

    if (notice->state != RECEIVED) {
        notice->value &= ~clear_on_entry;
        key = wait_for(self, notice, until, key);
    }
    bool received = notice->state == RECEIVED;

    if (value != NULL) {
        *value = notice->value;
    }
    if (received) {
        notice->value &= ~clear_on_exit;
    }
    notice->state = NOT_WAITING;
    lm_interrupts_enable(key);
    return received;
}

uint32_t ulTaskGenericNotifyTake(UBaseType_t index, BaseType_t clear, TickType_t ticks)
{
    lm_timeout until = lm_layer_timeout(ticks);
    TaskHandle_t self = lm_freertos_self();
    struct lm_freertos_notice *notice = lm_freertos_notice(self, index);
    uint32_t key = lm_interrupts_disable();

    if (notice->value == 0) {
        key = wait_for(self, notice, until, key);
    }
    uint32_t value = notice->value;

    if (value != 0) {
        notice->value = clear ? 0 : value - 1;
    }
    notice->state = NOT_WAITING;
    lm_interrupts_enable(key);
    return value;
}

BaseType_t xTaskGenericNotifyStateClear(TaskHandle_t task, UBaseType_t index)
{
    struct lm_freertos_notice *notice = lm_freertos_notice(lm_freertos_task(task), index);
    uint32_t key = lm_interrupts_disable();
    bool received = notice->state == RECEIVED;

    if (received) {
        notice->state = NOT_WAITING;
    }
    lm_interrupts_enable(key);
    return received;
}

uint32_t ulTaskGenericNotifyValueClear(TaskHandle_t task, UBaseType_t index, uint32_t bits)
{
    struct lm_freertos_notice *notice = lm_freertos_notice(lm_freertos_task(task), index);
    uint32_t key = lm_interrupts_disable();
    uint32_t value = notice->value;

    notice->value = value & ~bits;
    lm_interrupts_enable(key);
    return value;
}
