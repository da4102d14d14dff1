/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: threads, their priorities, and preemption. */
#include "masked.h"

/* Steps that bring a thread into the state that the call is about. */
static void spare_is_ready(void)
{
    create_spare(LEAST, false);
}

static void spare_is_new(void)
{
    create_spare(LEAST, true);
}

static void urgent_spare_is_new(void)
{
    create_spare(CALLER - 1, true);
}

static void spare_has_ended(void)
{
    create_spare(LEAST, false);
    (void)lm_thread_terminate(&spare);
}

static void spare_is_peer(void)
{
    create_spare(CALLER, false);
}

WAIT(wait_suspended, lm_thread_suspend(lm_thread_self()))
WAIT(wait_semaphore, lm_semaphore_wait(&semaphore, LM_FOREVER))
WAIT(wait_a_while, lm_semaphore_wait(&semaphore, LM_MS(50)))
WAIT(stay_ready, lm_thread_resume(lm_thread_self()))
EACH(own_mutexes, lm_mutex_lock(&mutexes[i], LM_FOREVER))

STEP(create_less_urgent, (create_spare(LEAST, false), 0))
STEP(create_more_urgent, (create_spare(CALLER - 1, false), 0))
CALL(start, lm_thread_start(&spare))
CALL(suspend_spare, lm_thread_suspend(&spare))
CALL(suspend_itself, lm_thread_suspend(&caller))
CALL(suspend_waiter, lm_thread_suspend(&waiters[0]))
CALL(resume, lm_thread_resume(&waiters[0]))
CALL(abort_wait, lm_thread_abort_wait(&waiters[0]))
CALL(yield, lm_thread_yield())
CALL(terminate_itself, lm_thread_terminate(&caller))
CALL(terminate_spare, lm_thread_terminate(&spare))
CALL(terminate_waiter, lm_thread_terminate(&waiters[0]))
CALL(reset, lm_thread_reset(&spare))
CALL(restart, lm_thread_restart(&spare))
CALL(delete_spare, lm_thread_delete(&spare))
CALL(set_own_priority, lm_thread_set_priority(&caller, CALLER + 1, CALLER))
CALL(set_ready_priority, lm_thread_set_priority(&spare, LEAST - 1, LEAST - 1))
CALL(set_waiter_priority, lm_thread_set_priority(&waiters[0], CALLER + 1, CALLER + 1))
CALL(lower_waiter_priority, lm_thread_set_priority(&waiters[0], LEAST, LEAST))
CALL(set_threshold, lm_thread_set_threshold(&caller, 0, NULL))
CALL(preempt_disable, lm_preempt_disable())
CALL(preempt_enable, lm_preempt_enable())
STEP(self, lm_thread_self())
STEP(stack_unused, lm_thread_stack_unused(&spare))

static void get_info(void)
{
    struct lm_thread_info info;

    (void)lm_thread_get_info(&waiters[0], &info);
}

static void off_and_on(void)
{
    lm_interrupts_enable(lm_interrupts_disable());
}

static void own_and_disable(void)
{
    own_mutexes();
    (void)lm_preempt_disable();
}

static void disable_beside_urgent(void)
{
    (void)lm_preempt_disable();
    create_spare(CALLER - 1, false);
}

const struct masked_case thread_cases[] = {
    {"thread_create", .act = create_less_urgent},
    {"thread_create, more urgent", .act = create_more_urgent},
    {"thread_start", .ready = spare_is_new, .act = start},
    {"thread_start, more urgent", .ready = urgent_spare_is_new, .act = start},
    {"thread_suspend, ready", .ready = spare_is_ready, .act = suspend_spare},
    {"thread_suspend, itself", .ready = spare_is_peer, .act = suspend_itself},
    {"thread_suspend, waiting", .wait = wait_semaphore, .act = suspend_waiter},
    {"thread_resume", .wait = wait_suspended, .act = resume},
    {"thread_resume, more urgent", .wait = wait_suspended, .act = resume, .priority = LEAST},
    {"thread_abort_wait", true, .wait = wait_semaphore, .act = abort_wait},
    {"thread_abort_wait, with timeout", true, .wait = wait_a_while, .act = abort_wait},
    {"thread_yield", .ready = spare_is_peer, .act = yield},
    {"thread_yield, no peer", .act = yield},
    {"thread_terminate, itself", .ready = spare_is_peer, .act = terminate_itself},
    {"thread_terminate, itself, owner of n mutexes", true, own_mutexes, .act = terminate_itself},
    {"thread_terminate, ready", .ready = spare_is_ready, .act = terminate_spare},
    {"thread_terminate, waiting", true, .wait = wait_a_while, .act = terminate_waiter},
    {"thread_reset", .ready = spare_has_ended, .act = reset},
    {"thread_restart", .ready = spare_has_ended, .act = restart},
    {"thread_delete", .ready = spare_has_ended, .act = delete_spare},
    {"thread_set_priority, itself", .act = set_own_priority},
    {"thread_set_priority, owner of n mutexes", true, own_mutexes, .act = set_own_priority},
    {"thread_set_priority, ready", .ready = spare_is_ready, .act = set_ready_priority},
    {"thread_set_priority, waiting, to the head", true, .wait = wait_semaphore,
     .act = set_waiter_priority, .order = LM_BY_PRIORITY},
    {"thread_set_priority, waiting, to the tail", true, .wait = wait_semaphore,
     .act = lower_waiter_priority, .order = LM_BY_PRIORITY},
    {"thread_set_threshold", .act = set_threshold},
    {"thread_set_threshold, owner of n mutexes", true, own_mutexes, .act = set_threshold},
    {"thread_self", .act = self},
    {"thread_get_info", .wait = stay_ready, .act = get_info},
    {"thread_stack_unused", .ready = spare_is_ready, .act = stack_unused},
    {"preempt_disable", .act = preempt_disable},
    {"preempt_disable, owner of n mutexes", true, own_mutexes, .act = preempt_disable},
    {"preempt_enable", .ready = preempt_disable, .act = preempt_enable},
    {"preempt_enable, more urgent", .ready = disable_beside_urgent, .act = preempt_enable},
    {"preempt_enable, owner of n mutexes", true, own_and_disable, .act = preempt_enable},
    {"interrupts_disable and _enable", .act = off_and_on},
    {0},
};
