/* SPDX-License-Identifier: Apache-2.0 */
/* Start of the kernel, preemption on and off, interrupts, and what there is one of. */
#include "core/contract.h"
#include "core/lock.h"
#include "core/priority.h"
#include "objects/thread.h"
#include "observe/trace.h"
#include "preemption/model.h"
#include "time/alarm.h"
#include <string.h>

void lm_kernel_init(void)
{
    struct lm_kernel *kernel = lm_kernel();

    memset(kernel, 0, sizeof *kernel);
    lm_list_init(&kernel->idle.node);
    lm_list_init(&kernel->idle.owned);
    lm_list_init(&kernel->inversions);
    lm_timeout_init(&kernel->timeouts);
    lm_sched_init(kernel);
    kernel->leave_reason = LM_LEAVE_IDLE;
    kernel->model = LM_MODEL_FULL;
    lm_port_init();
    lm_port_prepare_idle(&kernel->idle);
}

void lm_kernel_start(void)
{
    struct lm_kernel *kernel = lm_kernel();

    kernel->started = true;
    kernel->run_start = lm_port_now();
    lm_port_start();
}

enum lm_status lm_preempt_disable(void)
{
    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(!lm_port_in_interrupt() && !lm_port_is_locked() && kernel->started, LM_BAD_CONTEXT);

    struct lm_thread *thread = kernel->running;
    LM_CHECK(thread->preempt_disabled < UINT16_MAX, LM_TOO_MANY);
    lm_lock_key key = lm_lock();

    thread->preempt_disabled++;
    lm_priority_update(kernel, thread, LM_CHANGE_PREEMPT_DISABLE);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_preempt_enable(void)
{
    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(!lm_port_in_interrupt() && kernel->started, LM_BAD_CONTEXT);

    struct lm_thread *thread = kernel->running;
    LM_CHECK(thread->preempt_disabled > 0, LM_BAD_STATE);
    lm_lock_key key = lm_lock();

    thread->preempt_disabled--;
    lm_priority_update(kernel, thread, LM_CHANGE_PREEMPT_ENABLE);
    if (thread->preempt_disabled == 0 && thread->suspend_pending) {
        lm_thread_suspend_running(kernel);
    }
    lm_unlock(kernel, key);
    return LM_OK;
}

uint32_t lm_interrupts_disable(void)
{
    return lm_lock();
}

bool lm_interrupts_are_disabled(void)
{
    return lm_port_is_locked();
}

void lm_interrupts_enable(uint32_t key)
{
    lm_unlock(lm_kernel(), key);
}

uint32_t lm_irq_off(void)
{
    lm_lock_key key = lm_lock();

    if (key == 0) {
        lm_trace(LM_EVENT_IRQ_OFF, 0, 0, 0);
    }
    return key;
}

void lm_irq_on(uint32_t key)
{
    if (key == 0) {
        lm_trace(LM_EVENT_IRQ_ON, 0, 0, 0);
    }
    lm_unlock(lm_kernel(), key);
}

enum { DEPTH = 1U << 8 };

void lm_interrupt_enter(unsigned number)
{
    if (LM_TRACED) {
        struct lm_kernel *kernel = lm_kernel();
        lm_lock_key key = lm_lock();

        kernel->counters.interrupts += LM_COUNTED;
        kernel->trace_context += DEPTH;
        lm_trace(LM_EVENT_IRQ_ENTER, 0, number, 0);
        lm_unlock(kernel, key);
    }
}

void lm_interrupt_exit(unsigned number)
{
    if (LM_TRACED) {
        struct lm_kernel *kernel = lm_kernel();
        lm_lock_key key = lm_lock();

        lm_trace(LM_EVENT_IRQ_EXIT, 0, number, 0);
        kernel->trace_context -= DEPTH;
        lm_unlock(kernel, key);
    }
}

bool lm_in_interrupt(void)
{
    return lm_port_in_interrupt();
}

struct lm_counters lm_kernel_counters(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    struct lm_counters counters = kernel->counters;

    lm_unlock(kernel, key);
    return counters;
}

uint64_t lm_now(void)
{
    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    lm_port_unlock(key);
    return now;
}

uint64_t lm_time_get(void)
{
    const struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    uint64_t time = lm_port_now() + kernel->time_offset;

    lm_trace(LM_EVENT_TIME_GET, 0, 0, (uint32_t)time);
    lm_port_unlock(key);
    return time;
}

void lm_time_set(uint64_t time)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    kernel->time_offset = time - lm_port_now();
    lm_trace(LM_EVENT_TIME_SET, 0, 0, (uint32_t)time);
    lm_port_unlock(key);
}
