/* SPDX-License-Identifier: Apache-2.0 */
/* Services on threads, and on time. */
#include "world.h"

STEP(nothing, 0)
STEP(yield, lm_thread_yield())
STEP(sleep_soon, lm_thread_sleep(SOON))
STEP(sleep_until_soon, lm_thread_sleep_until(lm_now() + SOON))
STEP(sleep_until_past, lm_thread_sleep_until(1))
STEP(wait_period, lm_thread_wait_period())

STEP(suspend_caller, lm_thread_suspend(&world.caller.thread))
STEP(suspend_now_caller, lm_thread_suspend_now(&world.caller.thread))
STEP(resume_caller, lm_thread_resume(&world.caller.thread))
STEP(abort_caller, lm_thread_abort_wait(&world.caller.thread))
static struct lm_slice caller_slice_left;

STEP(terminate_caller, lm_thread_terminate(&world.caller.thread))
STEP(restart_caller, lm_thread_restart(&world.caller.thread))
STEP(reset_caller, lm_thread_reset(&world.caller.thread))
STEP(delete_caller, lm_thread_delete(&world.caller.thread))
STEP(caller_15, lm_thread_set_priority(&world.caller.thread, 15, 15))
STEP(caller_3, lm_thread_set_priority(&world.caller.thread, 3, 3))
STEP(caller_20_8, lm_thread_set_priority(&world.caller.thread, 20, 8))
STEP(caller_threshold_0, lm_thread_set_threshold(&world.caller.thread, 0, NULL))
STEP(caller_threshold_9, lm_thread_set_threshold(&world.caller.thread, 9, NULL))
STEP(caller_slice, lm_thread_set_slice(&world.caller.thread, &caller_slice_left, SOON))

STEP(suspend_waiter, lm_thread_suspend(&world.waiter[0].thread))
STEP(suspend_now_waiter, lm_thread_suspend_now(&world.waiter[0].thread))
STEP(resume_waiter, lm_thread_resume(&world.waiter[0].thread))
STEP(resume_holder, lm_thread_resume(&world.waiter[2].thread))
STEP(abort_waiter, lm_thread_abort_wait(&world.waiter[0].thread))
STEP(terminate_waiter, lm_thread_terminate(&world.waiter[0].thread))
STEP(terminate_holder, lm_thread_terminate(&world.waiter[2].thread))
STEP(restart_waiter, lm_thread_restart(&world.waiter[0].thread))
STEP(waiter_2, lm_thread_set_priority(&world.waiter[1].thread, 2, 2))
STEP(waiter_20, lm_thread_set_priority(&world.waiter[0].thread, 20, 20))
STEP(holder_25, lm_thread_set_priority(&world.waiter[2].thread, 25, 25))

STEP(start_fresh, lm_thread_start(&world.fresh.thread))
STEP(resume_fresh, lm_thread_resume(&world.fresh.thread))
STEP(suspend_fresh, lm_thread_suspend(&world.fresh.thread))
STEP(terminate_fresh, lm_thread_terminate(&world.fresh.thread))
STEP(restart_ended, lm_thread_restart(&world.ended.thread))
STEP(reset_ended, lm_thread_reset(&world.ended.thread))
STEP(start_ended, lm_thread_start(&world.ended.thread))
STEP(delete_ended, lm_thread_delete(&world.ended.thread))
STEP(create_spare, world_create_spare(role, true))
STEP(create_spare_ready, world_create_spare(role, false))

STEP(join_waiter, lm_thread_join(&world.waiter[0].thread, LM_FOREVER))
STEP(join_holder_soon, lm_thread_join(&world.waiter[2].thread, SOON))
STEP(try_join_waiter, lm_thread_join(&world.waiter[0].thread, LM_NO_WAIT))

STEP(disable_preemption, lm_preempt_disable())
STEP(enable_preemption, lm_preempt_enable())
STEP(now_is_past, lm_now() > 1ULL << 40)
STEP(set_time, (lm_time_set(1ULL << 40), 0))
STEP(get_time, lm_time_get() >> 40)

