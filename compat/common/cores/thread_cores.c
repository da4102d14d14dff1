/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of a layer on several cores. Their notices are shared. A bit that no flag of a program
 * has says that a thread has ended, so that a thread of any core can wait for that. */
#include "core/link.h"
#include "limen_on_cores.h"

#pragma weak lm_notice_set
#pragma weak lm_layer_thread_unlist
#pragma weak lm_layer_join_leaves

/* No call of the kernel is in such a section, so its lock is that of the shared objects. */
uint32_t lm_layer_section_begin(void)
{
    lm_lock_key key = lm_lock();

    lm_cores_lock();
    return (uint32_t)key;
}

void lm_layer_section_end(uint32_t key)
{
    lm_cores_unlock();
    lm_port_unlock((lm_lock_key)key);
}

void lm_layer_thread_tell_end(struct lm_layer_thread *thread)
{
    if (LM_IS_LINKED(lm_notice_set)) {
        (void)lm_notice_set(&thread->notice, LM_LAYER_HAS_ENDED, NULL);
    }
}

/* A thread that was created for another core has no slice until it runs there. */
void lm_layer_thread_begin(struct lm_layer_thread *thread)
{
    if (thread->slice.use != NULL && thread->slice.ticks != 0 && thread->native.slice == NULL) {
        (void)lm_thread_set_slice(&thread->native, &thread->slice, thread->slice.ticks);
    }
}

/* The core of a thread that has just ended uses it for a moment. */
bool lm_layer_thread_delete(struct lm_layer_thread *thread)
{
    enum lm_status status = lm_thread_delete(&thread->native);

    while (status == LM_BAD_STATE && lm_layer_may_wait()) {
        (void)lm_thread_sleep(1);
        status = lm_thread_delete(&thread->native);
    }
    return status == LM_OK;
}

/* A termination takes effect when the thread may be preempted. Returns: false if the caller cannot
 * wait for that. */
static bool await_end(const struct lm_thread *thread)
{
    while (*(const volatile uint8_t *)&thread->state != LM_STATE_TERMINATED) {
        if (!lm_layer_may_wait()) {
            return false;
        }
        (void)lm_thread_sleep(1);
    }
    return true;
}

void lm_layer_thread_end_remote(struct lm_layer_thread *thread)
{
    uint32_t key = lm_layer_section_begin();
    bool had_ended = thread->has_ended, joinable = thread->joinable;

    thread->has_ended = true;
    lm_layer_section_end(key);
    if (had_ended) {
        return;
    }
    (void)lm_thread_terminate(&thread->native);
    if (await_end(&thread->native) && thread->is_joining) {
        lm_layer_join_leaves(thread);
    }
    if (LM_IS_LINKED(lm_layer_thread_unlist)) {
        lm_layer_thread_unlist(thread);
    }
    lm_layer_thread_tell_end(thread);
    if (!joinable) {
        (void)lm_layer_thread_free(thread);
    }
}
