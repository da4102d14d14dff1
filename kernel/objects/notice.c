/* SPDX-License-Identifier: Apache-2.0 */
/* Notices. A satisfied wait clears its bits before the next waiting thread is examined, so that a
 * bit that one thread has taken is not seen by another one. */
#include "objects/notice.h"
#include "cores/cores.h"
#include "objects/long_call.h"
#include "time/wait.h"

enum lm_status lm_notice_create(struct lm_notice *notice, const char *name)
{
    LM_CALL_CREATES(NOTICE_CREATE, notice);
    LM_CHECK(notice != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, notice);
    notice->value = 0;
    notice->given = false;
    lm_wait_list_init(&notice->waiters, &notice->object, LM_WAITS_FOR_EVENTS, LM_BY_PRIORITY);
    lm_object_create(&notice->object, LM_KIND_NOTICE, name, (struct lm_object_facts){0});
    lm_observe(LM_EVENT_FLAGS_CREATE, notice, 0, 0);
    return lm_leave(key, LM_OK);
}

/* A wait that is satisfied receives the notice. */
static inline void receive(struct lm_notice *notice, struct lm_notice_request *wait)
{
    wait->found = lm_notice_receive(notice, wait->clear);
    LM_COUNT_OBJECT(&notice->object, taken);
}

/* Examine all waiting threads, in their order. */
static void serve(struct lm_cpu *cpu, struct lm_notice *notice)
{
    struct lm_thread *next = NULL;

    for (struct lm_thread *each = notice->waiters.first; each != NULL; each = next) {
        struct lm_notice_request *wait = each->wait_data;

        next = lm_wait_list_next(&notice->waiters, each);
        if (lm_notice_is_satisfied(notice, wait->wanted, wait->mode)) {
            receive(notice, wait);
            lm_wait_satisfy(cpu, each);
        }
    }
}

/* Complete the wait of the only waiting thread, and free the lock. The record of a call with a
 * notice does not imply that this thread is ready, as lm_wake has it. */
static inline void wake(struct lm_notice *notice, struct lm_thread *thread, lm_lock_key key)
{
    if (LM_TRACED) {
        lm_wait_satisfy(lm_cpu(), thread);
        (void)lm_unlock(lm_cpu(), key);
    } else {
        (void)lm_wake(&notice->waiters, key);
    }
}

/* lm_notice_serve for a single thread, as most notices have. */
static inline uint32_t serve_one(struct lm_notice *notice, struct lm_thread *thread,
                                 lm_lock_key key)
{
    struct lm_notice_request *wait = thread->wait_data;
    uint32_t after = notice->value;

    if (!lm_notice_is_satisfied(notice, wait->wanted, wait->mode)) {
        lm_port_unlock(key);
        return after;
    }
    receive(notice, wait);
    after = notice->value;
    wake(notice, thread, key);
    return after;
}

static __attribute__((noinline)) uint32_t serve_all(struct lm_notice *notice, lm_lock_key key)
{
    struct lm_cpu *cpu = lm_cpu();

    serve(cpu, notice);

    uint32_t after = notice->value;

    (void)lm_unlock(cpu, key);
    return after;
}

uint32_t lm_notice_serve(struct lm_notice *notice, lm_lock_key key)
{
    return notice->waiters.count == 1 ? serve_one(notice, notice->waiters.first, key)
                                      : serve_all(notice, key);
}

/* Out of line, so that a call for which no thread waits needs no frame. */
static __attribute__((noinline)) enum lm_status give_to_waiters(struct lm_notice *notice,
                                                                uint32_t *after, lm_lock_key key)
{
    uint32_t value = lm_notice_serve(notice, key);

    if (after != NULL) {
        *after = value;
    }
    return LM_OK;
}

/* Set the value of a notice, and record bits. Serve waiting threads. Returns: LM_OK. */
static inline enum lm_status give(struct lm_notice *notice, uint32_t value, uint32_t bits,
                                  uint32_t *after, lm_lock_key key)
{
    lm_notice_give(notice, value, bits);
    if (notice->waiters.first != NULL) {
        return give_to_waiters(notice, after, key);
    }
    if (after != NULL) {
        *after = value;
    }
    return lm_leave(key, LM_OK);
}

enum lm_status lm_notice_set(struct lm_notice *notice, uint32_t bits, uint32_t *after)
{
    LM_CALL_ON(NOTICE_SET, notice);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, notice, LM_KIND_NOTICE,
                         lm_notice_give_shared(notice, ~bits, bits, after, key));
    return give(notice, notice->value | bits, bits, after, key);
}

/* LM_REQUIRE_OBJECT for a call that returns a value. */
#define REQUIRE_NOTICE_OR_0(key, notice)                                                           \
    do {                                                                                           \
        if (LM_CHECKED &&                                                                          \
            ((notice) == NULL || lm_object_kind(&(notice)->object) != LM_KIND_NOTICE)) {           \
            (void)LM_REFUSE(key, LM_BAD_OBJECT);                                                   \
            return 0;                                                                              \
        }                                                                                          \
    } while (0)

