/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this library share: kinds, ticks, the calling task, waits. */
#ifndef FREERTOS_LIMEN_H
#define FREERTOS_LIMEN_H

#define configTICK_RATE_HZ lm_freertos_options.tick_hz
#include "queue.h"
#include "rules.h"
#include <stdbool.h>
#include <string.h>

/* Is it a queue of messages, which lm_layer_queue_of finds? */
static inline bool lm_freertos_is_queue(QueueHandle_t queue)
{
    return queue->kind == KIND_QUEUE || queue->kind == KIND_BY_PRIORITY;
}

static inline bool lm_freertos_is_mutex(QueueHandle_t queue)
{
    return queue->kind == KIND_MUTEX || queue->kind == KIND_RECURSIVE;
}

/* The whole block; NULL: the object is one of CMSIS-RTOS2, which has no set and no peekers. */
static inline StaticQueue_t *lm_freertos_static(QueueHandle_t queue)
{
    return queue->is_static ? (StaticQueue_t *)(void *)queue : NULL;
}

/* Its set or its lookers have changed. Context: interrupts are disabled. */
static inline void lm_freertos_watch(StaticQueue_t *block)
{
    bool watched = block->set != NULL || block->lookers != 0;

    block->queue.sends_to = watched ? (uint8_t)KIND_WATCHED : block->queue.kind;
}

/* looker.c. A wait to peek, or to send to the front: nothing can be handed over to it. It is on the
 * stack of its task, so the end of the task calls leave. Context: interrupts are disabled. */
struct lm_freertos_looker {
    StaticQueue_t *block; /* or NULL */
    TaskHandle_t task;    /* or NULL */
};
void lm_freertos_looker_begin(struct lm_freertos_looker *looker, QueueHandle_t queue);
void lm_freertos_looker_end(struct lm_freertos_looker *looker);
void lm_freertos_looker_leave(struct lm_freertos_looker *looker);

/* kernel.c. The first creation initialises the kernel. */
void lm_freertos_begin(void);

/* A mistake of the program, which FreeRTOS reports by configASSERT. */
static inline void lm_freertos_require(bool condition)
{
    if (!condition && lm_freertos_options.assert_failed != NULL) {
        lm_freertos_options.assert_failed();
    }
}

/* Does a call with these ticks wait without a limit? Then it takes the faster native call. Where
 * code has to be small, the call with a timeout does it. */
static inline bool lm_freertos_is_forever(TickType_t ticks)
{
    return !LM_PORT_IS_SMALL && ticks == portMAX_DELAY && LM_LAYER_STATE == LM_LAYER_RUNNING;
}

enum { LOOKS_ONCE, MAY_LOOK_AGAIN, LOOKS_AGAIN };

/* task.c. The task of this thread, or NULL. */
TaskHandle_t lm_freertos_task_of(struct lm_thread *thread);

/* task.c. The calling task; in an interrupt the interrupted one. NULL: it is a native thread, or
 * none. */
TaskHandle_t lm_freertos_self(void);

/* Has it all that a task has? A thread of CMSIS-RTOS2 may have a shorter block. */
static inline bool lm_freertos_is_whole(const struct lm_layer_thread *thread)
{
    return thread != NULL && thread->is_whole;
}

/* task.c. A thread of CMSIS-RTOS2 whose block is large enough has all that a task has: the size of
 * such a block, and the preparation of one that is filled with zeros. */
uint32_t lm_freertos_task_bytes(void);
void lm_freertos_make_whole(struct lm_layer_thread *thread, struct lm_thread_config *config);

/* The calling thread, if it is one of a layer, has taken the lock with this key and may wait; else
 * NULL. */
static inline struct lm_layer_thread *lm_freertos_waiting_self(lm_lock_key key)
{
    return lm_layer_may_wait_now(key) ? lm_layer_thread_of(lm_cpu()->running) : NULL;
}

/* The task, or the caller for NULL: any thread, of which only the native one may be used. */
static inline TaskHandle_t lm_freertos_task(TaskHandle_t task)
{
    return task != NULL ? task : xTaskGetCurrentTaskHandle();
}

/* The same if its block is whole; else NULL. */
static inline TaskHandle_t lm_freertos_own(TaskHandle_t task)
{
    return lm_freertos_task_of(&lm_freertos_task(task)->thread.native);
}

/* wait.c. In FreeRTOS the message, unit or space that a send, a give or a receive makes available
 * stays in the object. The first task that waits for it is woken and looks again; until then
 * another task may take it. In Limen it belongs to the waiting thread at once. A program sees no
 * difference if that thread runs at once. Otherwise a call ends the wait of the task before it
 * makes the message, unit or space available. If several tasks wait, the first one gets it
 * directly, so that tasks of equal priority are served in their order, unless "all" of them have to
 * look. */

/* Does the waiting thread run at once, if a call of the calling thread ends its wait? The caller
 * has this level after the call. key: of the lock. */
static inline bool lm_freertos_runs_at_once(const struct lm_thread *waiter, unsigned level,
                                            lm_lock_key key)
{
    return lm_layer_is_thread(key) && waiter->priority < level;
}

