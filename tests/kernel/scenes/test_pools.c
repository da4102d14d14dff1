/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: pools of blocks and of bytes give memory at once if there is enough, and otherwise to the
 * waiting threads in their order. Misuse gets a status.
 *
 * Method: examples on real stacks. tests/kernel/worlds tests how the memory is found.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { WAITERS = 3, STACK = 4096, BLOCKS = 3, BLOCK_BYTES = 32, AREA = 2048 };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[WAITERS + 1][STACK];
static _Alignas(8) unsigned char area[AREA];
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_thread threads[WAITERS], control;
static size_t wanted[WAITERS];
static lm_timeout timeouts[WAITERS];
static void *memory[WAITERS];
static enum lm_status status[WAITERS];
static unsigned order[WAITERS], served;

static void note(unsigned i, enum lm_status answer)
{
    status[i] = answer;
    order[served++] = i;
}

static void wait_for_block(void *argument)
{
    unsigned i = (unsigned)(uintptr_t)argument;

    memory[i] = area;
    note(i, lm_block_allocate(&blocks, &memory[i], timeouts[i]));
}

static void wait_for_bytes(void *argument)
{
    unsigned i = (unsigned)(uintptr_t)argument;

    memory[i] = area;
    note(i, lm_byte_allocate(&bytes, &memory[i], wanted[i], timeouts[i]));
}

/* The waiting threads are less urgent than control at first. They run when it sleeps. */
static void begin(void (*waiter)(void *), void (*entry)(void *))
{
    served = 0;
    lm_kernel_init();
    for (uint16_t i = 0; i < WAITERS; i++) {
        timeouts[i] = LM_FOREVER;
        wanted[i] = 100;
        lm_thread_create(&threads[i], &(struct lm_thread_config){.entry = waiter,
                                                                 .argument = (void *)(uintptr_t)i,
                                                                 .stack = stacks[i],
                                                                 .stack_bytes = STACK,
                                                                 LM_PREEMPTIVE(9 - i)});
    }
    lm_thread_create(&control, &(struct lm_thread_config){.entry = entry,
                                                          .stack = stacks[WAITERS],
                                                          .stack_bytes = STACK,
                                                          LM_PREEMPTIVE(1)});
    lm_kernel_start();
}

static void create_blocks(enum lm_order by)
{
    CHECK_STATUS(
        lm_block_pool_create(&blocks, "blocks", area, BLOCKS * BLOCK_BYTES + 8, BLOCK_BYTES, by),
        LM_OK);
    CHECK_EQUAL(lm_block_pool_available(&blocks), BLOCKS);
}

static void take_all_blocks(void **taken)
{
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_STATUS(lm_block_allocate(&blocks, &taken[i], LM_FOREVER), LM_OK);
        memset(taken[i], i, BLOCK_BYTES);
        for (int j = 0; j < i; j++) {
            CHECK(taken[i] != taken[j]);
        }
    }
    CHECK_EQUAL(lm_block_pool_available(&blocks), 0);
}