uint32_t lm_notice_signal(struct lm_notice *notice, uint32_t bits)
{
    LM_CALL_ON(NOTICE_SET, notice);
    lm_lock_key key = lm_lock();

    if (LM_IS_SHARED(notice, LM_KIND_NOTICE)) {
        return LM_CORES_OR(lm_notice_give_shared_value(notice, ~bits, bits, key), 0);
    }
    REQUIRE_NOTICE_OR_0(key, notice);
    uint32_t value = notice->value | bits;

    lm_notice_give(notice, value, bits);
    if (notice->waiters.first != NULL) {
        return lm_notice_serve(notice, key);
    }
    lm_port_unlock(key);
    return value;
}

uint32_t lm_notice_take(struct lm_notice *notice, uint32_t wanted, uint32_t clear,
                        enum lm_notice_mode mode)
{
    LM_CALL_ON(NOTICE_WAIT, notice);
    lm_lock_key key = lm_lock();

    if (LM_IS_SHARED(notice, LM_KIND_NOTICE)) {
        return LM_CORES_OR(lm_notice_take_shared(notice, wanted, clear, mode, key), 0);
    }
    REQUIRE_NOTICE_OR_0(key, notice);
    if (!lm_notice_is_satisfied(notice, wanted, mode)) {
        lm_port_unlock(key);
        return 0;
    }
    return lm_notice_take_at_once(notice, wanted, clear, key);
}

enum lm_status lm_notice_increase(struct lm_notice *notice, uint32_t number, uint32_t *after)
{
    LM_CALL_ON(NOTICE_INCREASE, notice);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, notice, LM_KIND_NOTICE,
                         lm_notice_give_shared(notice, UINT32_MAX, number, after, key));
    return give(notice, notice->value + number, number, after, key);
}

enum lm_status lm_notice_write(struct lm_notice *notice, uint32_t value, uint32_t *after)
{
    LM_CALL_ON(NOTICE_WRITE, notice);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, notice, LM_KIND_NOTICE,
                         lm_notice_give_shared(notice, 0, value, after, key));
    return give(notice, value, value, after, key);
}

enum lm_status lm_notice_offer(struct lm_notice *notice, uint32_t value)
{
    LM_CALL_ON(NOTICE_OFFER, notice);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN_FIRST(key, notice, LM_KIND_NOTICE, lm_notice_offer_shared(notice, value, key));
    return notice->given ? lm_leave(key, LM_UNAVAILABLE) : give(notice, value, value, NULL, key);
}

enum lm_status lm_notice_clear(struct lm_notice *notice, uint32_t bits, uint32_t *before)
{
    LM_CALL_ON(NOTICE_CLEAR, notice);
    lm_lock_key key = lm_lock();

    bool is_shared = LM_IS_SHARED(notice, LM_KIND_NOTICE);

    if (LM_IF_SHARED(is_shared)) {
        lm_cores_lock();
    } else {
        LM_REQUIRE_OBJECT(key, notice, LM_KIND_NOTICE);
    }
    lm_observe(LM_EVENT_FLAGS_CLEAR, notice, 0, bits);
    if (before != NULL) {
        *before = notice->value;
    }
    notice->value &= ~bits;
    return lm_leave_either(is_shared, key, LM_OK);
}

enum lm_status lm_notice_withdraw(struct lm_notice *notice)
{
    LM_CALL_ON(NOTICE_WITHDRAW, notice);
    lm_lock_key key = lm_lock();

    bool is_shared = LM_IS_SHARED(notice, LM_KIND_NOTICE);

    if (LM_IF_SHARED(is_shared)) {
        lm_cores_lock();
    } else {
        LM_REQUIRE_OBJECT(key, notice, LM_KIND_NOTICE);
    }
    bool given = notice->given;

    notice->given = false;
    return lm_leave_either(is_shared, key, given ? LM_OK : LM_UNAVAILABLE);
}

enum lm_status lm_notice_wait(struct lm_notice *notice, struct lm_notice_request *wait,
                              lm_timeout timeout)
{
    LM_CALL_ON(NOTICE_WAIT, notice);
    lm_lock_key key = lm_lock();

    bool is_shared = LM_IS_SHARED(notice, LM_KIND_NOTICE);

    if (!is_shared) {
        LM_REQUIRE_OBJECT(key, notice, LM_KIND_NOTICE);
    }
    LM_REQUIRE(key, wait != NULL && wait->mode <= LM_NOTICE_GIVEN, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    if (LM_IF_SHARED(is_shared)) {
        return lm_notice_wait_shared(notice, wait, timeout, key);
    }
    if (lm_notice_is_satisfied(notice, wait->wanted, wait->mode)) {
        wait->found = lm_notice_take_at_once(notice, wait->wanted, wait->clear, key);
        return LM_OK;
    }
    if (timeout == LM_NO_WAIT) {
        wait->found = notice->value;
        lm_notice_observe_wait(notice, LM_OUTCOME_UNAVAILABLE, wait->wanted);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    return lm_notice_wait_in(notice, wait, timeout);
}

uint32_t lm_notice_value(const struct lm_notice *notice)
{
    LM_CALL_ON(NOTICE_VALUE, notice);
    if (LM_IS_SHARED(notice, LM_KIND_NOTICE)) {
        return notice->value;
    }
    LM_CHECK_OBJECT_OR(notice, LM_KIND_NOTICE, 0);

    return notice->value;
}

enum lm_status lm_notice_delete(struct lm_notice *notice)
{
    LM_CALL_ON(NOTICE_DELETE, notice);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, notice, LM_KIND_NOTICE);
    return lm_long_call_delete(&notice->object, &notice->waiters, LM_EVENT_FLAGS_DELETE, key);
}
