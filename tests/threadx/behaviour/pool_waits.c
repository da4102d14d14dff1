/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the threads that wait for memory, their order and their results: a block goes to the first
 * waiter, bytes to the waiters in their order until one does not fit; timeouts, deletion.
 */
#include "suite.h"

enum { AREA_BYTES = 512 };

static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG64 block_area[4], byte_area[AREA_BYTES / sizeof(ULONG64)];
static VOID *got;
static ULONG wanted;

static VOID take_block(ULONG input)
{
    VOID *block;

    (void)input;
    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &block, TX_WAIT_FOREVER);
    say(tx_thread_identify()->tx_thread_name);
    got = block;
}

static VOID take_bytes(ULONG input)
{
    ULONG mine = wanted;
    VOID *memory;

    (void)input;
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, mine, TX_WAIT_FOREVER);
    say(tx_thread_identify()->tx_thread_name);
    CALL(tx_thread_suspend, TX_SUCCESS, tx_thread_identify());
    CALL(tx_byte_release, TX_SUCCESS, memory);
}

static VOID wait_for_deletion(ULONG input)
{
    VOID *memory;

    (void)input;
    CALL(tx_block_allocate, TX_DELETED, &blocks, &memory, TX_WAIT_FOREVER);
    say("no-block");
    CALL(tx_byte_allocate, TX_DELETED, &bytes, &memory, 400, 100);
    say("no-bytes");
}

static void release_got(void)
{
    CALL(tx_block_release, TX_SUCCESS, got);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 16, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
}

static void blocks_in_line(void)
{
    VOID *block, *none;
    ULONG before = tx_time_get();

    EQUAL(1, blocks.tx_block_pool_total);
    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &block, TX_NO_WAIT);
    CALL(tx_block_allocate, TX_NO_MEMORY, &blocks, &none, 3);
    EQUAL(3, tx_time_get() - before);
    EQUAL(TX_NULL, none);
    started("a", take_block, 12);
    started("b", take_block, 8);
    started("c", take_block, 10);
    EQUAL(3, blocks.tx_block_pool_suspended_count);
    CALL(tx_block_release, TX_SUCCESS, block);
    told("a");
    EQUAL(block, got);
    EQUAL(0, blocks.tx_block_pool_available);
    in_interrupt(release_got);
    told("b");
    in_callback(release_got);
    told("c");
    release_got();
    EQUAL(1, blocks.tx_block_pool_available);
    retire_all();
}

/* The request of the first waiter does not fit, so that the second waits, too, although its request
 * fits. */
static void no_overtaking(void)
{
    VOID *large, *small, *none = &none;
    ULONG before = tx_time_get();

    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &large, 200, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &small, 160, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_NO_MEMORY, &bytes, &none, 200, 2);
    EQUAL(2, tx_time_get() - before);
    EQUAL(TX_NULL, none);
    wanted = 360;
    started("large", take_bytes, 12);
    wanted = 140;
    started("small", take_bytes, 8);
    EQUAL(2, bytes.tx_byte_pool_suspended_count);
    CALL(tx_byte_release, TX_SUCCESS, small);
    told("");
    EQUAL(2, bytes.tx_byte_pool_suspended_count);
    CALL(tx_byte_release, TX_SUCCESS, large);
    told("large");
    EQUAL(1, bytes.tx_byte_pool_suspended_count);
    retire_all(); /* neither gives anything back */
    CALL(tx_byte_pool_delete, TX_SUCCESS, &bytes);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
}

/* One release serves several. */
static void several_are_served(void)
{
    VOID *memory;

    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 400, TX_NO_WAIT);
    wanted = 100;
    started("a", take_bytes, 12);
    started("b", take_bytes, 12);
    started("c", take_bytes, 8);
    CALL(tx_byte_release, TX_SUCCESS, memory);
    told("a b c"); /* each runs before the next is served */
    EQUAL(0, bytes.tx_byte_pool_suspended_count);
    retire_all();
    CALL(tx_byte_pool_delete, TX_SUCCESS, &bytes);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
}

static void delete_object(void)
{
    VOID *block, *memory;

    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &block, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 400, TX_NO_WAIT);
    started("a", wait_for_deletion, 12);
    started("b", wait_for_deletion, 8);
    CALL(tx_block_pool_delete, TX_SUCCESS, &blocks);
    told("no-block no-block");
    EQUAL(0, blocks.tx_block_pool_id);
    EQUAL(2, bytes.tx_byte_pool_suspended_count);
    CALL(tx_byte_pool_delete, TX_SUCCESS, &bytes);
    told("no-bytes no-bytes");
    EQUAL(0, bytes.tx_byte_pool_id);
}

void program_main(void)
{
    blocks_in_line();
    no_overtaking();
    several_are_served();
    delete_object();
}
