/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of the tests of user threads; see world.h. */
#include "world.h"

struct arena arena;
struct lm_user_thread user;
struct lm_semaphore semaphore;
struct lm_queue queue;
uint64_t storage[2];
struct lm_mutex mutex;
struct lm_event_flags flags;
uint32_t trace_buffer[TRACE_WORDS];

const struct lm_user_area upper_half[1] = {
    {(uintptr_t)&arena.bytes[ARENA / 2], ARENA / 2, LM_USER_WRITE},
};

void create_objects(void)
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 2, sizeof storage[0], LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
}

void do_nothing(void *argument)
{
    (void)argument;
}

struct lm_user_config configured(void (*entry)(void *))
{
    return (struct lm_user_config){
        .thread = {.name = "user",
                   LM_PREEMPTIVE(10),
                   .entry = entry,
                   .stack = &arena.bytes[ARENA / 2],
                   .stack_bytes = STACK},
        .areas = upper_half,
        .area_count = 1,
    };
}

enum lm_status create_and_delete(struct lm_user_config config)
{
    config.thread.suspended = true;
    enum lm_status status = lm_user_thread_create(&user, &config);

    if (status == LM_OK) {
        CHECK_STATUS(lm_thread_terminate(&user.thread), LM_OK);
        CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    }
    return status;
}

static unsigned half(const unsigned char *record, size_t offset)
{
    uint16_t value;

    memcpy(&value, record + offset, sizeof value);
    return value;
}

/* The number of records of this event, with a and b as they have to be. */
unsigned count_records(unsigned event, unsigned a, uint32_t b)
{
    const unsigned char *image = (const unsigned char *)trace_buffer;
    unsigned found = 0;

    for (size_t at = LM_TRACE_BYTES(OBJECTS, 0); at < trace_buffer[28 / 4]; at += RECORD_BYTES) {
        const unsigned char *record = image + at;

        found += record[4] == event && half(record, 10) == a &&
                 (half(record, 12) | half(record, 14) << 16) == b;
    }
    return found;
}
