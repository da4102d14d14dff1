/* SPDX-License-Identifier: Apache-2.0 */
/* Creations: each gets the function that takes the memory of the object. If the compiler sees that
 * the attributes have this memory, it is one that allocates nothing; so the linker takes the heap
 * only into programs that may need it. cmsis_os2.h includes this at its end. */
#ifndef CMSIS_OS2_NEW_H
#define CMSIS_OS2_NEW_H

LM_LAYER_C_BEGIN

typedef bool os_limen_take(struct lm_layer_parts *parts);

osThreadId_t os_thread_new(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr,
                           os_limen_take *take);
osTimerId_t os_timer_new(osTimerFunc_t func, osTimerType_t type, void *argument,
                         const osTimerAttr_t *attr, os_limen_take *take);
osEventFlagsId_t os_event_flags_new(const osEventFlagsAttr_t *attr, os_limen_take *take);
osMutexId_t os_mutex_new(const osMutexAttr_t *attr, os_limen_take *take);
osSemaphoreId_t os_semaphore_new(uint32_t max_count, uint32_t initial_count,
                                 const osSemaphoreAttr_t *attr, os_limen_take *take);
osMemoryPoolId_t os_memory_pool_new(uint32_t block_count, uint32_t block_size,
                                    const osMemoryPoolAttr_t *attr, os_limen_take *take);
osMessageQueueId_t os_message_queue_new(uint32_t msg_count, uint32_t msg_size,
                                        const osMessageQueueAttr_t *attr, os_limen_take *take);
/* The same, also with memory for the messages alone: then the queue ignores priorities. */
osMessageQueueId_t os_message_queue_new_any(uint32_t msg_count, uint32_t msg_size,
                                            const osMessageQueueAttr_t *attr, os_limen_take *take);

#ifdef OS_LIMEN_NEW /* os_new.c: as functions */
#define OS_LIMEN_INLINE
#define OS_LIMEN_TAKE(attr, has_data) lm_layer_parts_take
#define OS_LIMEN_BY_PRIORITY(count, size, attr) 0
#elif defined(__GNUC__) && !defined(LIMEN_OS_H)
#define OS_LIMEN_INLINE extern inline __attribute__((__gnu_inline__, __always_inline__))
#define OS_LIMEN_TAKE(attr, has_data)                                                              \
    (__builtin_constant_p((attr) != NULL && (attr)->cb_mem != NULL && (has_data)) &&               \
             (attr) != NULL && (attr)->cb_mem != NULL && (has_data)                                \
         ? lm_layer_parts_given                                                                    \
         : lm_layer_parts_take)
/* Does the compiler see that the messages have room for priorities? */
#define OS_LIMEN_BY_PRIORITY(count, size, attr)                                                    \
    (__builtin_constant_p(OS_LIMEN_HAS_ROOM(count, size, attr)) &&                                 \
     OS_LIMEN_HAS_ROOM(count, size, attr))
#define OS_LIMEN_HAS_ROOM(count, size, attr)                                                       \
    ((attr) == NULL || (attr)->mq_mem == NULL ||                                                   \
     (attr)->mq_size >= (count) * (((size) + 3U) / 4U + 1U) * 4U)
#endif

#ifdef OS_LIMEN_INLINE
OS_LIMEN_INLINE osThreadId_t osThreadNew(osThreadFunc_t func, void *argument,
                                         const osThreadAttr_t *attr)
{
    return os_thread_new(func, argument, attr, OS_LIMEN_TAKE(attr, attr->stack_mem != NULL));
}

OS_LIMEN_INLINE osTimerId_t osTimerNew(osTimerFunc_t func, osTimerType_t type, void *argument,
                                       const osTimerAttr_t *attr)
{
    return os_timer_new(func, type, argument, attr, OS_LIMEN_TAKE(attr, true));
}

OS_LIMEN_INLINE osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr)
{
    return os_event_flags_new(attr, OS_LIMEN_TAKE(attr, true));
}

OS_LIMEN_INLINE osMutexId_t osMutexNew(const osMutexAttr_t *attr)
{
    return os_mutex_new(attr, OS_LIMEN_TAKE(attr, true));
}

OS_LIMEN_INLINE osSemaphoreId_t osSemaphoreNew(uint32_t max_count, uint32_t initial_count,
                                               const osSemaphoreAttr_t *attr)
{
    return os_semaphore_new(max_count, initial_count, attr, OS_LIMEN_TAKE(attr, true));
}

OS_LIMEN_INLINE osMemoryPoolId_t osMemoryPoolNew(uint32_t block_count, uint32_t block_size,
                                                 const osMemoryPoolAttr_t *attr)
{
    return os_memory_pool_new(block_count, block_size, attr,
                              OS_LIMEN_TAKE(attr, attr->mp_mem != NULL));
}

OS_LIMEN_INLINE osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                                     const osMessageQueueAttr_t *attr)
{
    return OS_LIMEN_BY_PRIORITY(msg_count, msg_size, attr)
               ? os_message_queue_new(msg_count, msg_size, attr,
                                      OS_LIMEN_TAKE(attr, attr->mq_mem != NULL))
               : os_message_queue_new_any(msg_count, msg_size, attr,
                                          OS_LIMEN_TAKE(attr, attr->mq_mem != NULL));
}

#undef OS_LIMEN_INLINE
#undef OS_LIMEN_TAKE
#undef OS_LIMEN_BY_PRIORITY
#undef OS_LIMEN_HAS_ROOM
#endif

LM_LAYER_C_END

#endif
