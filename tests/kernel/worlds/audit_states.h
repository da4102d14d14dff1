/* SPDX-License-Identifier: Apache-2.0 */
/* Two states of a system, in which threads wait in every way, and an audit of all their parts. */
#ifndef LIMEN_TESTS_AUDIT_STATES_H
#define LIMEN_TESTS_AUDIT_STATES_H

#include "check.h"
#include "objects/audit.h"
#include "state.h"
#include "threads.h"
#include <limen/notice.h>
#include <limen/stream.h>

enum { PARTS = 14, THREAD_PARTS = 5 };

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static struct lm_block_pool blocks;
static struct lm_byte_pool memory;
static struct lm_timer timer;
static struct lm_notice notice;
static struct lm_stream stream;
static unsigned char stream_area[8];
static uint32_t storage[4];
static _Alignas(8) unsigned char area[4 * 16], byte_area[1024];
static struct lm_audited parts[PARTS];
static struct lm_audit audit;

static void audit_expire(void *argument)
{
    (void)argument;
}

/* One object of each kind. The mutex has the other order. */
static inline void create_objects(enum lm_order order, uint32_t units, enum lm_protocol protocol,
                                  uint32_t block_bytes)
{
    enum lm_order other = order == LM_FIFO ? LM_BY_PRIORITY : LM_FIFO;

    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", units, order), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", protocol, protocol == LM_CEILING ? 2 : 0, other),
                 LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 4, 4, order), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", order), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&blocks, "blocks", area, block_bytes, 16, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&memory, "bytes", byte_area, sizeof byte_area, LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, "timer", audit_expire, NULL), LM_OK);
    CHECK_STATUS(lm_notice_create(&notice, "notice"), LM_OK);
    CHECK_STATUS(lm_stream_create(&stream, "stream", stream_area, sizeof stream_area, 2), LM_OK);
}

static inline void add_parts(void)
{
    struct lm_object *const objects[] = {&semaphore.object, &mutex.object,  &queue.object,
                                         &flags.object,     &blocks.object, &memory.object,
                                         &timer.object,     &notice.object, &stream.object};

    for (unsigned i = 0; i < THREAD_PARTS; i++) {
        parts[i].object = &threads[i].object;
    }
    for (unsigned i = 0; i < PARTS - THREAD_PARTS; i++) {
        parts[THREAD_PARTS + i].object = objects[i];
    }
    lm_audit_init(&audit, parts, PARTS);
}

/* 3 runs, with the priority of 2, which waits for its mutex. 4 is ready. 0 waits for a semaphore up
 * to an instant, and 1 sleeps. */
static inline void begin(void)
{
    const uint32_t message = 1;
    void *block;

    THREADS_BEGIN(1, 2, 3, 5, 5);
    create_objects(LM_FIFO, 0, LM_INHERIT, sizeof area);
    CHECK_STATUS(lm_timer_start(&timer, 70, 0), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(lm_stream_put(&stream, &message, 3), 3);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, LM_NO_WAIT), LM_OK);
    (void)lm_semaphore_wait(&semaphore, 100);
    (void)lm_thread_sleep(50);
    (void)lm_thread_sleep(10);
    CHECK_EQUAL(threads_running(), 3);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 2);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 3);
    CHECK_EQUAL(threads[3].priority, 3);
    add_parts();
}

/* 4 runs, with its threshold 2 and preemption off. 0 waits to send to a full queue, 1 for a block
 * of an empty pool, 2 is terminated, and 3 has been preempted; the mutex has no owner, and the
 * timer does not run. */
static inline void begin_otherwise(void)
{
    const uint32_t message = 1;
    void *block;

    THREADS_BEGIN(1, 2, 4, 5, 3);
    create_objects(LM_BY_PRIORITY, 3, LM_CEILING, 16);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[4]), LM_OK);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    }
    (void)lm_queue_send(&queue, &message, LM_FOREVER);
    (void)lm_block_allocate(&blocks, &block, LM_FOREVER);
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    CHECK_EQUAL(threads_running(), 3);
    CHECK_STATUS(lm_thread_resume(&threads[4]), LM_OK);
    CHECK_EQUAL(threads_running(), 4);
    CHECK_STATUS(lm_thread_set_threshold(&threads[4], 2, NULL), LM_OK);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    add_parts();
}

/* Change fields in a new state; the check of a part must report this damage. */
#define BROKEN(begin_state, check, damage, ...)                                                    \
    do {                                                                                           \
        begin_state();                                                                             \
        __VA_ARGS__;                                                                               \
        CHECK_EQUAL(check, damage);                                                                \
    } while (0)

static inline enum lm_damage thread_damage(unsigned i)
{
    return lm_audit_thread(&audit, &threads[i]);
}

static inline enum lm_damage object_damage(const struct lm_object *object)
{
    return lm_audit_object(&audit, object);
}

/* Parts of the kernel: as a whole, a level of the ready queue, a bucket of timeouts. */
static inline enum lm_damage whole_damage(void)
{
    return lm_audit_kernel(&audit, 0);
}

static inline enum lm_damage level_damage(unsigned level)
{
    return lm_audit_kernel(&audit, 1 + level);
}

static inline enum lm_damage bucket_damage(unsigned bucket)
{
    return lm_audit_kernel(&audit, 1 + LM_LEVELS + bucket);
}

#endif
