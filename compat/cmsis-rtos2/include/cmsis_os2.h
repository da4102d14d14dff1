/* SPDX-License-Identifier: Apache-2.0 */
/* CMSIS-RTOS2, API 2.3.0, on Limen. docs/from-cmsis-rtos2.md says what differs from other kernels
 * with this interface. */
#ifndef CMSIS_OS2_H_
#define CMSIS_OS2_H_

#include <limen_parts.h>
#include <stddef.h>
#include <stdint.h>

LM_LAYER_C_BEGIN

#ifndef __NO_RETURN
#define __NO_RETURN __attribute__((__noreturn__))
#endif

typedef struct {
    uint32_t api;
    uint32_t kernel;
} osVersion_t;

typedef enum {
    osKernelInactive = 0,
    osKernelReady = 1,
    osKernelRunning = 2,
    osKernelLocked = 3,
    osKernelSuspended = 4,
    osKernelError = -1,
    osKernelReserved = 0x7FFFFFFF
} osKernelState_t;

typedef enum {
    osThreadInactive = 0,
    osThreadReady = 1,
    osThreadRunning = 2,
    osThreadBlocked = 3,
    osThreadTerminated = 4,
    osThreadError = -1,
    osThreadReserved = 0x7FFFFFFF
} osThreadState_t;

/* For example osPriorityLow, which is 8, and osPriorityLow1 to osPriorityLow7. */
#define OS_LIMEN_EIGHT(name, first)                                                                \
    name = (first), name##1, name##2, name##3, name##4, name##5, name##6, name##7

typedef enum {
    osPriorityNone = 0,
    osPriorityIdle = 1,
    OS_LIMEN_EIGHT(osPriorityLow, 8),
    OS_LIMEN_EIGHT(osPriorityBelowNormal, 16),
    OS_LIMEN_EIGHT(osPriorityNormal, 24),
    OS_LIMEN_EIGHT(osPriorityAboveNormal, 32),
    OS_LIMEN_EIGHT(osPriorityHigh, 40),
    OS_LIMEN_EIGHT(osPriorityRealtime, 48),
    osPriorityISR = 56,
    osPriorityError = -1,
    osPriorityReserved = 0x7FFFFFFF
} osPriority_t;
#undef OS_LIMEN_EIGHT

typedef void (*osThreadFunc_t)(void *argument);
typedef void (*osTimerFunc_t)(void *argument);

typedef enum { osTimerOnce = 0, osTimerPeriodic = 1 } osTimerType_t;

#define osWaitForever 0xFFFFFFFFU

#define osFlagsWaitAny 0x00000000U
#define osFlagsWaitAll 0x00000001U
#define osFlagsNoClear 0x00000002U

#define osFlagsError 0x80000000U
#define osFlagsErrorUnknown 0xFFFFFFFFU
#define osFlagsErrorTimeout 0xFFFFFFFEU
#define osFlagsErrorResource 0xFFFFFFFDU
#define osFlagsErrorParameter 0xFFFFFFFCU
#define osFlagsErrorISR 0xFFFFFFFAU
#define osFlagsErrorSafetyClass 0xFFFFFFF9U

#define osThreadDetached 0x00000000U
#define osThreadJoinable 0x00000001U
#define osThreadUnprivileged 0x00000002U
#define osThreadPrivileged 0x00000004U

#define osThreadZone_Pos 8U
#define osThreadZone_Msk (0x3FU << osThreadZone_Pos)
#define osThreadZone_Valid (0x80U << osThreadZone_Pos)
#define osThreadZone(n) ((((n) << osThreadZone_Pos) & osThreadZone_Msk) | osThreadZone_Valid)

#define osThreadProcessor(n) (1UL << (n))

#define osMutexRecursive 0x00000001U
#define osMutexPrioInherit 0x00000002U
#define osMutexRobust 0x00000008U

#define osSafetyClass_Pos 16U
#define osSafetyClass_Msk (0x0FUL << osSafetyClass_Pos)
#define osSafetyClass_Valid (0x10UL << osSafetyClass_Pos)
#define osSafetyClass(n) ((((n) << osSafetyClass_Pos) & osSafetyClass_Msk) | osSafetyClass_Valid)
#define osSafetyWithSameClass 0x00000001UL
#define osSafetyWithLowerClass 0x00000002UL
#define osErrorId 0xFFFFFFFFU

/* Of cmsis-rtos2-cores, in attr_bits: an object that a thread creates is for the threads of all
 * cores, as those are that exist before osKernelStart. Elsewhere it has no effect. */
#define osLimenAllCores 0x40000000UL

