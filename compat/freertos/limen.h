/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this library share: kinds, ticks, the calling task, waits. */
#ifndef FREERTOS_LIMEN_H
#define FREERTOS_LIMEN_H

#define configTICK_RATE_HZ lm_freertos_options.tick_hz
#include "limen_usual.h"
#include "queue.h"
#include <stdbool.h>
#include <string.h>

/* Of a struct QueueDefinition; the kinds of mutexes are in queue.h. */
enum { KIND_QUEUE, KIND_SEMAPHORE, KIND_MUTEX = lmFREERTOS_MUTEX, KIND_RECURSIVE, KIND_WATCHED };

/* The queue, its set or its peekers have changed. Context: interrupts are disabled, or no other
 * task knows the queue. */
static inline void lm_freertos_watch(QueueHandle_t queue)
{
    queue->sends_to =
        queue->set != NULL || queue->peekers != NULL ? (uint8_t)KIND_WATCHED : queue->kind;
}

/* kernel.c. The first creation initialises the kernel. */
void lm_freertos_begin(void);

/* Does a call with these ticks wait without a limit? Then it takes the faster native call. */
static inline bool lm_freertos_is_forever(TickType_t ticks)
{
    return ticks == portMAX_DELAY && lm_layer_state == LM_LAYER_RUNNING;
}

/* task.c. The calling task; in an interrupt the interrupted one. NULL: it is a native thread, or
 * none. */
TaskHandle_t lm_freertos_self(void);
bool lm_freertos_is_task(const struct lm_layer_thread *thread);

/* Has the wait of the caller, which ended with this status, been interrupted by a suspension? Then
 * its call waits again. */
bool lm_freertos_waits_again(enum lm_status status);

/* The task, or the caller for NULL. */
static inline TaskHandle_t lm_freertos_task(TaskHandle_t task)
{
    return task != NULL ? task : lm_freertos_self();
}

/* wait.c. Wait for what the kernel has no object for. begin: the next signal is for this wait.
 * Context: begin and signal with interrupts disabled. Returns: has it been signalled? */
void lm_freertos_wait_begin(TaskHandle_t self);
bool lm_freertos_wait(TaskHandle_t self, lm_timeout until);
void lm_freertos_signal(TaskHandle_t task);

/* Set *woken if the thread, which is about to be woken, is more urgent than the interrupted one. */
static inline void lm_freertos_note_woken(const struct lm_thread *waiter, BaseType_t *woken)
{
    const struct lm_thread *self = lm_thread_self();

    if (woken != NULL && waiter != NULL && (self == NULL || waiter->priority < self->level)) {
        *woken = pdTRUE;
    }
}

/* Waiting threads of an object of any kind. */
static inline const struct lm_thread *lm_freertos_first_waiter(QueueHandle_t queue)
{
    return queue->kind == KIND_QUEUE ? queue->native.queue.waiters.first
                                     : queue->native.semaphore.waiters.first;
}

/* task_list.c: the next task from this thread on, or NULL. With interrupts disabled. */
TaskHandle_t lm_freertos_next_task(struct lm_layer_thread *thread);

/* kernel.c */
unsigned lm_freertos_level(UBaseType_t priority);

/* queue_peek.c: a message was sent. Context: interrupts are disabled. */
void lm_freertos_peekers_serve(QueueHandle_t queue, const void *item);

/* queue_set.c: a mutex was given, which has no observer; a member is deleted. */
void lm_freertos_set_tell(QueueHandle_t queue);
void lm_freertos_set_forget(QueueHandle_t queue);

/* The notices of a task but the first one, which is that of its thread. */
static inline struct lm_notice *lm_freertos_notices(TaskHandle_t task)
{
    return (struct lm_notice *)(void *)((char *)task + lm_freertos_options.notices_at);
}

static inline char *lm_freertos_name(TaskHandle_t task)
{
    return (char *)task + lm_freertos_options.name_at;
}

#endif
