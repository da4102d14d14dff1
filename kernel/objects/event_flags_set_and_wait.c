/* SPDX-License-Identifier: Apache-2.0 */
/* A rendezvous with event flags. The calling thread is examined with the waiting ones, and then is
 * one of them. */
#include "core/sched.h"
#include "objects/event_flags.h"

/* The caller of lm_event_flags_set_and_wait, as one of the threads that the bits may satisfy.
 * Returns: do they? *clear: what its wait clears then. */
static inline bool join(const struct lm_event_flags *flags, uint32_t bits,
                        struct lm_flags_request *own, uint32_t *clear)
{
    own->found = flags->bits | bits;
    bool is_satisfied = lm_event_flags_satisfy(own->found, own->wanted, own->mode);

    *clear = is_satisfied ? lm_flags_cleared(own->wanted, own->mode) : 0;
    return is_satisfied;
}

/* The record of its wait, and what it finds if it is not satisfied. */
static inline void observe_joined(const struct lm_event_flags *flags, struct lm_flags_request *own,
                                  bool is_satisfied, lm_timeout timeout)
{
    enum lm_outcome fails = timeout == LM_NO_WAIT ? LM_OUTCOME_UNAVAILABLE : LM_OUTCOME_WAITS;

    lm_observe(LM_EVENT_FLAGS_WAIT, flags, is_satisfied ? LM_OUTCOME_DONE : fails, own->wanted);
    if (!is_satisfied) {
        own->found = flags->bits;
    }
}

static inline LM_ONLY_SHARED enum lm_status set_and_wait_shared(struct lm_event_flags *flags,
                                                                uint32_t bits,
                                                                struct lm_flags_request *own,
                                                                lm_timeout timeout, lm_lock_key key)
{
    struct lm_inbox chosen = {NULL, NULL, NULL, NULL};
    struct lm_cpu *cpu = lm_cpu();
    uint32_t clear;

    lm_cores_lock();
    bool is_satisfied = join(flags, bits, own, &clear);

    lm_event_flags_give_shared(flags, bits, &clear, &chosen);
    observe_joined(flags, own, is_satisfied, timeout);
    if (!is_satisfied && timeout != LM_NO_WAIT) {
        cpu->running->wait_data = own;
        lm_shared_enter(&flags->waiters, timeout);
        lm_shared_wake_chosen(&chosen);
        return lm_switch(cpu, LM_OK);
    }
    lm_cores_unlock();
    lm_shared_wake_chosen(&chosen);
    (void)lm_unlock(cpu, key);
    return is_satisfied ? LM_OK : LM_UNAVAILABLE;
}

/* The calling thread waits in the list. Threads that it has just released may be more urgent. */
static enum lm_status wait_behind(struct lm_cpu *cpu, struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_thread *caller = cpu->running;

    if (timeout != LM_FOREVER) {
        lm_wait_start_timeout(timeout);
    }
    lm_sched_take_out(cpu, caller);
    lm_sched_set_blocked(cpu, caller, LM_WAITS_FOR_EVENTS, lm_wait_list_id(list), LM_IS_IMPLIED);
    caller->wait_list = list;
    lm_wait_list_insert(list, caller);
    return lm_switch(cpu, LM_OK);
}

static enum lm_status set_and_wait(struct lm_event_flags *flags, uint32_t bits,
                                   struct lm_flags_request *own, lm_timeout timeout,
                                   lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *next = NULL;
    uint32_t clear;
    bool is_satisfied = join(flags, bits, own, &clear);

    lm_event_flags_give(flags, bits);
    for (struct lm_thread *each = flags->waiters.first; each != NULL; each = next) {
        next = lm_wait_list_next(&flags->waiters, each);
        (void)lm_flags_satisfy(cpu, flags, each, flags->bits, &clear);
    }
    flags->bits &= ~clear;
    observe_joined(flags, own, is_satisfied, timeout);
    if (!is_satisfied && timeout != LM_NO_WAIT) {
        cpu->running->wait_data = own;
        return wait_behind(cpu, &flags->waiters, timeout);
    }
    (void)lm_unlock(cpu, key);
    return is_satisfied ? LM_OK : LM_UNAVAILABLE;
}

/* With the lock closed: a call that interrupts it would meet a caller that is about to wait. */
enum lm_status lm_event_flags_set_and_wait(struct lm_event_flags *flags, uint32_t bits,
                                           uint32_t wanted, enum lm_event_mode mode,
                                           uint32_t *found, lm_timeout timeout)
{
    LM_CALL_ON(EVENT_FLAGS_SET_AND_WAIT, flags);
    struct lm_flags_request own = {.wanted = wanted, .mode = mode};
    lm_lock_key key = lm_lock();
    bool is_shared = LM_IS_SHARED(flags, LM_KIND_EVENT_FLAGS);

    if (!is_shared) {
        LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
        key = lm_event_flags_complete(flags, key);
        LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
    }
    LM_REQUIRE(key, wanted != 0 && mode <= LM_ALL_CLEAR, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    enum lm_status status = LM_IF_SHARED(is_shared)
                                ? set_and_wait_shared(flags, bits, &own, timeout, key)
                                : set_and_wait(flags, bits, &own, timeout, key);

    if (found != NULL) {
        *found = own.found;
    }
    return status;
}
