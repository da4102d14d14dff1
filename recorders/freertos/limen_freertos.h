/* SPDX-License-Identifier: Apache-2.0 */
/* A recorder for FreeRTOS (V10 and V11, one core) that writes Limen's trace format.
 *
 * At the end of FreeRTOSConfig.h, after configMAX_PRIORITIES:
 *
 *     #define LIMEN_CLOCK() my_cycle_counter()     32 bits, counts up, wraps
 *     #define LIMEN_CLOCK_HZ 64000000
 *     #include "limen_freertos.h"
 *
 * Compile ../common/limen_recorder.c with the program, and with this folder for its includes; call
 * limen_recorder_start() before the scheduler starts. The kernel is not changed: the macros are
 * expanded inside of it, where its structures are known.
 */
#ifndef LIMEN_FREERTOS_H
#define LIMEN_FREERTOS_H

#include "../common/limen_recorder.h"

/* For limen_recorder.c. */
#ifndef LIMEN_LOCK
#define LIMEN_LOCK() portSET_INTERRUPT_MASK_FROM_ISR()
#define LIMEN_UNLOCK(saved) portCLEAR_INTERRUPT_MASK_FROM_ISR(saved)
#endif
#define LIMEN_LEVELS configMAX_PRIORITIES
#define LIMEN_URGENCY(priority) (configMAX_PRIORITIES - 1 - (priority))
#define LIMEN_THRESHOLD(priority) LIMEN_URGENCY(priority)
#define LIMEN_IS_IDLE(name, priority) ((priority) == 0 && strncmp((name), "IDLE", 4) == 0)

#define traceTASK_CREATE(task) limen_create((task), (int)(task)->uxPriority, (task)->pcTaskName)
#define traceTASK_DELETE(task) (limen_wait((task), LIMEN_FOR_END, 0), limen_delete(task))
#define traceMOVED_TASK_TO_READY_STATE(task) limen_ready((task), (int)(task)->uxPriority)
#define traceTASK_SWITCHED_IN() limen_switch(pxCurrentTCB, (int)pxCurrentTCB->uxPriority)
#define traceTASK_DELAY() limen_wait(0, LIMEN_FOR_TIME, 0)
#define traceTASK_DELAY_UNTIL(tick) limen_wait(0, LIMEN_FOR_TIME, 0)
#define traceTASK_SUSPEND(task) limen_wait((task), LIMEN_FOR_RESUME, 0)
#define traceTASK_PRIORITY_SET(task, urgency) limen_priority((task), (int)(urgency), LIMEN_SET)
#define traceTASK_PRIORITY_INHERIT(task, urgency)                                                  \
    limen_priority((task), (int)(urgency), LIMEN_INHERITED)
#define traceTASK_PRIORITY_DISINHERIT(task, urgency)                                               \
    limen_priority((task), (int)(urgency), LIMEN_INHERITED)
#define traceTASK_NOTIFY_TAKE_BLOCK(index) limen_wait(0, LIMEN_FOR_NOTIFICATION, 0)
#define traceTASK_NOTIFY_WAIT_BLOCK(index) limen_wait(0, LIMEN_FOR_NOTIFICATION, 0)

/* Mutexes and semaphores of FreeRTOS are queues: their type and item size tell them apart. */
#define LIMEN_IS_MUTEX(queue)                                                                      \
    ((queue)->ucQueueType == queueQUEUE_TYPE_MUTEX ||                                              \
     (queue)->ucQueueType == queueQUEUE_TYPE_RECURSIVE_MUTEX)
#define LIMEN_CHOOSE(queue, mutex, semaphore, plain)                                               \
    (LIMEN_IS_MUTEX(queue) ? (mutex) : (queue)->uxItemSize == 0 ? (semaphore) : (plain))
#define LIMEN_GIVES(queue)                                                                         \
    LIMEN_CHOOSE(queue, LIMEN_EVENT_MUTEX_UNLOCK, LIMEN_EVENT_SEMAPHORE_POST,                      \
                 LIMEN_EVENT_QUEUE_SEND)
#define LIMEN_TAKES(queue)                                                                         \
    LIMEN_CHOOSE(queue, LIMEN_EVENT_MUTEX_LOCK, LIMEN_EVENT_SEMAPHORE_WAIT,                        \
                 LIMEN_EVENT_QUEUE_RECEIVE)
#define LIMEN_FOR(queue) LIMEN_CHOOSE(queue, LIMEN_FOR_MUTEX, LIMEN_FOR_SEMAPHORE, LIMEN_FOR_QUEUE)
#define LIMEN_COUNT(queue) ((unsigned)(queue)->uxMessagesWaiting)
#define LIMEN_HOLDER(queue)                                                                        \
    (LIMEN_IS_MUTEX(queue) ? (const void *)(queue)->u.xSemaphore.xMutexHolder : 0)

