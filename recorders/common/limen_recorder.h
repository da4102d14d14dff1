/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the recorders that does not depend on the kernel: a ring of records and a table of
 * objects, which together are a trace file of Limen (spec/trace-format.md).
 *
 * The folder of each kernel has a limen_kernel.h that defines
 *
 *     LIMEN_LOCK(), LIMEN_UNLOCK(saved)   interrupts off, and as they were
 *     LIMEN_CLOCK(), LIMEN_CLOCK_HZ       32 bits, counts up, wraps
 *     LIMEN_LEVELS                        how many priorities there are
 *     LIMEN_URGENCY(priority)             0 is the most urgent
 *     LIMEN_THRESHOLD(priority)           of the threads that can preempt one of this priority
 *     LIMEN_IS_IDLE(name, priority)       is this the idle thread?
 */
#ifndef LIMEN_RECORDER_H
#define LIMEN_RECORDER_H

#include <stdint.h>

/* Numbers of spec/trace-format.md. */
enum {
    LIMEN_KIND_THREAD = 1,
    LIMEN_KIND_SEMAPHORE = 2,
    LIMEN_KIND_MUTEX = 3,
    LIMEN_KIND_QUEUE = 4,
    LIMEN_KIND_TIMER = 5,
    LIMEN_KIND_FLAGS = 6,
    LIMEN_DONE = 0,
    LIMEN_WAITS = 1,
    LIMEN_FAILED = 2,
    LIMEN_SET = 2,
    LIMEN_INHERITED = 3,
    LIMEN_FOR_END = 0,
    LIMEN_FOR_RESUME = 3,
    LIMEN_FOR_TIME = 4,
    LIMEN_FOR_QUEUE = 5,
    LIMEN_FOR_SEMAPHORE = 6,
    LIMEN_FOR_FLAGS = 7,
    LIMEN_FOR_MUTEX = 13,
    LIMEN_FOR_SOMETHING = 32,
    LIMEN_FOR_NOTIFICATION = 37,
    LIMEN_FOR_CONDITION = 38,
    LIMEN_FOR_STREAM = 39,
    LIMEN_EVENT_IRQ_ENTER = 9,
    LIMEN_EVENT_IRQ_EXIT = 10,
    LIMEN_EVENT_SEMAPHORE_POST = 33,
    LIMEN_EVENT_SEMAPHORE_WAIT = 34,
    LIMEN_EVENT_MUTEX_LOCK = 41,
    LIMEN_EVENT_MUTEX_UNLOCK = 42,
    LIMEN_EVENT_QUEUE_SEND = 49,
    LIMEN_EVENT_QUEUE_RECEIVE = 50,
    LIMEN_EVENT_TIMER_EXPIRE = 59,
    LIMEN_EVENT_FLAGS_SET = 73,
    LIMEN_EVENT_FLAGS_CLEAR = 74,
    LIMEN_EVENT_FLAGS_WAIT = 75
};

#ifndef LIMEN_OBJECTS
#define LIMEN_OBJECTS 64 /* threads, queues, semaphores, ... that are named */
#endif
#ifndef LIMEN_RECORDS
#define LIMEN_RECORDS 2048 /* of 16 bytes, a ring */
#endif

/* The trace: copy these bytes to a file. Start forgets what was recorded and all objects. */
extern void *const limen_recorder_image;
uint32_t limen_recorder_size(void);
void limen_recorder_start(void);
void limen_recorder_stop(void);

/* A name for an object that the kernel does not name. */
void limen_name(const void *handle, const char *name);

/* For the hooks of the kernels. A thread of 0 is the running one. */
void limen_add(const void *handle, unsigned kind, int priority, uint32_t size, const char *name);
void limen_create(const void *thread, int priority, const char *name); /* adds it and records it */
void limen_delete(const void *handle);
int limen_knows(const void *handle);
void limen_ready(const void *thread, int priority);
void limen_wait(const void *thread, unsigned what, const void *object);
void limen_run(const void *thread); /* it runs already: no switch */
void limen_switch(const void *next, int priority);
void limen_call(unsigned event, const void *object, unsigned count, unsigned outcome,
                const void *other);
void limen_bits(unsigned event, const void *object, unsigned outcome, uint32_t bits);
void limen_priority(const void *thread, int priority, unsigned reason);
void limen_interrupt(int enters);
void limen_end_interrupts(void); /* of a kernel that does not tell each end */

#endif
