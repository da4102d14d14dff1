/* SPDX-License-Identifier: Apache-2.0 */
/* Names of older versions, unless configENABLE_BACKWARD_COMPATIBILITY is 0. */
#ifndef DEPRECATED_DEFINITIONS_H
#define DEPRECATED_DEFINITIONS_H

#define portTickType TickType_t
#define portTICK_RATE_MS portTICK_PERIOD_MS
#define xTaskHandle TaskHandle_t
#define xQueueHandle QueueHandle_t
#define xSemaphoreHandle SemaphoreHandle_t
#define xQueueSetHandle QueueSetHandle_t
#define xQueueSetMemberHandle QueueSetMemberHandle_t
#define xTimeOutType TimeOut_t
#define xMemoryRegion MemoryRegion_t
#define xTaskParameters TaskParameters_t
#define xTaskStatusType TaskStatus_t
#define xTimerHandle TimerHandle_t
#define xList List_t
#define xListItem ListItem_t
#define xTASK_HOOK_CODE TaskHookFunction_t
#define pdTASK_HOOK_CODE TaskHookFunction_t
#define pdTASK_CODE TaskFunction_t
#define tmrTIMER_CALLBACK TimerCallbackFunction_t
#define eTaskStateGet eTaskGetState
#define pcTaskGetTaskName pcTaskGetName
#define pcTimerGetTimerName pcTimerGetName
#define pcQueueGetQueueName pcQueueGetName
#define vTaskGetTaskInfo vTaskGetInfo
#define xTaskGetIdleRunTimeCounter ulTaskGetIdleRunTimeCounter

#endif
