/* SPDX-License-Identifier: Apache-2.0 */
/* The data that the cores share: one lock in FIFO order, and for each core an inbox of threads that
 * other cores have woken or sent.
 *
 * Invariants:
 *   C1  the fields of a thread are written by its own core. The exceptions are node, shared_listed,
 *       shared_mutex and what wait_data points to: while it is in the list of a shared object or
 *       in an inbox, they belong to the holder of the shared lock. core and the kind change under
 *       both locks, when the thread goes from the inbox of its core into that of another one
 *   C2  shared_listed  <=>  the thread is in the list of a shared object. The object or the timeout
 *       that ends the wait clears it: so the wait ends once
 *   C3  a thread is in at most one inbox. So an inbox is a list through the threads, and cannot
 *       overflow
 *   C4  the shared lock is taken under the kernel lock of a core, never twice, and nothing is
 *       waited for under it. So a core spins for at most LM_CORES - 1 sections of others
 *   C5  an inbox is not empty  =>  the interrupt of its core is pending, or its sender is about to
 *       raise it, or its handler has not looked yet
 *   C6  the first entry in the list of a shared object is its mark, which is not a thread: so the
 *       list is a circle that is never empty. Its count has no meaning
 *
 * Barriers:
 *   Shared lock  An acquiring load of `serving` comes before all reads under the lock, and a
 *       releasing store to `serving` after all writes. Data under the lock need no other barrier.
 *   Interrupt    The port orders the store to the inbox before the store to the device that raises
 *       the interrupt, and the store that withdraws the interrupt before the read of the inbox.
 *       Otherwise a core could take the interrupt and find its inbox empty, or withdraw an
 *       interrupt that was raised for a thread that it has not seen.
 *   Context      It is saved before its core serves its inbox. The lock of the next inbox that the
 *       thread enters orders this before the load by the other core.
 *
 * docs/decisions/0057-a-kernel-on-each-core.md names the sources.
 */
#ifndef LIMEN_CORES_INTERNAL_H
#define LIMEN_CORES_INTERNAL_H

#include "cores/shared.h"
#include "cores/shared_list.h"
#include "state.h"
#include "time/wait.h"
#include <limen/cores.h>

struct lm_inbox {
    struct lm_thread *first, *last; /* first: NULL if it is empty; then last has no meaning */
    struct lm_request *requests, *last_request; /* the same */
};

struct lm_cores {
    uint32_t next;             /* the ticket of the core that takes the lock next */
    volatile uint32_t serving; /* the ticket of the core that has the lock, or takes it next */
    struct lm_inbox inbox[LM_CORES];
    void (*prepare[LM_CORES])(void);
    bool is_started[LM_CORES]; /* written by core 0, under the shared lock */
    uint8_t epoch;             /* of core 0 */
};

extern LM_PORT_SHARED struct lm_cores lm_the_cores;

/* The address in a register: a compiler that knows it would compute it again for each field. */
static inline struct lm_cores *lm_cores_in_register(void)
{
    struct lm_cores *cores = &lm_the_cores;

    __asm__("" : "+r"(cores));
    return cores;
}

/* The three steps of the shared lock: draw a ticket, with the kernel lock held (from then on other
 * cores wait for this one); compare the ticket with `serving` (if they are equal, this core has the
 * lock); free the lock. Only the holder writes `serving`. */
static inline uint32_t lm_cores_draw(struct lm_cores *cores)
{
    return __atomic_fetch_add(&cores->next, 1, __ATOMIC_RELAXED);
}

static inline bool lm_cores_is_turn(const struct lm_cores *cores, uint32_t ticket)
{
    bool is_turn = cores->serving == ticket;

    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return is_turn;
}

static inline void lm_cores_pass_on(struct lm_cores *cores, uint32_t ticket)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
    cores->serving = ticket + 1;
}

/* Requires: the kernel lock. */
static inline void lm_cores_await(uint32_t ticket)
{
    while (!lm_cores_is_turn(&lm_the_cores, ticket)) {
    }
}

