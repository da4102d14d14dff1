/* SPDX-License-Identifier: Apache-2.0 */
/* The Cortex-M port, except the switches (v6m/, v7m/ and fpu/) and the common part (ports/common).
 * The clock and the alarm belong to the board.
 */
#include "core/dispatch.h"
#include "objects/thread.h"
#include "state.h"

LM_PORT_INSTANCE struct lm_kernel lm_the_kernel;

/* System control space: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2; Armv6-M (DDI
 * 0419), B3.2. */
#define SHPR2 (*(volatile uint32_t *)0xE000ED1CU)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20U)

enum { PENDSV_LOWEST = 0xFF << 16 };

static const uint32_t svcall_lowest = 0xFFU << 24;

extern void lm_port_clock_init(void);

void lm_port_init(void)
{
    lm_port_check_lock();
    (void)lm_port_lock();
    SHPR2 |= svcall_lowest;
    SHPR3 |= PENDSV_LOWEST;
    lm_port_clock_init();
}

/* The code with which a new thread begins. r4: struct lm_thread *. */
static __attribute__((naked)) void thread_start(void)
{
    __asm__ volatile("mov r0, r4\n\tbl lm_thread_main");
}

#if __ARM_ARCH >= 8
/* PSPLIM, whose lower bits are 0, for a stack that begins here. */
static uint32_t limit_of(const void *stack)
{
    return ((uintptr_t)stack + 7U) & ~(uintptr_t)7U;
}
#endif

void lm_port_prepare(struct lm_thread *thread)
{
    uintptr_t top = (uintptr_t)thread->stack + thread->stack_bytes;
    struct frame *frame = (struct frame *)(top & ~(uintptr_t)7U) - 1;

#if __ARM_ARCH >= 8
    frame->limit = limit_of(thread->stack);
#endif
    frame->r4 = (uintptr_t)thread;
    frame->lr = (uintptr_t)thread_start;
    thread->stack_pointer = frame;
}

#if __ARM_ARCH >= 8
/* The call with the limit of that stack, in r3, and afterwards the previous limit again. */
static __attribute__((naked)) void call_on(void *top __attribute__((unused)),
                                           void (*function)(void *argument) __attribute__((unused)),
                                           void *argument __attribute__((unused)),
                                           uint32_t limit __attribute__((unused)))
{
    __asm__ volatile("push {r4-r6, lr}\n\t"
                     "mov r4, sp\n\t"
                     "mrs r5, psplim\n\t"
                     "movs r6, #0\n\t"
                     "msr psplim, r6\n\t"
                     "mov sp, r0\n\t"
                     "msr psplim, r3\n\t"
                     "mov r0, r2\n\t"
                     "blx r1\n\t"
                     "msr psplim, r6\n\t"
                     "mov sp, r4\n\t"
                     "msr psplim, r5\n\t"
                     "pop {r4-r6, pc}");
}

void lm_port_call_on(void *top, void (*function)(void *argument), void *argument)
{
    call_on(top, function, argument, limit_of(lm_thread_stack_end(lm_cpu()->running)));
}
#else
/* r0: top, r1: function, r2: argument. Procedure Call Standard for the Arm Architecture (AAPCS),
 * 6.1.1: r4 is kept by the function; 6.2.1.2: the stack pointer is a multiple of 8. */
__attribute__((naked)) void lm_port_call_on(void *top __attribute__((unused)),
                                            void (*function)(void *argument)
                                                __attribute__((unused)),
                                            void *argument __attribute__((unused)))
{
    __asm__ volatile("push {r4, lr}\n\t"
                     "mov r4, sp\n\t"
                     "mov sp, r0\n\t"
                     "mov r0, r2\n\t"
                     "blx r1\n\t"
                     "mov sp, r4\n\t"
                     "pop {r4, pc}");
}
#endif
