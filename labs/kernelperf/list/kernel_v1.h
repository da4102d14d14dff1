/* SPDX-License-Identifier: Apache-2.0 */
/* The algorithm of kernel-v1 in C. The comparison separates the effect of the compilers from that
 * of the algorithms in the difference between the two kernels.
 *
 * This header replaces ../kernel_v1.h, and has those of its calls that kernelperf.c uses. It uses
 * no code of Limen's kernel. A scheduler loop polls the flag of SysTick. When a tick has come, it
 * scans all threads in order, and inserts each one that is due into one list, which is sorted by
 * prio. Then it takes the threads from the head of the list and lets each of them run until it
 * gives the processor back. It uses neither interrupts nor locks.
 *
 * As in kernel-v1, at most one tick that comes while threads run is remembered. The order of the
 * checks of a thread and of the insertion is that of the description of kernel-v1.
 */
#ifndef KERNEL_V1_H
#define KERNEL_V1_H

#include <limen/cyclic.h> /* the names of the styles of a tick, nothing else */
#include <stdbool.h>
#include <stdint.h>

enum { V1_THREADS = 16, V1_STACK_BYTES = 1024, V1_PRIO = 7 };
enum v1_result { V1_OK, V1_FAILED };
enum v1_trigger { V1_TRIGGER_NONE, V1_TRIGGER_PERIOD, V1_TRIGGER_DELAY, V1_TRIGGER_DEVICE };

struct v1_thread {
    struct v1_thread *next; /* in the list */
    uint32_t prio;          /* smaller: earlier */
    uint32_t tid;
    bool enabled;
    uint8_t trigger;               /* enum v1_trigger: why it runs */
    int32_t period, ticker, delay; /* milliseconds; ticker: the rest of the period */
    const volatile uint32_t *device;
    uint32_t flags_set, flags_clear;
    void *stack_pointer; /* while it does not run */
};

struct v1_kernel {
    struct v1_thread *first;   /* head of the list */
    struct v1_thread *running; /* NULL: the scheduler */
    void *stack_pointer;       /* of the scheduler, while a thread runs */
    uint32_t queued;           /* threads in the list: bit tid */
    int32_t ms_per_tick;
    uint32_t count;
    struct v1_thread threads[V1_THREADS]; /* last, because an instruction reaches only fields near
                                           * the start */
};

extern struct v1_kernel v1_kernel;

/* Start again, with a tick of this number of milliseconds. Returns V1_FAILED unless the style is
 * LM_TICK_DEFERRED, the only one of this kernel. Requires: at most 16,777 ms. */
enum v1_result v1_install_as(uint32_t ms_per_tick, enum lm_tick_style style);

/* A new thread, suspended, of prio V1_PRIO, without a period. Its procedure must not return.
 * Returns V1_FAILED if no record is left, or if it requests more than V1_STACK_BYTES. */
enum v1_result v1_allocate(struct v1_thread **thread, void (*procedure)(void),
                           uint32_t stack_bytes);

void v1_set_prio(struct v1_thread *thread, uint32_t prio);
void v1_set_period(struct v1_thread *thread, uint32_t period_ms, uint32_t start_after_ms);
void v1_enable(struct v1_thread *thread);

/* Does not return. */
void v1_run(void);

/* Save r4 to r11 and the stack pointer, and continue where another stack was left. */
void list_transfer(void **from, void *to);

/* Context of the rest: threads. Cost of each: O(1). */
static inline uint32_t v1_tid(void)
{
    return v1_kernel.running->tid;
}

static inline void v1_next(void)
{
    list_transfer(&v1_kernel.running->stack_pointer, v1_kernel.stack_pointer);
}

/* Due when any flag of set is 1 or any flag of clear is 0 in the register of the device. */
static inline void v1_await_device_flags(const volatile uint32_t *device, uint32_t set,
                                         uint32_t clear)
{
    struct v1_thread *thread = v1_kernel.running;

    thread->device = device;
    thread->flags_set = set;
    thread->flags_clear = clear;
    v1_next();
}

#endif
