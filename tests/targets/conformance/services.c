/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the less common services have the same effects on every target: messages to the front,
 * flushing, serving the most urgent thread first, threads that are started by a resume, or reset
 * and started again, information, slices in units of several ticks, checked stacks, and a clock
 * that can be set.
 */
#include "conformance.h"
#include <string.h>

enum { CAPACITY = 2, BLOCK_BYTES = 8, SPOILT_BYTES = 64 };

static struct lm_queue queue;
static struct lm_semaphore semaphore;
static struct lm_event_flags flags;
static struct lm_mutex mutex;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_timer timer;
static uint32_t storage[CAPACITY];
static _Alignas(8) unsigned char area_of_blocks[2 * BLOCK_BYTES];
static _Alignas(8) unsigned char area_of_bytes[1024];
static struct lm_object_counters counters;

static struct lm_thread *create(uint16_t priority, void (*entry)(void *), const char *name)
{
    return lab_thread((struct lm_thread_config){.name = name,
                                                LM_PREEMPTIVE(priority),
                                                .entry = entry,
                                                .argument = (void *)(uintptr_t)name});
}

static void send(char letter)
{
    uint32_t message = (uint32_t)letter;

    CHECK(lm_queue_send(&queue, &message, LM_FOREVER) == LM_OK);
}

static char receive(void)
{
    uint32_t message;

    CHECK(lm_queue_receive(&queue, &message, LM_NO_WAIT) == LM_OK);
    return (char)message;
}

static void send_behind(void *letter)
{
    send(*(const char *)letter);
    mark('.');
}

static void send_ahead(void *letter)
{
    uint32_t message = (uint32_t) * (const char *)letter;

    CHECK(lm_queue_send_front(&queue, &message, LM_FOREVER) == LM_OK);
    mark('.');
}

static void take_unit(void *letter)
{
    CHECK(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_OK);
    mark(*(const char *)letter);
}

/* The last message to the front is received first, those to the end come later. */
static void messages_go_to_both_ends(void)
{
    struct lm_queue_info info;

    send('b');
    create(4, send_ahead, "a");
    told(".");
    create(4, send_behind, "c");
    create(5, send_ahead, "1");
    create(3, send_ahead, "2");
    CHECK(lm_queue_get_info(&queue, &info) == LM_OK);
    CHECK(info.used == CAPACITY && info.waiters.count == 3);
    for (int i = 0; i < 5; i++) {
        mark(receive());
    }
    told(".2.1.abc");
}

static void a_flush_discards_what_waits_too(void)
{
    create(4, send_behind, "d");
    create(4, send_behind, "e");
    create(4, send_behind, "f");
    create(4, send_ahead, "g");
    told("..");
    CHECK(lm_queue_flush(&queue) == LM_OK);
    told("..");
    CHECK(lm_queue_used(&queue) == 0);
}

static void the_most_urgent_is_served_next(void)
{
    create(6, take_unit, "l");
    create(4, take_unit, "m");
    create(4, take_unit, "n");
    CHECK(lm_semaphore_prioritize(&semaphore) == LM_OK);
    for (int i = 0; i < 3; i++) {
        CHECK(lm_semaphore_post(&semaphore) == LM_OK);
    }
    told("mln");
}

static void interrupts_can_be_disabled(void)
{
    uint32_t key = lm_interrupts_disable();

    CHECK(lm_interrupts_are_disabled());
    lm_interrupts_enable(key);
    CHECK(!lm_interrupts_are_disabled());
}

static void a_thread_lives_twice(void)
{
    struct lm_thread_info info;
    struct lm_thread *thread = lab_thread((struct lm_thread_config){.name = "w",
                                                                    LM_PREEMPTIVE(4),
                                                                    .entry = take_unit,
                                                                    .argument = (void *)"w",
                                                                    .suspended = true});

    CHECK(lm_thread_suspend(thread) == LM_OK);
    CHECK(lm_thread_resume(thread) == LM_OK);
    CHECK(lm_thread_terminate(thread) == LM_OK);
    told("");
    CHECK(lm_thread_get_info(thread, &info) == LM_OK && info.waits_for == LM_WAS_TERMINATED);
    CHECK(lm_thread_reset(thread) == LM_OK);
    CHECK(lm_semaphore_post(&semaphore) == LM_OK);
    told("");
    CHECK(lm_thread_resume(thread) == LM_OK);
    CHECK(lm_thread_get_info(thread, &info) == LM_OK && info.waits_for == LM_HAS_RETURNED);
    told("w");
}

static void expire(void *argument)
{
    (void)argument;
}

