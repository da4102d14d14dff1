/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks, delays, notifications, the scheduler. Semantics and signatures are those of FreeRTOS;
 * docs/from-freertos.md names the differences. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "FreeRTOS.h"

LM_LAYER_C_BEGIN

typedef struct tskTaskControlBlock *TaskHandle_t;
typedef const struct tskTaskControlBlock *ConstTaskHandle_t;
typedef BaseType_t (*TaskHookFunction_t)(void *);

typedef enum { eRunning, eReady, eBlocked, eSuspended, eDeleted, eInvalid } eTaskState;
typedef enum {
    eNoAction,
    eSetBits,
    eIncrement,
    eSetValueWithOverwrite,
    eSetValueWithoutOverwrite
} eNotifyAction;

typedef struct xTIME_OUT {
    BaseType_t xOverflowCount;
    uint32_t xTimeOnEntering;
} TimeOut_t;

typedef enum { eAbortSleep, eStandardSleep, eNoTasksWaitingTimeout } eSleepModeStatus;

/* For programs with memory protection, whose calls the layer does not have. */
typedef struct xMEMORY_REGION {
    void *pvBaseAddress;
    uint32_t ulLengthInBytes;
    uint32_t ulParameters;
} MemoryRegion_t;
typedef struct xTASK_PARAMETERS {
    TaskFunction_t pvTaskCode;
    const char *pcName;
    configSTACK_DEPTH_TYPE usStackDepth;
    void *pvParameters;
    UBaseType_t uxPriority;
    StackType_t *puxStackBuffer;
    MemoryRegion_t xRegions[portNUM_CONFIGURABLE_REGIONS];
} TaskParameters_t;

typedef struct xTASK_STATUS {
    TaskHandle_t xHandle;
    const char *pcTaskName;
    UBaseType_t xTaskNumber;
    eTaskState eCurrentState;
    UBaseType_t uxCurrentPriority;
    UBaseType_t uxBasePriority;
    configRUN_TIME_COUNTER_TYPE ulRunTimeCounter;
    StackType_t *pxStackBase;
#if configRECORD_STACK_HIGH_ADDRESS
    StackType_t *pxTopOfStack;
    StackType_t *pxEndOfStack;
#endif
    configSTACK_DEPTH_TYPE usStackHighWaterMark;
} TaskStatus_t;

#define tskIDLE_PRIORITY ((UBaseType_t)0U)
#define tskNO_AFFINITY ((UBaseType_t)-1)
#define taskSCHEDULER_SUSPENDED ((BaseType_t)0)
#define taskSCHEDULER_NOT_STARTED ((BaseType_t)1)
#define taskSCHEDULER_RUNNING ((BaseType_t)2)

#define taskYIELD() portYIELD()
#define taskYIELD_WITHIN_API() portYIELD_WITHIN_API()
#define taskVALID_CORE_ID(core) ((core) == 0)
#define taskENTER_CRITICAL(...) portENTER_CRITICAL(__VA_ARGS__)
#define taskEXIT_CRITICAL(...) portEXIT_CRITICAL(__VA_ARGS__)
#define taskENTER_CRITICAL_FROM_ISR() portSET_INTERRUPT_MASK_FROM_ISR()
#define taskEXIT_CRITICAL_FROM_ISR(key) portCLEAR_INTERRUPT_MASK_FROM_ISR(key)
#define taskDISABLE_INTERRUPTS() portDISABLE_INTERRUPTS()
#define taskENABLE_INTERRUPTS() portENABLE_INTERRUPTS()

/* task.c */
BaseType_t xTaskCreate(TaskFunction_t function, const char *name,
                       const configSTACK_DEPTH_TYPE depth, void *parameter, UBaseType_t priority,
                       TaskHandle_t *handle);
TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, const uint32_t depth,
                               void *parameter, UBaseType_t priority, StackType_t *stack,
                               StaticTask_t *block);
#define xTaskCreatePinnedToCore(f, n, d, p, u, h, core) xTaskCreate(f, n, d, p, u, h)
#define xTaskCreateStaticPinnedToCore(f, n, d, p, u, s, b, core)                                   \
    xTaskCreateStatic(f, n, d, p, u, s, b)
