/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications of tasks: native notices. The first one is that of the thread, which has the thread
 * flags of CMSIS-RTOS2, too. */
#include "limen.h"

#define ALL_BITS 0xFFFFFFFFU

/* The notification of a task, or of the caller for NULL. A thread with a shorter block has the
 * first one, and a thread of ThreadX or a native one has none. */
static struct lm_notice *notice_of(TaskHandle_t task, UBaseType_t index)
{
    struct lm_layer_thread *thread = task != NULL ? &task->thread : lm_layer_thread_self();
    bool has_it = thread != NULL && (index == 0 || lm_freertos_is_whole(thread));

    lm_freertos_require(has_it);
    if (!has_it) {
        return NULL;
    }
    return index == 0 ? &thread->notice
                      : lm_freertos_notices((TaskHandle_t)(void *)thread) + (index - 1);
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

    if (notice == NULL) {
        return pdFAIL;
    }
    uint32_t key = lm_interrupts_disable();
    enum lm_status status;

    if (previous != NULL) {
        *previous = lm_notice_value(notice);
    }
    lm_freertos_note_woken(notice->waiters.first, woken);
    lm_freertos_let_compete(&notice->waiters, lm_freertos_own_level(), false, key);
    status = give(notice, value, action);
    lm_interrupts_enable(key);
    return status == LM_OK;
}

static LM_LAYER_OTHERWISE BaseType_t notify(TaskHandle_t task, UBaseType_t index, uint32_t value,
                                            eNotifyAction action, uint32_t *previous)
{
    struct lm_notice *notice = notice_of(task, index);

    return LM_LAYER_USUALLY(previous == NULL && notice != NULL &&
                            lm_freertos_hands_over(&notice->waiters))
               ? give(notice, value, action) == LM_OK
               : xTaskGenericNotifyFromISR(task, index, value, action, previous, NULL);
}

/* Does the task not wait for its first notification, or does it run at once? */
static inline bool is_usual(const struct lm_notice *notice, lm_lock_key key)
{
    const struct lm_thread *first = notice->waiters.first;

    return first == NULL || lm_freertos_runs_at_once(first, lm_freertos_own_level(), key);
}

/* Context of this and the next function: the lock with this key, which they free. */
static LM_LAYER_OTHERWISE BaseType_t serve(struct lm_notice *notice, lm_lock_key key)
{
    (void)lm_notice_serve(notice, key);
    return pdPASS;
}

static inline BaseType_t give_usually(struct lm_notice *notice, uint32_t value, uint32_t bits,
                                      lm_lock_key key)
{
    lm_notice_give(notice, value, bits);
    if (notice->waiters.first != NULL) {
        return serve(notice, key);
    }
    lm_port_unlock(key);
    return pdPASS;
}

/* The usual calls set bits of the first notification, */
BaseType_t xTaskGenericNotify(TaskHandle_t task, UBaseType_t index, uint32_t value,
                              eNotifyAction action, uint32_t *previous)
{
    struct lm_notice *notice = &task->thread.notice;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(index == 0 && previous == NULL && action == eSetBits &&
                         is_usual(notice, key))) {
        return give_usually(notice, notice->value | value, value, key);
    }
    lm_layer_unlock(key);
    return notify(task, index, value, action, previous);
}

/* or count it. */
BaseType_t lm_freertos_notify_give(TaskHandle_t task)
{
    struct lm_notice *notice = &task->thread.notice;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(is_usual(notice, key))) {
        return give_usually(notice, notice->value + 1, 1, key);
    }
    lm_layer_unlock(key);
    return notify(task, 0, 0, eIncrement, NULL);
}

/* A wait has ended without a notification. One that was given before counts. To a call that wants a
 * value (LM_NOTICE_ANY), the value counts even if the notification has been withdrawn. */
static LM_LAYER_OTHERWISE enum lm_status
look_again(struct lm_notice *notice, struct lm_notice_request *request, unsigned mode)
{
    enum lm_status status = lm_notice_wait(notice, request, LM_NO_WAIT);

    if (status != LM_OK && mode == LM_NOTICE_ANY) {
        request->mode = LM_NOTICE_ANY;
        status = lm_notice_wait(notice, request, LM_NO_WAIT);
    }
    return status;
}

/* The end of a wait. */
static inline enum lm_status wait_end(struct lm_layer_thread *self, struct lm_notice *notice,
                                      struct lm_notice_request *request, unsigned mode,
                                      enum lm_status status)
{
    (void)lm_freertos_look_end(self);
    return status == LM_OK ? status : look_again(notice, request, mode);
}

/* Receive what is there. If that is not enough, clear the bits that the caller wants to be clear
 * when it begins to wait; a call that wants a value ignores notifications without one until then,
 * but the next notification ends its wait. */
