/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the fields of block and byte pools that applications read are right at every moment:
 * while threads wait, time out, are aborted and served.
 */
#include "suite.h"

enum { BLOCKS = 2, BLOCK_BYTES = 16, AREA_BYTES = 512 };
enum { OVERHEAD_BYTES = sizeof(VOID *) + sizeof(ALIGN_TYPE) };
enum { ROUNDED_300 = (300 + sizeof(ALIGN_TYPE) - 1) / sizeof(ALIGN_TYPE) * sizeof(ALIGN_TYPE) };

static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG64 block_area[BLOCKS * (BLOCK_BYTES + sizeof(VOID *)) / sizeof(ULONG64)];
static ULONG64 byte_area[AREA_BYTES / sizeof(ULONG64)];

static VOID take_block(ULONG input)
{
    VOID *block;

    (void)input;
    (void)tx_block_allocate(&blocks, &block, 4);
}

static VOID take_bytes(ULONG input)
{
    VOID *memory;

    (void)input;
    (void)tx_byte_allocate(&bytes, &memory, 300, 4);
}

static void blocks_are(ULONG available, ULONG suspended, TX_THREAD *first)
{
    EQUAL(available, blocks.tx_block_pool_available);
    EQUAL(BLOCKS, blocks.tx_block_pool_total);
    EQUAL(suspended, blocks.tx_block_pool_suspended_count);
    EQUAL(first, blocks.tx_block_pool_suspension_list);
}

static void bytes_are(ULONG available, ULONG fragments, ULONG suspended, TX_THREAD *first)
{
    EQUAL(available, bytes.tx_byte_pool_available);
    EQUAL(fragments, bytes.tx_byte_pool_fragments);
    EQUAL(suspended, bytes.tx_byte_pool_suspended_count);
    EQUAL(first, bytes.tx_byte_pool_suspension_list);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(0, blocks.tx_block_pool_id);
    EQUAL(TX_SUCCESS, tx_block_pool_create(&blocks, "blocks", BLOCK_BYTES, block_area,
                                           BLOCKS * (BLOCK_BYTES + sizeof(VOID *))));
    CHECK(blocks.tx_block_pool_id != 0);
    blocks_are(BLOCKS, 0, TX_NULL);
    EQUAL(0, bytes.tx_byte_pool_id);
    EQUAL(TX_SUCCESS, tx_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area));
    CHECK(bytes.tx_byte_pool_id != 0);
    EQUAL(2, bytes.tx_byte_pool_fragments);
}

static void wait_for_blocks(void)
{
    TX_THREAD *a, *b;
    VOID *first, *second;

    EQUAL(TX_SUCCESS, tx_block_allocate(&blocks, &first, TX_NO_WAIT));
    blocks_are(1, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_block_allocate(&blocks, &second, TX_NO_WAIT));
    blocks_are(0, 0, TX_NULL);
    a = started("a", take_block, 10);
    blocks_are(0, 1, a);
    (void)tx_thread_sleep(2);
    b = started("b", take_block, 8);
    blocks_are(0, 2, a);
    (void)tx_thread_sleep(3);
    blocks_are(0, 1, b); /* a has timed out */
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(b));
    blocks_are(0, 0, TX_NULL);
    retire_all();
    a = started("a", take_block, 10);
    EQUAL(TX_SUCCESS, tx_block_release(first)); /* straight to the waiter, who keeps it */
    blocks_are(0, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_block_release(second));
    blocks_are(1, 0, TX_NULL);
    retire_all();
    EQUAL(TX_SUCCESS, tx_block_pool_delete(&blocks));
    EQUAL(0, blocks.tx_block_pool_id);
}

static void wait_for_bytes(void)
{
    TX_THREAD *a, *b;
    VOID *first;
    ULONG all = bytes.tx_byte_pool_available;

    EQUAL(TX_SUCCESS, tx_byte_allocate(&bytes, &first, 256, TX_NO_WAIT));
    ULONG rest = all - 256 - OVERHEAD_BYTES;

    bytes_are(rest, 3, 0, TX_NULL);
    a = started("a", take_bytes, 10);
    bytes_are(rest, 3, 1, a);
    (void)tx_thread_sleep(2);
    b = started("b", take_bytes, 8);
    bytes_are(rest, 3, 2, a);
    (void)tx_thread_sleep(3);
    bytes_are(rest, 3, 1, b);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(b));
    bytes_are(rest, 3, 0, TX_NULL);
    retire_all();
    a = started("a", take_bytes, 10);
    EQUAL(TX_SUCCESS, tx_byte_release(first)); /* merged and given to the waiter, who keeps it */
    EQUAL(TX_COMPLETED, state_of(a));
    bytes_are(all - ROUNDED_300 - OVERHEAD_BYTES, 3, 0, TX_NULL);
    retire_all();
    EQUAL(TX_SUCCESS, tx_byte_pool_delete(&bytes));
    EQUAL(0, bytes.tx_byte_pool_id);
}

void program_main(void)
{
    wait_for_blocks();
    wait_for_bytes();
}
