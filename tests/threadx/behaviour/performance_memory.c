/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the performance information of block and byte pools counts the events of one pool and of
 * all pools.
 */
#define TX_BLOCK_POOL_ENABLE_PERFORMANCE_INFO
#define TX_BYTE_POOL_ENABLE_PERFORMANCE_INFO
#include "suite.h"

static TX_BLOCK_POOL blocks, no_blocks;
static TX_BYTE_POOL bytes, no_bytes;
static ULONG64 block_area[4], byte_area[64];

static void use_nulls(void)
{
    CALL(tx_block_pool_performance_info_get, TX_SUCCESS, &blocks, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_block_pool_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_block_pool_performance_info_get, TX_PTR_ERROR, &no_blocks, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_block_pool_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_info_get, TX_SUCCESS, &bytes, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_info_get, TX_PTR_ERROR, &no_bytes, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 16, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
    use_nulls();
}

static void count_blocks(void)
{
    ULONG allocates, releases, suspensions, timeouts;
    VOID *block, *none;

    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &block, TX_NO_WAIT);
    CALL(tx_block_allocate, TX_NO_MEMORY, &blocks, &none, 1);
    CALL(tx_block_release, TX_SUCCESS, block);
    CALL(tx_block_pool_performance_info_get, TX_SUCCESS, &blocks, &allocates, &releases,
         &suspensions, &timeouts);
    EQUAL(allocates, blocks.tx_block_pool_performance_allocate_count);
    EQUAL(releases, blocks.tx_block_pool_performance_release_count);
    EQUAL(suspensions, blocks.tx_block_pool_performance_suspension_count);
    EQUAL(timeouts, blocks.tx_block_pool_performance_timeout_count);
    CHECK(allocates == 1 || allocates == 2); /* the one that timed out */
    EQUAL(1, releases);
    EQUAL(1, suspensions);
    EQUAL(1, timeouts);
    CALL(tx_block_pool_performance_system_info_get, TX_SUCCESS, &allocates, &releases, &suspensions,
         &timeouts);
    EQUAL(1, releases);
    EQUAL(1, timeouts);
}

static void count_bytes(void)
{
    ULONG allocates, releases, searched, merges, splits, suspensions, timeouts;
    VOID *first, *second, *large;

    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &first, 100, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &second, 100, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_NO_MEMORY, &bytes, &large, 400, 1);
    CALL(tx_byte_release, TX_SUCCESS, first);
    CALL(tx_byte_release, TX_SUCCESS, second);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &large, 400, TX_NO_WAIT);
    CALL(tx_byte_release, TX_SUCCESS, large);
    CALL(tx_byte_pool_performance_info_get, TX_SUCCESS, &bytes, &allocates, &releases, &searched,
         &merges, &splits, &suspensions, &timeouts);
    EQUAL(allocates, bytes.tx_byte_pool_performance_allocate_count);
    EQUAL(releases, bytes.tx_byte_pool_performance_release_count);
    EQUAL(searched, bytes.tx_byte_pool_performance_search_count);
    EQUAL(merges, bytes.tx_byte_pool_performance_merge_count);
    EQUAL(splits, bytes.tx_byte_pool_performance_split_count);
    EQUAL(suspensions, bytes.tx_byte_pool_performance_suspension_count);
    EQUAL(timeouts, bytes.tx_byte_pool_performance_timeout_count);
    CHECK(allocates == 3 || allocates == 4);
    EQUAL(3, releases);
    CHECK(searched >= 3);
    CHECK(merges >= 2);
    CHECK(splits >= 2);
    EQUAL(1, suspensions);
    EQUAL(1, timeouts);
    CALL(tx_byte_pool_performance_system_info_get, TX_SUCCESS, &allocates, &releases, &searched,
         &merges, &splits, &suspensions, &timeouts);
    EQUAL(3, releases);
    EQUAL(1, timeouts);
}

void program_main(void)
{
    in_each(use_nulls);
    count_blocks();
    count_bytes();
}