typedef enum {
    osOK = 0,
    osError = -1,
    osErrorTimeout = -2,
    osErrorResource = -3,
    osErrorParameter = -4,
    osErrorNoMemory = -5,
    osErrorISR = -6,
    osErrorSafetyClass = -7,
    osStatusReserved = 0x7FFFFFFF
} osStatus_t;

#ifndef LIMEN_OS_H /* the library gives them types */
typedef void *osThreadId_t;
typedef void *osTimerId_t;
typedef void *osEventFlagsId_t;
typedef void *osMutexId_t;
typedef void *osSemaphoreId_t;
typedef void *osMemoryPoolId_t;
typedef void *osMessageQueueId_t;
#endif

#ifndef TZ_MODULEID_T
#define TZ_MODULEID_T
typedef uint32_t TZ_ModuleId_t;
#endif

/* The attributes of each kind of object are a type of its own. */
#define OS_LIMEN_ATTR(type, more)                                                                  \
    typedef struct {                                                                               \
        const char *name;                                                                          \
        uint32_t attr_bits;                                                                        \
        void *cb_mem;                                                                              \
        uint32_t cb_size;                                                                          \
        more                                                                                       \
    } type;

OS_LIMEN_ATTR(osThreadAttr_t, void *stack_mem; uint32_t stack_size; osPriority_t priority;
              TZ_ModuleId_t tz_module; uint32_t affinity_mask;)
OS_LIMEN_ATTR(osTimerAttr_t, )
OS_LIMEN_ATTR(osEventFlagsAttr_t, )
OS_LIMEN_ATTR(osMutexAttr_t, )
OS_LIMEN_ATTR(osSemaphoreAttr_t, )
OS_LIMEN_ATTR(osMemoryPoolAttr_t, void *mp_mem; uint32_t mp_size;)
OS_LIMEN_ATTR(osMessageQueueAttr_t, void *mq_mem; uint32_t mq_size;)
#undef OS_LIMEN_ATTR

osStatus_t osKernelInitialize(void);
osStatus_t osKernelGetInfo(osVersion_t *version, char *id_buf, uint32_t id_size);
osKernelState_t osKernelGetState(void);
osStatus_t osKernelStart(void);
int32_t osKernelLock(void);
int32_t osKernelUnlock(void);
int32_t osKernelRestoreLock(int32_t lock);
uint32_t osKernelSuspend(void);
void osKernelResume(uint32_t sleep_ticks);
osStatus_t osKernelProtect(uint32_t safety_class);
osStatus_t osKernelDestroyClass(uint32_t safety_class, uint32_t mode);
uint32_t osKernelGetTickCount(void);
uint32_t osKernelGetTickFreq(void);
uint32_t osKernelGetSysTimerCount(void);
uint32_t osKernelGetSysTimerFreq(void);

osThreadId_t osThreadNew(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr);
const char *osThreadGetName(osThreadId_t thread_id);
uint32_t osThreadGetClass(osThreadId_t thread_id);
uint32_t osThreadGetZone(osThreadId_t thread_id);
osThreadId_t osThreadGetId(void);
osThreadState_t osThreadGetState(osThreadId_t thread_id);
uint32_t osThreadGetStackSize(osThreadId_t thread_id);
uint32_t osThreadGetStackSpace(osThreadId_t thread_id);
osStatus_t osThreadSetPriority(osThreadId_t thread_id, osPriority_t priority);
osPriority_t osThreadGetPriority(osThreadId_t thread_id);
osStatus_t osThreadYield(void);
osStatus_t osThreadSuspend(osThreadId_t thread_id);
osStatus_t osThreadResume(osThreadId_t thread_id);
osStatus_t osThreadDetach(osThreadId_t thread_id);
osStatus_t osThreadJoin(osThreadId_t thread_id);
__NO_RETURN void osThreadExit(void);
osStatus_t osThreadTerminate(osThreadId_t thread_id);
osStatus_t osThreadFeedWatchdog(uint32_t ticks);
osStatus_t osThreadProtectPrivileged(void);
osStatus_t osThreadSuspendClass(uint32_t safety_class, uint32_t mode);
osStatus_t osThreadResumeClass(uint32_t safety_class, uint32_t mode);
osStatus_t osThreadTerminateZone(uint32_t zone);
osStatus_t osThreadSetAffinityMask(osThreadId_t thread_id, uint32_t affinity_mask);
uint32_t osThreadGetAffinityMask(osThreadId_t thread_id);
uint32_t osThreadGetCount(void);
uint32_t osThreadEnumerate(osThreadId_t *thread_array, uint32_t array_items);