static enum lm_status wait_in(struct lm_notice *notice, struct lm_notice_request *request,
                              uint32_t clear_on_entry, TickType_t ticks)
{
    lm_timeout timeout = lm_freertos_is_forever(ticks) ? LM_FOREVER : lm_layer_timeout(ticks);
    unsigned mode = request->mode;
    uint32_t key = lm_interrupts_disable();
    enum lm_status status = lm_notice_wait(notice, request, LM_NO_WAIT);

    if (status != LM_OK) {
        (void)lm_notice_clear(notice, clear_on_entry, NULL);
        (void)lm_notice_withdraw(notice);
        request->mode = LM_NOTICE_GIVEN;
    }
    lm_interrupts_enable(key);
    if (status != LM_OK && timeout != LM_NO_WAIT) {
        struct lm_layer_thread *self = lm_freertos_look_begin(timeout);

        status = lm_notice_wait(notice, request, timeout);
        status = wait_end(self, notice, request, mode, status);
    }
    return status;
}

static LM_LAYER_OTHERWISE BaseType_t wait(UBaseType_t index, uint32_t clear_on_entry,
                                          uint32_t clear_on_exit, uint32_t *value, TickType_t ticks)
{
    struct lm_notice *notice = notice_of(NULL, index);
    struct lm_notice_request request = {
        .wanted = ALL_BITS, .clear = clear_on_exit, .mode = LM_NOTICE_GIVEN};

    if (notice == NULL) {
        return pdFALSE;
    }
    enum lm_status status = wait_in(notice, &request, clear_on_entry, ticks);

    if (value != NULL) {
        *value = status == LM_OK ? request.found : lm_notice_value(notice);
    }
    return status == LM_OK;
}

/* The usual call: the first notification was given. */
BaseType_t xTaskGenericNotifyWait(UBaseType_t index, uint32_t clear_on_entry,
                                  uint32_t clear_on_exit, uint32_t *value, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();
    struct lm_layer_thread *self = lm_layer_usual_self(key);

    if (LM_LAYER_USUALLY(self != NULL && index == 0 && self->notice.given)) {
        uint32_t found = lm_notice_take_at_once(&self->notice, ALL_BITS, clear_on_exit, key);

        if (value != NULL) {
            *value = found;
        }
        return pdTRUE;
    }
    lm_layer_unlock(key);
    return wait(index, clear_on_entry, clear_on_exit, value, ticks);
}

/* Only the task itself decreases the value, so it does not become 0 between the wait and here. */
static void decrement(struct lm_notice *notice)
{
    uint32_t key = lm_interrupts_disable();

    (void)lm_notice_increase(notice, ALL_BITS, NULL);
    (void)lm_notice_withdraw(notice);
    lm_interrupts_enable(key);
}

static LM_LAYER_OTHERWISE uint32_t take(UBaseType_t index, BaseType_t clear, TickType_t ticks)
{
    struct lm_notice *notice = notice_of(NULL, index);
    struct lm_notice_request request = {
        .wanted = ALL_BITS, .clear = clear ? ALL_BITS : 0, .mode = LM_NOTICE_ANY};

    if (notice == NULL || wait_in(notice, &request, 0, ticks) != LM_OK || request.found == 0) {
        return 0;
    }
    if (!clear) {
        decrement(notice);
    }
    return request.found;
}

/* The caller is this thread. Wait for its first notification, and clear its value. Context: the
 * lock, which it frees. */
static LM_LAYER_OTHERWISE uint32_t wait_for_value(struct lm_layer_thread *self)
{
    if (!LM_LAYER_USUALLY(self->native.preempt_disabled == 0)) {
        lm_port_unlock(0);
        return take(0, pdTRUE, portMAX_DELAY);
    }
    struct lm_notice_request request = {
        .wanted = ALL_BITS, .clear = ALL_BITS, .mode = LM_NOTICE_GIVEN};

    self->notice.given = false;
    self->look = MAY_LOOK_AGAIN;

    enum lm_status status = lm_notice_wait_in(&self->notice, &request, LM_FOREVER);

    status = wait_end(self, &self->notice, &request, LM_NOTICE_ANY, status);

    return status == LM_OK ? request.found : 0;
}

/* The usual call clears the value of the first notification, or waits without a limit if it is
 * 0. */
uint32_t ulTaskGenericNotifyTake(UBaseType_t index, BaseType_t clear, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();
    struct lm_layer_thread *self = lm_layer_usual_self(key);

    if (LM_LAYER_USUALLY(self != NULL && index == 0 && clear)) {
        if (LM_LAYER_USUALLY(self->notice.value != 0)) {
            return lm_notice_take_at_once(&self->notice, ALL_BITS, ALL_BITS, key);
        }
        if (ticks == portMAX_DELAY) {
            return wait_for_value(self);
        }
    }
    lm_layer_unlock(key);
    return take(index, clear, ticks);
}

BaseType_t xTaskGenericNotifyStateClear(TaskHandle_t task, UBaseType_t index)
{
    struct lm_notice *notice = notice_of(task, index);

    return notice != NULL && lm_notice_withdraw(notice) == LM_OK;
}

uint32_t ulTaskGenericNotifyValueClear(TaskHandle_t task, UBaseType_t index, uint32_t bits)
{
    struct lm_notice *notice = notice_of(task, index);
    uint32_t before = 0;

    if (notice != NULL) {
        (void)lm_notice_clear(notice, bits, &before);
    }
    return before;
}
