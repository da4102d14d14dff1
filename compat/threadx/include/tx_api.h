/* SPDX-License-Identifier: Apache-2.0 */
/* The programming interface of ThreadX 6.4 on Limen. An application that was written for ThreadX
 * includes this header and links the library. See compat/threadx/README.md.
 */
#ifndef TX_API_H
#define TX_API_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_blocks.h"

#define AZURE_RTOS_THREADX
#define EL_PRODUCT_THREADX
#define THREADX_MAJOR_VERSION 6
#define THREADX_MINOR_VERSION 4
#define THREADX_PATCH_VERSION 2

#define TX_TRUE ((UINT)1)
#define TX_FALSE ((UINT)0)
#ifdef __cplusplus
#define TX_NULL 0
#else
#define TX_NULL ((void *)0)
#endif

/* Wait options, or a number of ticks. */
#define TX_NO_WAIT ((ULONG)0)
#define TX_WAIT_FOREVER ((ULONG)0xFFFFFFFFUL)

#define TX_OR ((UINT)0)
#define TX_OR_CLEAR ((UINT)1)
#define TX_AND ((UINT)2)
#define TX_AND_CLEAR ((UINT)3)

#define TX_1_ULONG ((UINT)1)
#define TX_2_ULONG ((UINT)2)
#define TX_4_ULONG ((UINT)4)
#define TX_8_ULONG ((UINT)8)
#define TX_16_ULONG ((UINT)16)

#define TX_NO_TIME_SLICE ((ULONG)0)
#define TX_AUTO_START ((UINT)1)
#define TX_DONT_START ((UINT)0)
#define TX_AUTO_ACTIVATE ((UINT)1)
#define TX_NO_ACTIVATE ((UINT)0)
#define TX_INHERIT ((UINT)1)
#define TX_NO_INHERIT ((UINT)0)
#define TX_THREAD_ENTRY ((UINT)0)
#define TX_THREAD_EXIT ((UINT)1)
#define TX_NO_SUSPENSIONS ((UINT)0)
#define TX_NO_MESSAGES ((UINT)0)
#define TX_EMPTY ((ULONG)0)
#define TX_CLEAR_ID ((ULONG)0)
#define TX_FOREVER 1

/* States of threads. */
#define TX_READY ((UINT)0)
#define TX_COMPLETED ((UINT)1)
#define TX_TERMINATED ((UINT)2)
#define TX_SUSPENDED ((UINT)3)
#define TX_SLEEP ((UINT)4)
#define TX_QUEUE_SUSP ((UINT)5)
#define TX_SEMAPHORE_SUSP ((UINT)6)
#define TX_EVENT_FLAG ((UINT)7)
#define TX_BLOCK_MEMORY ((UINT)8)
#define TX_BYTE_MEMORY ((UINT)9)
#define TX_IO_DRIVER ((UINT)10)
#define TX_FILE ((UINT)11)
#define TX_TCP_IP ((UINT)12)
#define TX_MUTEX_SUSP ((UINT)13)
#define TX_PRIORITY_CHANGE ((UINT)14)

/* Results. */
#define TX_SUCCESS ((UINT)0x00)
#define TX_DELETED ((UINT)0x01)
#define TX_POOL_ERROR ((UINT)0x02)
#define TX_PTR_ERROR ((UINT)0x03)
#define TX_WAIT_ERROR ((UINT)0x04)
#define TX_SIZE_ERROR ((UINT)0x05)
#define TX_GROUP_ERROR ((UINT)0x06)
#define TX_NO_EVENTS ((UINT)0x07)
#define TX_OPTION_ERROR ((UINT)0x08)
#define TX_QUEUE_ERROR ((UINT)0x09)
#define TX_QUEUE_EMPTY ((UINT)0x0A)
#define TX_QUEUE_FULL ((UINT)0x0B)
#define TX_SEMAPHORE_ERROR ((UINT)0x0C)
#define TX_NO_INSTANCE ((UINT)0x0D)
#define TX_THREAD_ERROR ((UINT)0x0E)
#define TX_PRIORITY_ERROR ((UINT)0x0F)
#define TX_NO_MEMORY ((UINT)0x10)
#define TX_START_ERROR ((UINT)0x10)
#define TX_DELETE_ERROR ((UINT)0x11)
#define TX_RESUME_ERROR ((UINT)0x12)
#define TX_CALLER_ERROR ((UINT)0x13)
#define TX_SUSPEND_ERROR ((UINT)0x14)
#define TX_TIMER_ERROR ((UINT)0x15)
#define TX_TICK_ERROR ((UINT)0x16)
#define TX_ACTIVATE_ERROR ((UINT)0x17)
#define TX_THRESH_ERROR ((UINT)0x18)
#define TX_SUSPEND_LIFTED ((UINT)0x19)
#define TX_WAIT_ABORTED ((UINT)0x1A)
#define TX_WAIT_ABORT_ERROR ((UINT)0x1B)
#define TX_MUTEX_ERROR ((UINT)0x1C)
#define TX_NOT_AVAILABLE ((UINT)0x1D)
#define TX_NOT_OWNED ((UINT)0x1E)
#define TX_INHERIT_ERROR ((UINT)0x1F)
#define TX_NOT_DONE ((UINT)0x20)
#define TX_CEILING_EXCEEDED ((UINT)0x21)
#define TX_INVALID_CEILING ((UINT)0x22)
#define TX_FEATURE_NOT_ENABLED ((UINT)0xFF)