/* Each object reports its state. */
static void states_are_told(void)
{
    struct lm_mutex_info of_mutex;
    struct lm_block_pool_info of_blocks;
    struct lm_byte_pool_info of_bytes;
    struct lm_byte_pool_free_info of_free = {0};
    struct lm_timer_info of_timer;
    struct lm_semaphore_info of_semaphore;
    struct lm_event_flags_info of_flags;

    CHECK(lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK);
    CHECK(lm_mutex_get_info(&mutex, &of_mutex) == LM_OK);
    CHECK(of_mutex.owner == lm_thread_self() && of_mutex.held == 1);
    CHECK(lm_mutex_unlock(&mutex) == LM_OK);
    CHECK(lm_mutex_prioritize(&mutex) == LM_OK);
    CHECK(lm_block_pool_get_info(&blocks, &of_blocks) == LM_OK);
    CHECK(of_blocks.available == 2 && of_blocks.blocks == 2 && of_blocks.waiters.count == 0);
    CHECK(lm_block_pool_prioritize(&blocks) == LM_OK);
    CHECK(lm_byte_pool_get_info(&bytes, &of_bytes) == LM_OK);
    CHECK(of_bytes.available == lm_byte_pool_available(&bytes) && of_bytes.pieces == 1);
    CHECK(lm_byte_pool_count_free(&bytes, &of_free) == LM_OK && of_free.pieces == 1);
    CHECK(of_free.largest == of_bytes.available && of_free.smallest == of_bytes.available);
    CHECK(lm_byte_pool_prioritize(&bytes) == LM_OK);
    CHECK(lm_timer_start(&timer, LM_MS(5), LM_MS(7)) == LM_OK);
    CHECK(lm_timer_get_info(&timer, &of_timer) == LM_OK);
    CHECK(of_timer.active && of_timer.remaining <= LM_MS(5) && of_timer.period == LM_MS(7));
    CHECK(lm_timer_stop(&timer) == LM_OK);
    CHECK(lm_semaphore_get_info(&semaphore, &of_semaphore) == LM_OK && of_semaphore.count == 0);
    CHECK(lm_event_flags_set(&flags, 1) == LM_OK);
    CHECK(lm_event_flags_get_info(&flags, &of_flags) == LM_OK && of_flags.bits == 1);
    CHECK(lm_event_flags_set_and_wait(&flags, 2, 2, LM_ALL_CLEAR, NULL, LM_NO_WAIT) == LM_OK);
}

static void objects_count(void)
{
    lm_object_attach_counters(&semaphore.object, &counters);
    CHECK(lm_semaphore_post(&semaphore) == LM_OK);
    CHECK(lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_OK);
    CHECK(lm_semaphore_wait(&semaphore, LM_MS(2)) == LM_TIMEOUT);
    CHECK(counters.given == 1 && counters.taken == 1);
    CHECK(counters.waits == 1 && counters.timeouts == 1);
}

static void work_in_turn(void *letter)
{
    for (int i = 0; i < 3; i++) {
        uint64_t end = lm_now() / LM_MS(10) * LM_MS(10) + LM_MS(10);

        mark(*(const char *)letter);
        while (lm_now() <= end) { /* the slice ends at a multiple of the unit */
            lm_work(LM_MS(1) / 8);
        }
    }
}

/* A slice of one unit ends at each multiple. */
static void slices_end_at_borders(void)
{
    static struct lm_slice slices[] = {LM_SLICE(1), LM_SLICE(1), LM_SLICE(0)};
    struct lm_thread_config config = {LM_PREEMPTIVE(5), .entry = work_in_turn, .slice = &slices[0]};

    CHECK(lm_thread_set_slice(lm_thread_self(), &slices[2], 0) == LM_OK);
    CHECK(lm_thread_set_priority(lm_thread_self(), 3, 3) == LM_OK);
    config.name = "u";
    config.argument = (void *)"u";
    lab_thread(config);
    config.name = "v";
    config.argument = (void *)"v";
    config.slice = &slices[1];
    lab_thread(config);
    CHECK(lm_thread_sleep(LM_MS(100)) == LM_OK);
    told("uvuvuv");
    CHECK(lm_thread_set_priority(lm_thread_self(), 9, 9) == LM_OK);
}

static struct lm_thread *spoilt;

static void note_spoilt(struct lm_thread *thread)
{
    CHECK(thread == spoilt);
    lm_stack_check(NULL);
    mark('!');
}

static void spoil(void *argument)
{
    (void)argument;
    mark('[');
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    memset(spoilt->stack, 0, SPOILT_BYTES);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    mark(']');
}

/* Neither another thread nor the idle thread is reported. */
static void spoilt_stacks_are_found(void)
{
    lm_stack_check(note_spoilt);
    spoilt = create(4, spoil, "spoilt");
    CHECK(lm_thread_sleep(LM_MS(5)) == LM_OK);
    told("[!]");
}

static void a_clock_can_be_set(void)
{
    lm_time_set(1000);
    CHECK(lm_time_get() >= 1000 && lm_time_get() < 1000 + LM_MS(1));
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    CHECK(lm_time_get() >= 1000 + LM_MS(2) && lm_time_get() < 1000 + LM_MS(3));
}

static void story(void *argument)
{
    (void)argument;
    messages_go_to_both_ends();
    a_flush_discards_what_waits_too();
    the_most_urgent_is_served_next();
    interrupts_can_be_disabled();
    a_thread_lives_twice();
    states_are_told();
    objects_count();
    slices_end_at_borders();
    spoilt_stacks_are_found();
    a_clock_can_be_set();
    conformance_end();
}

static void set_up(void)
{
    lm_slices_in(LM_MS(10));
    CHECK(lm_interrupts_are_disabled());
    lm_queue_create(&queue, "queue", storage, CAPACITY, sizeof storage[0], LM_FIFO);
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_block_pool_create(&blocks, "blocks", area_of_blocks, sizeof area_of_blocks, BLOCK_BYTES,
                         LM_FIFO);
    lm_byte_pool_create(&bytes, "bytes", area_of_bytes, sizeof area_of_bytes, LM_FIFO);
    lm_timer_create(&timer, "timer", expire, NULL);
    create(9, story, "story");
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
