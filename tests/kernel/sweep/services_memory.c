/* SPDX-License-Identifier: Apache-2.0 */
/* Services on pools of memory, and on timers. */
#include "world.h"

static _Alignas(8) unsigned char area[ROLES][256];

static uint32_t allocate_block(lm_timeout timeout)
{
    void *block;
    enum lm_status status = lm_block_allocate(&world.blocks, &block, timeout);

    return (uint32_t)status << 8 | (block == world.block);
}

static uint32_t allocate_bytes(size_t bytes, lm_timeout timeout)
{
    void *memory;
    enum lm_status status = lm_byte_allocate(&world.bytes, &memory, bytes, timeout);

    return (uint32_t)status << 8 | (uint32_t)(memory == world.piece) << 1 |
           (memory == world.other_piece);
}

STEP(block_pool_create,
     lm_block_pool_create(&world.spare_blocks[role], "spare", area[role], 64, 32, LM_FIFO))
STEP(block_allocate, allocate_block(LM_FOREVER))
STEP(block_allocate_soon, allocate_block(SOON))
STEP(block_try, allocate_block(LM_NO_WAIT))
STEP(block_release, lm_block_release(&world.blocks, world.block))
STEP(block_available, lm_block_pool_available(&world.blocks))
STEP(block_prioritize, lm_block_pool_prioritize(&world.blocks))
STEP(block_pool_delete, lm_block_pool_delete(&world.blocks))

static uint32_t block_get_info(void)
{
    struct lm_block_pool_info info = {0};
    enum lm_status status = lm_block_pool_get_info(&world.blocks, &info);

    return (uint32_t)status << 8 | info.available << 4 | info.waiters.count;
}

STEP(byte_pool_create,
     lm_byte_pool_create(&world.spare_bytes[role], "spare", area[role], sizeof area[role], LM_FIFO))
STEP(byte_allocate, allocate_bytes(64, LM_FOREVER))
STEP(byte_allocate_soon, allocate_bytes(24, SOON))
STEP(byte_try, allocate_bytes(24, LM_NO_WAIT))
STEP(byte_release, lm_byte_release(&world.bytes, world.piece))
STEP(byte_release_other, lm_byte_release(&world.bytes, world.other_piece))
STEP(byte_available, lm_byte_pool_available(&world.bytes))
STEP(byte_prioritize, lm_byte_pool_prioritize(&world.bytes))
STEP(byte_pool_delete, lm_byte_pool_delete(&world.bytes))

static uint32_t byte_get_info(void)
{
    struct lm_byte_pool_info info = {0};
    enum lm_status status = lm_byte_pool_get_info(&world.bytes, &info);

    return (uint32_t)status << 20 | (uint32_t)info.available << 8 | info.pieces << 4 |
           info.waiters.count;
}

static void count(void *argument)
{
    (void)argument;
    world.timer_calls++;
}

STEP(timer_create, lm_timer_create(&world.spare_timer[role], "spare", count, NULL))
STEP(timer_start, lm_timer_start(&world.timer, SOON, 0))
STEP(timer_start_periodic, lm_timer_start(&world.timer, PERIOD, PERIOD))
STEP(timer_stop, lm_timer_stop(&world.timer))
STEP(timer_delete, lm_timer_delete(&world.timer))
STEP(poster_start, lm_timer_start(&world.poster, SOON, 0))
STEP(semaphore_wait, lm_semaphore_wait(&world.semaphore, LM_FOREVER))

static uint32_t timer_get_info(void)
{
    struct lm_timer_info info = {0};
    enum lm_status status = lm_timer_get_info(&world.timer, &info);

    return (uint32_t)status << 20 | (uint32_t)info.period << 1 | info.active;
}

static const struct service table[] = {
    {"block_pool_create", {block_pool_create}, ANY},
    {"block_allocate", {block_allocate}, THREADS},
    {"block_allocate_soon", {block_allocate_soon}, THREADS},
    {"block_try", {block_try}, ANY},
    {"block_release", {block_release}, ANY},
    {"block_available", {block_available}, ANY},
    {"block_prioritize", {block_prioritize}, ANY},
    {"block_get_info", {block_get_info}, ANY},
    {"block_pool_delete", {block_pool_delete}, ANY},
    {"byte_pool_create", {byte_pool_create}, ANY},
    {"byte_allocate", {byte_allocate}, THREADS},
    {"byte_allocate_soon", {byte_allocate_soon}, THREADS},
    {"byte_try", {byte_try}, ANY},
    {"byte_release", {byte_release}, ANY},
    {"byte_release_other", {byte_release_other}, ANY},
    {"byte_available", {byte_available}, ANY},
    {"byte_prioritize", {byte_prioritize}, ANY},
    {"byte_get_info", {byte_get_info}, ANY},
    {"byte_pool_delete", {byte_pool_delete}, ANY},
    {"timer_create", {timer_create}, ANY},
    {"timer_start", {timer_start}, ANY},
    {"timer_start_periodic", {timer_start_periodic}, ANY},
    {"timer_stop", {timer_stop}, ANY},
    {"timer_start_stop", {timer_start, timer_stop}, ANY},
    {"timer_get_info", {timer_get_info}, ANY},
    {"timer_delete", {timer_delete}, ANY},
    {"timer_wait", {poster_start, semaphore_wait}, THREADS},
};

const struct services memory_services = {table, sizeof table / sizeof *table};
