/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that others wait for. */
#include "os.h"

osStatus_t osThreadDetach(osThreadId_t thread)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(thread->joinable && !thread->is_joined, osErrorResource); /* the joiner frees it */
    uint32_t key = lm_layer_section_begin(); /* after this section its end frees it */
    bool has_ended = thread->has_ended;

    thread->joinable = 0;
    lm_layer_section_end(key);
    if (has_ended) {
        lm_layer_thread_free(thread);
    }
    return osOK;
}

/* Returns: may the caller join the thread? Then no other one may. self: the caller, or NULL if it
 * is a native thread. */
static bool begin_join(osRtxThread_t *thread, osRtxThread_t *self)
{
    uint32_t key = lm_layer_section_begin();
    bool may = thread->joinable && thread != self && !thread->is_joined;

    if (may) {
        thread->is_joined = 1;
    }
    if (may && self != NULL) {
        LM_CORES_OR(self->joins, self->native.wait_data) = thread;
        self->is_joining = 1;
    }
    lm_layer_section_end(key);
    return may;
}

/* The wait was not possible, or another call has ended it. Then nobody joins the thread any more,
 * as in RTX5. */
static void end_join(osRtxThread_t *thread, osRtxThread_t *self, bool was_begun)
{
    (void)lm_preempt_disable(); /* if the caller is terminated, all is done or nothing */
    uint32_t key = lm_layer_section_begin();

    thread->is_joined = 0;
    thread->joinable = !was_begun;
    bool has_ended = thread->has_ended;

    if (self != NULL) {
        self->is_joining = 0;
    }
    lm_layer_section_end(key);
    if (was_begun && has_ended) {
        lm_layer_thread_free(thread);
    }
    (void)lm_preempt_enable();
}

/* The other thread is then one that nobody joins any more, as in RTX5: its end frees it. No other
 * thread runs during this. */
void lm_layer_join_leaves(struct lm_layer_thread *thread)
{
    osRtxThread_t *other = LM_CORES_OR(thread->joins, thread->native.wait_data);

    other->joinable = 0;
    if (other->has_ended) {
        lm_layer_thread_free(other);
    }
}

/* lm_thread_join with several cores: see LM_LAYER_HAS_ENDED. */
static inline LM_ONLY_SHARED enum lm_status wait_for_end(osRtxThread_t *thread, lm_timeout timeout)
{
    struct lm_notice_request wait = {.wanted = LM_LAYER_HAS_ENDED, .mode = LM_NOTICE_ANY};

    return lm_notice_wait(&thread->notice, &wait, timeout);
}

/* The thread is joinable until the end of the join, so that its memory stays. */
osStatus_t osThreadJoin(osThreadId_t thread)
{
    lm_timeout timeout = LM_LAYER_STATE == LM_LAYER_RUNNING ? LM_FOREVER : LM_NO_WAIT;
    osRtxThread_t *self = osThreadGetId();

    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(begin_join(thread, self), osErrorResource);
    enum lm_status status =
        LM_CORES_OR(wait_for_end(thread, timeout), lm_thread_join(&thread->native, timeout));

    if (status != LM_OK) {
        end_join(thread, self, status == LM_ABORTED);
        return osErrorResource;
    }
    (void)lm_preempt_disable(); /* if the caller is terminated, both are done or none */
    lm_layer_thread_free(thread);
    if (self != NULL) {
        self->is_joining = 0;
    }
    (void)lm_preempt_enable();
    LM_IF_CORES(lm_layer_thread_free_ended()); /* its core may still have used it */
    return osOK;
}
