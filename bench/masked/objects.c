/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: semaphores, event flags, and pools. */
#include "masked.h"

enum { BIT = 1 << 0, OTHER_BIT = 1 << 1, MOST_BYTES = 3000, SOME_BYTES = 64 };

static void *memory, *block, *waited_for;
static uint32_t bits;

WAIT(wait_semaphore, lm_semaphore_wait(&semaphore, LM_FOREVER))
WAIT(wait_bit, lm_event_flags_wait(&flags, BIT, LM_ANY, &bits, LM_FOREVER))
WAIT(wait_bit_a_while, lm_event_flags_wait(&flags, BIT, LM_ANY, &bits, LM_MS(50 + index)))
WAIT(wait_other_bit, lm_event_flags_wait(&flags, OTHER_BIT, LM_ANY, &bits, LM_FOREVER))
WAIT(wait_block, lm_block_allocate(&blocks, &waited_for, LM_FOREVER))
WAIT(wait_bytes, lm_byte_allocate(&bytes, &waited_for, SOME_BYTES, LM_FOREVER))

CALL(semaphore_create, lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO))
CALL(semaphore_wait, lm_semaphore_wait(&semaphore, LM_FOREVER))
EXPECT(semaphore_try, lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_UNAVAILABLE)
EXPECT(semaphore_wait_soon, lm_semaphore_wait(&semaphore, LM_US(100)), LM_TIMEOUT)
CALL(semaphore_post, lm_semaphore_post(&semaphore))
CALL(semaphore_post_below, lm_semaphore_post_below(&semaphore, 5))
CALL(semaphore_prioritize, lm_semaphore_prioritize(&semaphore))
CALL(semaphore_delete, lm_semaphore_delete(&semaphore))
CALL(semaphore_get_info, lm_semaphore_get_info(&semaphore, &(struct lm_semaphore_info){0}))

CALL(flags_create, lm_event_flags_create(&flags, "flags", LM_FIFO))
CALL(flags_wait, lm_event_flags_wait(&flags, BIT, LM_ANY, &bits, LM_FOREVER))
CALL(flags_set, lm_event_flags_set(&flags, BIT))
CALL(flags_clear, lm_event_flags_clear(&flags, BIT))
CALL(flags_delete, lm_event_flags_delete(&flags))
CALL(flags_get_info, lm_event_flags_get_info(&flags, &(struct lm_event_flags_info){0}))

static void take_blocks(void)
{
    while (lm_block_allocate(&blocks, &memory, LM_NO_WAIT) == LM_OK) {
        block = memory;
    }
}

CALL(block_create, lm_block_pool_create(&blocks, "blocks", message, 64, 16, LM_FIFO))
CALL(block_allocate, lm_block_allocate(&blocks, &block, LM_FOREVER))
CALL(block_release, lm_block_release(&blocks, block))
CALL(block_prioritize, lm_block_pool_prioritize(&blocks))
CALL(block_delete, lm_block_pool_delete(&blocks))
CALL(block_get_info, lm_block_pool_get_info(&blocks, &(struct lm_block_pool_info){0}))

/* Take all memory, so that no request can be served. */
static void take_bytes(void)
{
    void *some;

    if (lm_byte_allocate(&bytes, &memory, MOST_BYTES, LM_NO_WAIT) != LM_OK) {
        fail("most bytes");
    }
    while (lm_byte_allocate(&bytes, &some, SOME_BYTES, LM_NO_WAIT) == LM_OK) {
    }
}

/* The piece between two free ones. */
static void take_between_free(void)
{
    void *before = NULL;
    void *after = NULL;

    (void)lm_byte_allocate(&bytes, &before, SOME_BYTES, LM_NO_WAIT);
    (void)lm_byte_allocate(&bytes, &memory, SOME_BYTES, LM_NO_WAIT);
    (void)lm_byte_allocate(&bytes, &after, SOME_BYTES, LM_NO_WAIT);
    (void)lm_byte_release(&bytes, before);
    (void)lm_byte_release(&bytes, after);
}

