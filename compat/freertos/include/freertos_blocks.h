/* SPDX-License-Identifier: Apache-2.0 */
/* Control blocks: the native object is the first member of each, so that native calls, the trace
 * and the debugger work on all of them. Fields belong to the library.
 */
#ifndef LM_FREERTOS_BLOCKS_H
#define LM_FREERTOS_BLOCKS_H

#ifdef __cplusplus
extern "C" {
#endif

struct tskTaskControlBlock {
    struct lm_layer_thread thread;
    struct lm_semaphore signal; /* ends a wait for what the kernel has no object for */
    void (*function)(void *parameter);
    void *parameter;
    void *tag;
    uint32_t number;
    bool waiting;       /* for signal */
    bool suspended_out; /* of a wait, which goes on after the resume */
};

typedef struct xSTATIC_TCB {
    struct tskTaskControlBlock task;
#if configTASK_NOTIFICATION_ARRAY_ENTRIES > 1 /* the first one is in thread */
    struct lm_notice notices[configTASK_NOTIFICATION_ARRAY_ENTRIES - 1];
#endif
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0
    void *locals[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
#endif
    char name[configMAX_TASK_NAME_LEN];
} StaticTask_t;

struct lm_freertos_peeker;

struct QueueDefinition {
    union {
        struct lm_queue queue;
        struct lm_semaphore semaphore;
        struct lm_mutex mutex;
    } native;
    struct QueueDefinition *set;        /* of which it is a member, or NULL */
    struct lm_observer observer;        /* tells the set */
    struct lm_freertos_peeker *peekers; /* that wait for a message */
    uint32_t ceiling;                   /* of a semaphore */
    uint8_t kind;                       /* enum in limen.h */
    uint8_t sends_to;                   /* the kind, or that sends have more to do */
    bool is_dynamic;
};
typedef struct QueueDefinition StaticQueue_t;
typedef StaticQueue_t StaticSemaphore_t;

struct lm_freertos_rendezvous;

struct EventGroupDef_t {
    struct lm_event_flags flags;
    struct lm_freertos_rendezvous *rendezvous; /* tasks in xEventGroupSync */
    bool is_dynamic;
};
typedef struct EventGroupDef_t StaticEventGroup_t;

struct tmrTimerControl {
    struct tmrTimerControl *next; /* in the order of expiry */
    const char *name;
    void *id;
    void (*callback)(struct tmrTimerControl *timer);
    uint64_t expiry; /* an instant of the clock */
    TickType_t period;
    bool is_dynamic, is_active, reloads;
};
typedef struct tmrTimerControl StaticTimer_t;

struct StreamBufferDef_t {
    struct lm_stream native;
    uint8_t kind;
    bool is_dynamic;
};
typedef struct StreamBufferDef_t StaticStreamBuffer_t;
typedef StaticStreamBuffer_t StaticMessageBuffer_t;

#ifndef LM_FREERTOS_LIBRARY
/* Each file defines these, and the linker takes one. */
#define LM_FREERTOS_ONCE(section_name) __attribute__((__weak__, __section__(section_name)))

#if configUSE_IDLE_HOOK
LM_FREERTOS_ONCE(".bss.lm_freertos_idle_stack")
unsigned char lm_freertos_idle_stack[LM_PORT_STACK_BYTES(configMINIMAL_STACK_SIZE * 4)]
    __attribute__((__aligned__(LM_PORT_STACK_ALIGN)));
#endif
#if configUSE_TIMERS
LM_FREERTOS_ONCE(".bss.lm_freertos_timer_stack")
unsigned char lm_freertos_timer_stack[LM_PORT_STACK_BYTES(configTIMER_TASK_STACK_DEPTH * 4)]
    __attribute__((__aligned__(LM_PORT_STACK_ALIGN)));
LM_FREERTOS_ONCE(".bss.lm_freertos_timer_task")
unsigned char lm_freertos_timer_task[sizeof(StaticTask_t)] __attribute__((__aligned__(16)));
LM_FREERTOS_ONCE(".bss.lm_freertos_timer_queue")
unsigned char lm_freertos_timer_queue[configTIMER_QUEUE_LENGTH * 4 * sizeof(void *)]
    __attribute__((__aligned__(8)));
#endif
#if defined(configAPPLICATION_ALLOCATED_HEAP) && configAPPLICATION_ALLOCATED_HEAP
/* The application defines ucHeap. */
#else
LM_FREERTOS_ONCE(".bss.ucHeap")
unsigned char ucHeap[configTOTAL_HEAP_SIZE] __attribute__((__aligned__(16)));
#endif

LM_FREERTOS_ONCE(".rodata.lm_layer_heap_area")
const struct lm_layer_heap_area lm_layer_heap_area = {ucHeap, configTOTAL_HEAP_SIZE};

extern const struct lm_freertos_options lm_freertos_options;
LM_FREERTOS_ONCE(".rodata.lm_freertos_options")
const struct lm_freertos_options lm_freertos_options = {
    .tick_hz = configTICK_RATE_HZ,
    .task_bytes = sizeof(StaticTask_t),
#if configTASK_NOTIFICATION_ARRAY_ENTRIES > 1
    .notices_at = offsetof(StaticTask_t, notices),
#else
    .notices_at = 0,
#endif
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0
    .locals_at = offsetof(StaticTask_t, locals),
#else
    .locals_at = 0,
#endif
    .name_at = offsetof(StaticTask_t, name),
    .notices = configTASK_NOTIFICATION_ARRAY_ENTRIES,
    .locals = configNUM_THREAD_LOCAL_STORAGE_POINTERS,
    .name_bytes = configMAX_TASK_NAME_LEN,
    .priorities = configMAX_PRIORITIES,
    .timer_priority = configTIMER_TASK_PRIORITY,
    .timer_commands = configTIMER_QUEUE_LENGTH,
    .timer_stack_bytes = LM_PORT_STACK_BYTES(configTIMER_TASK_STACK_DEPTH * 4),
    .idle_stack_bytes = LM_PORT_STACK_BYTES(configMINIMAL_STACK_SIZE * 4),
    .preemption = configUSE_PREEMPTION,
    .slicing = configUSE_TIME_SLICING,
#if configUSE_IDLE_HOOK
    .idle_stack = lm_freertos_idle_stack,
    .idle_hook = vApplicationIdleHook,
#else
    .idle_stack = NULL,
    .idle_hook = NULL,
#endif
#if configUSE_TICK_HOOK
    .tick_hook = vApplicationTickHook,
#else
    .tick_hook = NULL,
#endif
#if configUSE_MALLOC_FAILED_HOOK
    .malloc_failed_hook = vApplicationMallocFailedHook,
#else
    .malloc_failed_hook = NULL,
#endif
#if configUSE_DAEMON_TASK_STARTUP_HOOK
    .daemon_startup_hook = vApplicationDaemonTaskStartupHook,
#else
    .daemon_startup_hook = NULL,
#endif
#if configCHECK_FOR_STACK_OVERFLOW
    .stack_overflow_hook = vApplicationStackOverflowHook,
#else
    .stack_overflow_hook = NULL,
#endif
};
#endif

#ifdef __cplusplus
}
#endif

#endif
