/* SPDX-License-Identifier: Apache-2.0 */
/* The options of FreeRTOSConfig.h: those that are refused, with the reason and the remedy; the
 * initial values; and the table by which the library, which is compiled before the application,
 * knows them. Options that are not named here need nothing. docs/from-freertos.md lists all.
 */
#ifndef LM_FREERTOS_OPTIONS_H
#define LM_FREERTOS_OPTIONS_H

#define TICK_TYPE_WIDTH_16_BITS 0
#define TICK_TYPE_WIDTH_32_BITS 1
#define TICK_TYPE_WIDTH_64_BITS 2

#ifndef LM_FREERTOS_LIBRARY
#include "FreeRTOSConfig.h"

#ifndef configTICK_RATE_HZ
#error "FreeRTOSConfig.h has to define configTICK_RATE_HZ"
#endif
#ifndef configMAX_PRIORITIES
#error "FreeRTOSConfig.h has to define configMAX_PRIORITIES"
#endif
#if configMAX_PRIORITIES > LM_LEVELS
#error "configMAX_PRIORITIES is more than LM_LEVELS of the library: build it with -DLM_LEVELS=..."
#endif
#if defined(portSUPPRESS_TICKS_AND_SLEEP)
#error "portSUPPRESS_TICKS_AND_SLEEP: sleep belongs to the board; use limen/idle_hook.h"
#endif
#endif

#include "freertos_defaults.h"

/* The bits of TickType_t. The library counts ticks in 32; freertos_ticks.h converts others. */
#if configUSE_16_BIT_TICKS || configTICK_TYPE_WIDTH_IN_BITS == TICK_TYPE_WIDTH_16_BITS
#define LM_FREERTOS_TICK_BITS 16
#elif configTICK_TYPE_WIDTH_IN_BITS == TICK_TYPE_WIDTH_64_BITS
#define LM_FREERTOS_TICK_BITS 64
#else
#define LM_FREERTOS_TICK_BITS 32
#endif

/* Has each task a state of newlib of its own? Other C libraries have no such state. */
#define LM_FREERTOS_REENT 0
#if configUSE_NEWLIB_REENTRANT && defined(__has_include)
#if __has_include(<sys/reent.h>)
#include <string.h>
#include <sys/reent.h>
#undef LM_FREERTOS_REENT
#define LM_FREERTOS_REENT 1
#endif
#endif

/* Options that the layer does not have. */
#ifdef __cplusplus
#define LM_FREERTOS_REFUSE(option, remedy) static_assert((option) == 0, #option ": " remedy)
#else
#define LM_FREERTOS_REFUSE(option, remedy) _Static_assert((option) == 0, #option ": " remedy)
#endif
#ifndef LM_FREERTOS_LIBRARY
LM_FREERTOS_REFUSE(configNUMBER_OF_CORES > 1,
                   "the layer runs on one core; use native threads with limen-cores");
LM_FREERTOS_REFUSE(configUSE_CORE_AFFINITY, "the layer runs on one core; set it to 0");
LM_FREERTOS_REFUSE(configENABLE_MPU, "tasks are privileged; use user threads");
LM_FREERTOS_REFUSE(configUSE_MPU_WRAPPERS_V1, "tasks are privileged; use user threads");
LM_FREERTOS_REFUSE(configENABLE_ACCESS_CONTROL_LIST, "tasks are privileged; use user threads");
LM_FREERTOS_REFUSE(configUSE_TICKLESS_IDLE > 1,
                   "sleep belongs to the board: limen/idle_hook.h; set it to 1");
LM_FREERTOS_REFUSE(configUSE_C_RUNTIME_TLS_SUPPORT, "tasks share the C library; set it to 0");
LM_FREERTOS_REFUSE(configUSE_PICOLIBC_TLS, "tasks share the C library; set it to 0");
LM_FREERTOS_REFUSE(configUSE_TASK_PREEMPTION_DISABLE,
                   "give the task a threshold: lm_thread_set_threshold");
