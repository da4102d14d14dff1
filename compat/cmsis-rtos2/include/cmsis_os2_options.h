/* SPDX-License-Identifier: Apache-2.0 */
/* The options of RTX_Config.h for the library, in programs that have this file in their include
 * path. cmsis_os2.h includes this at its end. */
#ifndef CMSIS_OS2_OPTIONS_H
#define CMSIS_OS2_OPTIONS_H

#include <limen_layer.h>
#include <limen_once.h>

LM_LAYER_C_BEGIN

struct os_limen_options {
    uint32_t ticks_per_second;
    uint32_t robin_ticks; /* of the slice of a thread; 0: it has none */
    uint32_t stack_bytes; /* of a thread that does not say how many */
    uint32_t timer_priority;
};
extern const struct os_limen_options os_limen_options;

/* The stack of the thread of timers. Only programs with timers contain it. */
struct os_limen_timer_stack {
    void *area;
    uint32_t bytes;
};
extern const struct os_limen_timer_stack os_limen_timer_stack;

#define OS_LIMEN_OPTIONS                                                                           \
    LM_LAYER_STRUCT(os_limen_options) = {OS_TICK_FREQ, (OS_ROBIN_ENABLE) ? OS_ROBIN_TIMEOUT : 0,   \
                                         OS_STACK_SIZE, OS_TIMER_THREAD_PRIO}
#define OS_LIMEN_TIMER_STACK                                                                       \
    LM_LAYER_MEMORY(os_limen_timer_memory,                                                         \
                    LM_PORT_STACK_BYTES(OS_TIMER_THREAD_STACK_SIZE + LM_LAYER_MORE_STACK));        \
    LM_LAYER_STRUCT(os_limen_timer_stack) = {os_limen_timer_memory, sizeof os_limen_timer_memory}

#if defined(__has_include) && !defined(LIMEN_OS_H)
#if __has_include("RTX_Config.h")
#include "RTX_Config.h"
#define OS_LIMEN_HAS_CONFIG
#endif
#endif

/* What is not defined is as in RTX5. */
#ifndef OS_TICK_FREQ
#define OS_TICK_FREQ 1000
#endif
#ifndef OS_ROBIN_ENABLE
#define OS_ROBIN_ENABLE 1
#endif
#ifndef OS_ROBIN_TIMEOUT
#define OS_ROBIN_TIMEOUT 5
#endif
#ifndef OS_STACK_SIZE
#define OS_STACK_SIZE 3072
#endif
#ifndef OS_TIMER_THREAD_PRIO
#define OS_TIMER_THREAD_PRIO 40
#endif
#ifndef OS_TIMER_THREAD_STACK_SIZE
#define OS_TIMER_THREAD_STACK_SIZE 512
#endif

#ifdef OS_LIMEN_HAS_CONFIG
OS_LIMEN_OPTIONS;
OS_LIMEN_TIMER_STACK;
#ifdef OS_DYNAMIC_MEM_SIZE
LM_LAYER_MEMORY(os_limen_heap, OS_DYNAMIC_MEM_SIZE);
LM_LAYER_STRUCT(lm_layer_heap_area) = {os_limen_heap, OS_DYNAMIC_MEM_SIZE};
#endif
#endif

LM_LAYER_C_END

#endif
