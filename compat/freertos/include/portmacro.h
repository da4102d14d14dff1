/* SPDX-License-Identifier: Apache-2.0 */
/* A port of FreeRTOS: types, critical sections, yields. FreeRTOS.h includes it. */
#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <limen/limen.h>
#include <limen_parts.h>
#include <stdint.h>

LM_LAYER_C_BEGIN

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t StackType_t;
#if LM_FREERTOS_TICK_BITS == 16
typedef uint16_t TickType_t;
#elif LM_FREERTOS_TICK_BITS == 64
typedef uint64_t TickType_t;
#else
typedef uint32_t TickType_t;
#endif
#define portBASE_TYPE long
#define portSTACK_TYPE uint32_t
#define portPOINTER_SIZE_TYPE uintptr_t
#define portCHAR char
#define portFLOAT float
#define portDOUBLE double
#define portLONG long
#define portSHORT short
#define portMAX_DELAY ((TickType_t) ~(TickType_t)0)
#define portBYTE_ALIGNMENT 8
#define portBYTE_ALIGNMENT_MASK 0x0007
#define portTICK_TYPE_IS_ATOMIC 1
#define portSTACK_GROWTH (-1)
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)
#define portARCH_NAME "Limen"
#define portHAS_STACK_OVERFLOW_CHECKING 0
#define portNUM_CONFIGURABLE_REGIONS 1
#define portPRIVILEGE_BIT ((UBaseType_t)0)
#define portTOTAL_NUM_REGIONS 1

/* Disable and enable interrupts, in pairs that nest. The lock that programs for several cores pass
 * is ignored. Calls that do not wait are allowed in between; a switch happens at the end. */
void vPortEnterCritical(void);
void vPortExitCritical(void);
#define lmFREERTOS_LOCKED_(call, ...) (lmFREERTOS_IGNORE_(__VA_ARGS__ + 0, ), call())
#define portENTER_CRITICAL(...) lmFREERTOS_LOCKED_(vPortEnterCritical, __VA_ARGS__)
#define portEXIT_CRITICAL(...) lmFREERTOS_LOCKED_(vPortExitCritical, __VA_ARGS__)
#define portENTER_CRITICAL_ISR(...) lmFREERTOS_LOCKED_(vPortEnterCritical, __VA_ARGS__)
#define portEXIT_CRITICAL_ISR(...) lmFREERTOS_LOCKED_(vPortExitCritical, __VA_ARGS__)
#define portENTER_CRITICAL_SAFE(...) lmFREERTOS_LOCKED_(vPortEnterCritical, __VA_ARGS__)
#define portEXIT_CRITICAL_SAFE(...) lmFREERTOS_LOCKED_(vPortExitCritical, __VA_ARGS__)
#define portTICK_TYPE_ENTER_CRITICAL()
#define portTICK_TYPE_EXIT_CRITICAL()
#define portSET_INTERRUPT_MASK_FROM_ISR() lm_interrupts_disable()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(key) lm_interrupts_enable(key)
#define portSET_INTERRUPT_MASK() lm_interrupts_disable()
#define portCLEAR_INTERRUPT_MASK(key) lm_interrupts_enable(key)
#define portDISABLE_INTERRUPTS() ((void)lm_interrupts_disable())
#define portENABLE_INTERRUPTS() lm_interrupts_enable(0)
/* A function with an address, in one line. */
#define LM_FREERTOS_INLINE(type, name, parameters, ...)                                            \
    static inline type name parameters                                                             \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
LM_FREERTOS_INLINE(uint32_t, ulPortRaiseBASEPRI, (void), return lm_interrupts_disable())
LM_FREERTOS_INLINE(void, vPortRaiseBASEPRI, (void), (void)lm_interrupts_disable())
LM_FREERTOS_INLINE(void, vPortSetBASEPRI, (uint32_t key), lm_interrupts_enable(key))
#define portASSERT_IF_INTERRUPT_PRIORITY_INVALID()
#define portASSERT_IF_IN_ISR() configASSERT(!xPortIsInsideInterrupt())
#define portCHECK_IF_IN_ISR() xPortIsInsideInterrupt()
#define xPortCanYield() (!xPortIsInsideInterrupt())
#define xPortGetCoreID() portGET_CORE_ID()
#define xPortInIsrContext() xPortIsInsideInterrupt()
LM_FREERTOS_INLINE(BaseType_t, xPortIsInsideInterrupt, (void), return lm_in_interrupt())
typedef struct {
    uint32_t unused;
} portMUX_TYPE;
#define portMUX_INITIALIZER_UNLOCKED                                                               \
    {                                                                                              \
        0                                                                                          \
    }
#define portMUX_INITIALIZE(mux) ((void)(mux))
#define spinlock_initialize(mux) ((void)(mux))

/* The switch happens by itself at the end of a handler. */
void vPortYield(void);
#define portYIELD() vPortYield()
#define portYIELD_WITHIN_API() vPortYield()
#define portYIELD_FROM_ISR(...) lmFREERTOS_IGNORE_(__VA_ARGS__ + 0, )
#define portEND_SWITCHING_ISR(woken) ((void)(woken))
#define lmFREERTOS_IGNORE_(woken, ...) ((void)(woken))

/* Has nothing to do. Programs may define it as the name of their handler of SysTick. */
void xPortSysTickHandler(void);

#define portNOP()
#define portMEMORY_BARRIER() __asm__ volatile("" ::: "memory")
#define portSOFTWARE_BARRIER() portMEMORY_BARRIER()
#define portDATA_SYNC_BARRIER() __sync_synchronize()
#define portINLINE __inline
#ifndef portFORCE_INLINE
#define portFORCE_INLINE inline __attribute__((always_inline))
#endif
#define portDONT_DISCARD __attribute__((used))
#define portNORETURN __attribute__((noreturn))
#define portTASK_FUNCTION(function, parameter) void function(void *parameter)
#define portTASK_FUNCTION_PROTO(function, parameter) void function(void *parameter)
#define portTASK_USES_FLOATING_POINT() /* each task may */
#define portALLOCATE_SECURE_CONTEXT(bytes)
#define portCLEAN_UP_TCB(block) ((void)(block))
#define portSETUP_TCB(block) ((void)(block))
#define portTASK_CALLS_SECURE_FUNCTIONS() /* only one security state */
#define portGET_CORE_ID() 0
#define portYIELD_CORE(core) ((void)(core))
#define portGET_HIGHEST_PRIORITY(top, ready) ((top) = 31UL - (uint32_t)__builtin_clz(ready))
#define portRECORD_READY_PRIORITY(priority, ready) ((ready) |= 1UL << (priority))
#define portRESET_READY_PRIORITY(priority, ready) ((ready) &= ~(1UL << (priority)))

LM_LAYER_C_END

#endif
