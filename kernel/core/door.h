/* SPDX-License-Identifier: Apache-2.0 */
/* The door of the kernel. Every public function has this shape, in its own body:
 *
 *     lm_lock_key key = lm_lock();
 *
 *     LM_REQUIRE_OBJECT(key, semaphore, LM_KIND_SEMAPHORE);   checks, under the lock
 *     post(lm_cpu(), semaphore);                              one decision
 *     lm_unlock(lm_cpu(), key);                               the switch, if there is one
 *     return LM_OK;
 *
 * The functions behind the door neither take nor free the lock, and they do not switch. The
 * exception are those that a call ends with: the body of a call that is used much has the usual
 * case, and its last call does the rest and goes out (lm_wait_in and lm_wake in time/wait.h). A
 * call that has made no thread ready frees the lock with lm_leave or lm_port_unlock, without a test
 * whether another thread is next.
 *
 * The checks find mistakes of the caller. The checked libraries return a status, and the unchecked
 * ones do not check. A program chooses by the library that it links. The build sets LM_CHECKED.
 */
#ifndef LIMEN_DOOR_H
#define LIMEN_DOOR_H

#include "core/dispatch.h"
#include "core/object.h"
#include "core/sched.h"
#include "state.h"

/* A check before the lock, of arguments that no other thread can change. */
#define LM_CHECK(condition, status)                                                                \
    do {                                                                                           \
        if (LM_CHECKED && !(condition)) {                                                          \
            return (status);                                                                       \
        }                                                                                          \
    } while (0)

/* A check under the lock. */
#define LM_REQUIRE(key, condition, status)                                                         \
    do {                                                                                           \
        if (LM_CHECKED && !(condition)) {                                                          \
            lm_port_unlock(key);                                                                   \
            return (status);                                                                       \
        }                                                                                          \
    } while (0)

/* The pointer is that of an existing object of this kind. */
#define LM_REQUIRE_OBJECT(key, pointer, expected)                                                  \
    LM_REQUIRE(key, (pointer) != NULL && (pointer)->object.kind == (expected), LM_BAD_OBJECT)

/* There is no object in this memory, in which the call creates one. */
#define LM_REQUIRE_NO_OBJECT(key, pointer)                                                         \
    LM_REQUIRE(key, !lm_object_exists(&(pointer)->object), LM_BAD_OBJECT)

/* The caller may wait. If it may not, a layer is informed with the place of the call. */
#define LM_REQUIRE_WAIT(key)                                                                       \
    do {                                                                                           \
        if (LM_CHECKED && !lm_may_wait(key)) {                                                     \
            lm_port_unlock(key);                                                                   \
            lm_refuse_wait(LM_PORT_CALLER);                                                        \
            return LM_BAD_CONTEXT;                                                                 \
        }                                                                                          \
    } while (0)

static inline lm_lock_key lm_lock(void)
{
    return lm_port_lock();
}

/* Free the lock. Returns: the status. */
static inline enum lm_status lm_leave(lm_lock_key key, enum lm_status status)
{
    lm_port_unlock(key);
    return status;
}

/* Free the lock where another thread has become the next one: switch to it, now or at the end of
 * the interrupt. Returns: LM_OK. */
static inline enum lm_status lm_unlock_preempted(struct lm_cpu *cpu, lm_lock_key key)
{
    lm_observe_decision(cpu);
    if (key == 0 && !lm_port_in_interrupt()) {
        return lm_port_switch_thread(cpu, cpu->running, LM_OK);
    }
    lm_port_switch_later(key);
    return LM_OK;
}

/* Make the thread ready and free the lock. Returns: LM_OK. */
static inline enum lm_status lm_unlock_ready(struct lm_thread *thread, lm_lock_key key)
{
    if (lm_sched_ready(lm_cpu(), thread, LM_OK)) {
        return lm_unlock_preempted(lm_cpu(), key);
    }
    return lm_leave(key, LM_OK); /* a switch that is due has been requested before */
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

/* The calling thread is blocked or yields: switch to the next thread, which may be itself. The call
 * returns when the thread is dispatched again.
 * Returns: result, or what has been set meanwhile (lm_port_set_result). */
static inline enum lm_status lm_switch(struct lm_cpu *cpu, enum lm_status result)
{
    return lm_port_switch_thread(cpu, cpu->running, result);
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
    if (lm_kernel()->on_refused_wait != NULL) {
        lm_kernel()->on_refused_wait(place);
    }
}

#endif
