/* SPDX-License-Identifier: Apache-2.0 */
/* Control blocks: the native object is the first member of each, so that native calls, the trace
 * and the debugger work on all of them. Fields belong to the library.
 */
#ifndef LM_FREERTOS_BLOCKS_H
#define LM_FREERTOS_BLOCKS_H

struct lm_freertos_looker;

struct tskTaskControlBlock {
    struct lm_layer_thread thread;
    BaseType_t (*tag)(void *parameter);
    uint32_t number;
    struct lm_freertos_looker *looker; /* its wait to look at a queue, or NULL */
};

typedef struct xSTATIC_TCB {
    struct tskTaskControlBlock task;
#if configTASK_NOTIFICATION_ARRAY_ENTRIES > 1 /* the first one is in thread */
    struct lm_notice notices[configTASK_NOTIFICATION_ARRAY_ENTRIES - 1];
#endif
#if configNUM_THREAD_LOCAL_STORAGE_POINTERS > 0
    void *locals[configNUM_THREAD_LOCAL_STORAGE_POINTERS];
#endif
#if configGENERATE_RUN_TIME_STATS
    struct lm_counters counters;
#endif
#if configUSE_POSIX_ERRNO
    int error;
#endif
#if LM_FREERTOS_REENT
    struct _reent reent;
#endif
    char pcTaskName[configMAX_TASK_NAME_LEN];
} StaticTask_t;

typedef struct xSTATIC_QUEUE {
    struct QueueDefinition queue;
    struct QueueDefinition *set; /* of which it is a member, or NULL */
    struct lm_observer observer; /* notifies the set */
    uint16_t lookers;            /* tasks that wait to peek, or to send to the front */
} StaticQueue_t;
typedef StaticQueue_t StaticSemaphore_t;

struct EventGroupDef_t {
    struct lm_event_flags flags;
    uint32_t number;
    bool is_dynamic;
};
typedef struct EventGroupDef_t StaticEventGroup_t;

struct tmrTimerControl {
    struct tmrTimerControl *next; /* in the order of expiry */
    const char *name;
    void *id;
    void (*callback)(struct tmrTimerControl *timer);
    uint64_t expiry; /* an instant of the clock */
    uint32_t period;
    uint32_t number;
    bool is_dynamic, is_active, reloads;
};
typedef union xSTATIC_TIMER {
    struct tmrTimerControl timer;
#ifdef __has_include
#if __has_include("rtx_os.h") /* the program is one of CMSIS-RTOS2, too, whose timers are larger */
    struct lm_layer_timer of_cmsis_rtos2;
#endif
#endif
} StaticTimer_t;

struct StreamBufferDef_t {
    struct lm_stream native;
    void (*sent)(struct StreamBufferDef_t *, BaseType_t, BaseType_t *); /* or NULL */
    void (*received)(struct StreamBufferDef_t *, BaseType_t, BaseType_t *);
    uint32_t number, notification;
    uint8_t kind;
    bool is_dynamic;
    bool is_plain; /* it has bytes, and no callbacks */
};
typedef struct StreamBufferDef_t StaticStreamBuffer_t;
typedef StaticStreamBuffer_t StaticMessageBuffer_t;

#endif
