/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of ThreadX SMP put threads and functions of timers on the lowest core that a
 * map allows, objects of tx_application_define serve all cores, and the layer refuses unsupported
 * calls for several cores. Method: a thread of core 0 makes the calls, and one of core 1 reports
 * its observations. Prints each expectation that is not met, and their number; status 1: an
 * expectation was not met. */
#include "../expect.h"
#include "tx_api.h"
#include <limen/board.h>

#define ALL_CORES 0xFFFFFFFFUL
#define NOT_CORE_0 0x1UL
#define BLOCK_BYTES 16

static TX_THREAD asking, telling, moved;
static UCHAR asking_stack[1024], telling_stack[1024], moved_stack[1024];
static TX_SEMAPHORE told, go, own;
static TX_QUEUE queue;
static TX_MUTEX mutex, second_mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static TX_TIMER timer;
static ULONG places[4], block_area[32], byte_area[64];
static volatile UINT core_seen;
static volatile UINT on_core_1[12];

static VOID await(TX_SEMAPHORE *semaphore)
{
    EXPECT(tx_semaphore_get(semaphore, TX_WAIT_FOREVER) == TX_SUCCESS);
}

/* The function of the timer. */
static VOID note_core(ULONG input)
{
    core_seen = tx_thread_smp_core_get();
    on_core_1[0] = tx_semaphore_create(&own, "own", (ULONG)input);
    tx_semaphore_put(&told);
}

static VOID tell_core(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    core_seen = tx_thread_smp_core_get();
    tx_semaphore_put(&told);
}

/* On core 1: the calls that its thread may make. */
static VOID use_objects(ULONG input)
{
    ULONG word = input, *block;
    VOID *memory;

    await(&go);
    EXPECT(tx_thread_smp_core_get() == 1);
    EXPECT(tx_queue_receive(&queue, &word, TX_WAIT_FOREVER) == TX_SUCCESS && word == 7);
    EXPECT(tx_event_flags_set(&group, 1, TX_OR) == TX_SUCCESS);
    EXPECT(tx_mutex_get(&mutex, TX_WAIT_FOREVER) == TX_SUCCESS); /* core 0 has it */
    EXPECT(tx_mutex_get(&second_mutex, TX_NO_WAIT) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_mutex_put(&mutex) == TX_SUCCESS);
    EXPECT(tx_block_allocate(&blocks, (VOID **)&block, TX_NO_WAIT) == TX_SUCCESS);
    EXPECT(tx_block_release(block) == TX_SUCCESS);
    EXPECT(tx_semaphore_get(&own, TX_NO_WAIT) == TX_SEMAPHORE_ERROR); /* of core 0 */
    EXPECT(tx_byte_allocate(&bytes, &memory, 8, TX_NO_WAIT) == TX_POOL_ERROR);
    EXPECT(tx_timer_activate(&timer) == TX_TIMER_ERROR);
    EXPECT(tx_queue_create(&queue, "queue", 1, places, sizeof places) == TX_QUEUE_ERROR);
    EXPECT(tx_event_flags_delete(&group) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_thread_delete(&asking) == TX_CALLER_ERROR);
    tx_semaphore_put(&told);
    await(&go);
    EXPECT(tx_thread_smp_core_exclude(&telling, 0) == TX_SUCCESS); /* moves itself to core 0 */
    EXPECT(tx_thread_smp_core_get() == 0);
    tx_semaphore_put(&told);
}

static VOID check_objects(VOID)
{
    ULONG word = 7, flags;

    EXPECT(tx_mutex_get(&mutex, TX_NO_WAIT) == TX_SUCCESS);
    tx_semaphore_put(&go);
    EXPECT(tx_queue_send(&queue, &word, TX_WAIT_FOREVER) == TX_SUCCESS);
    EXPECT(tx_event_flags_get(&group, 1, TX_OR_CLEAR, &flags, TX_WAIT_FOREVER) == TX_SUCCESS);
    EXPECT(tx_mutex_put(&mutex) == TX_SUCCESS);
    await(&told);
    EXPECT(tx_queue_front_send(&queue, &word, TX_NO_WAIT) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_semaphore_delete(&go) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_semaphore_ceiling_put(&go, 1) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_mutex_prioritize(&mutex) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_semaphore_ceiling_put(&own, 1) == TX_SUCCESS);
    EXPECT(tx_semaphore_delete(&own) == TX_SUCCESS);
}

