/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of block pools refuse wrong calls, in the order of their checks, in each
 * context, and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

enum { BLOCKS = 3, BLOCK_BYTES = 16, POINTER_BYTES = sizeof(VOID *) };

static TX_BLOCK_POOL pool, second, refused, never_created;
static ULONG64 area[BLOCKS * (BLOCK_BYTES + POINTER_BYTES) / sizeof(ULONG64) + 1];
static ULONG64 second_area[8], free_area[8];

static void refuse_creation(void)
{
    CALL(tx_block_pool_create, TX_POOL_ERROR, TX_NULL, "p", 8, free_area, sizeof free_area);
    CALL(tx_block_pool_create, TX_POOL_ERROR, &pool, "p", 8, free_area, sizeof free_area);
    CALL(_txe_block_pool_create, TX_POOL_ERROR, &refused, "p", 8, free_area, sizeof free_area,
         sizeof(TX_BLOCK_POOL) + 1);
    BOTH(tx_block_pool_create, TX_POOL_ERROR, TX_PTR_ERROR, TX_NULL, "p", 8, TX_NULL,
         sizeof free_area);
    CALL(tx_block_pool_create, TX_PTR_ERROR, &refused, "p", 8, TX_NULL, sizeof free_area);
    CALL(tx_block_pool_create, TX_PTR_ERROR, &refused, "p", 8, free_area, (ULONG)-8);
    BOTH(tx_block_pool_create, TX_PTR_ERROR, TX_SIZE_ERROR, &refused, "p", 8, TX_NULL, 8);
    CALL(tx_block_pool_create, TX_SIZE_ERROR, &refused, "p", 16, free_area, 16 + POINTER_BYTES - 1);
    CALL(tx_block_pool_create, TX_SIZE_ERROR, &refused, "p", 8, free_area, 0);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_block_pool_create, TX_SIZE_ERROR, TX_CALLER_ERROR, &refused, "p", 16, free_area, 8);
        CALL(tx_block_pool_create, TX_CALLER_ERROR, &refused, "p", 8, free_area, sizeof free_area);
    } else {
        /* Rounded up it does not fit. */
        CALL(tx_block_pool_create, TX_SIZE_ERROR, &refused, "p", POINTER_BYTES + 1, free_area,
             2 * POINTER_BYTES);
    }
}

static void refuse_object(TX_BLOCK_POOL *invalid)
{
    VOID *block = &block;

    CALL(tx_block_allocate, TX_POOL_ERROR, invalid, &block, TX_NO_WAIT);
    BOTH(tx_block_allocate, TX_POOL_ERROR, TX_PTR_ERROR, invalid, TX_NULL, TX_NO_WAIT);
    CALL(tx_block_pool_prioritize, TX_POOL_ERROR, invalid);
    CALL(tx_block_pool_info_get, TX_POOL_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    if (context() != 'T') {
        BOTH(tx_block_pool_delete, TX_POOL_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_block_pool_delete, TX_CALLER_ERROR, &pool);
    } else {
        CALL(tx_block_pool_delete, TX_POOL_ERROR, invalid);
    }
    EQUAL(&block, block);
}

static void inform(ULONG available)
{
    CHAR *name;
    ULONG available_now, total, suspended;
    TX_THREAD *first = &(TX_THREAD){0};
    TX_BLOCK_POOL *next;

    CALL(tx_block_pool_info_get, TX_SUCCESS, &pool, &name, &available_now, &total, &first,
         &suspended, &next);
    EQUAL(0, strcmp(name, "pool"));
    EQUAL(available, available_now);
    EQUAL(BLOCKS, total);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&second, next);
    CALL(tx_block_pool_info_get, TX_SUCCESS, &pool, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

/* Blocks are aligned, do not overlap, are within the area, and can be written from end to end. */
static void use_blocks(VOID **blocks)
{
    for (UINT i = 0; i < BLOCKS; i++) {
        CHECK((uintptr_t)blocks[i] % sizeof(ALIGN_TYPE) == 0);
        CHECK((UCHAR *)blocks[i] >= (UCHAR *)area);
        CHECK((UCHAR *)blocks[i] + BLOCK_BYTES <= (UCHAR *)area + sizeof area);
        memset(blocks[i], (int)(i + 1), BLOCK_BYTES);
    }
    for (UINT i = 0; i < BLOCKS; i++) {
        EQUAL(i + 1, ((UCHAR *)blocks[i])[0]);
        EQUAL(i + 1, ((UCHAR *)blocks[i])[BLOCK_BYTES - 1]);
    }
}

static void use(void)
{
    VOID *blocks[BLOCKS], *none = &none;

    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    CALL(tx_block_allocate, TX_PTR_ERROR, &pool, TX_NULL, TX_NO_WAIT);
    CALL(tx_block_release, TX_PTR_ERROR, TX_NULL);
    inform(BLOCKS);
    for (UINT i = 0; i < BLOCKS; i++) {
        CALL(tx_block_allocate, TX_SUCCESS, &pool, &blocks[i], TX_NO_WAIT);
    }
    inform(0);
    CALL(tx_block_allocate, TX_NO_MEMORY, &pool, &none, TX_NO_WAIT);
    EQUAL(TX_NULL, none);
    if (context() != 'T') {
        BOTH(tx_block_allocate, TX_PTR_ERROR, TX_WAIT_ERROR, &pool, TX_NULL, 1);
        BOTH(tx_block_allocate, TX_WAIT_ERROR, TX_NO_MEMORY, &pool, &none, 1);
        CALL(tx_block_allocate, TX_WAIT_ERROR, &pool, &none, TX_WAIT_FOREVER);
    }
    use_blocks(blocks);
    CALL(tx_block_pool_prioritize, TX_SUCCESS, &pool);
    for (UINT i = 0; i < BLOCKS; i++) {
        CALL(tx_block_release, TX_SUCCESS, blocks[i]);
    }
    inform(BLOCKS);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_block_pool_create, TX_SUCCESS, &pool, "pool", BLOCK_BYTES - 3, area,
         BLOCKS * (BLOCK_BYTES + POINTER_BYTES));
    CALL(tx_block_pool_create, TX_SUCCESS, &second, "second", 40, second_area, sizeof second_area);
    use();
}

void program_main(void)
{
    VOID *block;
    ULONG total;
    TX_BLOCK_POOL *next;

    in_each(use);
    CALL(tx_block_pool_info_get, TX_SUCCESS, &second, TX_NULL, TX_NULL, &total, TX_NULL, TX_NULL,
         &next);
    EQUAL(1, total);
    EQUAL(&pool, next);
    /* A block of a deleted pool belongs to no pool. */
    CALL(tx_block_allocate, TX_SUCCESS, &second, &block, TX_WAIT_FOREVER);
    CALL(tx_block_pool_delete, TX_SUCCESS, &second);
    CALL(tx_block_release, TX_PTR_ERROR, block);
    refuse_object(&second);
    CALL(tx_block_pool_info_get, TX_SUCCESS, &pool, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         &next);
    EQUAL(&pool, next);
    CALL(tx_block_pool_create, TX_SUCCESS, &second, "second", 40, second_area, sizeof second_area);
}
