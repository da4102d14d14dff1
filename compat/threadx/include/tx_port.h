/* SPDX-License-Identifier: Apache-2.0 */
/* The definitions of a port of ThreadX: types, interrupt control, limits, extensions. ULONG has 32
 * bits everywhere, even if a pointer has 64.
 */
#ifndef TX_PORT_H
#define TX_PORT_H

/* Applications are compiled with many standards and warning options, which do not apply here. */
#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header
#endif

#ifdef TX_INCLUDE_USER_DEFINE_FILE
#include "tx_user.h"
#endif
#include "tx_options.h"

/* Without CMake, which defines it: the clock rate of the existing boards. */
#ifndef LM_CLOCK_HZ
#define LM_CLOCK_HZ 25000000
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* C90 lacks this keyword. */
#if defined(__STRICT_ANSI__) && !defined(__STDC_VERSION__) && !defined(__cplusplus)
#define inline __inline__
#include <limen/limen.h>
#include <limen_layer.h>
#undef inline
#else
#include <limen/limen.h>
#include <limen_layer.h>
#endif

typedef void VOID;
typedef char CHAR;
typedef unsigned char UCHAR;
typedef int INT;
typedef unsigned int UINT;
typedef short SHORT;
typedef unsigned short USHORT;
typedef unsigned long long ULONG64;
#if UINTPTR_MAX > 0xFFFFFFFFU
typedef int LONG;
typedef unsigned int ULONG;
#define ALIGN_TYPE_DEFINED
#define ALIGN_TYPE ULONG64
#else
typedef long LONG;
typedef unsigned long ULONG;
#define ALIGN_TYPE ULONG
#endif

/* An application with a definition that the library was not built with does not link: the name of
 * the missing symbol says what to do. The reference is in a note, which the linker keeps outside of
 * the memory of the program. */
#define TX_LIMEN_TEXT(value) TX_LIMEN_TEXT_OF(value)
#define TX_LIMEN_TEXT_OF(value) #value
#define TX_LIMEN_BUILT_WITH(name, value)                                                           \
    "\"Limen built with TX_USER_FILE, where " name " is " TX_LIMEN_TEXT(value) "\""
#define TX_LIMEN_NOTE(symbol)                                                                      \
    __asm__(".pushsection .note.limen,\"\",%note\n\t"                                              \
            ".long 6, 4, 1\n\t"                                                                    \
            ".asciz \"Limen\", \"\"\n\t"                                                           \
            ".balign 4\n\t"                                                                        \
            ".long " symbol "\n\t.popsection");
#define TX_LIMEN_LIBRARY_HAS(name, value) TX_LIMEN_NOTE(TX_LIMEN_BUILT_WITH(name, value))
#ifndef TX_SOURCE_CODE
#ifdef TX_MAX_PRIORITIES
TX_LIMEN_LIBRARY_HAS("TX_MAX_PRIORITIES", TX_MAX_PRIORITIES)
#endif
#ifdef TX_MINIMUM_STACK
TX_LIMEN_LIBRARY_HAS("TX_MINIMUM_STACK", TX_MINIMUM_STACK)
#endif
#endif

/* CMake defines the number of priorities of the library, and the number of levels of its kernel. */
#ifndef TX_LIMEN_PRIORITIES
#define TX_LIMEN_PRIORITIES LM_LEVELS
#endif
#if defined(TX_LIMEN_LEVELS) && TX_LIMEN_LEVELS != LM_LEVELS
#error                                                                                             \
    "beside limen::cmsis-rtos2 and limen::freertos, link limen::threadx-mixed, not limen::threadx"
#endif
#ifndef TX_MAX_PRIORITIES
#define TX_MAX_PRIORITIES TX_LIMEN_PRIORITIES
#endif
#if TX_MAX_PRIORITIES > LM_LEVELS
#error "TX_MAX_PRIORITIES is more than LM_LEVELS of the library: build it with this TX_USER_FILE"
#endif

/* 200 in ThreadX. With FPU an interrupt in the middle of a switch needs more. */
#ifndef TX_MINIMUM_STACK
#ifdef LM_PORT_FPU
#define TX_MINIMUM_STACK 360
#else
#define TX_MINIMUM_STACK 200
#endif
#endif
#ifndef TX_TIMER_TICKS_PER_SECOND
#define TX_TIMER_TICKS_PER_SECOND 100UL
#endif
#ifndef TX_TIMER_THREAD_PRIORITY
#define TX_TIMER_THREAD_PRIORITY 0
#endif
#ifndef TX_TIMER_THREAD_STACK_SIZE
#define TX_TIMER_THREAD_STACK_SIZE 2048
#endif
/* As in ThreadX this is a constant. A file that defines it has to use the same value. */
#ifdef TX_STACK_FILL
typedef char tx_stack_fill_has_to_be_0xEFEFEFEF[(TX_STACK_FILL) == 0xEFEFEFEFUL ? 1 : -1];
#else
#define TX_STACK_FILL ((ULONG)0xEFEFEFEFUL)
#endif

#define TX_INT_DISABLE 1
#define TX_INT_ENABLE 0

/* Interrupts are disabled until TX_RESTORE, which also evaluates _tx_thread_preempt_disable. */
#define TX_INTERRUPT_SAVE_AREA UINT interrupt_save;
#define TX_DISABLE interrupt_save = lm_interrupts_disable();
#define TX_RESTORE _tx_thread_interrupt_restore(interrupt_save);

/* The fields of the application are at the end of the control blocks. */
#ifndef TX_THREAD_USER_EXTENSION
#define TX_THREAD_USER_EXTENSION
#endif
#ifndef TX_THREAD_EXTENSION_0
#define TX_THREAD_EXTENSION_0
#endif
#ifndef TX_THREAD_EXTENSION_1
#define TX_THREAD_EXTENSION_1
#endif
#ifndef TX_THREAD_EXTENSION_2
#define TX_THREAD_EXTENSION_2
#endif
#ifndef TX_THREAD_EXTENSION_3
#define TX_THREAD_EXTENSION_3
#endif
#ifndef TX_QUEUE_EXTENSION
#define TX_QUEUE_EXTENSION
#endif
#ifndef TX_SEMAPHORE_EXTENSION
#define TX_SEMAPHORE_EXTENSION
#endif
#ifndef TX_MUTEX_EXTENSION
#define TX_MUTEX_EXTENSION
#endif
#ifndef TX_EVENT_FLAGS_GROUP_EXTENSION
#define TX_EVENT_FLAGS_GROUP_EXTENSION
#endif
#ifndef TX_BLOCK_POOL_EXTENSION
#define TX_BLOCK_POOL_EXTENSION
#endif
#ifndef TX_BYTE_POOL_EXTENSION
#define TX_BYTE_POOL_EXTENSION
#endif
#ifndef TX_TIMER_EXTENSION
#define TX_TIMER_EXTENSION
#endif

#ifdef __cplusplus
}
#endif

#endif
