/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of byte pools refuse wrong calls, in the order of their checks, in each
 * context, and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

enum { AREA_BYTES = 1024, OVERHEAD_BYTES = sizeof(VOID *) + sizeof(ALIGN_TYPE) };

static TX_BYTE_POOL pool, second, refused, never_created;
static ULONG64 area[AREA_BYTES / sizeof(ULONG64)], second_area[32], free_area[32];
static VOID *allocated, *released;

static void refuse_creation(void)
{
    CALL(tx_byte_pool_create, TX_POOL_ERROR, TX_NULL, "p", free_area, sizeof free_area);
    CALL(tx_byte_pool_create, TX_POOL_ERROR, &pool, "p", free_area, sizeof free_area);
    CALL(_txe_byte_pool_create, TX_POOL_ERROR, &refused, "p", free_area, sizeof free_area,
         sizeof(TX_BYTE_POOL) - 1);
    BOTH(tx_byte_pool_create, TX_POOL_ERROR, TX_PTR_ERROR, TX_NULL, "p", TX_NULL, sizeof free_area);
    CALL(tx_byte_pool_create, TX_PTR_ERROR, &refused, "p", TX_NULL, sizeof free_area);
    CALL(tx_byte_pool_create, TX_PTR_ERROR, &refused, "p", free_area, 0x7FFFFFF0);
    BOTH(tx_byte_pool_create, TX_PTR_ERROR, TX_SIZE_ERROR, &refused, "p", TX_NULL, 99);
    CALL(tx_byte_pool_create, TX_SIZE_ERROR, &refused, "p", free_area, 99);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_byte_pool_create, TX_SIZE_ERROR, TX_CALLER_ERROR, &refused, "p", free_area, 99);
        CALL(tx_byte_pool_create, TX_CALLER_ERROR, &refused, "p", free_area, sizeof free_area);
    }
}

static void refuse_object(TX_BYTE_POOL *invalid)
{
    VOID *memory = &memory;

    CALL(tx_byte_allocate, TX_POOL_ERROR, invalid, &memory, 8, TX_NO_WAIT);
    BOTH(tx_byte_allocate, TX_POOL_ERROR, TX_PTR_ERROR, invalid, TX_NULL, 8, TX_NO_WAIT);
    CALL(tx_byte_pool_prioritize, TX_POOL_ERROR, invalid);
    CALL(tx_byte_pool_info_get, TX_POOL_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() != 'T') {
        BOTH(tx_byte_pool_delete, TX_POOL_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_byte_pool_delete, TX_CALLER_ERROR, &pool);
    } else {
        CALL(tx_byte_pool_delete, TX_POOL_ERROR, invalid);
    }
    EQUAL(&memory, memory);
}

static void refuse_arguments(void)
{
    VOID *memory = TX_NULL;

    CALL(tx_byte_allocate, TX_PTR_ERROR, &pool, TX_NULL, 8, TX_NO_WAIT);
    BOTH(tx_byte_allocate, TX_PTR_ERROR, TX_SIZE_ERROR, &pool, TX_NULL, 0, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SIZE_ERROR, &pool, &memory, 0, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SIZE_ERROR, &pool, &memory, AREA_BYTES + 1, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SIZE_ERROR, &pool, &memory, (ULONG)-1, TX_NO_WAIT);
    CALL(tx_byte_release, TX_PTR_ERROR, TX_NULL);
    if (context() == 'I' || context() == 'R') {
        BOTH(tx_byte_allocate, TX_SIZE_ERROR, TX_WAIT_ERROR, &pool, &memory, 0, 1);
        CALL(tx_byte_allocate, TX_WAIT_ERROR, &pool, &memory, 8, TX_WAIT_FOREVER);
    }
    if (context() == 'R') {
        BOTH(tx_byte_allocate, TX_WAIT_ERROR, TX_CALLER_ERROR, &pool, &memory, 8, 1);
    }
    if (context() == 'C') {
        CALL(tx_byte_allocate, TX_CALLER_ERROR, &pool, &memory, 8, 1);
    }
}