static inline void lm_cores_lock(void)
{
    lm_cores_await(lm_cores_draw(&lm_the_cores));
}

static inline void lm_cores_unlock(void)
{
    struct lm_cores *cores = lm_cores_in_register();

    lm_cores_pass_on(cores, cores->serving);
}

/* Make the calling thread wait in the list of a shared object. Its call is recorded already.
 * Requires: both locks. Frees both. */
enum lm_status lm_shared_wait(struct lm_wait_list *list, lm_timeout timeout);

/* lm_shared_wait that frees the shared lock only, and does not switch. */
void lm_shared_enter(struct lm_wait_list *list, lm_timeout timeout);

/* Put the thread, which is in no list, into the inbox of a core. Requires: both locks. Frees both.
 * Returns: LM_OK. */
static inline enum lm_status lm_cores_send(struct lm_thread *thread, unsigned core, lm_lock_key key)
{
    struct lm_cores *cores = lm_cores_in_register();
    struct lm_inbox *inbox = &cores->inbox[core];
    bool was_empty = inbox->first == NULL;

    if (was_empty) {
        inbox->first = thread;
    } else {
        inbox->last->node.next = &thread->node;
    }
    inbox->last = thread;
    lm_cores_pass_on(cores, cores->serving);
    return was_empty ? lm_port_interrupt_core(core, key) : lm_leave(key, LM_OK);
}

/* Wake a thread that has got what it waits for, out of the list of a shared object.
 * lm_shared_wake_here: the thread has left the list, and this is its core. Requires: both locks.
 * Frees both. Returns: LM_OK. */
enum lm_status lm_shared_wake_here(struct lm_thread *thread, lm_lock_key key);

static inline enum lm_status lm_shared_wake(struct lm_thread *thread, lm_lock_key key)
{
    unsigned core = LM_CORES_OR(thread->core, 0U);

    lm_list_unlink(&thread->node);
    LM_IF_CORES(thread->shared_listed = false;)
    return core == lm_core_self() ? lm_shared_wake_here(thread, key)
                                  : lm_cores_send(thread, core, key);
}

/* lm_shared_wake that keeps the kernel lock, and does not switch. */
void lm_shared_satisfy(struct lm_thread *thread);

/* A call that wakes several threads chooses them under both locks, which takes them out of their
 * list, and then wakes them under the kernel lock alone. */
void lm_shared_choose(struct lm_inbox *chosen, struct lm_thread *thread);
void lm_shared_wake_chosen(const struct lm_inbox *chosen);

/* Complete a hand-over, if another core has handed a shared mutex to the thread. */
void lm_shared_own(struct lm_cpu *cpu, struct lm_thread *thread);

/* Free both locks. */
static inline enum lm_status lm_shared_leave(lm_lock_key key, enum lm_status status)
{
    lm_cores_unlock();
    return lm_leave(key, status);
}

/* Answer a request, or pass it on. Requires: the kernel lock, in the interrupt that serves. */
void lm_cores_answer(struct lm_request *request);

/* End the wait of a thread for a shared object, by the object or by the timeout. is_implied: the
 * newest record implies it. Requires: the kernel lock; this is the core of the thread. */
void lm_shared_end(struct lm_thread *thread, enum lm_status status, bool is_implied);

/* For a call with one body for the objects of this core and for shared objects: is this one shared?
 * Libraries for one core lack the functions for shared objects. A compiler without optimisation
 * leaves out their calls only if the condition contains a constant. */
#define LM_IF_SHARED(is_shared) (LM_CORES > 1 && (is_shared))

/* The end of such a call. */
static inline enum lm_status lm_leave_either(bool is_shared, lm_lock_key key, enum lm_status status)
{
    return LM_IF_SHARED(is_shared) ? lm_shared_leave(key, status) : lm_leave(key, status);
}

static inline enum lm_status lm_wait_either(bool is_shared, struct lm_wait_list *list,
                                            lm_timeout timeout)
{
    return LM_IF_SHARED(is_shared) ? lm_shared_wait(list, timeout) : lm_wait_in(list, timeout);
}

#endif
