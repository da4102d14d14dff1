/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: control blocks have the fields of the application. They are 0 after the creation,
 * independently of the previous contents of the memory, and a refused creation does not change
 * them. The name tx_thread_filex_ptr is free.
 */
#define TX_NO_FILEX_POINTER
#define TX_THREAD_EXTENSION_0 ULONG zero;
#define TX_THREAD_EXTENSION_1 ULONG one;
#define TX_THREAD_EXTENSION_2 ULONG two;
#define TX_THREAD_EXTENSION_3 VOID *tx_thread_filex_ptr;
#define TX_THREAD_USER_EXTENSION ULONG user;
#define TX_QUEUE_EXTENSION ULONG of_queue;
#define TX_SEMAPHORE_EXTENSION ULONG of_semaphore;
#define TX_MUTEX_EXTENSION ULONG of_mutex;
#define TX_EVENT_FLAGS_GROUP_EXTENSION ULONG of_group;
#define TX_BLOCK_POOL_EXTENSION ULONG of_blocks;
#define TX_BYTE_POOL_EXTENSION ULONG of_bytes;
#define TX_TIMER_EXTENSION ULONG of_timer;
#include "option.h"

static TX_THREAD thread;
static ULONG thread_stack[1024];
static ULONG area[64], block_area[64], byte_area[64];
static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static TX_TIMER timer;

static VOID expire(ULONG input)
{
    (void)input;
}

static VOID run(ULONG input)
{
    (void)input;
    thread.user = 5;
    OPTION_CHECK(tx_thread_create(&thread, (CHAR *)"again", run, 0, thread_stack,
                                  sizeof thread_stack, 5, 5, TX_NO_TIME_SLICE,
                                  TX_AUTO_START) == TX_THREAD_ERROR);
    OPTION_CHECK(tx_thread_identify()->user == 5);
    _tx_timer_thread.user = 6;
    OPTION_CHECK(_tx_timer_thread.limen.base_priority == 0);
    OPTION_CHECK(tx_semaphore_create(TX_NULL, (CHAR *)"null", 0) == TX_SEMAPHORE_ERROR);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    memset(&thread, 0x55, sizeof thread);
    memset(&queue, 0x55, sizeof queue);
    memset(&semaphore, 0x55, sizeof semaphore);
    memset(&mutex, 0x55, sizeof mutex);
    memset(&group, 0x55, sizeof group);
    memset(&blocks, 0x55, sizeof blocks);
    memset(&bytes, 0x55, sizeof bytes);
    memset(&timer, 0x55, sizeof timer);
    OPTION_THREAD(thread, run, 6);
    OPTION_CHECK(tx_queue_create(&queue, (CHAR *)"q", 1, area, sizeof area) == TX_SUCCESS);
    OPTION_CHECK(tx_semaphore_create(&semaphore, (CHAR *)"s", 0) == TX_SUCCESS);
    OPTION_CHECK(tx_mutex_create(&mutex, (CHAR *)"m", TX_INHERIT) == TX_SUCCESS);
    OPTION_CHECK(tx_event_flags_create(&group, (CHAR *)"g") == TX_SUCCESS);
    OPTION_CHECK(tx_block_pool_create(&blocks, (CHAR *)"b", 8, block_area, sizeof block_area) ==
                 TX_SUCCESS);
    OPTION_CHECK(tx_byte_pool_create(&bytes, (CHAR *)"y", byte_area, sizeof byte_area) ==
                 TX_SUCCESS);
    OPTION_CHECK(tx_timer_create(&timer, (CHAR *)"t", expire, 0, 1, 0, TX_NO_ACTIVATE) ==
                 TX_SUCCESS);
    OPTION_CHECK(thread.zero == 0 && thread.one == 0 && thread.two == 0 && thread.user == 0);
    OPTION_CHECK(thread.tx_thread_filex_ptr == TX_NULL);
    OPTION_CHECK(queue.of_queue == 0 && semaphore.of_semaphore == 0 && mutex.of_mutex == 0);
    OPTION_CHECK(group.of_group == 0 && blocks.of_blocks == 0 && bytes.of_bytes == 0);
    OPTION_CHECK(timer.of_timer == 0);
}

OPTION_MAIN
