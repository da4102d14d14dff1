/* SPDX-License-Identifier: Apache-2.0 */
/* The usual set and wait of event flags, common to the native calls and to those of compat/.
 * Context: the kernel lock. */
#ifndef LIMEN_EVENT_FLAGS_INTERNAL_H
#define LIMEN_EVENT_FLAGS_INTERNAL_H

#include "core/door.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"
#include "time/wait.h"
#include <limen/event_flags.h>

static inline bool lm_event_flags_satisfy(uint32_t bits, uint32_t wanted, enum lm_event_mode mode)
{
    bool all = mode == LM_ALL || mode == LM_ALL_CLEAR;

    return all ? (bits & wanted) == wanted : (bits & wanted) != 0;
}

/* Receive flags that satisfy a wait, which clears these bits. */
static inline void lm_event_flags_receive(struct lm_event_flags *flags, uint32_t wanted,
                                          uint32_t clear)
{
    flags->bits &= ~clear;
    lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_DONE, wanted);
}

/* The request of a waiting thread: its wait_data. */
struct lm_flags_request {
    uint32_t wanted;
    uint32_t mode; /* enum lm_event_mode, as a word: padding would be cleared by memset */
    uint32_t found;
};

/* The bits that a satisfied wait clears. */
static inline uint32_t lm_flags_cleared(uint32_t wanted, enum lm_event_mode mode)
{
    return mode == LM_ANY_CLEAR || mode == LM_ALL_CLEAR ? wanted : 0;
}

/* End the wait of the thread if the bits satisfy it, and add what that clears. */
static inline bool lm_flags_satisfy(struct lm_cpu *cpu, struct lm_event_flags *flags,
                                    struct lm_thread *thread, uint32_t bits, uint32_t *clear)
{
    struct lm_flags_request *request = thread->wait_data;

    if (!lm_event_flags_satisfy(bits, request->wanted, request->mode)) {
        return false;
    }
    *clear |= lm_flags_cleared(request->wanted, request->mode);
    request->found = bits;
    LM_COUNT_OBJECT(&flags->object, taken);
    lm_wait_satisfy(cpu, thread);
    return true;
}

/* Complete a set that is in progress, which opens the lock. Returns: the key. */
lm_lock_key lm_event_flags_complete(struct lm_event_flags *flags, lm_lock_key key);

/* Set bits, without a look at threads that wait. */
static inline void lm_event_flags_give(struct lm_event_flags *flags, uint32_t bits)
{
    flags->bits |= bits;
    lm_observe(LM_EVENT_FLAGS_SET, flags, 0, bits);
}

/* Set bits, and choose the threads that they satisfy. It examines all of them under the shared
 * lock, because another core would see an intermediate state otherwise. *clear: what the waits
 * clear. Requires: both locks. */
static inline LM_ONLY_SHARED void lm_event_flags_give_shared(struct lm_event_flags *flags,
                                                             uint32_t bits, uint32_t *clear,
                                                             struct lm_inbox *chosen)
{
    lm_event_flags_give(flags, bits);
    for (struct lm_list *each = LM_MARK(&flags->waiters)->next, *next;
         each != LM_MARK(&flags->waiters); each = next) {
        struct lm_thread *thread = LM_CONTAINER(each, struct lm_thread, node);
        struct lm_flags_request *request = thread->wait_data;

        next = each->next;
        if (lm_event_flags_satisfy(flags->bits, request->wanted, request->mode)) {
            *clear |= lm_flags_cleared(request->wanted, request->mode);
            request->found = flags->bits;
            lm_shared_note(thread, LM_CALL_EVENT_FLAGS_SET, lm_object_id(&flags->object));
            lm_shared_choose(chosen, thread);
        }
    }
    flags->bits &= ~*clear;
}

#endif