void vTaskDelete(TaskHandle_t task);
void vTaskSuspend(TaskHandle_t task);
void vTaskResume(TaskHandle_t task);
BaseType_t xTaskResumeFromISR(TaskHandle_t task);
BaseType_t xTaskAbortDelay(TaskHandle_t task);
UBaseType_t uxTaskPriorityGet(const TaskHandle_t task);
LM_FREERTOS_INLINE(UBaseType_t, uxTaskPriorityGetFromISR, (const TaskHandle_t task),
                   return uxTaskPriorityGet(task))
UBaseType_t uxTaskBasePriorityGet(const TaskHandle_t task);
LM_FREERTOS_INLINE(UBaseType_t, uxTaskBasePriorityGetFromISR, (const TaskHandle_t task),
                   return uxTaskBasePriorityGet(task))
void vTaskPrioritySet(TaskHandle_t task, UBaseType_t priority);
eTaskState eTaskGetState(TaskHandle_t task);
char *pcTaskGetName(TaskHandle_t task);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
LM_FREERTOS_INLINE(TaskHandle_t, xTaskGetCurrentTaskHandleForCore, (BaseType_t core), (void)core;
                   return xTaskGetCurrentTaskHandle())
BaseType_t xTaskGetStaticBuffers(TaskHandle_t task, StackType_t **stack, StaticTask_t **block);

/* kernel.c */
void vTaskStartScheduler(void);
void vTaskEndScheduler(void);
BaseType_t xTaskGetSchedulerState(void);
void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);
void vTaskDelay(const uint32_t ticks);
void lm_freertos_delay(uint32_t ticks); /* not 0, which yields; portMAX_DELAY does not end */
void lm_freertos_delay_or_yield(const uint32_t ticks) __asm__("vTaskDelay");
#if defined(__GNUC__) && !defined(LM_FREERTOS_LIBRARY)
extern inline __attribute__((__gnu_inline__, __always_inline__)) void
vTaskDelay(const uint32_t ticks)
{
    if (__builtin_constant_p(ticks) && ticks != 0) {
        lm_freertos_delay(ticks);
    } else {
        lm_freertos_delay_or_yield(ticks);
    }
}
#endif
BaseType_t xTaskDelayUntil(uint32_t *last, const uint32_t increment);
#define vTaskDelayUntil(last, increment) ((void)xTaskDelayUntil(last, increment))
uint32_t xTaskGetTickCount(void);
void vTaskSetTimeOutState(TimeOut_t *timeout);
LM_FREERTOS_INLINE(void, vTaskInternalSetTimeOutState, (TimeOut_t * timeout),
                   vTaskSetTimeOutState(timeout))
LM_FREERTOS_INLINE(void, vTaskMissedYield, (void), )
LM_FREERTOS_INLINE(void, vTaskResetState, (void), ) /* a run begins without tasks */
BaseType_t xTaskCheckForTimeOut(TimeOut_t *timeout, uint32_t *ticks);

/* clock.c. Set the clock forward after it was stopped, or after missed ticks. A program with these
 * calls does not link on a board whose clock cannot be set. */
void vTaskStepTick(uint32_t ticks);
BaseType_t xTaskCatchUpTicks(uint32_t ticks);
eSleepModeStatus eTaskConfirmSleepModeStatus(void);

/* idle.c */
TaskHandle_t xTaskGetIdleTaskHandle(void);
LM_FREERTOS_INLINE(TaskHandle_t, xTaskGetIdleTaskHandleForCore, (BaseType_t core), (void)core;
                   return xTaskGetIdleTaskHandle())

/* task_list.c */
UBaseType_t uxTaskGetNumberOfTasks(void);
TaskHandle_t xTaskGetHandle(const char *name);
UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t task);
LM_FREERTOS_INLINE(configSTACK_DEPTH_TYPE, uxTaskGetStackHighWaterMark2, (TaskHandle_t task),
                   return (configSTACK_DEPTH_TYPE)uxTaskGetStackHighWaterMark(task))
TaskHandle_t lm_freertos_task_after(TaskHandle_t task); /* of all; NULL: the first, or none */

