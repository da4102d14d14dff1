/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that set and return properties of a thread. */
#include "core/door.h"
#include "core/priority.h"
#include "core/wait_list.h"
#include "cores/shared.h"

static void set_priority(struct lm_cpu *cpu, struct lm_thread *thread, unsigned priority,
                         unsigned threshold, enum lm_change reason)
{
    thread->base_priority = (lm_level)priority;
    thread->base_threshold = (lm_level)threshold;
    lm_observe_thread(LM_EVENT_THREAD_PRIORITY, thread, priority,
                      threshold | (uint32_t)reason << 16);
    lm_priority_update(cpu, thread, reason);
    if (thread->state == LM_STATE_READY && reason == LM_CHANGE_PRIORITY) {
        /* The thread goes behind its peers, even if its priority is the same. */
        lm_sched_take_out(cpu, thread);
        lm_sched_put_behind(cpu, thread);
        cpu->next = lm_ready_first(&cpu->ready);
    }
}

enum lm_status lm_thread_set_priority(struct lm_thread *thread, unsigned priority,
                                      unsigned threshold)
{
    LM_CALL_ON(THREAD_SET_PRIORITY, thread);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread,
                      lm_cores_ask(thread, LM_CALL_THREAD_SET_PRIORITY, priority, threshold, key));
    LM_REQUIRE(key, priority < LM_LEVELS && threshold <= priority, LM_BAD_ARGUMENT);
    set_priority(cpu, thread, priority, threshold, LM_CHANGE_PRIORITY);
    lm_unlock_rarely(cpu, key);
    return LM_OK;
}

enum lm_status lm_thread_set_threshold(struct lm_thread *thread, unsigned threshold,
                                       unsigned *previous)
{
    LM_CALL_ON(THREAD_SET_THRESHOLD, thread);
    struct lm_cpu *cpu = lm_cpu();
    enum lm_status status = LM_BAD_ARGUMENT;
    lm_lock_key key = lm_lock();

    LM_REQUIRE_THREAD(key, thread, lm_cores_ask_threshold(thread, threshold, previous, key));
    if (threshold <= thread->base_priority) {
        if (previous != NULL) {
            *previous = thread->base_threshold;
        }
        set_priority(cpu, thread, thread->base_priority, threshold, LM_CHANGE_THRESHOLD);
        status = LM_OK;
    } else {
        LM_NOTE_ERROR(status);
    }
    lm_unlock_rarely(cpu, key);
    return status;
}

static enum lm_thread_state public_state(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    switch (thread->state) {
    case LM_STATE_BLOCKED:
        return LM_SUSPENDED;
    case LM_STATE_TERMINATED:
        return LM_TERMINATED;
    default:
        return thread == cpu->running ? LM_RUNNING : LM_READY;
    }
}

enum lm_status lm_thread_get_info(const struct lm_thread *thread, struct lm_thread_info *info)
{
    LM_CALL_ON(THREAD_GET_INFO, thread);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);

    const struct lm_releaser *releaser = thread->releaser;

    lm_observe(LM_EVENT_INFO, thread, 0, 0);
    info->name = lm_object_get_name(&thread->object);
    info->state = public_state(lm_cpu(), thread);
    info->waits_for = lm_wait_reason(thread);
    info->suspend_pending = thread->suspend_pending;
    info->slice = thread->slice != NULL ? thread->slice->ticks : 0;
    info->wait_object = lm_waits_in_list(thread) ? lm_wait_list_object(thread->wait_list) : NULL;
    info->priority = thread->priority;
    info->threshold = thread->threshold;
    info->base_priority = thread->base_priority;
    info->base_threshold = thread->base_threshold;
    info->level = thread->level;
    info->release = releaser != NULL ? releaser->release : 0;
    info->job = releaser != NULL ? releaser->job : 0;
    return lm_leave(key, LM_OK);
}
