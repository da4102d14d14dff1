/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of threads: yield, suspend, the running thread, and the return of the entry function. */
#include "objects/thread.h"
#include "core/door.h"
#include "core/sched.h"
#include "cores/shared.h"
#include "time/release.h"
#include "time/wait.h"

/* Yield of a thread that is in the queue at a more urgent level than its priority. Out of line, so
 * that the usual yield needs no frame. */
static __attribute__((noinline)) enum lm_status yield_raised(struct lm_cpu *cpu)
{
    lm_sched_yield(cpu);
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_thread_yield(void)
{
    LM_CALL(THREAD_YIELD);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    struct lm_cpu *cpu = lm_cpu_in_register();
    struct lm_thread *thread = cpu->running;

    lm_observe_yield(thread);
    if (!LM_PORT_IS_SMALL && thread->level != thread->priority &&
        thread->place != thread->priority) {
        return yield_raised(cpu);
    }
    lm_sched_yield(cpu);
    return lm_switch(cpu, LM_OK);
}

/* lm_thread_suspend of another thread, in an interrupt, or where the caller must not wait. */
__attribute__((noinline)) enum lm_status lm_thread_suspend_locked(struct lm_thread *thread,
                                                                  lm_lock_key key)
{
    LM_CALL_ON(THREAD_SUSPEND, thread);
    struct lm_cpu *cpu = lm_cpu();

    if (thread->state == LM_STATE_TERMINATED) {
        return LM_REFUSE(key, LM_BAD_STATE);
    }
    lm_observe_thread(LM_EVENT_THREAD_SUSPEND, thread, 0, 0);
    if (thread->state == LM_STATE_BLOCKED) {
        thread->suspend_pending = thread->waits_for != LM_WAITS_FOR_RESUME;
    } else if (thread->preempt_disabled != 0) {
        thread->suspend_pending = true; /* until preemption is enabled */
    } else {
        lm_sched_block(cpu, thread, LM_WAITS_FOR_RESUME);
    }
    return lm_unlock_rarely(cpu, key);
}

enum lm_status lm_thread_suspend(struct lm_thread *thread)
{
    LM_CALL_ON(THREAD_SUSPEND, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask(thread, LM_CALL_THREAD_SUSPEND, 0, 0, key));
    bool itself = thread == cpu->running && !lm_port_in_interrupt();

    if (LM_CHECKED && itself && !lm_kernel()->handles_stack) { /* its handler has the lock */
        LM_REQUIRE_WAIT(key);
    }
    if (LM_SMALL || !itself || key != 0 || thread->preempt_disabled != 0) {
        return lm_thread_suspend_locked(thread, key);
    }
    lm_observe_thread(LM_EVENT_THREAD_SUSPEND, thread, LM_IMPLIES, 0);
    lm_sched_wait(cpu, thread, LM_WAITS_FOR_RESUME, 0, LM_IS_IMPLIED);
    return lm_port_switch_thread(cpu, thread, LM_OK);
}

struct lm_thread *lm_thread_self(void)
{
    const struct lm_cpu *cpu = lm_cpu();

    return cpu->running != &cpu->idle ? cpu->running : NULL;
}

/* On several cores out of line: the compiler may keep the place of the kernel over a call, and the
 * entry function may have moved the thread to another core. */
LM_IF_CORES(__attribute__((noinline))) static _Noreturn void end(struct lm_thread *thread)
{
    struct lm_cpu *cpu = lm_cpu();

    /* First free the lock, because the entry function may have left interrupts off. The second time
     * it does not return. */
    for (lm_lock_key key = 0;; key = lm_thread_end(cpu, thread, LM_HAS_RETURNED, 0)) {
        lm_unlock_rarely(cpu, key);
        (void)lm_lock();
    }
}

void lm_thread_main(void *argument)
{
    struct lm_thread *thread = argument;

    thread->entry(thread->argument);
    end(thread);
}
