/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks, and the sizes of the memory that programs provide, under the names of RTX. */
#ifndef RTX_OS_H_
#define RTX_OS_H_

#include "cmsis_os2.h"
#include <limen/block_pool.h>
#include <limen_layer.h>
#include <limen_layer_queue.h>

LM_LAYER_C_BEGIN

typedef struct lm_layer_thread osRtxThread_t;
typedef struct lm_layer_timer osRtxTimer_t;
typedef struct QueueDefinition osRtxMutex_t;
typedef struct QueueDefinition osRtxSemaphore_t;
typedef struct QueueDefinition osRtxMessageQueue_t;

typedef struct os_limen_event_flags {
    struct lm_notice native;
    uint8_t owns;
} osRtxEventFlags_t;

typedef struct os_limen_memory_pool {
    struct lm_block_pool native;
    void *data;
    uint32_t block_size;
    uint8_t owns;
} osRtxMemoryPool_t;

#define osRtxThreadCbSize sizeof(osRtxThread_t)
#define osRtxTimerCbSize sizeof(osRtxTimer_t)
#define osRtxEventFlagsCbSize sizeof(osRtxEventFlags_t)
#define osRtxMutexCbSize sizeof(osRtxMutex_t)
#define osRtxSemaphoreCbSize sizeof(osRtxSemaphore_t)
#define osRtxMemoryPoolCbSize sizeof(osRtxMemoryPool_t)
#define osRtxMessageQueueCbSize sizeof(osRtxMessageQueue_t)

/* With pointers of 64 bits, more than RTX: blocks are multiples of a pointer, and the memory of a
 * program may have to be aligned. */
#define LM_OS_BLOCK_BYTES(size)                                                                    \
    (((uint32_t)(size) + (uint32_t)sizeof(void *) - 1U) / (uint32_t)sizeof(void *) *               \
     (uint32_t)sizeof(void *))
#define osRtxMemoryPoolMemSize(block_count, block_size)                                            \
    ((uint32_t)(block_count)*LM_OS_BLOCK_BYTES(block_size) + (sizeof(void *) == 8 ? 4U : 0U))
#define osRtxMessageQueueMemSize(msg_count, msg_size)                                              \
    (4U * (uint32_t)(msg_count) * (3U + (((uint32_t)(msg_size) + 3U) / 4U)))

/* What the file RTX_Config.c of a program names. These functions are not called: a stack that
 * overflows is a fault, nothing else that the codes name can happen, and no thread is idle. */
#define osRtxErrorStackOverflow 1U
#define osRtxErrorISRQueueOverflow 2U
#define osRtxErrorTimerQueueOverflow 3U
#define osRtxErrorClibSpace 4U
#define osRtxErrorClibMutex 5U
#define osRtxErrorSVC 6U
uint32_t osRtxErrorNotify(uint32_t code, void *object_id);
void osRtxIdleThread(void *argument);

/* The priority of Limen. */
#define LM_LEVEL_OF(priority) (56U - (unsigned)(priority))

LM_LAYER_C_END

#endif
