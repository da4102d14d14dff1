/* SPDX-License-Identifier: Apache-2.0 */
/* The data of FreeRTOSConfig.h for the library: memory of its sizes, and a table. task.h includes
 * this at its end. */
#ifndef LM_FREERTOS_TABLE_H
#define LM_FREERTOS_TABLE_H

#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <limen_once.h>

#define LM_FREERTOS_STACK_BYTES(words) LM_PORT_STACK_BYTES((words)*4 + LM_LAYER_MORE_STACK)
LM_LAYER_MEMORY(lm_freertos_idle_task, sizeof(StaticTask_t));
LM_LAYER_MEMORY(lm_freertos_idle_stack, LM_FREERTOS_STACK_BYTES(configMINIMAL_STACK_SIZE));
#if configUSE_TIMERS
LM_LAYER_MEMORY(lm_freertos_timer_task, sizeof(StaticTask_t));
LM_LAYER_MEMORY(lm_freertos_timer_stack, LM_FREERTOS_STACK_BYTES(configTIMER_TASK_STACK_DEPTH));
LM_LAYER_MEMORY(lm_freertos_timer_queue, configTIMER_QUEUE_LENGTH * 4 * sizeof(void *));
#endif
#if !configAPPLICATION_ALLOCATED_HEAP
LM_LAYER_MEMORY(ucHeap, configTOTAL_HEAP_SIZE);
#endif

/* The functions that the library calls where the code of FreeRTOS has a macro. */
extern StaticTask_t *lm_freertos_switching;
#define pxCurrentTCB lm_freertos_switching
#ifdef traceTASK_SWITCHED_IN
LM_LAYER_FUNCTION(lm_freertos_switched_in, traceTASK_SWITCHED_IN())
#endif
#ifdef traceTASK_SWITCHED_OUT
LM_LAYER_FUNCTION(lm_freertos_switched_out, traceTASK_SWITCHED_OUT())
#endif
#if configGENERATE_RUN_TIME_STATS
LM_LAYER_FUNCTION(lm_freertos_begin_run_time, portCONFIGURE_TIMER_FOR_RUN_TIME_STATS())
#endif
#undef pxCurrentTCB
#if configASSERT_DEFINED
LM_LAYER_FUNCTION(lm_freertos_assert_failed, configASSERT(pdFALSE))
#endif

#if LM_FREERTOS_REENT
LM_LAYER_ONCE(".text.lm_freertos_extend_own")
void lm_freertos_extend_own(struct tskTaskControlBlock *task)
{
    StaticTask_t *own = (StaticTask_t *)(void *)task;

    _REENT_INIT_PTR(&own->reent);
#if configTASK_NOTIFICATION_ARRAY_ENTRIES > 1
    lm_freertos_extend(task);
#endif
}
#endif

LM_LAYER_STRUCT(lm_layer_heap_area) = {ucHeap, configTOTAL_HEAP_SIZE};

LM_LAYER_STRUCT(lm_freertos_options) = {
    .tick_hz = configTICK_RATE_HZ,
    .task_bytes = sizeof(StaticTask_t),
#if configGENERATE_RUN_TIME_STATS
    .counters_at = offsetof(StaticTask_t, counters),
#endif
    .name_at = offsetof(StaticTask_t, pcTaskName),
    .name_bytes = configMAX_TASK_NAME_LEN,
    .priorities = configMAX_PRIORITIES,
    .first_tick = (uint32_t)(TickType_t)(configINITIAL_TICK_COUNT),
    .preemption = configUSE_PREEMPTION,
#if configASSERT_DEFINED
    .assert_failed = lm_freertos_assert_failed,
#endif
#if LM_FREERTOS_REENT
    .extend = lm_freertos_extend_own,
#elif configTASK_NOTIFICATION_ARRAY_ENTRIES > 1
    .extend = lm_freertos_extend,
#endif
#if configUSE_TIME_SLICING
    .slice = lm_slice_use_units,
#endif
};

LM_LAYER_CONSTANT("lm_freertos_steps")
const lm_freertos_step lm_freertos_steps[] = {
#if configUSE_IDLE_HOOK
    lm_freertos_idle_begin,
#endif
#if configUSE_TIMERS
    lm_freertos_timers_begin,
#endif
#if configUSE_TICK_HOOK
    lm_freertos_ticks_begin,
#endif
#if configCHECK_FOR_STACK_OVERFLOW
    lm_freertos_overflow_begin,
#endif
#if configUSE_PREEMPTION && !configUSE_TIME_SLICING
    lm_freertos_rotate_begin,
#endif
#if defined(traceTASK_SWITCHED_IN) || defined(traceTASK_SWITCHED_OUT)
    lm_freertos_trace_begin,
#endif
#if LM_FREERTOS_REENT
    lm_freertos_reent_begin,
#endif
#if configGENERATE_RUN_TIME_STATS
    lm_freertos_begin_run_time,
#endif
    NULL,
};

LM_LAYER_STRUCT(lm_freertos_idle_options) = {
    .stack_bytes = LM_FREERTOS_STACK_BYTES(configMINIMAL_STACK_SIZE),
    .name = configIDLE_TASK_NAME,
#if configUSE_IDLE_HOOK
    .hook = vApplicationIdleHook,
#endif
};

LM_LAYER_STRUCT(lm_freertos_timer_options) = {
    .priority = configTIMER_TASK_PRIORITY,
    .commands = configTIMER_QUEUE_LENGTH,
    .stack_bytes = LM_FREERTOS_STACK_BYTES(configTIMER_TASK_STACK_DEPTH),
    .name = configTIMER_SERVICE_TASK_NAME,
#if configUSE_DAEMON_TASK_STARTUP_HOOK
    .startup_hook = vApplicationDaemonTaskStartupHook,
#endif
};

LM_LAYER_STRUCT(lm_freertos_places) = {
#if configTASK_NOTIFICATION_ARRAY_ENTRIES > 1
    .notices_at = offsetof(StaticTask_t, notices),
#endif
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0
    .locals_at = offsetof(StaticTask_t, locals),
#endif
#if configUSE_POSIX_ERRNO
    .errno_at = offsetof(StaticTask_t, error),
#endif
#if LM_FREERTOS_REENT
    .reent_at = offsetof(StaticTask_t, reent),
#endif
    .notices = configTASK_NOTIFICATION_ARRAY_ENTRIES,
    .locals = configNUM_THREAD_LOCAL_STORAGE_POINTERS,
};

LM_LAYER_STRUCT(lm_freertos_hooks) = {
#if configUSE_TICK_HOOK
    .tick = vApplicationTickHook,
#endif
#if configUSE_MALLOC_FAILED_HOOK
    .malloc_failed = vApplicationMallocFailedHook,
#endif
#if configCHECK_FOR_STACK_OVERFLOW
    .stack_overflow = vApplicationStackOverflowHook,
#endif
#ifdef traceTASK_SWITCHED_IN
    .switched_in = lm_freertos_switched_in,
#endif
#ifdef traceTASK_SWITCHED_OUT
    .switched_out = lm_freertos_switched_out,
#endif
};

#endif
