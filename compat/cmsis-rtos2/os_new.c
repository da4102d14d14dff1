/* SPDX-License-Identifier: Apache-2.0 */
/* The creations as functions, for programs that take their addresses, or have another compiler or
 * another cmsis_os2.h. */
#include "os.h"

osThreadId_t osThreadNew(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr)
{
    return os_thread_new(func, argument, attr, lm_layer_parts_take);
}

osTimerId_t osTimerNew(osTimerFunc_t func, osTimerType_t type, void *argument,
                       const osTimerAttr_t *attr)
{
    return os_timer_new(func, type, argument, attr, lm_layer_parts_take);
}

osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr)
{
    return os_event_flags_new(attr, lm_layer_parts_take);
}

osMutexId_t osMutexNew(const osMutexAttr_t *attr)
{
    return os_mutex_new(attr, lm_layer_parts_take);
}

osSemaphoreId_t osSemaphoreNew(uint32_t max_count, uint32_t initial_count,
                               const osSemaphoreAttr_t *attr)
{
    return os_semaphore_new(max_count, initial_count, attr, lm_layer_parts_take);
}

osMemoryPoolId_t osMemoryPoolNew(uint32_t block_count, uint32_t block_size,
                                 const osMemoryPoolAttr_t *attr)
{
    return os_memory_pool_new(block_count, block_size, attr, lm_layer_parts_take);
}

osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                     const osMessageQueueAttr_t *attr)
{
    return os_message_queue_new(msg_count, msg_size, attr, lm_layer_parts_take);
}