static void blocks_by_priority(void *argument)
{
    void *taken[BLOCKS];
    void *none = area;

    (void)argument;
    create_blocks(LM_BY_PRIORITY);
    take_all_blocks(taken);
    CHECK_STATUS(lm_block_allocate(&blocks, &none, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_SAME(none, NULL);
    lm_thread_sleep(10);
    CHECK_EQUAL(served, 0);
    CHECK_STATUS(lm_block_release(&blocks, taken[1]), LM_OK);
    CHECK_STATUS(lm_block_release(&blocks, taken[0]), LM_OK);
    CHECK_EQUAL(lm_block_pool_available(&blocks), 0);
    lm_thread_sleep(10);
    CHECK_EQUAL(served, 2);
    CHECK_EQUAL(order[0], 2); /* priority 7 */
    CHECK_SAME(memory[2], taken[1]);
    CHECK_SAME(memory[1], taken[0]);
    CHECK_STATUS(lm_block_pool_delete(&blocks), LM_OK);
    lm_thread_sleep(10);
    CHECK_STATUS(status[0], LM_DELETED);
    CHECK_STATUS(lm_block_release(&blocks, taken[2]), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_allocate(&blocks, &none, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_pool_delete(&blocks), LM_BAD_OBJECT);
}

static void blocks_answer_misuse(void *argument)
{
    void *block;

    (void)argument;
    CHECK_STATUS(lm_block_pool_create(NULL, "", area, AREA, 32, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", NULL, AREA, 32, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", area + 1, AREA, 32, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", area, AREA, 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", area, AREA, 9, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", area, 31, 32, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", area, AREA, 32, (enum lm_order)5),
                 LM_BAD_ARGUMENT);
    create_blocks(LM_FIFO);
    CHECK_STATUS(lm_block_allocate(&blocks, NULL, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_release(&blocks, area + 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_release(&blocks, stacks), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_release(&blocks, area + BLOCKS * BLOCK_BYTES), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, 5), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, 5), LM_OK);
    CHECK_STATUS(lm_block_release(&blocks, block), LM_OK);
    CHECK_EQUAL(lm_block_pool_available(&blocks), BLOCKS);
    lm_thread_sleep(10);
}

/* A small request does not overtake a large one that waits. */
static void bytes_in_order(void *argument)
{
    void *large;
    void *small;

    (void)argument;
    CHECK_STATUS(lm_byte_pool_create(&bytes, "bytes", area, AREA, LM_FIFO), LM_OK);
    size_t all = lm_byte_pool_available(&bytes);

    CHECK_STATUS(lm_byte_allocate(&bytes, &large, all / 2, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&bytes, &small, 200, LM_FOREVER), LM_OK);
    wanted[2] = all / 2; /* it is the first to wait */
    timeouts[0] = 15;
    lm_thread_sleep(10);
    CHECK_EQUAL(served, 0);
    CHECK_STATUS(lm_byte_allocate(&bytes, &small, 8, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_SAME(small, NULL);
    lm_thread_sleep(10);
    CHECK_EQUAL(served, 1);
    CHECK_STATUS(status[0], LM_TIMEOUT);
    CHECK_SAME(memory[0], NULL);
    CHECK_STATUS(lm_byte_release(&bytes, large), LM_OK);
    lm_thread_sleep(10);
    CHECK_EQUAL(served, 3);
    CHECK_EQUAL(order[1], 2);
    CHECK_STATUS(status[2], LM_OK);
    CHECK_STATUS(status[1], LM_OK);
}

static void bytes_answer_misuse(void *argument)
{
    void *some;

    (void)argument;
    CHECK_STATUS(lm_byte_pool_create(NULL, "", area, AREA, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "", NULL, AREA, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "", area + 4, AREA, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "", area, 40, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "", area, AREA, (enum lm_order)2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "", area, AREA, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&bytes, NULL, 8, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, 0, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, AREA, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, 8, 1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, 8, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_byte_release(&bytes, (char *)some + 8), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_release(&bytes, some), LM_OK);
    CHECK_STATUS(lm_byte_release(&bytes, some), LM_BAD_ARGUMENT);
    size_t all = lm_byte_pool_available(&bytes);
    struct lm_byte_pool_free_info info = {0};

    CHECK_STATUS(lm_byte_pool_count_free(&bytes, &info), LM_OK);
    CHECK(info.pieces == 1 && info.largest == all && info.smallest == all);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, all - 200, LM_NO_WAIT), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        wanted[i] = 300;
    }
    lm_thread_sleep(10);
    CHECK_STATUS(lm_byte_pool_delete(&bytes), LM_OK);
    lm_thread_sleep(10);
    CHECK_EQUAL(served, WAITERS);
    CHECK_STATUS(status[1], LM_DELETED);
    CHECK_STATUS(lm_byte_release(&bytes, some), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_allocate(&bytes, &some, 8, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_pool_delete(&bytes), LM_BAD_OBJECT);
}

int main(void)
{
    begin(wait_for_block, blocks_by_priority);
    begin(wait_for_block, blocks_answer_misuse);
    begin(wait_for_bytes, bytes_in_order);
    begin(wait_for_bytes, bytes_answer_misuse);
    return 0;
}
