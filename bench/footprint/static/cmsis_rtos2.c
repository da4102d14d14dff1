/* SPDX-License-Identifier: Apache-2.0 */
/* See native.c. */
#include "cmsis_os2.h"
#include "rtx_os.h"

enum { MESSAGES = 8 };

static uint64_t stack[64];
static osRtxThread_t thread;
static osRtxSemaphore_t semaphore_block;
static osRtxMutex_t mutex_block;
static osRtxMessageQueue_t queue_block;
static uint32_t area[osRtxMessageQueueMemSize(MESSAGES, sizeof(uint32_t)) / 4];
static osSemaphoreId_t semaphore;
static osMutexId_t mutex;
static osMessageQueueId_t queue;

static const osSemaphoreAttr_t semaphore_attr = {
    .name = "s", .cb_mem = &semaphore_block, .cb_size = sizeof semaphore_block};
static const osMutexAttr_t mutex_attr = {.name = "m",
                                         .attr_bits = osMutexPrioInherit,
                                         .cb_mem = &mutex_block,
                                         .cb_size = sizeof mutex_block};
static const osMessageQueueAttr_t queue_attr = {.name = "q",
                                                .cb_mem = &queue_block,
                                                .cb_size = sizeof queue_block,
                                                .mq_mem = area,
                                                .mq_size = sizeof area};
static const osThreadAttr_t thread_attr = {.name = "t",
                                           .cb_mem = &thread,
                                           .cb_size = sizeof thread,
                                           .stack_mem = stack,
                                           .stack_size = sizeof stack};

static void run(void *argument)
{
    uint32_t word = 1;

    (void)argument;
    for (;;) {
        osSemaphoreAcquire(semaphore, osWaitForever);
        osMessageQueuePut(queue, &word, 0, osWaitForever);
        osMessageQueueGet(queue, &word, NULL, osWaitForever);
        osMutexAcquire(mutex, osWaitForever);
        osMutexRelease(mutex);
        osSemaphoreRelease(semaphore);
        osDelay(100);
    }
}

int main(void)
{
    osKernelInitialize();
    semaphore = osSemaphoreNew(1, 1, &semaphore_attr);
    queue = osMessageQueueNew(MESSAGES, sizeof(uint32_t), &queue_attr);
    mutex = osMutexNew(&mutex_attr);
    osThreadNew(run, NULL, &thread_attr);
    osKernelStart();
    return 1;
}