static uint32_t interrupts_off(void)
{
    uint32_t key = lm_interrupts_disable();
    uint32_t status = lm_semaphore_post(&world.semaphore);

    lm_interrupts_enable(key);
    return status;
}

static uint32_t driver_off(void)
{
    uint32_t key = lm_irq_off();
    uint32_t status = lm_thread_resume(&world.fresh.thread);

    lm_irq_on(key);
    return status;
}

/* A thread may be seen ready just before it runs. */
static uint32_t get_info(void)
{
    struct lm_thread_info info = {0};
    enum lm_status status = lm_thread_get_info(&world.waiter[0].thread, &info);
    enum lm_thread_state state = info.state == LM_READY ? LM_RUNNING : info.state;

    return (uint32_t)status << 20 | (uint32_t)state << 16 | (uint32_t)info.waits_for << 8 |
           info.priority;
}

static const struct service table[] = {
    {"nothing", {nothing}, ANY},
    {"yield", {yield}, THREADS},
    {"sleep", {sleep_soon}, THREADS},
    {"sleep_until", {sleep_until_soon}, THREADS},
    {"sleep_until_past", {sleep_until_past}, THREADS},
    {"wait_period", {wait_period}, THREADS},
    {"suspend_caller", {suspend_caller}, ANY},
    {"resume_caller", {resume_caller}, ANY},
    {"suspend_resume_caller", {suspend_caller, resume_caller}, ANY},
    {"suspend_now_caller", {suspend_now_caller}, ANY},
    {"suspend_now_resume_caller", {suspend_now_caller, resume_caller}, ANY},
    {"abort_caller", {abort_caller}, ANY},
    {"terminate_caller", {terminate_caller}, ANY},
    {"terminate_restart_caller", {terminate_caller, restart_caller}, ANY},
    {"terminate_reset_caller", {terminate_caller, reset_caller}, ANY},
    {"terminate_delete_caller", {terminate_caller, delete_caller}, ANY},
    {"caller_15", {caller_15}, ANY},
    {"caller_3", {caller_3}, ANY},
    {"caller_20_8", {caller_20_8}, ANY},
    {"caller_threshold_0", {caller_threshold_0}, ANY},
    {"caller_threshold_9", {caller_threshold_9}, ANY},
    {"caller_slice", {caller_slice}, ANY},
    {"suspend_waiter", {suspend_waiter}, ANY},
    {"suspend_resume_waiter", {suspend_waiter, resume_waiter}, ANY},
    {"suspend_now_waiter", {suspend_now_waiter}, ANY},
    {"resume_holder", {resume_holder}, ANY},
    {"abort_waiter", {abort_waiter}, ANY},
    {"terminate_waiter", {terminate_waiter}, ANY},
    {"terminate_holder", {terminate_holder}, ANY},
    {"terminate_restart_waiter", {terminate_waiter, restart_waiter}, ANY},
    {"waiter_2", {waiter_2}, ANY},
    {"waiter_20", {waiter_20}, ANY},
    {"holder_25", {holder_25}, ANY},
    {"start_fresh", {start_fresh}, ANY},
    {"resume_fresh", {resume_fresh}, ANY},
    {"suspend_fresh", {suspend_fresh}, ANY},
    {"terminate_fresh", {terminate_fresh}, ANY},
    {"restart_ended", {restart_ended}, ANY},
    {"reset_start_ended", {reset_ended, start_ended}, ANY},
    {"delete_ended", {delete_ended}, ANY},
    {"thread_create", {create_spare}, ANY},
    {"thread_create_ready", {create_spare_ready}, ANY},
    {"join_waiter", {join_waiter}, THREADS},
    {"join_holder_soon", {join_holder_soon}, THREADS},
    {"try_join_waiter", {try_join_waiter}, ANY},
    {"thread_get_info", {get_info}, ANY},
    {"preempt_disable", {disable_preemption, nothing, enable_preemption}, THREADS},
    {"interrupts_disable", {interrupts_off}, ANY},
    {"irq_off", {driver_off}, ANY},
    {"now", {now_is_past}, ANY},
    {"time_set", {set_time}, ANY},
    {"time_get", {get_time}, ANY},
};

const struct services thread_services = {table, sizeof table / sizeof *table};
