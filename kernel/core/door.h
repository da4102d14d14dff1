/* SPDX-License-Identifier: Apache-2.0 */
/* The door of the kernel. Every public function has this shape, in its own body:
 *
 *     LM_CALL_ON(SEMAPHORE_POST, semaphore);                  its name, for the record of an error
 *     lm_lock_key key = lm_lock();
 *
 *     LM_REQUIRE_OBJECT(key, semaphore, LM_KIND_SEMAPHORE);   checks, under the lock
 *     post(lm_cpu(), semaphore);                              one decision
 *     lm_unlock(lm_cpu(), key);                               the switch, if there is one
 *     return LM_OK;
 *
 * The functions behind the door neither take nor free the lock, and they do not switch. The
 * functions with which a call ends are the exception: the body of a frequent call handles the usual
 * case, and its last call does the rest and frees the lock (lm_wait_in and lm_wake in time/wait.h).
 * A call that has made no thread ready frees the lock with lm_leave or lm_port_unlock, without a
 * test whether another thread is next.
 *
 * The checks find mistakes of the caller. The checked libraries return a status, and the unchecked
 * ones do not check. A program chooses by the library that it links. The build sets LM_CHECKED.
 *
 * In the libraries with trace each mistake is an event. It is recorded out of line (refuse.c), so
 * that a call without mistakes does not pay for it.
 */
#ifndef LIMEN_DOOR_H
#define LIMEN_DOOR_H

#include "core/dispatch.h"
#include "core/object.h"
#include "core/sched.h"
#include "observe/calls.h"
#include "state.h"
#include <stddef.h>

/* First in each function with checks: which call it is (enum lm_call without LM_CALL_), and the
 * object that the call is about, or what should be that object. */
#define LM_CALL_ON(call, pointer) LM_CALL_HERE(pointer, call, LM_OBJECT_OFFSET(pointer))

/* LM_CALL_CREATES: for a call that creates an object in this memory. LM_CALL: for a call that is
 * about no object. */
#define LM_CALL_CREATES(call, pointer) LM_CALL_HERE(NULL, call, LM_OBJECT_OFFSET(pointer))
#define LM_CALL(call) LM_CALL_HERE(NULL, call, 0)

#define LM_OBJECT_OFFSET(pointer) offsetof(__typeof__(*(pointer)), object)