/* Is there a waiting thread, and does it run at once? Context: any. */
static inline bool lm_freertos_hands_over(const struct lm_wait_list *waiters)
{
    return waiters->first != NULL && !lm_layer_is_masked() &&
           waiters->first->priority < lm_freertos_own_level();
}

/* Let the tasks that wait in this list look again. Context: interrupts are disabled; key is from
 * before. */
void lm_freertos_let_compete(const struct lm_wait_list *waiters, unsigned level, bool all,
                             uint32_t key);

/* look of each thread, which may be one of CMSIS-RTOS2. A wait whose call can look again is between
 * look_begin and look_end. A call that does not wait may be made in an interrupt, and leaves the
 * interrupted thread alone. look_end: has the wait been ended for that? */
static inline struct lm_layer_thread *lm_freertos_look_begin(lm_timeout timeout)
{
    struct lm_layer_thread *self = timeout != LM_NO_WAIT ? lm_layer_thread_self() : NULL;

    if (self != NULL) {
        self->look = MAY_LOOK_AGAIN;
    }
    return self;
}

static inline bool lm_freertos_look_end(struct lm_layer_thread *self)
{
    bool again = self != NULL && self->look == LOOKS_AGAIN;

    if (self != NULL) {
        self->look = LOOKS_ONCE;
    }
    return again;
}

/* task.c. Create a task in a block of zeros, with owns if the heap has given it. It may run before
 * the call returns. Returns: as lm_layer_thread_create. */
bool lm_freertos_task_create(TaskHandle_t task, TaskFunction_t function, const char *name,
                             void *parameter, UBaseType_t priority, struct lm_layer_area stack);

/* task_extend.c. The opposite of lm_freertos_extend. */
void lm_freertos_shrink(TaskHandle_t task);

/* reent.c. The task ends. */
void lm_freertos_reent_end(TaskHandle_t task);

/* queue.c. Begin a creation. */
QueueHandle_t lm_freertos_clear(StaticQueue_t *block, uint8_t kind, UBaseType_t ceiling);

/* wait.c. Make this native call, and wait in it, until it need not look again. */
typedef enum lm_status lm_freertos_call(QueueHandle_t queue, void *item, lm_timeout timeout);
BaseType_t lm_freertos_wait_in(lm_freertos_call *call, QueueHandle_t queue, void *item,
                               TickType_t ticks);

/* queue.c. Send by this native call, if it is a queue; else give. It does not wait. */
typedef enum lm_status lm_freertos_native_send(struct lm_queue *, const void *, lm_timeout);
enum lm_status lm_freertos_send_at_once(QueueHandle_t queue, const void *item,
                                        lm_freertos_native_send *native);

/* queue_reset.c. Give a mutex that was withdrawn. */
enum lm_status lm_freertos_restore(struct lm_mutex *mutex);

/* queue.c. Before a send: set *woken if it is about to wake a more urgent thread. */
void lm_freertos_note_receiver(QueueHandle_t queue, BaseType_t *woken);

/* Set *woken if the thread, which is about to be woken, is more urgent than the interrupted one. */
static inline void lm_freertos_note_woken(const struct lm_thread *waiter, BaseType_t *woken)
{
    const struct lm_thread *self = lm_thread_self();

    if (woken != NULL && waiter != NULL && (self == NULL || waiter->priority < self->priority)) {
        *woken = pdTRUE;
    }
}

_Static_assert(offsetof(struct lm_queue, waiters) == offsetof(struct lm_semaphore, waiters),
               "lm_freertos_waiters");

/* Threads that wait for an object of any kind. */
static inline const struct lm_wait_list *lm_freertos_waiters(QueueHandle_t queue)
{
    if (queue->kind == KIND_BY_PRIORITY) {
        return &queue->native.by_priority.queue.waiters;
    }
    return lm_freertos_is_mutex(queue) ? &queue->native.mutex.waiters
                                       : &queue->native.semaphore.waiters;
}

/* idle.c. The idle task frees the memory of the calling task, which is about to end. */
void lm_freertos_idle_expects(void);

/* How many tasks deleted themselves and wait for the idle task. */
UBaseType_t lm_freertos_idle_awaited(void);

/* queue_set.c: a mutex was given, which has no observer; a member is deleted. Context: interrupts
 * are disabled in the first one. */
void lm_freertos_set_tell(StaticQueue_t *member);
void lm_freertos_set_forget(StaticQueue_t *member);

/* Parts of a StaticTask_t whose place depends on options. The notices of a task but the first one,
 * which is that of its thread. */
static inline struct lm_notice *lm_freertos_notices(TaskHandle_t task)
{
    return (struct lm_notice *)(void *)((char *)task + lm_freertos_places.notices_at);
}

/* NULL: the program has no statistics of run times. */
static inline struct lm_counters *lm_freertos_counters(TaskHandle_t task)
{
    return LM_COUNTED && lm_freertos_options.counters_at != 0
               ? (struct lm_counters *)(void *)((char *)task + lm_freertos_options.counters_at)
               : NULL;
}

static inline char *lm_freertos_name(TaskHandle_t task)
{
    return (char *)task + lm_freertos_options.name_at;
}

#endif
