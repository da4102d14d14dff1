/* SPDX-License-Identifier: Apache-2.0 */
/* What the cores share: one lock in FIFO order, and for each core an inbox of threads that others
 * have woken or sent.
 *
 * Invariants:
 *   C1  the fields of a thread are written by its own core. The exceptions are node, shared_listed
 *       and what wait_data points to: while it is in the list of a shared object or in an inbox,
 *       they belong to the holder of the shared lock
 *   C2  shared_listed  <=>  the thread is in the list of a shared object. The end of the wait
 *       clears it, which is the object or the timeout: so it ends once
 *   C3  a thread is in at most one inbox. So an inbox is a list through the threads, and cannot
 *       overflow
 *   C4  the shared lock is taken under the kernel lock of a core, never twice, and nothing is
 *       waited for under it. So a core spins for at most LM_CORES - 1 sections of others
 *   C5  an inbox is not empty  =>  the interrupt of its core is pending, or its sender is about to
 *       raise it, or its handler has not looked yet
 *
 * Barriers. The shared lock: an acquiring load of `serving` before all that is read under the lock,
 * and a releasing store to it behind all that is written. Whatever is protected by it needs no
 * other. The interrupt: the port orders the store to the inbox before the store to the device that
 * raises the interrupt, and the store that withdraws the interrupt before the look into the inbox.
 * Otherwise a core could take the interrupt and find its inbox empty, or withdraw an interrupt that
 * has been raised for a thread that it has not seen. A context: it is saved before its core serves
 * its inbox, and the lock of the inbox that the thread then enters orders it before the load by the
 * other core.
 *
 * docs/decisions/0057-a-kernel-on-each-core.md names the sources.
 */
#ifndef LIMEN_CORES_INTERNAL_H
#define LIMEN_CORES_INTERNAL_H

#include "cores/shared.h"
#include "cores/shared_trace.h"
#include "state.h"
#include <limen/cores.h>

struct lm_inbox {
    struct lm_thread *first, *last; /* last has a meaning if there is a first */
};

struct lm_cores {
    uint32_t next;    /* the ticket of the core that takes the lock next */
    uint32_t serving; /* the ticket of the core that has the lock, or takes it next */
    struct lm_inbox inbox[LM_CORES];
    void (*prepare[LM_CORES])(void);
    bool is_started[LM_CORES]; /* written by core 0, under the shared lock */
    uint8_t epoch;             /* of core 0 */
};

extern struct lm_cores lm_the_cores;

/* Requires: the kernel lock. */
static inline void lm_cores_lock(void)
{
    uint32_t ticket = __atomic_fetch_add(&lm_the_cores.next, 1, __ATOMIC_RELAXED);

    while (__atomic_load_n(&lm_the_cores.serving, __ATOMIC_ACQUIRE) != ticket) {
    }
}

/* Only the holder writes `serving`. */
static inline void lm_cores_unlock(void)
{
    __atomic_store_n(&lm_the_cores.serving, lm_the_cores.serving + 1, __ATOMIC_RELEASE);
}

/* The calling thread waits in the list of a shared object. The record of its call implies that.
 * Requires: both locks. Frees both. */
enum lm_status lm_shared_wait(struct lm_wait_list *list, lm_timeout timeout);

/* The first thread of the list has what it waits for, by the call whose record is the newest one.
 * Requires: both locks, and there is a thread. Frees both. Returns: LM_OK. */
enum lm_status lm_shared_wake(struct lm_wait_list *list, lm_lock_key key);

/* Put the thread, which is in no list, into the inbox of a core. Requires: both locks. Frees the
 * shared one. */
void lm_cores_send(struct lm_thread *thread, unsigned core);

/* Free both locks. */
static inline enum lm_status lm_shared_leave(lm_lock_key key, enum lm_status status)
{
    lm_cores_unlock();
    return lm_leave(key, status);
}

/* The thread, which waits for something shared, is ready, or its wait has timed out. how: the
 * status of the wait, or LM_IS_IMPLIED by a record. Requires: the kernel lock; this is the core of
 * the thread. */
void lm_shared_end(struct lm_thread *thread, unsigned how);

#endif
