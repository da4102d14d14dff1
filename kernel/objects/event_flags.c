/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags. */
#include "objects/steps.h"
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

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, flags);
    flags->bits = 0;
    flags->notify = NULL;
    lm_wait_list_init(&flags->waiters, &flags->object, order);
    lm_object_create(&flags->object, LM_KIND_EVENT_FLAGS, name, (struct lm_object_facts){0});
    lm_observe(LM_EVENT_FLAGS_CREATE, flags, 0, 0);
    lm_port_unlock(key);
    return LM_OK;
}

static inline enum lm_status take_or_wait(struct lm_cpu *cpu, struct lm_event_flags *flags,
                                          struct request *request, lm_timeout timeout)
{
    request->found = flags->bits;
    if (is_satisfied(flags->bits, request->wanted, request->mode)) {
        flags->bits &= ~cleared(request->wanted, request->mode);
        lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_DONE, request->wanted);
        return LM_OK;
    }
    if (timeout == LM_NO_WAIT) {
        lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_UNAVAILABLE, request->wanted);
        return LM_UNAVAILABLE;
    }
    lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_WAITS, request->wanted);
    cpu->running->wait_data = request;
    return lm_wait(cpu, &flags->waiters, LM_WAITS_FOR_EVENTS, timeout);
}

enum lm_status lm_event_flags_wait(struct lm_event_flags *flags, uint32_t wanted,
                                   enum lm_event_mode mode, uint32_t *found, lm_timeout timeout)
{
    struct request request = {.wanted = wanted, .mode = mode};
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
    LM_REQUIRE(key, wanted != 0 && mode <= LM_ALL_CLEAR, LM_BAD_ARGUMENT);
    if (timeout != LM_NO_WAIT) {
        LM_REQUIRE_WAIT(key);
    }
    enum lm_status status = lm_leave(cpu, key, take_or_wait(cpu, flags, &request, timeout));

    if (found != NULL) {
        *found = request.found;
    }
    return status;
}

/* End the waits that the bits satisfy, all judged against the same ones.
 * Returns: the bits that they clear. */
static uint32_t release(struct lm_cpu *cpu, struct lm_event_flags *flags)
{
    const uint32_t bits = flags->bits;
    uint32_t clear = 0;
    struct lm_thread *next;

    for (struct lm_thread *thread = flags->waiters.first; thread != NULL; thread = next) {
        struct request *request = thread->wait_data;

        next = lm_wait_list_next(&flags->waiters, thread);
        if (is_satisfied(bits, request->wanted, request->mode)) {
            clear |= cleared(request->wanted, request->mode);
            request->found = bits;
            LM_COUNT_OBJECT(&flags->object, taken);
            lm_wait_satisfy(cpu, thread);
        }
    }
    return clear;
}

enum lm_status lm_event_flags_set(struct lm_event_flags *flags, uint32_t bits)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);

    void (*notify)(struct lm_event_flags *) = flags->notify;

    flags->bits |= bits;
    lm_observe(LM_EVENT_FLAGS_SET, flags, 0, bits);
    flags->bits &= ~release(cpu, flags);
    lm_unlock(cpu, key);
    if (notify != NULL) {
        notify(flags);
    }
    return LM_OK;
}

enum lm_status lm_event_flags_clear(struct lm_event_flags *flags, uint32_t bits)
{
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
    flags->bits &= ~bits;
    lm_observe(LM_EVENT_FLAGS_CLEAR, flags, 0, bits);
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
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
    flags->notify = notify;
    lm_observe(LM_EVENT_NOTIFY, flags, notify != NULL, 0);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_event_flags_get_info(const struct lm_event_flags *flags,
                                       struct lm_event_flags_info *info)
{
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, flags, 0, 0);
    info->name = flags->object.name;
    info->bits = flags->bits;
    info->waiters = lm_wait_list_info(&flags->waiters);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_event_flags_delete(struct lm_event_flags *flags)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);

    bool steps = lm_steps_begin(cpu, key);

    lm_object_close(&flags->object);
    lm_observe(LM_EVENT_FLAGS_DELETE, flags, 0, 0);
    while (lm_steps_delete_waiter(cpu, &flags->waiters)) {
        key = lm_steps_pause(key);
    }
    flags->object.kind = LM_KIND_NONE;
    lm_steps_end(cpu, steps);
    lm_unlock(cpu, key);
    return LM_OK;
}
