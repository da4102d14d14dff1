/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of the world. */
#include "state.h"
#include "world.h"
#include <string.h>

static uint32_t queue_storage[1];
static uint32_t priority_storage[LM_PRIORITY_QUEUE_BYTES(PRIORITY_CAPACITY, sizeof(uint32_t)) /
                                 sizeof(uint32_t)];
static unsigned char stream_storage[STREAM_BYTES], message_storage[33];
static _Alignas(8) unsigned char block_area[32], byte_area[96 * sizeof(void *)];

static enum lm_status driver_read(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    (void)device;
    memset(data, 1, bytes);
    *done = bytes;
    return LM_OK;
}

static enum lm_status driver_write(struct lm_device *device, const void *data, size_t bytes,
                                   size_t *done)
{
    (void)device;
    (void)data;
    *done = bytes;
    return LM_OK;
}

static enum lm_status driver_control(struct lm_device *device, unsigned request, void *argument)
{
    (void)request;
    (void)argument;
    return device->removed ? LM_DELETED : LM_OK;
}

static const struct lm_driver driver = {
    .read = driver_read, .write = driver_write, .control = driver_control};

void must(enum lm_status status)
{
    if (status != LM_OK) {
        lm_board_printf("the world cannot be set up: %s\n", lm_status_name(status));
        lm_board_exit(2);
    }
}

static void create_memory(void)
{
    must(lm_block_pool_create(&world.blocks, "blocks", block_area, sizeof block_area,
                              sizeof block_area, LM_FIFO));
    must(lm_block_allocate(&world.blocks, &world.block, LM_NO_WAIT));
    must(lm_byte_pool_create(&world.bytes, "bytes", byte_area, sizeof byte_area, LM_FIFO));
    must(lm_byte_allocate(&world.bytes, &world.piece, 64, LM_NO_WAIT));
    must(lm_byte_allocate(&world.bytes, &world.other_piece, 32, LM_NO_WAIT));

    void *rest;

    while (lm_byte_allocate(&world.bytes, &rest, 32, LM_NO_WAIT) == LM_OK) {
    }
}

/* The timer stops after two calls. Otherwise the number of calls would depend on the end of the
 * trial. */
static void count_twice(void *timer)
{
    world.timer_calls++;
    if (world.timer_calls == 2) {
        (void)lm_timer_stop(timer);
    }
}

static void post(void *semaphore)
{
    (void)lm_semaphore_post(semaphore);
}

static void create_queues(unsigned messages)
{
    static const uint32_t message = 1;

    must(lm_queue_create(&world.queue, "queue", queue_storage, 1, sizeof queue_storage, LM_FIFO));
    if (messages > 0) {
        must(lm_queue_send(&world.queue, &message, LM_NO_WAIT));
    }
    must(lm_priority_queue_create(&world.priority_queue, "priority queue", priority_storage,
                                  PRIORITY_CAPACITY, sizeof(uint32_t), LM_FIFO));
    for (uint32_t i = 1; i <= messages; i++) {
        must(lm_priority_queue_send(&world.priority_queue, &i, 2 * i, LM_NO_WAIT));
    }
}

/* The bytes of both streams reach across the end of the storage. */
static void create_streams(bool has_message)
{
    static const unsigned char data[20] = {1, 2};
    unsigned char taken[sizeof data];
    size_t bytes = sizeof taken;

    must(lm_stream_create(&world.stream, "stream", stream_storage, STREAM_BYTES, STREAM_LEVEL));
    (void)lm_stream_put(&world.stream, data, STREAM_BYTES - 3);
    (void)lm_stream_take(&world.stream, taken, STREAM_BYTES - 3);
    (void)lm_stream_put(&world.stream, data, 2);
    must(lm_stream_create(&world.messages, "messages", message_storage, sizeof message_storage, 1));
    must(lm_stream_put_message(&world.messages, data, sizeof data));
    must(lm_stream_take_message(&world.messages, taken, &bytes));
    if (has_message) {
        must(lm_stream_put_message(&world.messages, data, 2));
    }
}

void objects_create(uint32_t units, unsigned messages, uint32_t notice)
{
    must(lm_semaphore_create(&world.semaphore, "semaphore", units, LM_BY_PRIORITY));
    must(lm_mutex_create(&world.mutex, "mutex", LM_INHERIT, 0, LM_BY_PRIORITY));
    must(lm_mutex_create(&world.ceiling, "ceiling", LM_CEILING, 1, LM_BY_PRIORITY));
    create_queues(messages);
    must(lm_event_flags_create(&world.flags, "flags", LM_FIFO));
    must(lm_notice_create(&world.notice, "notice"));
    if (notice != 0) {
        must(lm_notice_write(&world.notice, notice, NULL));
    }
    create_streams(messages > 0);
    must(lm_timer_create(&world.timer, "timer", count_twice, &world.timer));
    must(lm_timer_create(&world.poster, "poster", post, &world.semaphore));
    /* These objects cannot be deleted, or not while they are in use, so those of the previous trial
     * are overwritten. */
    memset(&world.device, 0, sizeof world.device);
    memset(&world.spinlock, 0, sizeof world.spinlock);
    memset(&world.raw_spinlock, 0, sizeof world.raw_spinlock);
    memset(&world.readers, 0, sizeof world.readers);
    must(lm_spinlock_create(&world.spinlock, "spinlock"));
    must(lm_raw_spinlock_create(&world.raw_spinlock, "raw spinlock"));
    must(lm_readers_create(&world.readers, "readers"));
    must(lm_device_add(&world.device, "device", &driver, NULL));
    create_memory();
}

static void delete_spares(void)
{
    for (unsigned i = 0; i < ROLES; i++) {
        (void)lm_semaphore_delete(&world.spare_semaphore[i]);
        (void)lm_mutex_delete(&world.spare_mutex[i]);
        (void)lm_queue_delete(&world.spare_queue[i]);
        (void)lm_queue_delete(&world.spare_priority_queue[i].queue);
        (void)lm_event_flags_delete(&world.spare_flags[i]);
        (void)lm_notice_delete(&world.spare_notice[i]);
        (void)lm_stream_delete(&world.spare_stream[i]);
        (void)lm_block_pool_delete(&world.spare_blocks[i]);
        (void)lm_byte_pool_delete(&world.spare_bytes[i]);
        (void)lm_timer_delete(&world.spare_timer[i]);
    }
}

void objects_delete(void)
{
    delete_spares();
    (void)lm_semaphore_delete(&world.semaphore);
    (void)lm_mutex_delete(&world.mutex);
    (void)lm_mutex_delete(&world.ceiling);
    (void)lm_queue_delete(&world.queue);
    (void)lm_queue_delete(&world.priority_queue.queue);
    (void)lm_event_flags_delete(&world.flags);
    (void)lm_notice_delete(&world.notice);
    (void)lm_stream_delete(&world.stream);
    (void)lm_stream_delete(&world.messages);
    (void)lm_timer_delete(&world.timer);
    (void)lm_timer_delete(&world.poster);
    /* A timer that continues is a finding already. It would disturb the next trial. */
    if (lm_timeout_is_started(&world.timer.timeout)) {
        (void)lm_timeout_cancel(&lm_cpu()->timeouts, &world.timer.timeout);
    }
    (void)lm_block_pool_delete(&world.blocks);
    (void)lm_byte_pool_delete(&world.bytes);
    (void)lm_device_remove(&world.device);
}