#define traceQUEUE_CREATE(queue)                                                                   \
    limen_add((queue),                                                                             \
              LIMEN_CHOOSE(queue, LIMEN_KIND_MUTEX, LIMEN_KIND_SEMAPHORE, LIMEN_KIND_QUEUE), 0,    \
              (uint32_t)(queue)->uxLength, "")
#define traceQUEUE_DELETE(queue) limen_delete(queue)
#define traceQUEUE_REGISTRY_ADD(queue, name) limen_name((queue), (name))
#define traceQUEUE_SEND(queue)                                                                     \
    limen_call(LIMEN_GIVES(queue), (queue),                                                        \
               LIMEN_CHOOSE(queue, 0U, LIMEN_COUNT(queue) + 1, LIMEN_COUNT(queue) + 1),            \
               LIMEN_DONE, 0)
#define traceQUEUE_SEND_FROM_ISR(queue) traceQUEUE_SEND(queue)
#define traceQUEUE_SEND_FAILED(queue)                                                              \
    limen_call(LIMEN_GIVES(queue), (queue), LIMEN_COUNT(queue), LIMEN_FAILED, 0)
#define traceQUEUE_SEND_FROM_ISR_FAILED(queue) traceQUEUE_SEND_FAILED(queue)
#define traceQUEUE_RECEIVE(queue)                                                                  \
    limen_call(LIMEN_TAKES(queue), (queue),                                                        \
               LIMEN_CHOOSE(queue, 1U, LIMEN_COUNT(queue) - 1, LIMEN_COUNT(queue) - 1),            \
               LIMEN_DONE, 0)
#define traceQUEUE_RECEIVE_FROM_ISR(queue) traceQUEUE_RECEIVE(queue)
#define traceQUEUE_RECEIVE_FAILED(queue)                                                           \
    limen_call(LIMEN_TAKES(queue), (queue), LIMEN_COUNT(queue), LIMEN_FAILED, 0)
#define traceQUEUE_RECEIVE_FROM_ISR_FAILED(queue) traceQUEUE_RECEIVE_FAILED(queue)
#define traceBLOCKING_ON_QUEUE_SEND(queue)                                                         \
    (limen_call(LIMEN_GIVES(queue), (queue), LIMEN_COUNT(queue), LIMEN_WAITS, 0),                  \
     limen_wait(0, LIMEN_FOR(queue), (queue)))
#define traceBLOCKING_ON_QUEUE_RECEIVE(queue)                                                      \
    (limen_call(LIMEN_TAKES(queue), (queue), LIMEN_COUNT(queue), LIMEN_WAITS,                      \
                LIMEN_HOLDER(queue)),                                                              \
     limen_wait(0, LIMEN_FOR(queue), (queue)))
#define traceBLOCKING_ON_QUEUE_PEEK(queue) limen_wait(0, LIMEN_FOR(queue), (queue))

#define traceEVENT_GROUP_CREATE(group) limen_add((group), LIMEN_KIND_FLAGS, 0, 0, "")
#define traceEVENT_GROUP_DELETE(group) limen_delete(group)
#define traceEVENT_GROUP_SET_BITS(group, bits)                                                     \
    limen_bits(LIMEN_EVENT_FLAGS_SET, (group), 0, (uint32_t)(bits))
#define traceEVENT_GROUP_CLEAR_BITS(group, bits)                                                   \
    limen_bits(LIMEN_EVENT_FLAGS_CLEAR, (group), 0, (uint32_t)(bits))
#define traceEVENT_GROUP_WAIT_BITS_BLOCK(group, bits)                                              \
    (limen_bits(LIMEN_EVENT_FLAGS_WAIT, (group), LIMEN_WAITS, (uint32_t)(bits)),                   \
     limen_wait(0, LIMEN_FOR_FLAGS, (group)))
#define traceEVENT_GROUP_SYNC_BLOCK(group, set, bits) traceEVENT_GROUP_WAIT_BITS_BLOCK(group, bits)

#define traceSTREAM_BUFFER_CREATE(buffer, type) limen_add((buffer), LIMEN_KIND_QUEUE, 0, 0, "")
#define traceSTREAM_BUFFER_DELETE(buffer) limen_delete(buffer)
#define traceBLOCKING_ON_STREAM_BUFFER_SEND(buffer) limen_wait(0, LIMEN_FOR_STREAM, (buffer))
#define traceBLOCKING_ON_STREAM_BUFFER_RECEIVE(buffer) limen_wait(0, LIMEN_FOR_STREAM, (buffer))

#define traceTIMER_CREATE(timer) limen_add((timer), LIMEN_KIND_TIMER, 0, 0, (timer)->pcTimerName)
#define traceTIMER_EXPIRED(timer) limen_call(LIMEN_EVENT_TIMER_EXPIRE, (timer), 0, 0, 0)

#define traceISR_ENTER() limen_interrupt(1)
#define traceISR_EXIT() limen_interrupt(0)
#define traceISR_EXIT_TO_SCHEDULER() limen_interrupt(0)

#endif