uint32_t osThreadFlagsSet(osThreadId_t thread_id, uint32_t flags);
uint32_t osThreadFlagsClear(uint32_t flags);
uint32_t osThreadFlagsGet(void);
uint32_t osThreadFlagsWait(uint32_t flags, uint32_t options, uint32_t timeout);

osStatus_t osDelay(uint32_t ticks);
osStatus_t osDelayUntil(uint32_t ticks);

osTimerId_t osTimerNew(osTimerFunc_t func, osTimerType_t type, void *argument,
                       const osTimerAttr_t *attr);
const char *osTimerGetName(osTimerId_t timer_id);
osStatus_t osTimerStart(osTimerId_t timer_id, uint32_t ticks);
osStatus_t osTimerStop(osTimerId_t timer_id);
uint32_t osTimerIsRunning(osTimerId_t timer_id);
osStatus_t osTimerDelete(osTimerId_t timer_id);

osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr);
const char *osEventFlagsGetName(osEventFlagsId_t ef_id);
uint32_t osEventFlagsSet(osEventFlagsId_t ef_id, uint32_t flags);
uint32_t osEventFlagsClear(osEventFlagsId_t ef_id, uint32_t flags);
uint32_t osEventFlagsGet(osEventFlagsId_t ef_id);
uint32_t osEventFlagsWait(osEventFlagsId_t ef_id, uint32_t flags, uint32_t options,
                          uint32_t timeout);
osStatus_t osEventFlagsDelete(osEventFlagsId_t ef_id);

osMutexId_t osMutexNew(const osMutexAttr_t *attr);
const char *osMutexGetName(osMutexId_t mutex_id);
osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout);
osStatus_t osMutexRelease(osMutexId_t mutex_id);
osThreadId_t osMutexGetOwner(osMutexId_t mutex_id);
osStatus_t osMutexDelete(osMutexId_t mutex_id);

osSemaphoreId_t osSemaphoreNew(uint32_t max_count, uint32_t initial_count,
                               const osSemaphoreAttr_t *attr);
const char *osSemaphoreGetName(osSemaphoreId_t semaphore_id);
osStatus_t osSemaphoreAcquire(osSemaphoreId_t semaphore_id, uint32_t timeout);
osStatus_t osSemaphoreRelease(osSemaphoreId_t semaphore_id);
uint32_t osSemaphoreGetCount(osSemaphoreId_t semaphore_id);
osStatus_t osSemaphoreDelete(osSemaphoreId_t semaphore_id);

osMemoryPoolId_t osMemoryPoolNew(uint32_t block_count, uint32_t block_size,
                                 const osMemoryPoolAttr_t *attr);
const char *osMemoryPoolGetName(osMemoryPoolId_t mp_id);
void *osMemoryPoolAlloc(osMemoryPoolId_t mp_id, uint32_t timeout);
osStatus_t osMemoryPoolFree(osMemoryPoolId_t mp_id, void *block);
uint32_t osMemoryPoolGetCapacity(osMemoryPoolId_t mp_id);
uint32_t osMemoryPoolGetBlockSize(osMemoryPoolId_t mp_id);
uint32_t osMemoryPoolGetCount(osMemoryPoolId_t mp_id);
uint32_t osMemoryPoolGetSpace(osMemoryPoolId_t mp_id);
osStatus_t osMemoryPoolDelete(osMemoryPoolId_t mp_id);

osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                     const osMessageQueueAttr_t *attr);
const char *osMessageQueueGetName(osMessageQueueId_t mq_id);
osStatus_t osMessageQueuePut(osMessageQueueId_t mq_id, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout);
osStatus_t osMessageQueueGet(osMessageQueueId_t mq_id, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout);
uint32_t osMessageQueueGetCapacity(osMessageQueueId_t mq_id);
uint32_t osMessageQueueGetMsgSize(osMessageQueueId_t mq_id);
uint32_t osMessageQueueGetCount(osMessageQueueId_t mq_id);
uint32_t osMessageQueueGetSpace(osMessageQueueId_t mq_id);
osStatus_t osMessageQueueReset(osMessageQueueId_t mq_id);
osStatus_t osMessageQueueDelete(osMessageQueueId_t mq_id);

/* Functions that a program may define. Only isolation would call them. */
uint32_t osWatchdogAlarm_Handler(osThreadId_t thread_id);
void osZoneSetup_Callback(uint32_t zone);
void osFaultResume(void);

LM_LAYER_C_END

#include "cmsis_os2_new.h"
#include "cmsis_os2_options.h"

#endif
