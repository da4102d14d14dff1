/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications of tasks: native notices. The first one is that of the thread, which has the thread
 * flags of CMSIS-RTOS2, too. */
#include "limen.h"

#define ALL_BITS 0xFFFFFFFFU

static struct lm_notice *notice_of(TaskHandle_t task, UBaseType_t index)
{
    return index == 0 ? &task->thread.notice : lm_freertos_notices(task) + (index - 1);
}

/* The first one is that of a thread of any layer. */
static inline struct lm_notice *own_notice(UBaseType_t index)
{
    struct lm_layer_thread *self = lm_layer_thread_self();

    return index == 0 ? &self->notice : notice_of((TaskHandle_t)(void *)self, index);
}

static enum lm_status give(struct lm_notice *notice, uint32_t value, eNotifyAction action)
{
    switch (action) {
    case eSetBits:
        return lm_notice_set(notice, value, NULL);
    case eIncrement:
        return lm_notice_increase(notice, 1, NULL);
    case eSetValueWithOverwrite:
        return lm_notice_write(notice, value, NULL);
    case eSetValueWithoutOverwrite:
        return lm_notice_offer(notice, value);
    case eNoAction:
    default:
        return lm_notice_set(notice, 0, NULL);
    }
}

BaseType_t xTaskGenericNotifyFromISR(TaskHandle_t task, UBaseType_t index, uint32_t value,
                                     eNotifyAction action, uint32_t *previous, BaseType_t *woken)
{
    struct lm_notice *notice = notice_of(task, index);
    uint32_t key = lm_interrupts_disable();
    enum lm_status status;

    if (previous != NULL) {
        *previous = lm_notice_value(notice);
    }
    lm_freertos_note_woken(notice->waiters.first, woken);
    status = give(notice, value, action);
    lm_interrupts_enable(key);
    return status == LM_OK;
}

BaseType_t xTaskGenericNotify(TaskHandle_t task, UBaseType_t index, uint32_t value,
                              eNotifyAction action, uint32_t *previous)
{
    return previous != NULL ? xTaskGenericNotifyFromISR(task, index, value, action, previous, NULL)
                            : give(notice_of(task, index), value, action) == LM_OK;
}

BaseType_t lm_freertos_notify_give(TaskHandle_t task)
{
    (void)lm_notice_increase(&task->thread.notice, 1, NULL);
    return pdPASS;
}

/* What is there, or the bits that the caller wants to be clear when it begins to wait. */
static enum lm_status receive_or_clear(struct lm_notice *notice, struct lm_notice_request *request,
                                       uint32_t clear)
{
    uint32_t key = lm_interrupts_disable();
    enum lm_status status = lm_notice_wait(notice, request, LM_NO_WAIT);

    if (status != LM_OK) {
        (void)lm_notice_clear(notice, clear, NULL);
    }
    lm_interrupts_enable(key);
    return status;
}

BaseType_t xTaskGenericNotifyWait(UBaseType_t index, uint32_t clear_on_entry,
                                  uint32_t clear_on_exit, uint32_t *value, TickType_t ticks)
{
    struct lm_notice *notice = own_notice(index);
    struct lm_notice_request request = {
        .wanted = ALL_BITS, .clear = clear_on_exit, .mode = LM_NOTICE_GIVEN};
    lm_timeout timeout = lm_layer_timeout(ticks);
    enum lm_status status = receive_or_clear(notice, &request, clear_on_entry);

    if (status != LM_OK && timeout != LM_NO_WAIT) {
        status = lm_notice_wait(notice, &request, timeout);
        (void)lm_freertos_waits_again(status); /* a wait that a suspension interrupts is over */
    }
    if (value != NULL) {
        *value = status == LM_OK ? request.found : lm_notice_value(notice);
    }
    return status == LM_OK;
}

/* Only the task itself takes, so that the value is not 0 between the wait and this. */
static void decrement(struct lm_notice *notice)
{
    uint32_t key = lm_interrupts_disable();

    (void)lm_notice_increase(notice, ALL_BITS, NULL);
    (void)lm_notice_withdraw(notice);
    lm_interrupts_enable(key);
}

/* Out of line, so that the usual call needs no memory. */
static __attribute__((noinline)) uint32_t wait_and_take(struct lm_notice *notice, BaseType_t clear,
                                                        TickType_t ticks)
{
    struct lm_notice_request request = {
        .wanted = ALL_BITS, .clear = clear ? ALL_BITS : 0, .mode = LM_NOTICE_ANY};
    enum lm_status status = lm_notice_wait(notice, &request, lm_layer_timeout(ticks));

    if (status != LM_OK) {
        (void)lm_freertos_waits_again(status);
        return 0;
    }
    if (!clear) {
        decrement(notice);
    }
    return request.found;
}

uint32_t ulTaskGenericNotifyTake(UBaseType_t index, BaseType_t clear, TickType_t ticks)
{
    struct lm_notice *notice = own_notice(index);
    uint32_t found = clear ? lm_notice_take(notice, ALL_BITS, ALL_BITS, LM_NOTICE_ANY) : 0;

    return found != 0 ? found : wait_and_take(notice, clear, ticks);
}

BaseType_t xTaskGenericNotifyStateClear(TaskHandle_t task, UBaseType_t index)
{
    return lm_notice_withdraw(notice_of(lm_freertos_task(task), index)) == LM_OK;
}

uint32_t ulTaskGenericNotifyValueClear(TaskHandle_t task, UBaseType_t index, uint32_t bits)
{
    uint32_t before = 0;

    (void)lm_notice_clear(notice_of(lm_freertos_task(task), index), bits, &before);
    return before;
}