/* statistics.c. Run times are in ticks of the clock of the board. */
uint64_t lm_freertos_run_time_of(TaskHandle_t task);
uint64_t lm_freertos_run_time(void);
void vTaskListTasks(char *buffer, size_t bytes);
void vTaskGetRunTimeStatistics(char *buffer, size_t bytes);
uint32_t ulTaskGetRunTimePercent(TaskHandle_t task);
#define vTaskList(buffer) vTaskListTasks(buffer, configSTATS_BUFFER_MAX_LENGTH)
#define vTaskGetRunTimeStats(buffer)                                                               \
    vTaskGetRunTimeStatistics(buffer, configSTATS_BUFFER_MAX_LENGTH)
LM_FREERTOS_INLINE(configRUN_TIME_COUNTER_TYPE, ulTaskGetRunTimeCounter, (const TaskHandle_t task),
                   return (configRUN_TIME_COUNTER_TYPE)lm_freertos_run_time_of(task))
LM_FREERTOS_INLINE(configRUN_TIME_COUNTER_TYPE, ulTaskGetIdleRunTimeCounter, (void),
                   return ulTaskGetRunTimeCounter(xTaskGetIdleTaskHandle()))
LM_FREERTOS_INLINE(configRUN_TIME_COUNTER_TYPE, ulTaskGetIdleRunTimePercent, (void),
                   return ulTaskGetRunTimePercent(xTaskGetIdleTaskHandle()))

UBaseType_t uxTaskGetTaskNumber(TaskHandle_t task);

/* The layout of TaskStatus_t depends on options. */
static inline void vTaskGetInfo(TaskHandle_t task, TaskStatus_t *status, BaseType_t with_stack,
                                eTaskState state)
{
    TaskHandle_t target = task != NULL ? task : xTaskGetCurrentTaskHandle();
    struct lm_layer_area stack = lm_layer_stack_area(&target->thread);

    status->xHandle = target;
    status->pcTaskName = pcTaskGetName(target);
    status->xTaskNumber = uxTaskGetTaskNumber(target);
    status->eCurrentState = state == eInvalid ? eTaskGetState(target) : state;
    status->uxCurrentPriority = uxTaskPriorityGet(target);
    status->uxBasePriority = uxTaskBasePriorityGet(target);
    status->ulRunTimeCounter = ulTaskGetRunTimeCounter(target);
    status->pxStackBase = (StackType_t *)stack.start;
#if configRECORD_STACK_HIGH_ADDRESS
    status->pxTopOfStack = (StackType_t *)target->thread.native.stack_pointer;
    status->pxEndOfStack = (StackType_t *)stack.start + stack.bytes / sizeof(StackType_t) - 1;
#endif
    status->usStackHighWaterMark =
        with_stack ? (configSTACK_DEPTH_TYPE)uxTaskGetStackHighWaterMark(target) : 0;
}

/* Returns: 0 if there are more tasks than that. */
static inline UBaseType_t uxTaskGetSystemState(TaskStatus_t *states, const UBaseType_t size,
                                               configRUN_TIME_COUNTER_TYPE *run_time)
{
    UBaseType_t filled = 0;

    vTaskSuspendAll();
    if (size >= uxTaskGetNumberOfTasks()) {
        for (TaskHandle_t each = lm_freertos_task_after(NULL); each != NULL;
             each = lm_freertos_task_after(each)) {
            vTaskGetInfo(each, &states[filled++], pdTRUE, eInvalid);
        }
    }
    if (run_time != NULL) {
        *run_time = (configRUN_TIME_COUNTER_TYPE)lm_freertos_run_time();
    }
    (void)xTaskResumeAll();
    return filled;
}

/* task_data.c */
void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index, void *value);
void *pvTaskGetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index);
void vTaskSetApplicationTaskTag(TaskHandle_t task, TaskHookFunction_t hook);
TaskHookFunction_t xTaskGetApplicationTaskTag(TaskHandle_t task);
LM_FREERTOS_INLINE(TaskHookFunction_t, xTaskGetApplicationTaskTagFromISR, (TaskHandle_t task),
                   return xTaskGetApplicationTaskTag(task))
BaseType_t xTaskCallApplicationTaskHook(TaskHandle_t task, void *parameter);
void vTaskSetTaskNumber(TaskHandle_t task, const UBaseType_t number);

