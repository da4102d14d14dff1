/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each service with checks returns an error for a wrong pointer, and changes nothing.
 *
 * Method: each service (wrong_pointers.inc is made from tx_services.inc) is called with NULL, a
 * block of zeros, an object that was deleted, a living object of each other kind, and, if it
 * creates one, an object that exists. The memory of all objects is the same before and after.
 */
#include "suite.h"
#include <string.h>

enum what {
    MEMORY,
    THREAD,
    QUEUE,
    SEMAPHORE,
    MUTEX,
    EVENT_FLAGS_GROUP,
    BLOCK_POOL,
    BYTE_POOL,
    TIMER,
    KINDS,
    NEW_THREAD = 16 + THREAD, /* memory for one */
    NEW_QUEUE = 16 + QUEUE,
    NEW_SEMAPHORE = 16 + SEMAPHORE,
    NEW_MUTEX = 16 + MUTEX,
    NEW_EVENT_FLAGS_GROUP = 16 + EVENT_FLAGS_GROUP,
    NEW_BLOCK_POOL = 16 + BLOCK_POOL,
    NEW_BYTE_POOL = 16 + BYTE_POOL,
    NEW_TIMER = 16 + TIMER,
    NEW = 16
};

union slot {
    TX_THREAD thread;
    TX_QUEUE queue;
    TX_SEMAPHORE semaphore;
    TX_MUTEX mutex;
    TX_EVENT_FLAGS_GROUP flags;
    TX_BLOCK_POOL blocks;
    TX_BYTE_POOL bytes;
    TX_TIMER timer;
};

static union slot of[KINDS], zeros, copies[KINDS];
static ULONG64 room[16], queue_area[4], block_area[8], byte_area[32];
static ULONG64 stack[STACK_BYTES / sizeof(ULONG64)];

static VOID *const place = room;

static VOID nothing(ULONG input)
{
    (void)input;
}

#define SERVICE(service, kind, call)                                                               \
    static UINT make##service(VOID *p)                                                             \
    {                                                                                              \
        return call;                                                                               \
    }
#include "wrong_pointers.inc"
#undef SERVICE

static const struct service {
    const char *name;
    UINT (*make)(VOID *p);
    enum what what;
} services[] = {
#define SERVICE(service, kind, call) {#service, make##service, kind},
#include "wrong_pointers.inc"
#undef SERVICE
};

static void create(enum what kind)
{
    union slot *slot = &of[kind];

    memset(slot, 0, sizeof *slot);
    switch (kind) {
    case THREAD:
        EQUAL(TX_SUCCESS, tx_thread_create(&slot->thread, "w", nothing, 0, stack, sizeof stack, 20,
                                           20, TX_NO_TIME_SLICE, TX_DONT_START));
        break;
    case QUEUE:
        EQUAL(TX_SUCCESS, tx_queue_create(&slot->queue, "w", 1, queue_area, sizeof queue_area));
        break;
    case SEMAPHORE:
        EQUAL(TX_SUCCESS, tx_semaphore_create(&slot->semaphore, "w", 1));
        break;
    case MUTEX:
        EQUAL(TX_SUCCESS, tx_mutex_create(&slot->mutex, "w", TX_INHERIT));
        break;
    case EVENT_FLAGS_GROUP:
        EQUAL(TX_SUCCESS, tx_event_flags_create(&slot->flags, "w"));
        break;
    case BLOCK_POOL:
        EQUAL(TX_SUCCESS,
              tx_block_pool_create(&slot->blocks, "w", 8, block_area, sizeof block_area));
        break;
    case BYTE_POOL:
        EQUAL(TX_SUCCESS, tx_byte_pool_create(&slot->bytes, "w", byte_area, sizeof byte_area));
        break;
    case TIMER:
        EQUAL(TX_SUCCESS, tx_timer_create(&slot->timer, "w", nothing, 0, 9, 9, TX_NO_ACTIVATE));
        break;
    default:
        break;
    }
}

static UINT end(enum what kind)
{
    union slot *slot = &of[kind];

    switch (kind) {
    case THREAD:
        return tx_thread_terminate(&slot->thread) + tx_thread_delete(&slot->thread);
    case QUEUE:
        return tx_queue_delete(&slot->queue);
    case SEMAPHORE:
        return tx_semaphore_delete(&slot->semaphore);
    case MUTEX:
        return tx_mutex_delete(&slot->mutex);
    case EVENT_FLAGS_GROUP:
        return tx_event_flags_delete(&slot->flags);
    case BLOCK_POOL:
        return tx_block_pool_delete(&slot->blocks);
    case BYTE_POOL:
        return tx_byte_pool_delete(&slot->bytes);
    case TIMER:
        return tx_timer_delete(&slot->timer);
    default:
        return TX_SUCCESS;
    }
}

static void check(const struct service *service, VOID *pointer)
{
    static const union slot nothing_there;

    memcpy(copies, of, sizeof of);
    suite_check(__FILE__, __LINE__, service->name, service->make(pointer) != TX_SUCCESS);
    suite_check(__FILE__, __LINE__, service->name, memcmp(copies, of, sizeof of) == 0);
    suite_check(__FILE__, __LINE__, service->name,
                memcmp(&zeros, &nothing_there, sizeof zeros) == 0);
}

static void check_all(const struct service *service)
{
    enum what what = service->what;

    check(service, TX_NULL);
    if (what >= NEW) {
        check(service, &of[what - NEW]);
        return;
    }
    check(service, &zeros);
    for (enum what kind = THREAD; kind < KINDS; kind++) {
        if (kind != what) {
            check(service, &of[kind]);
        }
    }
    if (what != MEMORY) {
        EQUAL(TX_SUCCESS, end(what));
        check(service, &of[what]);
        create(what);
    }
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    for (enum what kind = THREAD; kind < KINDS; kind++) {
        create(kind);
    }
}

void program_main(void)
{
    for (unsigned i = 0; i < sizeof services / sizeof services[0]; i++) {
        check_all(&services[i]);
    }
}