/* The first word of the ThreadX part of a control block while the object exists. */
#define TX_THREAD_ID ((ULONG)0x54485244)
#define TX_QUEUE_ID ((ULONG)0x51554555)
#define TX_SEMAPHORE_ID ((ULONG)0x53454D41)
#define TX_MUTEX_ID ((ULONG)0x4D555445)
#define TX_EVENT_FLAGS_ID ((ULONG)0x4456444E)
#define TX_BLOCK_POOL_ID ((ULONG)0x424C4F43)
#define TX_BYTE_POOL_ID ((ULONG)0x42595445)
#define TX_TIMER_ID ((ULONG)0x4154494D)

/* Classes of events, for the filter of the trace. */
#define TX_TRACE_ALL_EVENTS 0x000007FFUL
#define TX_TRACE_INTERNAL_EVENTS 0x00000001UL
#define TX_TRACE_BLOCK_POOL_EVENTS 0x00000002UL
#define TX_TRACE_BYTE_POOL_EVENTS 0x00000004UL
#define TX_TRACE_EVENT_FLAGS_EVENTS 0x00000008UL
#define TX_TRACE_INTERRUPT_CONTROL_EVENT 0x00000010UL
#define TX_TRACE_MUTEX_EVENTS 0x00000020UL
#define TX_TRACE_QUEUE_EVENTS 0x00000040UL
#define TX_TRACE_SEMAPHORE_EVENTS 0x00000080UL
#define TX_TRACE_THREAD_EVENTS 0x00000100UL
#define TX_TRACE_TIME_EVENTS 0x00000200UL
#define TX_TRACE_TIMER_EVENTS 0x00000400UL
#define TX_TRACE_USER_EVENTS 0x80000000UL
#define TX_TRACE_USER_EVENT_START 4096
#define TX_TRACE_USER_EVENT_END 65535

#define TX_PARAMETER_NOT_USED(p) ((void)(p))
#define TX_MEMSET(a, b, c) memset((a), (b), (c))
#define TX_UCHAR_POINTER_ADD(a, b) (((UCHAR *)(a)) + ((UINT)(b)))
#define TX_UCHAR_POINTER_SUB(a, b) (((UCHAR *)(a)) - ((UINT)(b)))
#define TX_UCHAR_POINTER_DIF(a, b) ((ULONG)(((UCHAR *)(a)) - ((UCHAR *)(b))))
#define TX_ULONG_POINTER_ADD(a, b) (((ULONG *)(a)) + ((UINT)(b)))
#define TX_ULONG_POINTER_SUB(a, b) (((ULONG *)(a)) - ((UINT)(b)))
#define TX_ULONG_POINTER_DIF(a, b) ((ULONG)(((ULONG *)(a)) - ((ULONG *)(b))))
#define TX_POINTER_TO_ULONG_CONVERT(a) ((ULONG)(uintptr_t)(a))
#define TX_ULONG_TO_POINTER_CONVERT(a) ((VOID *)(uintptr_t)(a))
#define TX_POINTER_TO_ALIGN_TYPE_CONVERT(a) ((ALIGN_TYPE)(uintptr_t)(a))
#define TX_ALIGN_TYPE_TO_POINTER_CONVERT(a) ((VOID *)(uintptr_t)(a))

#include "tx_services.h"

#include "tx_inside.h"

#if LM_CORES > 1
#include "tx_cores.h"
#endif

#ifndef TX_SOURCE_CODE
#include "tx_names.h"
#endif

#endif