LM_FREERTOS_REFUSE(configSTACK_ALLOCATION_FROM_SEPARATE_HEAP,
                   "there is one heap; use xTaskCreateStatic");
LM_FREERTOS_REFUSE(configENABLE_HEAP_PROTECTOR, "the heap has no such mode; set it to 0");
LM_FREERTOS_REFUSE(configENABLE_PAC, "the kernel is compiled without it; set it to 0");
LM_FREERTOS_REFUSE(configENABLE_BTI, "the kernel is compiled without it; set it to 0");
LM_FREERTOS_REFUSE(configINCLUDE_FREERTOS_TASK_C_ADDITIONS_H,
                   "Limen does not use tasks.c; set it to 0");
#endif

struct tskTaskControlBlock;

/* What each program needs, and below what only features need: the linker drops the others. */
extern const struct lm_freertos_options {
    uint32_t tick_hz;
    uint32_t task_bytes;           /* of StaticTask_t */
    uint16_t counters_at, name_at; /* in StaticTask_t; 0: there are none */
    uint16_t name_bytes;
    uint16_t priorities;
    uint32_t first_tick;
    bool preemption;
    void (*assert_failed)(void);                      /* configASSERT */
    void (*extend)(struct tskTaskControlBlock *task); /* begins what options add; or NULL */
    void (*slice)(struct lm_cpu *cpu);                /* begins time slices; NULL: there are none */
} lm_freertos_options;

/* Before the start: the features that the program has, and NULL. */
typedef void (*lm_freertos_step)(void);
extern const lm_freertos_step lm_freertos_steps[];

extern const struct lm_freertos_idle_options {
    uint32_t stack_bytes;
    const char *name;
    void (*hook)(void);
} lm_freertos_idle_options;

extern const struct lm_freertos_timer_options {
    uint16_t priority, commands;
    uint32_t stack_bytes;
    const char *name;
    void (*startup_hook)(void);
} lm_freertos_timer_options;

/* The arrays in StaticTask_t: their offsets, 0 for none, and their lengths. */
extern const struct lm_freertos_places {
    uint16_t notices_at, locals_at, errno_at, reent_at;
    uint16_t notices, locals;
} lm_freertos_places;

extern const struct lm_freertos_hooks {
    void (*tick)(void);
    void (*malloc_failed)(void);
    void (*stack_overflow)(struct tskTaskControlBlock *task, char *name);
    void (*switched_in)(void);
    void (*switched_out)(void);
} lm_freertos_hooks;

void lm_freertos_idle_begin(void); /* called in any program that contains it */
void lm_freertos_timers_begin(void);
void lm_freertos_ticks_begin(void);
void lm_freertos_overflow_begin(void);
void lm_freertos_rotate_begin(void); /* after the one before */
void lm_freertos_extend(struct tskTaskControlBlock *task);
void lm_freertos_trace_begin(void);
void lm_freertos_reent_begin(void);

extern unsigned char ucHeap[];
extern unsigned char lm_freertos_idle_task[];
extern unsigned char lm_freertos_idle_stack[];
extern unsigned char lm_freertos_timer_task[];
extern unsigned char lm_freertos_timer_stack[];
extern unsigned char lm_freertos_timer_queue[];

#if configUSE_IDLE_HOOK
void vApplicationIdleHook(void);
#endif
#if configUSE_TICK_HOOK
void vApplicationTickHook(void);
#endif
#if configUSE_MALLOC_FAILED_HOOK
void vApplicationMallocFailedHook(void);
#endif
#if configUSE_DAEMON_TASK_STARTUP_HOOK
void vApplicationDaemonTaskStartupHook(void);
#endif
#if configCHECK_FOR_STACK_OVERFLOW
void vApplicationStackOverflowHook(struct tskTaskControlBlock *task, char *name);
#endif

#endif