static void refuse_caller(void)
{
    VOID *memory;

    CALL(tx_byte_allocate, TX_CALLER_ERROR, &pool, &memory, 8, TX_NO_WAIT);
    BOTH(tx_byte_allocate, TX_CALLER_ERROR, TX_NO_MEMORY, &pool, &memory, AREA_BYTES, TX_NO_WAIT);
    BOTH(tx_byte_release, TX_PTR_ERROR, TX_CALLER_ERROR, TX_NULL);
    CALL(tx_byte_release, TX_CALLER_ERROR, allocated);
    BOTH(tx_byte_release, TX_CALLER_ERROR, TX_PTR_ERROR, released);
}

static void inform(ULONG fragments, ULONG *available)
{
    CHAR *name;
    ULONG fragments_now, suspended;
    TX_THREAD *first = &(TX_THREAD){0};
    TX_BYTE_POOL *next;

    CALL(tx_byte_pool_info_get, TX_SUCCESS, &pool, &name, available, &fragments_now, &first,
         &suspended, &next);
    EQUAL(0, strcmp(name, "pool"));
    EQUAL(fragments, fragments_now);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&second, next);
    CALL(tx_byte_pool_info_get, TX_SUCCESS, &pool, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

/* Less than the pool, because its bookkeeping is in the same area. */
static void allocate(void)
{
    VOID *memory = TX_NULL, *other = TX_NULL;
    ULONG before, after;

    inform(2, &before);
    CHECK(before < AREA_BYTES && before >= AREA_BYTES - 3 * OVERHEAD_BYTES);
    CALL(tx_byte_allocate, TX_NO_MEMORY, &pool, &memory, AREA_BYTES, TX_NO_WAIT);
    EQUAL(TX_NULL, memory);
    CALL(tx_byte_allocate, TX_SUCCESS, &pool, &memory, 61, TX_NO_WAIT); /* 64 */
    inform(3, &after);
    EQUAL(64 + OVERHEAD_BYTES, before - after);
    CHECK((uintptr_t)memory % sizeof(ALIGN_TYPE) == 0);
    memset(memory, 0xA5, 64);
    CALL(tx_byte_allocate, TX_SUCCESS, &pool, &other, 100, TX_NO_WAIT);
    memset(other, 0x5A, 100);
    EQUAL(0xA5, ((UCHAR *)memory)[63]);
    CALL(tx_byte_release, TX_SUCCESS, memory);
    CALL(tx_byte_release, TX_PTR_ERROR, memory);
    EQUAL(0x5A, ((UCHAR *)other)[0]);
    CALL(tx_byte_release, TX_SUCCESS, other);
    /* The released memory is merged to serve this request. */
    CALL(tx_byte_allocate, TX_SUCCESS, &pool, &memory, before - 2 * OVERHEAD_BYTES, TX_NO_WAIT);
    CALL(tx_byte_release, TX_SUCCESS, memory);
    EQUAL(before, pool.tx_byte_pool_available);
}

static void use(void)
{
    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    refuse_arguments();
    CALL(tx_byte_pool_prioritize, TX_SUCCESS, &pool);
    CALL(tx_byte_pool_info_get, TX_SUCCESS, &pool, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() == 'C' || context() == 'R') {
        refuse_caller();
    } else {
        CALL(tx_byte_allocate, TX_SUCCESS, &second, &allocated, 16, TX_NO_WAIT);
        CALL(tx_byte_allocate, TX_SUCCESS, &second, &released, 16, TX_NO_WAIT);
        CALL(tx_byte_release, TX_SUCCESS, released);
    }
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_byte_pool_create, TX_SUCCESS, &pool, "pool", area, sizeof area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &second, "second", second_area, sizeof second_area);
    allocate();
    use();
}

void program_main(void)
{
    VOID *memory;
    TX_BYTE_POOL *next;

    in_each(use);
    in_callback(refuse_caller);
    CALL(tx_byte_allocate, TX_SUCCESS, &pool, &memory, 800, TX_WAIT_FOREVER);
    CALL(tx_byte_release, TX_SUCCESS, memory);
    CALL(tx_byte_pool_delete, TX_SUCCESS, &second);
    CALL(tx_byte_release, TX_PTR_ERROR, allocated);
    refuse_object(&second);
    CALL(tx_byte_pool_info_get, TX_SUCCESS, &pool, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         &next);
    EQUAL(&pool, next);
    CALL(tx_byte_pool_create, TX_SUCCESS, &second, "smallest", second_area, 100);
    CALL(tx_byte_allocate, TX_SUCCESS, &second, &memory, 40, TX_NO_WAIT);
}
