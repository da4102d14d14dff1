/* SPDX-License-Identifier: Apache-2.0 */
/* The way from the calls for objects of one core to shared objects. A checked call compares the
 * kind anyway, and passes a shared object on to kernel/cores. The usual path of an unchecked call
 * does not read the kind: a shared object looks to it like one of this core in an unusual state,
 * and the unusual path reads the kind. The libraries for one core contain none of this code. */
#ifndef LIMEN_SHARED_H
#define LIMEN_SHARED_H

#include "core/door.h"
#include <limen/mutex.h>
#include <limen/notice.h>
#include <limen/queue.h>
#include <limen/semaphore.h>

_Static_assert(LM_CORES <= 8 && (unsigned)LM_KIND_CLOSED < 1U << LM_KIND_BITS,
               "the bits of a kind");

/* Is the object a shared one of this kind? */
static inline bool lm_is_shared(const struct lm_object *object, enum lm_kind kind)
{
    (void)object, (void)kind;
    return LM_CORES_OR(object->kind == (unsigned)kind + LM_KIND_SHARED, false);
}

/* Is the object shared? Requires: it exists. */
static inline bool lm_is_shared_any(const struct lm_object *object)
{
    (void)object;
    return LM_CORES_OR((object->kind & LM_KIND_SHARED) != 0, false);
}

/* Does the pointer of a program point to a shared object of this kind? */
#define LM_IS_SHARED(pointer, expected)                                                            \
    ((!LM_CHECKED || (pointer) != NULL) && lm_is_shared(&(pointer)->object, (expected)))

/* The unusual path of an unchecked call: for a shared object it calls the other form of the
 * call. */
#define LM_UNLESS_OWN(pointer, shared_form)                                                        \
    do {                                                                                           \
        LM_IF_CORES(                                                                               \
            if (!LM_CHECKED && lm_is_shared_any(&(pointer)->object)) { return shared_form; })      \
    } while (0)

/* LM_REQUIRE_OBJECT in a call that has another form for the shared object of this kind, which also
 * frees the lock. */
#define LM_REQUIRE_OWN(key, pointer, expected, shared_form)                                        \
    LM_CHECK_ELSE((pointer) != NULL && lm_object_kind(&(pointer)->object) == (expected),           \
                  LM_CORES_OR((pointer) != NULL && lm_is_shared(&(pointer)->object, (expected))    \
                                  ? (shared_form)                                                  \
                                  : LM_REFUSE(key, LM_BAD_OBJECT),                                 \
                              LM_REFUSE(key, LM_BAD_OBJECT)))

/* LM_REQUIRE_OWN in a call whose unchecked form also reads the kind first. */
#define LM_REQUIRE_OWN_FIRST(key, pointer, expected, shared_form)                                  \
    do {                                                                                           \
        LM_UNLESS_OWN(pointer, shared_form);                                                       \
        LM_REQUIRE_OWN(key, pointer, expected, shared_form);                                       \
    } while (0)

/* An attribute for functions that only libraries for several cores use. */
#define LM_ONLY_SHARED __attribute__((unused))

/* Each requires the kernel lock and a shared object, and frees the lock. */
enum lm_status lm_queue_send_shared(struct lm_queue *queue, const void *message, lm_timeout timeout,
                                    lm_lock_key key);
enum lm_status lm_queue_receive_shared(struct lm_queue *queue, void *message, lm_timeout timeout,
                                       lm_lock_key key);
enum lm_status lm_queue_receive_shared_forever(struct lm_queue *queue, void *message,
                                               lm_lock_key key);

/* Make the caller wait to send or to receive. The message is only read, or only written. Requires:
 * both locks. Frees both. */
enum lm_status lm_queue_wait_shared(struct lm_queue *queue, enum lm_call call, const void *message,
                                    lm_timeout timeout, lm_lock_key key);

enum lm_status lm_mutex_lock_shared(struct lm_mutex *mutex, lm_timeout timeout, lm_lock_key key);
enum lm_status lm_mutex_unlock_shared(struct lm_mutex *mutex, lm_lock_key key);

enum lm_status lm_semaphore_post_below_shared(struct lm_semaphore *semaphore, uint32_t ceiling,
                                              lm_lock_key key);

/* A change of a shared notice: its value becomes (value & keep) + add. The second function returns
 * the value that is left. */