CALL(byte_create, lm_byte_pool_create(&bytes, "bytes", message, sizeof message / 8 * 8, LM_FIFO))
CALL(byte_allocate, lm_byte_allocate(&bytes, &memory, SOME_BYTES, LM_FOREVER))
CALL(byte_release, lm_byte_release(&bytes, memory))
CALL(byte_prioritize, lm_byte_pool_prioritize(&bytes))
CALL(byte_delete, lm_byte_pool_delete(&bytes))
CALL(byte_get_info, lm_byte_pool_get_info(&bytes, &(struct lm_byte_pool_info){0}))

const struct masked_case object_cases[] = {
    {"semaphore_create", .ready = semaphore_delete, .act = semaphore_create},
    {"semaphore_wait", .ready = semaphore_post, .act = semaphore_wait},
    {"semaphore_wait, without waiting", .act = semaphore_try},
    {"semaphore_wait, behind n", true, .wait = wait_semaphore, .act = semaphore_wait,
     .order = LM_BY_PRIORITY, .priority = LEAST},
    {"semaphore_wait, ahead of n", true, .wait = wait_semaphore, .act = semaphore_wait,
     .order = LM_BY_PRIORITY},
    {"semaphore_wait, between n", true, .wait = wait_semaphore, .act = semaphore_wait,
     .order = LM_BY_PRIORITY, .priority = MIDDLE},
    {"semaphore_wait, until a timeout", .act = semaphore_wait_soon, .lasts = LM_US(1000)},
    {"semaphore_post", .act = semaphore_post},
    {"semaphore_post, n wait", true, .wait = wait_semaphore, .act = semaphore_post},
    {"semaphore_post, more urgent", .wait = wait_semaphore, .act = semaphore_post,
     .priority = LEAST},
    {"semaphore_post_below", .act = semaphore_post_below},
    {"semaphore_prioritize", true, .wait = wait_semaphore, .act = semaphore_prioritize},
    {"semaphore_get_info", true, .wait = wait_semaphore, .act = semaphore_get_info},
    {"semaphore_delete", true, .wait = wait_semaphore, .act = semaphore_delete},
    {"event_flags_create", .ready = flags_delete, .act = flags_create},
    {"event_flags_wait", .ready = flags_set, .act = flags_wait},
    {"event_flags_wait, ahead of n", true, .wait = wait_bit, .act = flags_wait,
     .order = LM_BY_PRIORITY},
    {"event_flags_set, n satisfied", true, .wait = wait_bit, .act = flags_set},
    {"event_flags_set, n satisfied, with timeouts", true, .wait = wait_bit_a_while,
     .act = flags_set},
    {"event_flags_set, n satisfied, more urgent", true, .wait = wait_bit, .act = flags_set,
     .priority = LEAST},
    {"event_flags_set, n not satisfied", true, .wait = wait_other_bit, .act = flags_set},
    {"event_flags_clear", .act = flags_clear},
    {"event_flags_get_info", true, .wait = wait_bit, .act = flags_get_info},
    {"event_flags_delete", true, .wait = wait_bit, .act = flags_delete},
    {"block_pool_create", .ready = block_delete, .act = block_create},
    {"block_allocate", .act = block_allocate},
    {"block_allocate, ahead of n", true, take_blocks, wait_block, .act = block_allocate,
     .order = LM_BY_PRIORITY},
    {"block_release", .ready = block_allocate, .act = block_release},
    {"block_release, n wait", true, take_blocks, wait_block, .act = block_release},
    {"block_pool_prioritize", true, take_blocks, wait_block, .act = block_prioritize},
    {"block_pool_get_info", true, take_blocks, wait_block, .act = block_get_info},
    {"block_pool_delete", true, take_blocks, wait_block, .act = block_delete},
    {"byte_pool_create", .ready = byte_delete, .act = byte_create},
    {"byte_allocate", .act = byte_allocate},
    {"byte_allocate, ahead of n", true, take_bytes, wait_bytes, .act = byte_allocate,
     .order = LM_BY_PRIORITY},
    {"byte_release", .ready = byte_allocate, .act = byte_release},
    {"byte_release, between free ones", .ready = take_between_free, .act = byte_release},
    {"byte_release, n satisfied", true, take_bytes, wait_bytes, .act = byte_release},
    {"byte_pool_prioritize", true, take_bytes, wait_bytes, .act = byte_prioritize},
    {"byte_pool_get_info", true, take_bytes, wait_bytes, .act = byte_get_info},
    {"byte_pool_delete", true, take_bytes, wait_bytes, .act = byte_delete},
    {0},
};
