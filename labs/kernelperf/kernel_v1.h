/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of the document, with its own terms: kernel-v1 of Oberon RTK. In a program for several
 * cores each core has one, and a thread calls the one of its core. Its threads are cyclic threads
 * with threshold 0, so no thread preempts, and its scheduler is a deferred tick. It has no other
 * features.
 *
 *   kernel-v1                            here
 *   -----------------------------------  ---------------------------------------------------------
 *   Install(msPerTick)                   v1_install(ms_per_tick)
 *   Allocate(proc, stackSize, t, id, r)  v1_allocate(&thread, procedure, stack_bytes): the result
 *   Reallocate(t, proc, res)             v1_reallocate(thread, procedure): the result
 *   SetPrio(t, p)                        v1_set_prio(thread, prio)
 *   SetPeriod(t, period, startAfter)     v1_set_period(thread, period_ms, start_after_ms)
 *   ChangePrio, ChangePeriod             v1_change_prio, v1_change_period: of the caller
 *   Enable(t)                            v1_enable(thread)
 *   Run                                  v1_run()
 *   Next                                 v1_next()
 *   SuspendMe                            v1_suspend_me()
 *   DelayMe(ms)                          v1_delay_me(ms)
 *   StartTimeout(ms), CancelTimeout      v1_start_timeout(ms), v1_cancel_timeout()
 *   AwaitDeviceFlags(addr, set, clr)     v1_await_device_flags(device, set, clear)
 *   CancelAwaitDeviceFlags               v1_cancel_await_device_flags()
 *   Trigger                              v1_trigger()
 *   Ct, Tid, Prio(t)                     v1_current(), v1_tid(), v1_prio(thread)
 *   Signals: Init, Await, Send, Awaited  v1_signal_init, _await, _send, _awaited
 *   Semaphores: Init, Claim, Release     v1_semaphore_init, _claim, _release
 *
 * As in kernel-v1, a thread with a smaller prio runs earlier, and threads with equal prio run in
 * the order of their allocation. A thread that becomes due is found at the next tick that occurs
 * after all released threads are done. An awaited flag stays armed if a timeout ends the wait. A
 * signal that no thread awaits is lost.
 *
 * Context: threads, or main before v1_run; no interrupts. Cost: each O(1), except allocation.
 */
#ifndef KERNEL_V1_H
#define KERNEL_V1_H

#include <limen/cyclic.h>
#include <limen/limen.h>

enum { V1_THREADS = 16, V1_STACKS_BYTES = V1_THREADS * LM_PORT_STACK_BYTES(1024) };
enum {
    V1_PRIO = 7,
    V1_PRIO_LAST = LM_LEVELS - 2
}; /* the scheduler is less urgent than all
                                                     * threads */
enum v1_result { V1_OK, V1_FAILED };

struct v1_thread {
    struct lm_thread thread; /* first member: the address of the thread is that of its record */
    struct lm_cyclic cyclic;
    struct v1_thread *next; /* threads that await the same signal */
    void (*procedure)(void);
    unsigned tid;
};

struct v1_kernel {
    struct lm_tick tick;
    struct v1_thread threads[V1_THREADS];
    unsigned count;
    size_t stack_bytes; /* used by threads */
};

extern struct v1_kernel v1_kernels[LM_CORES];

/* The kernel-v1 of this core. */
static inline struct v1_kernel *v1_own(void)
{
    return &v1_kernels[LM_CORES_OR(lm_port_core(), 0U)];
}

/* Start again, with a tick of this number of milliseconds. Returns V1_FAILED if it is invalid. On
 * another core than the first one, the kernel below is initialised already. */
enum v1_result v1_install(uint32_t ms_per_tick);

/* Like v1_install, with a tick of another style, which kernel-v1 does not have. */
enum v1_result v1_install_as(uint32_t ms_per_tick, enum lm_tick_style style);

/* A new thread, suspended, of prio V1_PRIO, without a period. Its procedure must not return.
 * Returns V1_FAILED, and NULL for the thread, if no record or no memory for its stack is left. */
enum v1_result v1_allocate(struct v1_thread **thread, void (*procedure)(void),
                           uint32_t stack_bytes);

/* New code for a suspended thread; V1_FAILED for others. */
enum v1_result v1_reallocate(struct v1_thread *thread, void (*procedure)(void));

/* Does not return on a target. On the host it returns when no further event is possible. On another
 * core than the first one it returns, and the core starts its kernel when it has been prepared
 * (limen/cores.h). */
void v1_run(void);

static inline void v1_set_prio(struct v1_thread *thread, unsigned prio)
{
    (void)lm_thread_set_priority(&thread->thread, prio, 0);
}

static inline void v1_set_period(struct v1_thread *thread, uint32_t period_ms,
                                 uint32_t start_after_ms)
{
    (void)lm_cyclic_set_period(&thread->cyclic, LM_MS(period_ms), LM_MS(start_after_ms));
}

static inline void v1_enable(struct v1_thread *thread)
{
    (void)lm_cyclic_enable(&thread->cyclic);
}

/* Requires: a thread runs. */
static inline struct v1_thread *v1_current(void)
{
    return LM_CONTAINER(lm_thread_self(), struct v1_thread, thread);
}

static inline unsigned v1_tid(void)
{
    return v1_current()->tid;
}

static inline unsigned v1_prio(const struct v1_thread *thread)
{
    return thread->thread.base_priority;
}

static inline void v1_change_prio(unsigned prio)
{
    v1_set_prio(v1_current(), prio);
}

static inline void v1_change_period(uint32_t period_ms, uint32_t start_after_ms)
{
    v1_set_period(v1_current(), period_ms, start_after_ms);
}

static inline void v1_next(void)
{
    (void)lm_thread_wait_period();
}

static inline void v1_suspend_me(void)
{
    (void)lm_cyclic_disable(&v1_current()->cyclic);
}

static inline void v1_delay_me(uint32_t ms)
{
    (void)lm_cyclic_delay(LM_MS(ms));
}

static inline void v1_start_timeout(uint32_t ms)
{
    (void)lm_cyclic_set_timeout(LM_MS(ms));
}

static inline void v1_cancel_timeout(void)
{
    (void)lm_cyclic_set_timeout(0);
}

/* Due when any flag of set is 1 or any flag of clear is 0 in the register of the device. */
static inline void v1_await_device_flags(const volatile uint32_t *device, uint32_t set,
                                         uint32_t clear)
{
    (void)lm_cyclic_arm(device, set, clear);
    v1_next();
}

static inline void v1_cancel_await_device_flags(void)
{
    (void)lm_cyclic_disarm();
}

static inline enum lm_trigger v1_trigger(void)
{
    return lm_cyclic_trigger();
}

/* Threads that await a signal, in the order in which they began to wait. */
struct v1_signal {
    struct v1_thread *first, *last;
};

static inline void v1_signal_init(struct v1_signal *signal)
{
    *signal = (struct v1_signal){0};
}

static inline bool v1_signal_awaited(const struct v1_signal *signal)
{
    return signal->first != NULL;
}

void v1_signal_await(struct v1_signal *signal);
void v1_signal_send(struct v1_signal *signal);

struct v1_semaphore {
    struct v1_signal released;
    bool claimed;
};

static inline void v1_semaphore_init(struct v1_semaphore *semaphore)
{
    *semaphore = (struct v1_semaphore){0};
}

void v1_semaphore_claim(struct v1_semaphore *semaphore);

/* The thread that has waited longest owns it from now on. */
void v1_semaphore_release(struct v1_semaphore *semaphore);

#endif
