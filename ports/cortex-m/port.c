/* SPDX-License-Identifier: Apache-2.0 */
/* The Cortex-M port, all but the switch itself, which is in switch.S. The clock and the alarm
 * belong to the board.
 */
#include "kernel.h"
#include "thread.h"

struct lm_kernel lm_the_kernel;

/* Set by switch.S: the running thread is saved, PendSV has only to restore. */
uint8_t lm_port_restore;

/* System control space: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2. */
#define ICSR (*(volatile uint32_t *)0xE000ED04U)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20U)

enum { PENDSV_CLEAR = 1 << 27, PENDSV_LOWEST = 0xFF << 16 };

/* What switch.S restores. A thread that was left by a call returns to lr; one that was left by
 * an exception has an EXC_RETURN there, and the hardware's frame above. */
struct frame {
    uint32_t r3_to_r11[9];
    uint32_t lr;
};

enum { R4 = 1, R5 = 2 };

extern void lm_port_clock_init(void);
extern void lm_port_thread_start(void);
extern void lm_port_start_first(void);

void lm_port_init(void)
{
    (void)lm_port_lock();
    SHPR3 |= PENDSV_LOWEST;
    lm_port_clock_init();
}

static void prepare(struct lm_thread *thread)
{
    uintptr_t top = (uintptr_t)thread->stack + thread->stack_bytes;
    struct frame *frame = (struct frame *)(top & ~(uintptr_t)7U) - 1;

    frame->r3_to_r11[R4] = (uintptr_t)thread->entry;
    frame->r3_to_r11[R5] = (uintptr_t)thread->argument;
    frame->lr = (uintptr_t)lm_port_thread_start;
    thread->stack_pointer = frame;
}

void lm_port_prepare(struct lm_thread *thread)
{
    prepare(thread);
}

static void idle_loop(void *argument)
{
    (void)argument;
    for (;;) {
        __asm__ volatile("wfi" ::: "memory");
    }
}

void lm_port_prepare_idle(struct lm_thread *idle)
{
    static _Alignas(8) unsigned char stack[160];

    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    prepare(idle);
}

void lm_port_start(void)
{
    ICSR = PENDSV_CLEAR; /* creating threads has asked for switches */
    lm_port_start_first();
}
