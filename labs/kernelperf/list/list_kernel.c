/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler of kernel-v1 with its list, in C; see kernel_v1.h in this folder. */
#include "board.h"
#include "kernel_v1.h"
#include <stddef.h>

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010U) /* DDI 0419, B3.3 */
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014U)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xE000E018U)

enum { SYSTICK_ENABLE = 1 << 0, SYSTICK_COUNTED = 1 << 16 };
enum { STACK_WORDS = V1_STACK_BYTES / sizeof(uint32_t), CONTEXT_WORDS = 9, CONTEXT_LR = 8 };

struct v1_kernel v1_kernel;

static _Alignas(8) uint32_t stacks[V1_THREADS][STACK_WORDS];

enum v1_result v1_install_as(uint32_t ms_per_tick, enum lm_tick_style style)
{
    v1_kernel = (struct v1_kernel){.ms_per_tick = (int32_t)ms_per_tick};
    SYSTICK_RELOAD = ms_per_tick * 1000 - 1; /* its reference counts microseconds */
    return style == LM_TICK_DEFERRED ? V1_OK : V1_FAILED;
}

enum v1_result v1_allocate(struct v1_thread **thread, void (*procedure)(void), uint32_t stack_bytes)
{
    uint32_t tid = v1_kernel.count;

    if (tid == V1_THREADS || stack_bytes > V1_STACK_BYTES) {
        return V1_FAILED;
    }
    /* An even number of words remains: the stack pointer of a function is aligned to 8. */
    uint32_t *context = &stacks[tid][STACK_WORDS - CONTEXT_WORDS - 2];

    context[CONTEXT_LR] = (uint32_t)(uintptr_t)procedure;
    v1_kernel.threads[tid] =
        (struct v1_thread){.prio = V1_PRIO, .tid = tid, .stack_pointer = context};
    v1_kernel.count++;
    *thread = &v1_kernel.threads[tid];
    return V1_OK;
}

void v1_set_prio(struct v1_thread *thread, uint32_t prio)
{
    thread->prio = prio;
}

void v1_set_period(struct v1_thread *thread, uint32_t period_ms, uint32_t start_after_ms)
{
    thread->period = (int32_t)period_ms;
    thread->ticker = (int32_t)start_after_ms;
}

void v1_enable(struct v1_thread *thread)
{
    thread->enabled = true;
}

/* Count the period, even while the thread waits for something else. */
static inline bool period_ends(struct v1_thread *thread)
{
    thread->ticker -= v1_kernel.ms_per_tick;
    if (thread->ticker > 0) {
        return false;
    }
    thread->ticker += thread->period;
    return true;
}

static inline bool flag_has_come(struct v1_thread *thread)
{
    uint32_t flags = *thread->device;

    return (flags & thread->flags_set) != 0 || (~flags & thread->flags_clear) != 0;
}

/* A thread is due if it has no trigger, or if one of its triggers has come. A delay and a device
 * hide the period. */
static inline bool is_due(struct v1_thread *thread)
{
    bool due = false;
    bool ended = false;

    thread->trigger = V1_TRIGGER_NONE;
    if (thread->delay <= 0 && thread->period == 0 && thread->device == NULL) {
        return true;
    }
    if (thread->period > 0) {
        ended = period_ends(thread);
    }
    if (thread->delay > 0) {
        thread->delay -= v1_kernel.ms_per_tick;
        if (thread->delay <= 0) {
            thread->trigger = V1_TRIGGER_DELAY;
            due = true;
        }
    }
    if (thread->device != NULL && flag_has_come(thread)) {
        thread->device = NULL;
        thread->trigger = V1_TRIGGER_DEVICE;
        return true;
    }
    if (ended && thread->delay <= 0 && thread->device == NULL) {
        thread->trigger = V1_TRIGGER_PERIOD;
        return true;
    }
    return due;
}

/* Insert the thread behind all threads that are at least as urgent. Cost: O(list). */
static inline void slot_in(struct v1_thread *thread)
{
    uint32_t bit = 1U << thread->tid;

    if ((v1_kernel.queued & bit) != 0) {
        return;
    }
    struct v1_thread **link = &v1_kernel.first;

    while (*link != NULL && (*link)->prio <= thread->prio) {
        link = &(*link)->next;
    }
    thread->next = *link;
    *link = thread;
    v1_kernel.queued |= bit;
}

static inline void scan(void)
{
    pins_set(PIN_SCAN);
    const struct v1_thread *end = &v1_kernel.threads[v1_kernel.count];

    for (struct v1_thread *thread = v1_kernel.threads; thread != end; thread++) {
        if (thread->enabled && is_due(thread)) {
            pins_set(PIN_SLOT);
            slot_in(thread);
            pins_clear(PIN_SLOT);
        }
    }
    pins_clear(PIN_SCAN);
}

/* Take the head of the list and let it run until it gives the processor back. */
static inline void run_first(void)
{
    struct v1_thread *thread = v1_kernel.first;

    v1_kernel.first = thread->next;
    v1_kernel.queued &= ~(1U << thread->tid);
    v1_kernel.running = thread;
    list_transfer(&v1_kernel.stack_pointer, thread->stack_pointer);
    v1_kernel.running = NULL;
}

void v1_run(void)
{
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ENABLE;
    for (;;) {
        if ((SYSTICK_CONTROL & SYSTICK_COUNTED) != 0) {
            scan();
        }
        while (v1_kernel.first != NULL) {
            run_first();
        }
    }
}
