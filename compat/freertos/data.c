/* SPDX-License-Identifier: Apache-2.0 */
/* The data about objects that a program can read and set: names, numbers, memory, properties. */
#include "event_groups.h"
#include "limen.h"
#include "stream_buffer.h"
#include "timers.h"

#define GET(type, call, handle, property)                                                          \
    type call(handle object)                                                                       \
    {                                                                                              \
        return property;                                                                           \
    }

#define SET(call, handle, type, property, value)                                                   \
    void call(handle object, type given)                                                           \
    {                                                                                              \
        (property) = (value);                                                                      \
    }

/* Queues. */
static struct lm_object *object_of(QueueHandle_t queue)
{
    if (lm_freertos_is_queue(queue)) {
        return &lm_layer_queue_of(queue)->object;
    }
    return queue->kind == KIND_SEMAPHORE ? &queue->native.semaphore.object
                                         : &queue->native.mutex.object;
}

/* The registry: a queue that is not in it has the empty name. */
SET(vQueueAddToRegistry, QueueHandle_t, const char *, object_of(object)->name,
    given != NULL ? given : "")
GET(const char *, pcQueueGetName, QueueHandle_t,
    *object_of(object)->name != '\0' ? object_of(object)->name : NULL)
SET(vQueueSetQueueNumber, QueueHandle_t, UBaseType_t, object->number, (uint32_t)given)
GET(UBaseType_t, uxQueueGetQueueNumber, QueueHandle_t, object->number)

BaseType_t xQueueGenericGetStaticBuffers(QueueHandle_t queue, uint8_t **storage,
                                         StaticQueue_t **block)
{
    if (queue->owns != 0) {
        return pdFALSE;
    }
    *block = (StaticQueue_t *)(void *)queue;
    if (storage != NULL) {
        *storage = lm_freertos_is_queue(queue) ? lm_layer_queue_of(queue)->storage : NULL;
    }
    return pdTRUE;
}

uint8_t ucQueueGetQueueType(QueueHandle_t queue)
{
    switch (queue->kind) {
    case KIND_MUTEX:
        return queueQUEUE_TYPE_MUTEX;
    case KIND_RECURSIVE:
        return queueQUEUE_TYPE_RECURSIVE_MUTEX;
    case KIND_SEMAPHORE:
        return queue->ceiling == 1 ? queueQUEUE_TYPE_BINARY_SEMAPHORE
                                   : queueQUEUE_TYPE_COUNTING_SEMAPHORE;
    default:
        return queueQUEUE_TYPE_BASE;
    }
}

/* Event groups. */
BaseType_t xEventGroupGetStaticBuffer(EventGroupHandle_t group, StaticEventGroup_t **block)
{
    *block = group;
    return !group->is_dynamic;
}

SET(vEventGroupSetNumber, void *, UBaseType_t, ((EventGroupHandle_t)object)->number,
    (uint32_t)given)
GET(UBaseType_t, uxEventGroupGetNumber, void *,
    object != NULL ? ((EventGroupHandle_t)object)->number : 0)

/* Stream and message buffers. */
BaseType_t xStreamBufferGetStaticBuffers(StreamBufferHandle_t buffer, uint8_t **storage,
                                         StaticStreamBuffer_t **block)
{
    *block = buffer;
    *storage = buffer->native.storage;
    return !buffer->is_dynamic;
}

GET(UBaseType_t, uxStreamBufferGetStreamBufferNumber, StreamBufferHandle_t, object->number)
SET(vStreamBufferSetStreamBufferNumber, StreamBufferHandle_t, UBaseType_t, object->number,
    (uint32_t)given)
GET(uint8_t, ucStreamBufferGetStreamBufferType, StreamBufferHandle_t, object->kind)
GET(UBaseType_t, uxStreamBufferGetStreamBufferNotificationIndex, StreamBufferHandle_t,
    object->notification)
SET(vStreamBufferSetStreamBufferNotificationIndex, StreamBufferHandle_t, UBaseType_t,
    object->notification, (uint32_t)given)

/* Timers. */
BaseType_t xTimerGetStaticBuffer(TimerHandle_t timer, StaticTimer_t **block)
{
    *block = (StaticTimer_t *)(void *)timer;
    return !timer->is_dynamic;
}

GET(BaseType_t, xTimerIsTimerActive, TimerHandle_t, object->is_active)
GET(TickType_t, xTimerGetExpiryTime, TimerHandle_t,
    (TickType_t)((object->expiry - lm_layer_epoch) / lm_layer_tick) +
        lm_freertos_options.first_tick)
GET(TickType_t, xTimerGetPeriod, TimerHandle_t, object->period)
GET(BaseType_t, xTimerGetReloadMode, TimerHandle_t, object->reloads)
GET(UBaseType_t, uxTimerGetReloadMode, TimerHandle_t, object->reloads)
SET(vTimerSetReloadMode, TimerHandle_t, const BaseType_t, object->reloads, given != pdFALSE)
GET(void *, pvTimerGetTimerID, const TimerHandle_t, object->id)
SET(vTimerSetTimerID, TimerHandle_t, void *, object->id, given)
GET(const char *, pcTimerGetName, TimerHandle_t, object->name)
SET(vTimerSetTimerNumber, TimerHandle_t, UBaseType_t, object->number, (uint32_t)given)
GET(UBaseType_t, uxTimerGetTimerNumber, TimerHandle_t, object->number)

/* Tasks. */
static void **local(TaskHandle_t task, BaseType_t index)
{
    TaskHandle_t own = lm_freertos_own(task);
    bool has_it = own != NULL && index >= 0 && index < (BaseType_t)lm_freertos_places.locals;

    return has_it ? (void **)(void *)((char *)own + lm_freertos_places.locals_at) + index : NULL;
}

void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index, void *value)
{
    void **place = local(task, index);

    if (place != NULL) {
        *place = value;
    }
}

void *pvTaskGetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index)
{
    void **place = local(task, index);

    return place != NULL ? *place : NULL;
}

void vTaskSetApplicationTaskTag(TaskHandle_t task, TaskHookFunction_t hook)
{
    TaskHandle_t own = lm_freertos_own(task);

    if (own != NULL) {
        own->tag = hook;
    }
}

TaskHookFunction_t xTaskGetApplicationTaskTag(TaskHandle_t task)
{
    TaskHandle_t own = lm_freertos_own(task);

    return own != NULL ? own->tag : NULL;
}

BaseType_t xTaskCallApplicationTaskHook(TaskHandle_t task, void *parameter)
{
    TaskHookFunction_t hook = xTaskGetApplicationTaskTag(task);

    return hook != NULL ? hook(parameter) : pdFAIL;
}

void vTaskSetTaskNumber(TaskHandle_t task, const UBaseType_t number)
{
    if (task != NULL && lm_freertos_own(task) != NULL) {
        task->number = (uint32_t)number;
    }
}

GET(UBaseType_t, uxTaskGetTaskNumber, TaskHandle_t,
    object != NULL && lm_freertos_own(object) != NULL ? object->number : 0)

int *lm_freertos_errno(void)
{
    static int of_others;
    TaskHandle_t self = lm_freertos_places.errno_at != 0 ? lm_freertos_self() : NULL;

    return self != NULL ? (int *)(void *)((char *)self + lm_freertos_places.errno_at) : &of_others;
}