enum lm_status lm_notice_give_shared(struct lm_notice *notice, uint32_t keep, uint32_t add,
                                     uint32_t *after, lm_lock_key key);
uint32_t lm_notice_give_shared_value(struct lm_notice *notice, uint32_t keep, uint32_t add,
                                     lm_lock_key key);
enum lm_status lm_notice_offer_shared(struct lm_notice *notice, uint32_t value, lm_lock_key key);
uint32_t lm_notice_take_shared(struct lm_notice *notice, uint32_t wanted, uint32_t clear,
                               enum lm_notice_mode mode, lm_lock_key key);
enum lm_status lm_notice_wait_shared(struct lm_notice *notice, struct lm_notice_request *wait,
                                     lm_timeout timeout, lm_lock_key key);

/* lm_mutex_release for a shared mutex: it keeps the kernel lock. */
void lm_mutex_release_shared(struct lm_cpu *cpu, struct lm_mutex *mutex);

/* lm_mutex_release_shared for an owner that has died: the call of the next owner says so. */
void lm_mutex_release_died(struct lm_cpu *cpu, struct lm_mutex *mutex);

/* Is the core of the configuration possible? Is it another core? */
static inline bool lm_core_is_possible(const struct lm_thread_config *config)
{
    (void)config;
    return LM_CORES_OR(config->on_core <= LM_CORES &&
                           (config->on_core == 0 || (config->period == NULL &&
                                                     config->slice == NULL && !config->suspended)),
                       true);
}

static inline bool lm_core_is_other(const struct lm_thread_config *config)
{
    (void)config;
    return LM_CORES_OR(config->on_core != 0 && config->on_core - 1U != lm_port_core(), false);
}

/* Send a new thread to the core on which it is to begin. Requires: the kernel lock. */
void lm_cores_send_new(struct lm_thread *thread, unsigned core);

/* Is it a thread of another core? */
static inline bool lm_thread_is_remote(const struct lm_thread *thread)
{
    (void)thread;
    unsigned kind = LM_CORES_OR(__atomic_load_n(&thread->object.kind, __ATOMIC_ACQUIRE), 0U);

    return kind != (LM_KIND_THREAD | LM_KIND_HERE) && (kind & LM_KIND_MASK) == LM_KIND_THREAD;
}

/* LM_REQUIRE_OBJECT for a thread in a call that its own core makes (requests.c); the form of the
 * call for threads of other cores frees the lock. */
#define LM_REQUIRE_THREAD(key, thread, remote_form)                                                \
    do {                                                                                           \
        if (LM_CORES_OR((!LM_CHECKED || (thread) != NULL) && lm_thread_is_remote(thread),          \
                        false)) {                                                                  \
            return LM_CORES_OR(remote_form, LM_OK);                                                \
        }                                                                                          \
        LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);                                            \
    } while (0)

/* Ask the core of the thread to make the call. Each requires the kernel lock, and frees it. */
enum lm_status lm_cores_ask(struct lm_thread *target, enum lm_call call, unsigned priority,
                            unsigned threshold, lm_lock_key key);
enum lm_status lm_cores_ask_threshold(struct lm_thread *target, unsigned threshold,
                                      unsigned *previous, lm_lock_key key);

/* lm_shared_abort: end the wait of a thread of this core for a shared object with LM_ABORTED.
 * suspends: it is suspended then. Returns: false if another core has ended the wait, or the thread
 * does not wait for a shared object.
 * lm_shared_abandon: the same for a thread that is terminated. Requires: the kernel lock. */
bool lm_shared_abort(struct lm_thread *thread, bool suspends);
void lm_shared_abandon(struct lm_cpu *cpu, struct lm_thread *thread);

/* The reason of a wait as programs see it: a thread in an inbox waits for nothing. */
static inline enum lm_waits_for lm_wait_reason(const struct lm_thread *thread)
{
    unsigned reason = thread->waits_for;

    LM_IF_CORES(if (reason > LM_WAITS_FOR_PERIOD) {
        reason = thread->shared_listed ? thread->wait_list->waits_for : LM_WAITS_FOR_NOTHING;
    })
    return (enum lm_waits_for)reason;
}

/* Do the cores still use the control block of the terminated thread? */
static inline bool lm_cores_use(const struct lm_thread *thread)
{
    (void)thread;
    return LM_CORES_OR(thread->in_transit || thread->asks.busy || thread->asked.busy, false);
}

#endif
