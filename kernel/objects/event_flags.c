/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"
#include <limen/event_flags.h>

/* What a waiting thread wants: its wait_data. */
struct request {
    uint32_t wanted;
    enum lm_event_mode mode;
    uint32_t found;
};

static bool is_satisfied(uint32_t bits, uint32_t wanted, enum lm_event_mode mode)
{
    bool all = mode == LM_ALL || mode == LM_ALL_CLEAR;

    return all ? (bits & wanted) == wanted : (bits & wanted) != 0;
}

/* The bits that a satisfied wait clears. */
static uint32_t cleared(uint32_t wanted, enum lm_event_mode mode)
{
    return mode == LM_ANY_CLEAR || mode == LM_ALL_CLEAR ? wanted : 0;
}

enum lm_status lm_event_flags_create(struct lm_event_flags *flags, const char *name,
                                     enum lm_order order)
{
    LM_CHECK(flags != NULL && order <= LM_BY_PRIORITY, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    flags->bits = 0;
    flags->notify = NULL;
    lm_wait_list_init(&flags->waiters, &flags->object, order);
    lm_trace_object(kernel, &flags->object, LM_KIND_EVENT_FLAGS, name, 0, 0, 0);
    lm_trace(LM_EVENT_FLAGS_CREATE, flags->object.id, 0, 0);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Requires: the lock, which it frees. */
static enum lm_status wait_for_bits(struct lm_event_flags *flags, struct request *request,
                                    lm_lock_key key, lm_timeout timeout)
{
    struct lm_thread *thread = lm_kernel()->running;

    if (LM_CHECKED && flags->object.kind == LM_KIND_NONE) { /* since the check */
        lm_port_unlock(key);
        return LM_DELETED;
    }
    lm_trace(LM_EVENT_FLAGS_WAIT, flags->object.id, LM_OUTCOME_WAITS, request->wanted);
    thread->wait_data = request;
    return lm_wait(&flags->waiters, LM_WAITS_FOR_EVENTS, timeout);
}

enum lm_status lm_event_flags_wait(struct lm_event_flags *flags, uint32_t wanted,
                                   enum lm_event_mode mode, uint32_t *found, lm_timeout timeout)
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);
    LM_CHECK(wanted != 0 && mode <= LM_ALL_CLEAR, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    struct request request = {.wanted = wanted, .mode = mode};
    enum lm_status status = LM_OK;
    lm_lock_key key = lm_lock();

    request.found = flags->bits;
    if (is_satisfied(flags->bits, wanted, mode)) {
        flags->bits &= ~cleared(wanted, mode);
        lm_trace(LM_EVENT_FLAGS_WAIT, flags->object.id, LM_OUTCOME_DONE, wanted);
        LM_COUNT_OBJECT(lm_kernel(), &flags->object, taken);
        lm_port_unlock(key);
    } else if (timeout == LM_NO_WAIT) {
        lm_trace(LM_EVENT_FLAGS_WAIT, flags->object.id, LM_OUTCOME_UNAVAILABLE, wanted);
        lm_port_unlock(key);
        status = LM_UNAVAILABLE;
    } else {
        status = wait_for_bits(flags, &request, key, timeout);
    }
    if (found != NULL) {
        *found = request.found;
    }
    return status;
}

/* Release who is satisfied by the bits, all judged against the same ones.
 * Returns: the bits that they clear. */
static uint32_t release(struct lm_kernel *kernel, struct lm_event_flags *flags)
{
    const uint32_t bits = flags->bits;
    uint32_t clear = 0;
    struct lm_thread *next;

    for (struct lm_thread *thread = flags->waiters.first; thread != NULL; thread = next) {
        struct request *request = thread->wait_data;

        next = lm_wait_next(&flags->waiters, thread);
        if (is_satisfied(bits, request->wanted, request->mode)) {
            clear |= cleared(request->wanted, request->mode);
            request->found = bits;
            LM_COUNT_OBJECT(kernel, &flags->object, taken);
            lm_wait_satisfy(kernel, thread);
        }
    }
    return clear;
}

enum lm_status lm_event_flags_set(struct lm_event_flags *flags, uint32_t bits)
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    flags->bits |= bits;
    lm_trace(LM_EVENT_FLAGS_SET, flags->object.id, 0, bits);
    LM_COUNT_OBJECT(kernel, &flags->object, given);
    flags->bits &= ~release(kernel, flags);
    void (*notify)(struct lm_event_flags *) = flags->notify;

    lm_unlock(kernel, key);
    if (notify != NULL) {
        notify(flags);
    }
    return LM_OK;
}

enum lm_status lm_event_flags_clear(struct lm_event_flags *flags, uint32_t bits)
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);

    lm_lock_key key = lm_lock();

    flags->bits &= ~bits;
    lm_trace(LM_EVENT_FLAGS_CLEAR, flags->object.id, 0, bits);
    LM_COUNT_OBJECT(lm_kernel(), &flags->object, given);
    lm_port_unlock(key);
    return LM_OK;
}

uint32_t lm_event_flags_get(const struct lm_event_flags *flags)
{
    return flags->bits;
}

enum lm_status lm_event_flags_set_notify(struct lm_event_flags *flags,
                                         void (*notify)(struct lm_event_flags *flags))
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);

    lm_lock_key key = lm_lock();

    flags->notify = notify;
    lm_trace(LM_EVENT_NOTIFY, flags->object.id, notify != NULL, 0);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_event_flags_get_info(const struct lm_event_flags *flags,
                                       struct lm_event_flags_info *info)
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, flags->object.id, 0, 0);
    info->name = flags->object.name;
    info->bits = flags->bits;
    info->waiters = lm_wait_info(&flags->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_event_flags_delete(struct lm_event_flags *flags)
{
    LM_CHECK_OBJECT(flags, LM_KIND_EVENT_FLAGS);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();

    flags->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_FLAGS_DELETE, flags->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &flags->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