/* notify.c */
BaseType_t xTaskGenericNotify(TaskHandle_t task, UBaseType_t index, uint32_t value,
                              eNotifyAction action, uint32_t *previous);
BaseType_t xTaskGenericNotifyFromISR(TaskHandle_t task, UBaseType_t index, uint32_t value,
                                     eNotifyAction action, uint32_t *previous, BaseType_t *woken);
BaseType_t xTaskGenericNotifyWait(UBaseType_t index, uint32_t clear_on_entry,
                                  uint32_t clear_on_exit, uint32_t *value, uint32_t ticks);
BaseType_t lm_freertos_notify_give(TaskHandle_t task);
uint32_t ulTaskGenericNotifyTake(UBaseType_t index, BaseType_t clear, uint32_t ticks);
BaseType_t xTaskGenericNotifyStateClear(TaskHandle_t task, UBaseType_t index);
uint32_t ulTaskGenericNotifyValueClear(TaskHandle_t task, UBaseType_t index, uint32_t bits);
#define tskDEFAULT_INDEX_TO_NOTIFY ((UBaseType_t)0)
#define xTaskNotifyIndexed(t, i, v, a) xTaskGenericNotify(t, i, v, a, NULL)
#define xTaskNotify(t, v, a) xTaskGenericNotify(t, 0, v, a, NULL)
#define xTaskNotifyAndQueryIndexed(t, i, v, a, p) xTaskGenericNotify(t, i, v, a, p)
#define xTaskNotifyAndQuery(t, v, a, p) xTaskGenericNotify(t, 0, v, a, p)
#define xTaskNotifyGiveIndexed(t, i) xTaskGenericNotify(t, i, 0, eIncrement, NULL)
#define xTaskNotifyGive(t) lm_freertos_notify_give(t)
#define xTaskNotifyIndexedFromISR(t, i, v, a, w) xTaskGenericNotifyFromISR(t, i, v, a, NULL, w)
#define xTaskNotifyFromISR(t, v, a, w) xTaskGenericNotifyFromISR(t, 0, v, a, NULL, w)
#define xTaskNotifyAndQueryIndexedFromISR(t, i, v, a, p, w)                                        \
    xTaskGenericNotifyFromISR(t, i, v, a, p, w)
#define xTaskNotifyAndQueryFromISR(t, v, a, p, w) xTaskGenericNotifyFromISR(t, 0, v, a, p, w)
LM_FREERTOS_INLINE(void, vTaskGenericNotifyGiveFromISR,
                   (TaskHandle_t task, UBaseType_t index, BaseType_t *woken),
                   (void)xTaskGenericNotifyFromISR(task, index, 0, eIncrement, NULL, woken))
#define vTaskNotifyGiveIndexedFromISR(t, i, w) vTaskGenericNotifyGiveFromISR(t, i, w)
#define vTaskNotifyGiveFromISR(t, w) vTaskGenericNotifyGiveFromISR(t, 0, w)
#define xTaskNotifyWaitIndexed(i, n, x, v, ticks) xTaskGenericNotifyWait(i, n, x, v, ticks)
#define xTaskNotifyWait(n, x, v, ticks) xTaskGenericNotifyWait(0, n, x, v, ticks)
#define ulTaskNotifyTakeIndexed(i, clear, ticks) ulTaskGenericNotifyTake(i, clear, ticks)
#define ulTaskNotifyTake(clear, ticks) ulTaskGenericNotifyTake(0, clear, ticks)
#define xTaskNotifyStateClearIndexed(t, i) xTaskGenericNotifyStateClear(t, i)
#define xTaskNotifyStateClear(t) xTaskGenericNotifyStateClear(t, 0)
#define ulTaskNotifyValueClearIndexed(t, i, b) ulTaskGenericNotifyValueClear(t, i, b)
#define ulTaskNotifyValueClear(t, b) ulTaskGenericNotifyValueClear(t, 0, b)

#if LM_FREERTOS_TICK_BITS != 32
#include "freertos_ticks.h"
#endif
LM_FREERTOS_INLINE(TickType_t, xTaskGetTickCountFromISR, (void), return xTaskGetTickCount())

#ifndef LM_FREERTOS_LIBRARY
#include "freertos_table.h"
#endif

LM_LAYER_C_END

#endif
