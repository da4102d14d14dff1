/* SPDX-License-Identifier: Apache-2.0 */
/* Several cores, in the libraries limen-cores and limen-cores-unchecked; a program with another one
 * does not link. Each core has a kernel of its own, and schedules its own threads by the rule of
 * limen/thread.h. A thread belongs to one core, until it moves. An object belongs to the
 * core that created it, and only that core may call it: the calls of the others return
 * LM_BAD_OBJECT. Shared objects serve the threads of all cores by the same calls.
 *
 *     static void prepare(void)
 *     {
 *         lm_thread_create(&other, &other_config);
 *     }
 *
 *     int main(void)
 *     {
 *         lm_kernel_init();
 *         lm_semaphore_create_shared(&filled, "filled", 0);
 *         lm_core_start(1, prepare);
 *         lm_kernel_start();
 *     }
 *
 * docs/design.md describes what is shared.
 */
#ifndef LIMEN_CORES_H
#define LIMEN_CORES_H

#include <limen/block_pool.h>
#include <limen/event_flags.h>
#include <limen/kernel.h>
#include <limen/mutex.h>
#include <limen/notice.h>
#include <limen/priority_queue.h>
#include <limen/queue.h>
#include <limen/semaphore.h>
#include <limen/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this core, from 0 to LM_CORES - 1. It changes for a thread that moves.
 * Context: any. Cost: O(1). */
static inline unsigned lm_core_self(void)
{
    return LM_CORES_OR(lm_port_core(), 0U);
}

/* Start another core. It initialises its kernel, calls prepare, which creates its threads and
 * objects, and starts its kernel. Its clock is that of the caller. prepare may be NULL.
 * Requires: 0 < core < LM_CORES, and the core was not started before.
 * Context:  core 0, after lm_kernel_init: start-up or a thread.
 * Returns:  LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (started before), LM_BAD_CONTEXT.
 * Cost:     O(1). The core prepares itself in parallel. */
enum lm_status lm_core_start(unsigned core, void (*prepare)(void));

/* For the configuration of a thread: it belongs to this core instead of the one that creates it. It
 * is ready there as soon as that core has started. It has neither a period nor a time slice, and is
 * not suspended, else lm_thread_create returns LM_BAD_ARGUMENT. */
#define LM_ON_CORE(core) .on_core = (uint8_t)((core) + 1)

/* Move the calling thread to another core. There it keeps its priority and its threshold, gives up
 * its level, and goes behind its peers. To move to its own core has no effect.
 * Requires: the core was started; the caller owns no mutex, and has neither a period nor a time
 *           slice.
 * Context:  thread.
 * Returns:  LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE, LM_BAD_CONTEXT.
 * Cost:     O(1), with the shared lock. */
enum lm_status lm_thread_move(unsigned core);

/* Give a thread that has not run yet to another core: a thread that was created suspended, or was
 * reset, and has not begun; before its core starts its kernel, also a thread that is ready. It
 * remains suspended or ready.
 * Requires: the thread has neither a period nor a time slice.
 * Context:  any.
 * Returns:  LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_STATE (it has begun, has ended, or has a
 *           period or a time slice).
 * Cost:     O(1), with the shared lock. */
enum lm_status lm_thread_set_core(struct lm_thread *thread, unsigned core);

/* These calls about a thread of another core are executed by that core, in an interrupt, also while
 * the thread moves: lm_thread_start, resume, suspend, suspend_now, terminate, abort_wait,
 * set_priority, set_threshold, set_core, reset, restart and delete. For a caller that may wait, the
 * call returns its status when it has been executed. For other callers it returns LM_OK at once.
 * Then lm_thread_reset, restart and delete, and set_threshold with previous, return LM_BAD_CONTEXT,
 * and any call returns LM_TOO_MANY as long as an earlier one about this thread has not been
 * executed. lm_thread_reset, restart and delete also return LM_BAD_STATE for a moment after the end
 * of the thread, while cores still use it. All other calls about a thread of another core return
 * LM_BAD_OBJECT.
 * Cost: O(1) for the caller; for the core of the thread an interrupt and the call. */

/* Create a shared object. It serves the waiting threads of all cores in FIFO order. Each
 * core can use it as an object of its own with lm_semaphore_post, post_below, wait and count,
 * lm_queue_send, receive and used, lm_mutex_lock and lm_mutex_unlock, and the calls that are
 * named below. All other calls return LM_BAD_OBJECT.
 * Context: any. Returns: as the call that creates one of this kind for one core; LM_BAD_ARGUMENT
 * for a count of UINT32_MAX.
 * Cost:    O(1). A call holds the shared lock for O(1) and the copy of the message, after at most
 *          LM_CORES - 1 such calls of other cores. */
enum lm_status lm_semaphore_create_shared(struct lm_semaphore *semaphore, const char *name,
                                          uint32_t count);
enum lm_status lm_queue_create_shared(struct lm_queue *queue, const char *name, void *storage,
                                      uint32_t capacity, uint32_t message_bytes);

/* lm_event_flags_wait, set, set_and_wait, clear and get serve shared event flags. A set holds the
 * shared lock for O(waiters), because a part of its effects must not be seen. */
enum lm_status lm_event_flags_create_shared(struct lm_event_flags *flags, const char *name);

/* All calls but lm_notice_delete serve a shared notice. One that gives the notice holds the shared
 * lock for O(waiters). */
enum lm_status lm_notice_create_shared(struct lm_notice *notice, const char *name);

/* lm_priority_queue_send, receive and clear serve a shared queue by priority. They hold the shared
 * lock for as long as the call for one core has interrupts off. */
enum lm_status lm_priority_queue_create_shared(struct lm_priority_queue *queue, const char *name,
                                               void *storage, uint32_t capacity,
                                               uint32_t message_bytes);

/* lm_block_allocate and lm_block_release serve a shared pool. */
enum lm_status lm_block_pool_create_shared(struct lm_block_pool *pool, const char *name, void *area,
                                           size_t area_bytes, uint32_t block_bytes);

/* The owner has this ceiling on its own core; with 0 no thread preempts it there. Then another core
 * waits only while the owner uses the mutex, and for interrupts. A thread owns at most one shared
 * mutex: the lock of a second one returns LM_BAD_STATE. */
enum lm_status lm_mutex_create_shared(struct lm_mutex *mutex, const char *name, unsigned ceiling);

/* A lock for sections that are too short to wait for: the core spins, in FIFO order, with
 * interrupts open. From the request to the end of the section the level of the thread is 0: no
 * other thread of the core runs, and the thread must not wait. So a core spins for at most one
 * section of each other core, and for the interrupts in them. Filled with zeros, it is
 * free; it has no number and no name. */
struct lm_core_lock {
    uint32_t next;             /* the ticket of the request that comes next */
    volatile uint32_t serving; /* the ticket of the section; if it is next, the lock is free */
    struct lm_thread *owner;
};

/* Context: thread that may wait, so sections do not nest.
 * Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_CONTEXT. */
enum lm_status lm_core_enter(struct lm_core_lock *lock);

/* A suspension or termination of the thread in the section takes effect now.
 * Context: the owner. Returns: LM_OK, LM_BAD_ARGUMENT, LM_NOT_OWNER. */
enum lm_status lm_core_leave(struct lm_core_lock *lock);

#ifdef __cplusplus
}
#endif

#endif
