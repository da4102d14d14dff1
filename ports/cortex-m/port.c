/* SPDX-License-Identifier: Apache-2.0 */
/* The Cortex-M port, all but the switch itself, which is in switch.S. The clock and the alarm
 * belong to the board.
 */
#include "dispatch.h"
#include "kernel.h"
#include "thread.h"

struct lm_kernel lm_the_kernel;

/* System control space: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2. */
#define ICSR (*(volatile uint32_t *)0xE000ED04U)
#define SHPR2 (*(volatile uint32_t *)0xE000ED1CU)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20U)

enum { PENDSV_SET = 1 << 28, PENDSV_CLEAR = 1 << 27, PENDSV_LOWEST = 0xFF << 16 };

static const uint32_t svcall_lowest = 0xFFU << 24;

/* What switch.S restores; see there for lr. */
struct frame {
    uint32_t r3_to_r11[9];
    uint32_t lr;
};

enum { R4 = 1, R5 = 2 };

extern void lm_port_clock_init(void);
extern void lm_port_thread_start(void);
extern void lm_port_swap(struct lm_thread *from, struct lm_thread *to);
extern _Noreturn void lm_port_load(const struct lm_thread *to);

void lm_port_init(void)
{
    (void)lm_port_lock();
    SHPR2 |= svcall_lowest;
    SHPR3 |= PENDSV_LOWEST;
    lm_port_clock_init();
}

void lm_port_prepare(struct lm_thread *thread)
{
    uintptr_t top = (uintptr_t)thread->stack + thread->stack_bytes;
    struct frame *frame = (struct frame *)(top & ~(uintptr_t)7U) - 1;

    frame->r3_to_r11[R4] = (uintptr_t)thread;
    frame->lr = (uintptr_t)lm_port_thread_start;
    thread->stack_pointer = frame;
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
    static _Alignas(8) unsigned char stack[LM_PORT_STACK_BYTES(40)];

    idle->entry = idle_loop;
    idle->stack = stack;
    idle->stack_bytes = sizeof stack;
    lm_port_prepare(idle);
}

/* Out of line, so that the quick switch saves no registers. */
static __attribute__((noinline)) void switch_rare(struct lm_kernel *kernel, struct lm_thread *from,
                                                  struct lm_thread *to)
{
    lm_dispatch(kernel, from, to);
    lm_port_swap(from, kernel->running);
}

void lm_port_switch_thread(void)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    if (lm_dispatch_is_rare(kernel)) {
        switch_rare(kernel, from, to);
        return;
    }
    lm_dispatch_quick(kernel, from, to);
    lm_port_swap(from, to);
}

void lm_port_switch(lm_lock_key key)
{
    if (key == 0 && !lm_port_in_interrupt()) {
        lm_port_switch_thread();
    } else {
        ICSR = PENDSV_SET;
        lm_port_unlock(key);
    }
}

void lm_port_start(void)
{
    struct lm_kernel *kernel = lm_kernel();

    ICSR = PENDSV_CLEAR; /* creating threads has asked for switches */
    lm_dispatch(kernel, kernel->running, kernel->next);
    lm_port_load(kernel->running);
}
