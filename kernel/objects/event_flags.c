/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags.
 *
 * A set examines one waiting thread in each step. It moves the threads that it does not release
 * into a list of its own, and at the end back again, which keeps their order. An interrupt between
 * two steps may use the same flags: its call first completes the set that it has interrupted. So
 * each set examines all threads with the same bits, and calls have their effects one after the
 * other.
 */
#include "objects/event_flags.h"
#include "core/link.h"
#include "objects/long_call.h"
#include "time/wait.h"

/* A set that is in progress, on the stack of its caller. */
struct lm_flags_pass {
    uint32_t bits;  /* all threads are examined with these */
    uint32_t clear; /* the bits that satisfied waits clear */
    bool all_judged;
    bool over;
    struct lm_wait_list judged; /* threads that were examined and not released */
};

enum lm_status lm_event_flags_create(struct lm_event_flags *flags, const char *name,
                                     enum lm_order order)
{
    LM_CALL_CREATES(EVENT_FLAGS_CREATE, flags);
    LM_CHECK(flags != NULL && order <= LM_BY_PRIORITY, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, flags);
    flags->bits = 0;
    flags->pass = NULL;
    lm_wait_list_init(&flags->waiters, &flags->object, LM_WAITS_FOR_EVENTS, order);
    lm_object_create(&flags->object, LM_KIND_EVENT_FLAGS, name, (struct lm_object_facts){0});
    lm_observe(LM_EVENT_FLAGS_CREATE, flags, 0, 0);
    return lm_leave(key, LM_OK);
}

static void move(struct lm_thread *thread, struct lm_wait_list *from, struct lm_wait_list *to)
{
    lm_wait_list_remove(from, thread);
    thread->wait_list = to;
    lm_wait_list_insert(to, thread);
}

static void judge_one(struct lm_cpu *cpu, struct lm_event_flags *flags, struct lm_flags_pass *pass)
{
    struct lm_thread *thread = pass->all_judged ? NULL : flags->waiters.first;

    if (thread != NULL) {
        if (!lm_flags_satisfy(cpu, flags, thread, pass->bits, &pass->clear)) {
            move(thread, &flags->waiters, &pass->judged);
        }
        return;
    }
    pass->all_judged = true;
    if (pass->judged.first != NULL) {
        move(pass->judged.first, &pass->judged, &flags->waiters);
        return;
    }
    flags->bits &= ~pass->clear;
    flags->pass = NULL;
    pass->over = true;
}

/* Complete a set. An interrupt may complete it during this call, and then delete the flags.
 * Returns: the key. */
static lm_lock_key judge_all(struct lm_cpu *cpu, const struct lm_event_flags *of,
                             struct lm_flags_pass *pass, lm_lock_key key)
{
    struct lm_event_flags *flags = (struct lm_event_flags *)(uintptr_t)of; /* also for a get */

    while (!pass->over) {
        judge_one(cpu, flags, pass);
        key = lm_long_call_pause(key);
    }
    return key;
}

/* Check that the flags exist, and complete a set that is in progress. */
#define REQUIRE_FLAGS(key, flags)                                                                  \
    do {                                                                                           \
        LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);                                        \
        if (__builtin_expect((flags)->pass != NULL, 0)) {                                          \
            (key) = judge_all(lm_cpu(), flags, (flags)->pass, key);                                \
            LM_REQUIRE_OBJECT(key, flags, LM_KIND_EVENT_FLAGS);                                    \
        }                                                                                          \
    } while (0)

/* Are the flags shared by all cores? */
#define SHARED(flags) LM_IS_SHARED(flags, LM_KIND_EVENT_FLAGS)

static inline enum lm_status take_or_wait(struct lm_event_flags *flags, lm_lock_key key,
                                          struct lm_flags_request *request, lm_timeout timeout,
                                          bool is_shared)
{
    if (LM_IF_SHARED(is_shared)) {
        lm_cores_lock();
    }
    request->found = flags->bits;
    if (lm_event_flags_satisfy(flags->bits, request->wanted, request->mode)) {
        lm_event_flags_receive(flags, request->wanted,
                               lm_flags_cleared(request->wanted, request->mode));
        return lm_leave_either(is_shared, key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_UNAVAILABLE, request->wanted);
        return lm_leave_either(is_shared, key, LM_UNAVAILABLE);
    }
    lm_observe(LM_EVENT_FLAGS_WAIT, flags, LM_OUTCOME_WAITS, request->wanted);
    lm_cpu()->running->wait_data = request;
    return lm_wait_either(is_shared, &flags->waiters, timeout);
}

enum lm_status lm_event_flags_wait(struct lm_event_flags *flags, uint32_t wanted,
                                   enum lm_event_mode mode, uint32_t *found, lm_timeout timeout)
{
    LM_CALL_ON(EVENT_FLAGS_WAIT, flags);
    struct lm_flags_request request = {.wanted = wanted, .mode = mode};
    lm_lock_key key = lm_lock();

    bool is_shared = SHARED(flags);

