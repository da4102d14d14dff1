/* SPDX-License-Identifier: Apache-2.0 */
/* Calls about threads of other cores. The core of the thread makes the call, in the interrupt that
 * serves its inbox. A thread that calls waits for the answer, with the request in its control
 * block. For an interrupt, or a thread that may not wait, the request is in the control block of
 * the thread that it is about, which has room for one. So requests cannot overflow. They cannot
 * wait for each other, because the core that answers waits for nothing. */
#include "cores/cores.h"
#include "cores/shared_trace.h"

/* Requires: both locks. Frees both. */
static enum lm_status send(struct lm_request *request, unsigned core, lm_lock_key key)
{
    struct lm_inbox *inbox = &lm_the_cores.inbox[core];

    request->next = NULL;
    *(inbox->requests != NULL ? &inbox->last_request->next : &inbox->requests) = request;
    inbox->last_request = request;
    lm_cores_unlock();
    return lm_port_interrupt_core(core, key);
}

/* Does the call change who uses the control block, which contains the request of an interrupt? */
static bool needs_answer(enum lm_call call)
{
    return call == LM_CALL_THREAD_DELETE || call == LM_CALL_THREAD_RESET ||
           call == LM_CALL_THREAD_RESTART;
}

enum lm_status lm_cores_ask(struct lm_thread *target, enum lm_call call, unsigned priority,
                            unsigned threshold, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *caller = lm_may_wait(key) ? cpu->running : NULL;

    if (caller == NULL && needs_answer(call)) {
        return lm_leave(key, LM_BAD_CONTEXT);
    }
    lm_cores_lock();
    struct lm_request *request = caller != NULL ? &caller->asks : &target->asked;

    if (request->busy || target->core >= LM_CORES) {
        return lm_shared_leave(key, request->busy ? LM_TOO_MANY : LM_BAD_OBJECT);
    }
    *request = (struct lm_request){.target = target,
                                   .caller = caller,
                                   .priority = (uint16_t)priority,
                                   .threshold = (uint16_t)threshold,
                                   .call = (uint16_t)call,
                                   .busy = true};
    if (caller == NULL) {
        return send(request, target->core, key);
    }
    lm_ready_remove_head(&cpu->ready, caller);
    (void)send(request, target->core, lm_port_lock());
    lm_sched_set_blocked(cpu, caller, LM_WAITS_FOR_SHARED, 0, LM_OK);
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_cores_ask_threshold(struct lm_thread *target, unsigned threshold,
                                      unsigned *previous, lm_lock_key key)
{
    if (previous != NULL && !lm_may_wait(key)) {
        return lm_leave(key, LM_BAD_CONTEXT);
    }
    enum lm_status status = lm_cores_ask(target, LM_CALL_THREAD_SET_THRESHOLD, 0, threshold, key);

    if (status == LM_OK && previous != NULL) {
        *previous = lm_cpu()->running->asks.threshold;
    }
    return status;
}

static enum lm_status set_threshold(struct lm_request *request)
{
    unsigned previous = 0;
    enum lm_status status = lm_thread_set_threshold(request->target, request->threshold, &previous);

    request->threshold = (uint16_t)previous;
    return status;
}

static enum lm_status perform(struct lm_request *request)
{
    switch ((enum lm_call)request->call) {
    case LM_CALL_THREAD_START:
        return lm_thread_start(request->target);
    case LM_CALL_THREAD_RESUME:
        return lm_thread_resume(request->target);
    case LM_CALL_THREAD_SUSPEND:
        return lm_thread_suspend(request->target);
    case LM_CALL_THREAD_SUSPEND_NOW:
        return lm_thread_suspend_now(request->target);
    case LM_CALL_THREAD_TERMINATE:
        return lm_thread_terminate(request->target);
    case LM_CALL_THREAD_ABORT_WAIT:
        return lm_thread_abort_wait(request->target);
    case LM_CALL_THREAD_MOVE:
        return lm_thread_set_core(request->target, request->priority);
    case LM_CALL_THREAD_SET_PRIORITY:
        return lm_thread_set_priority(request->target, request->priority, request->threshold);
    case LM_CALL_THREAD_SET_THRESHOLD:
        return set_threshold(request);
    case LM_CALL_THREAD_RESET:
        return lm_thread_reset(request->target);
    case LM_CALL_THREAD_RESTART:
        return lm_thread_restart(request->target);
    default:
        return lm_thread_delete(request->target);
    }
}

/* If the thread has moved, the request follows it to its core. The thread arrives there first,
 * because inboxes are served in order, threads before requests. */
void lm_cores_answer(struct lm_request *request)
{
    unsigned core = request->target->core;

    if (core != lm_core_self() && core < LM_CORES) {
        lm_cores_lock();
        (void)send(request, core, lm_port_lock());
        return;
    }
    lm_port_unlock(0);
    enum lm_status status = perform(request);

    lm_port_take_lock();
    lm_cores_lock();
    struct lm_thread *caller = request->caller;

    request->caller = NULL;
    request->busy = false;
    if (caller != NULL) {
        caller->shared_status = (uint8_t)status;
        lm_shared_note(caller, (enum lm_call)request->call, lm_object_id(&request->target->object));
        (void)lm_cores_send(caller, caller->core, lm_port_lock());
    } else {
        lm_cores_unlock();
    }
}