static VOID check_maps(VOID)
{
    ULONG map = 9;

    EXPECT(tx_thread_smp_core_exclude(TX_NULL, 0) == TX_THREAD_ERROR);
    EXPECT(tx_thread_smp_core_exclude(&asking, ALL_CORES) == TX_NOT_DONE);
    EXPECT(tx_thread_smp_core_exclude_get(&telling, &map) == TX_SUCCESS && map == NOT_CORE_0);
    EXPECT(tx_thread_smp_core_exclude_get(&asking, &map) == TX_SUCCESS && map == 0);
    EXPECT(tx_thread_smp_core_exclude_get(&asking, TX_NULL) == TX_PTR_ERROR);
    EXPECT(tx_timer_smp_core_exclude(TX_NULL, 0) == TX_TIMER_ERROR);
    EXPECT(tx_timer_smp_core_exclude(&timer, ALL_CORES) == TX_NOT_DONE);
    EXPECT(tx_timer_smp_core_exclude_get(&timer, &map) == TX_SUCCESS && map == 0);
    EXPECT(tx_timer_smp_core_exclude_get(&timer, TX_NULL) == TX_PTR_ERROR);
}

static VOID check_timer(VOID)
{
    core_seen = 9;
    EXPECT(tx_timer_activate(&timer) == TX_SUCCESS);
    await(&told);
    EXPECT(core_seen == 0);
    EXPECT(tx_timer_smp_core_exclude(&timer, NOT_CORE_0) == TX_SUCCESS);
    EXPECT(tx_timer_change(&timer, 1, 0) == TX_SUCCESS);
    EXPECT(tx_timer_activate(&timer) == TX_SUCCESS);
    await(&told);
    EXPECT(core_seen == 1 && on_core_1[0] == TX_CALLER_ERROR);
}

/* A thread that has not run yet gets a core, and another one after it was reset. */
static VOID check_moves(VOID)
{
    EXPECT(tx_thread_create(&moved, "moved", tell_core, 0, moved_stack, sizeof moved_stack, 9, 9,
                            TX_NO_TIME_SLICE, TX_DONT_START) == TX_SUCCESS);
    EXPECT(tx_thread_smp_core_exclude(&moved, NOT_CORE_0) == TX_SUCCESS);
    EXPECT(tx_thread_info_get(&moved, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
                              TX_NULL) == TX_FEATURE_NOT_ENABLED);
    EXPECT(tx_thread_resume(&moved) == TX_SUCCESS);
    await(&told);
    EXPECT(core_seen == 1);
    EXPECT(tx_thread_smp_core_exclude(&moved, 0) == TX_NOT_DONE); /* it has run */
    while (tx_thread_reset(&moved) != TX_SUCCESS) {               /* it has not ended yet */
    }
    EXPECT(tx_thread_smp_core_exclude(&moved, 0) == TX_SUCCESS);
    EXPECT(tx_thread_resume(&moved) == TX_SUCCESS);
    await(&told);
    EXPECT(core_seen == 0);
    EXPECT(tx_thread_terminate(&moved) == TX_SUCCESS);
    while (tx_thread_delete(&moved) != TX_SUCCESS) { /* its core may still use it */
    }
}

static VOID ask(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    EXPECT(tx_semaphore_create(&own, "own", 0) == TX_SUCCESS);
    check_maps();
    check_objects();
    check_timer();
    check_moves();
    tx_semaphore_put(&go);
    await(&told);
    lm_board_printf("%u not as expected\n", unmet);
    lm_board_exit(unmet != 0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    EXPECT(tx_semaphore_create(&told, "told", 0) == TX_SUCCESS);
    EXPECT(tx_semaphore_create(&go, "go", 0) == TX_SUCCESS);
    EXPECT(tx_queue_create(&queue, "queue", 1, places, sizeof places) == TX_SUCCESS);
    EXPECT(tx_mutex_create(&mutex, "mutex", TX_INHERIT) == TX_SUCCESS);
    EXPECT(tx_mutex_create(&second_mutex, "second mutex", TX_NO_INHERIT) == TX_SUCCESS);
    EXPECT(tx_event_flags_create(&group, "flags") == TX_SUCCESS);
    EXPECT(tx_block_pool_create(&blocks, "blocks", BLOCK_BYTES, block_area, sizeof block_area) ==
           TX_SUCCESS);
    EXPECT(tx_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area) == TX_SUCCESS);
    EXPECT(tx_timer_create(&timer, "timer", note_core, 0, 1, 0, TX_NO_ACTIVATE) == TX_SUCCESS);
    EXPECT(tx_thread_create(&asking, "asking", ask, 0, asking_stack, sizeof asking_stack, 8, 8,
                            TX_NO_TIME_SLICE, TX_AUTO_START) == TX_SUCCESS);
    EXPECT(tx_thread_create(&telling, "telling", use_objects, 0, telling_stack,
                            sizeof telling_stack, 7, 7, TX_NO_TIME_SLICE,
                            TX_AUTO_START) == TX_SUCCESS);
    EXPECT(tx_thread_smp_core_exclude(&telling, NOT_CORE_0) == TX_SUCCESS);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