#define LM_CALL_HERE(about, call, offset)                                                          \
    const void *const lm_about_here __attribute__((unused)) = (about);                             \
    const uint32_t lm_call_here __attribute__((unused)) = LM_ERROR(LM_CALL_##call, offset)

/* A check before the lock, of arguments that no other thread can change. */
#define LM_CHECK(condition, status) LM_CHECK_ELSE(condition, LM_REFUSE_EARLY(status))

#define LM_CHECK_ELSE(condition, refusal)                                                          \
    do {                                                                                           \
        if (LM_CHECKED && !(condition)) {                                                          \
            return refusal;                                                                        \
        }                                                                                          \
    } while (0)

/* LM_CHECK for a call that returns this answer, or LM_NOTHING, instead of a status. */
#define LM_NOTHING

#define LM_CHECK_OR(condition, status, answer)                                                     \
    do {                                                                                           \
        if (LM_CHECKED && !(condition)) {                                                          \
            (void)LM_REFUSE_EARLY(status);                                                         \
            return answer;                                                                         \
        }                                                                                          \
    } while (0)

/* The check of the object for such a call. */
#define LM_CHECK_OBJECT_OR(pointer, expected, answer)                                              \
    LM_CHECK_OR((pointer) != NULL && lm_object_kind(&(pointer)->object) == (expected),             \
                LM_BAD_OBJECT, answer)

/* A check under the lock. */
#define LM_REQUIRE(key, condition, status) LM_REQUIRE_OF(lm_about_here, key, condition, status)

#define LM_REQUIRE_OF(about, key, condition, status)                                               \
    LM_CHECK_ELSE(condition, lm_refuse((key), lm_call_here, (about), (status)))

/* The pointer points to an existing object of this kind. */
#define LM_REQUIRE_OBJECT(key, pointer, expected)                                                  \
    LM_REQUIRE(key, (pointer) != NULL && lm_object_kind(&(pointer)->object) == (expected),         \
               LM_BAD_OBJECT)

/* The memory in which the call creates an object is free: before the lock and under it. */
#define LM_CHECK_FREE(pointer, condition)                                                          \
    LM_CHECK_ELSE(condition, lm_refuse_early(lm_call_here, (pointer), LM_BAD_OBJECT))

#define LM_REQUIRE_FREE(key, pointer, condition)                                                   \
    LM_REQUIRE_OF(pointer, key, condition, LM_BAD_OBJECT)

/* The memory contains no object. */
#define LM_REQUIRE_NO_OBJECT(key, pointer)                                                         \
    LM_REQUIRE_FREE(key, pointer, !lm_object_exists(&(pointer)->object))

/* The caller may wait. If it may not, a layer is informed with the place of the call. */
#define LM_REQUIRE_WAIT(key)                                                                       \
    LM_CHECK_ELSE(lm_may_wait(key),                                                                \
                  LM_TRACED ? lm_refuse_to_wait(key, lm_call_here, lm_about_here, LM_PORT_CALLER)  \
                            : (lm_port_unlock(key), lm_refuse_wait(LM_PORT_CALLER),                \
                               (enum lm_status)LM_BAD_CONTEXT))

/* The caller may wait, unless the timeout is LM_NO_WAIT. */
#define LM_REQUIRE_WAIT_UP_TO(key, timeout)                                                        \
    do {                                                                                           \
        if ((timeout) != LM_NO_WAIT) {                                                             \
            LM_REQUIRE_WAIT(key);                                                                  \
        }                                                                                          \
    } while (0)

/* The ways out of a wrong call, with the lock and without it. Each is an expression whose value is
 * the status. */
#define LM_REFUSE(key, status) lm_refuse((key), lm_call_here, lm_about_here, (status))
#define LM_REFUSE_EARLY(status) lm_refuse_early(lm_call_here, lm_about_here, (status))

/* A wrong call continues, and returns this status later. Context: the kernel lock. */
#define LM_NOTE_ERROR(status)                                                                      \
    do {                                                                                           \
        if (LM_TRACED) {                                                                           \
            lm_record_error(lm_call_here | LM_ERROR_STATUS(status), lm_about_here);                \
        }                                                                                          \
    } while (0)

/* An error in one word, because a call has few registers: enum lm_call, enum lm_status, and the
 * offset of the struct lm_object in the control block that the call is about. */
#define LM_ERROR(call, offset) ((uint32_t)(call) << 16 | (uint32_t)(offset))
#define LM_ERROR_STATUS(status) ((uint32_t)(status) << 8)

_Static_assert(offsetof(struct lm_thread, object) < 256, "LM_ERROR");

static inline lm_lock_key lm_lock(void)
{
    if (LM_CHECKED) {
        lm_port_check_caller();
    }
    return lm_port_lock();
}

/* Free the lock. Returns: the status. */
static inline __attribute__((always_inline)) enum lm_status lm_leave(lm_lock_key key,
                                                                     enum lm_status status)
{
    lm_port_unlock(key);
    return status;
}

/* Record an error. about: NULL, or the control block that should contain the object. Context: the
 * kernel lock. */
void lm_record_error(uint32_t error, const void *about);

/* Record an error and free the lock. Returns: the status. */
enum lm_status lm_record_refusal(lm_lock_key key, uint32_t error, const void *about);

static inline enum lm_status lm_refuse(lm_lock_key key, uint32_t call, const void *about,
                                       enum lm_status status)
{
    return LM_TRACED ? lm_record_refusal(key, call | LM_ERROR_STATUS(status), about)
                     : lm_leave(key, status);
}

static inline enum lm_status lm_refuse_early(uint32_t call, const void *about,
                                             enum lm_status status)
{
    return LM_TRACED ? lm_record_refusal(lm_lock(), call | LM_ERROR_STATUS(status), about) : status;
}

/* The calling thread is blocked or yields: switch to the next thread, which may be itself. The call
 * returns when the thread is dispatched again.
 * Returns: result, or the status that was set before that (lm_port_set_result). */
static inline enum lm_status lm_switch(struct lm_cpu *cpu, enum lm_status result)
{
    return lm_port_switch_thread(cpu, cpu->running, result);
}

/* Free the lock where another thread has become the next one: switch to it, now or at the end of
 * the interrupt. from: points to the running thread; a call in an interrupt does not read it.
 * Returns: LM_OK. */
static inline enum lm_status lm_unlock_preempted(struct lm_cpu *cpu, struct lm_thread *const *from,
                                                 lm_lock_key key)
{
    lm_observe_decision(cpu);
    if (key == 0 && !lm_port_in_interrupt()) {
        return lm_port_switch_thread(cpu, *from, LM_OK);
    }
    lm_port_switch_later(key);
    return LM_OK;
}

/* lm_unlock_preempted out of line. */
enum lm_status lm_unlock_and_switch(struct lm_cpu *cpu, lm_lock_key key);

/* Free the lock; if another thread is next, switch to it. Returns: LM_OK. */
static inline enum lm_status lm_unlock(struct lm_cpu *cpu, lm_lock_key key)
{
    if (cpu->next != cpu->running) {
        return lm_unlock_and_switch(cpu, key);
    }
    return lm_leave(key, LM_OK);
}

/* lm_unlock out of line, for rare calls, and for calls that a switch follows in any case. */
enum lm_status lm_unlock_rarely(struct lm_cpu *cpu, lm_lock_key key);

/* Parts of lm_unlock_ready out of line. The first is for ports that save space, the second for a
 * next thread that is not in the queue at its level. */
enum lm_status lm_unlock_ready_called(struct lm_thread *thread);
enum lm_status lm_unlock_unsettled(struct lm_thread *thread);

/* Make the thread ready, which the record of this call implies, and free the lock, which this call
 * has taken (its key is 0).
 * Returns: LM_OK. */
static inline enum lm_status lm_unlock_ready(struct lm_thread *thread)
{
    struct lm_cpu *cpu = lm_cpu_in_register();

    if (LM_PORT_IS_SMALL) {
        return lm_unlock_ready_called(thread);
    }
    if (!lm_sched_preempts(cpu, thread, LM_IS_IMPLIED)) {
        return lm_leave(0, LM_OK); /* if a switch is due, it has been requested before */
    }
    struct lm_thread *next = cpu->next; /* the running one, if the caller is a thread */

    if (__builtin_expect(next->level != next->priority, 0)) {
        return lm_unlock_unsettled(thread);
    }
    cpu->next = thread;
    return lm_unlock_preempted(cpu, &next, 0);
}

/* Is the caller a thread that may wait? It may not while preemption is disabled or the lock was
 * taken before, as key says. */
static inline bool lm_may_wait(lm_lock_key key)
{
    const struct lm_kernel *kernel = lm_kernel();

    return key == 0 && !lm_port_in_interrupt() && kernel->started &&
           kernel->cpu.running->preempt_disabled == 0;
}

/* A call at this place may wait and was refused. Context: without the lock. */
static inline void lm_refuse_wait(const void *place)
{
    void (*on_refused_wait)(const void *place) = LM_SMALL_OR(NULL, lm_kernel()->on_refused_wait);

    if (on_refused_wait != NULL) {
        on_refused_wait(place);
    }
}

/* Refuse such a call, with a record of the error. Returns: LM_BAD_CONTEXT. */
enum lm_status lm_refuse_to_wait(lm_lock_key key, uint32_t call, const void *about,
                                 const void *place);

#endif