    if (!is_shared) {
        REQUIRE_FLAGS(key, flags);
    }
    LM_REQUIRE(key, wanted != 0 && mode <= LM_ALL_CLEAR, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    enum lm_status status = take_or_wait(flags, key, &request, timeout, is_shared);

    if (found != NULL) {
        *found = request.found;
    }
    return status;
}

/* Set bits while several threads wait. */
static __attribute__((noinline)) lm_lock_key
release_several(struct lm_cpu *cpu, struct lm_event_flags *flags, lm_lock_key key)
{
    struct lm_flags_pass pass; /* an initialiser would be a call of memset */
    bool begun = lm_long_call_begin(cpu, key);

    pass.bits = flags->bits;
    pass.clear = 0;
    pass.all_judged = false;
    pass.over = false;
    lm_wait_list_init(&pass.judged, &flags->object, LM_WAITS_FOR_EVENTS,
                      (enum lm_order)flags->waiters.order);
    flags->pass = &pass;
    key = judge_all(cpu, flags, &pass, lm_long_call_pause(key));
    key = lm_long_call_end(cpu, begun, key);
    return key;
}

static inline lm_lock_key release(struct lm_cpu *cpu, struct lm_event_flags *flags, lm_lock_key key)
{
    if (flags->waiters.count > 1) {
        return release_several(cpu, flags, key);
    }
    if (flags->waiters.first != NULL) {
        uint32_t clear = 0;

        (void)lm_flags_satisfy(cpu, flags, flags->waiters.first, flags->bits, &clear);
        flags->bits &= ~clear;
    }
    return key;
}

static inline LM_ONLY_SHARED enum lm_status set_shared(struct lm_event_flags *flags, uint32_t bits,
                                                       lm_lock_key key)
{
    struct lm_inbox chosen = {NULL, NULL, NULL, NULL};
    uint32_t clear = 0;

    lm_cores_lock();
    lm_event_flags_give_shared(flags, bits, &clear, &chosen);
    lm_cores_unlock();
    lm_shared_wake_chosen(&chosen);
    return lm_unlock_rarely(lm_cpu(), key);
}

static inline LM_ONLY_SHARED enum lm_status clear_shared(struct lm_event_flags *flags,
                                                         uint32_t bits, lm_lock_key key)
{
    lm_cores_lock();
    lm_observe(LM_EVENT_FLAGS_CLEAR, flags, 0, bits);
    flags->bits &= ~bits;
    return lm_shared_leave(key, LM_OK);
}

LM_OBSERVABLE(lm_event_flags_set);

enum lm_status lm_event_flags_set(struct lm_event_flags *flags, uint32_t bits)
{
    LM_CALL_ON(EVENT_FLAGS_SET, flags);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    if (SHARED(flags)) {
        return LM_CORES_OR(set_shared(flags, bits, key), LM_OK);
    }
    REQUIRE_FLAGS(key, flags);
    lm_event_flags_give(flags, bits);
    key = release(cpu, flags, key);
    lm_unlock(cpu, key);
    return LM_OK;
}

enum lm_status lm_event_flags_clear(struct lm_event_flags *flags, uint32_t bits)
{
    LM_CALL_ON(EVENT_FLAGS_CLEAR, flags);
    lm_lock_key key = lm_lock();

    if (SHARED(flags)) {
        return LM_CORES_OR(clear_shared(flags, bits, key), LM_OK);
    }
    REQUIRE_FLAGS(key, flags);
    flags->bits &= ~bits;
    lm_observe(LM_EVENT_FLAGS_CLEAR, flags, 0, bits);
    return lm_leave(key, LM_OK);
}

lm_lock_key lm_event_flags_complete(struct lm_event_flags *flags, lm_lock_key key)
{
    return flags->pass != NULL ? judge_all(lm_cpu(), flags, flags->pass, key) : key;
}

uint32_t lm_event_flags_get(const struct lm_event_flags *flags)
{
    LM_CALL_ON(EVENT_FLAGS_GET, flags);
    if (SHARED(flags)) {
        return flags->bits;
    }
    LM_CHECK_OBJECT_OR(flags, LM_KIND_EVENT_FLAGS, 0);

    if (flags->pass != NULL) {
        lm_lock_key key = lm_lock();

        if (flags->pass != NULL) { /* no interrupt has completed it */
            key = judge_all(lm_cpu(), flags, flags->pass, key);
        }
        lm_port_unlock(key);
    }
    return flags->bits;
}

enum lm_status lm_event_flags_get_info(const struct lm_event_flags *flags,
                                       struct lm_event_flags_info *info)
{
    LM_CALL_ON(EVENT_FLAGS_GET_INFO, flags);
    lm_lock_key key = lm_lock();

    REQUIRE_FLAGS(key, flags);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, flags, 0, 0);
    info->name = lm_object_get_name(&flags->object);
    info->bits = flags->bits;
    info->waiters = lm_wait_list_info(&flags->waiters);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_event_flags_delete(struct lm_event_flags *flags)
{
    LM_CALL_ON(EVENT_FLAGS_DELETE, flags);
    lm_lock_key key = lm_lock();

    REQUIRE_FLAGS(key, flags);
    return lm_long_call_delete(&flags->object, &flags->waiters, LM_EVENT_FLAGS_DELETE, key);
}
