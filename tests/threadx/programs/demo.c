/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an application in the usual style of ThreadX runs: everything is allocated from a byte
 * pool, and eight threads exchange messages, units, events and mutexes for a second and print.
 *
 * Method: each thread counts its iterations. At the end another thread compares the counts with the
 * limits that follow from time and the objects. The program uses only ThreadX.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define BYTE_POOL_SIZE 9120
#define BLOCK_POOL_SIZE 100
#define QUEUE_SIZE 100
#define RUN_TICKS 100

static TX_THREAD threads[8];
static TX_THREAD judge;
static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP events;
static TX_BYTE_POOL byte_pool;
static TX_BLOCK_POOL block_pool;
static TX_TIMER timer;
static UCHAR pool_memory[BYTE_POOL_SIZE];
static UCHAR judge_stack[2048];

static ULONG rounds[8];
static ULONG sent, received, timer_calls, errors;

static void check(UINT status)
{
    if (status != TX_SUCCESS) {
        errors++;
    }
}

static void every_tenth_tick(ULONG input)
{
    timer_calls += input;
}

static void raise_event(ULONG input)
{
    (void)input;
    for (;;) {
        rounds[0]++;
        check(tx_thread_sleep(10));
        check(tx_event_flags_set(&events, 0x1, TX_OR));
    }
}

static void send(ULONG input)
{
    (void)input;
    for (;;) {
        rounds[1]++;
        check(tx_queue_send(&queue, &sent, TX_WAIT_FOREVER));
        sent++;
        if (sent % 500 == 0) {
            check(tx_thread_sleep(1));
        }
    }
}

static void receive(ULONG input)
{
    ULONG message;

    (void)input;
    for (;;) {
        rounds[2]++;
        check(tx_queue_receive(&queue, &message, TX_WAIT_FOREVER));
        if (message != received) {
            errors++;
        }
        received++;
    }
}

static void share_semaphore(ULONG input)
{
    for (;;) {
        rounds[input]++;
        check(tx_semaphore_get(&semaphore, TX_WAIT_FOREVER));
        check(tx_thread_sleep(2));
        check(tx_semaphore_put(&semaphore));
    }
}

static void await_event(ULONG input)
{
    ULONG actual;

    (void)input;
    for (;;) {
        rounds[5]++;
        check(tx_event_flags_get(&events, 0x1, TX_OR_CLEAR, &actual, TX_WAIT_FOREVER));
        if (actual != 0x1) {
            errors++;
        }
    }
}

static void share_mutex(ULONG input)
{
    for (;;) {
        rounds[input]++;
        check(tx_mutex_get(&mutex, TX_WAIT_FOREVER));
        check(tx_mutex_get(&mutex, TX_WAIT_FOREVER));
        check(tx_thread_sleep(2));
        check(tx_mutex_put(&mutex));
        check(tx_mutex_put(&mutex));
    }
}

static int is_about(const char *what, ULONG value, ULONG expected, ULONG margin)
{
    int good = value + margin >= expected && value <= expected + margin;

    printf("%-16s %6lu%s\n", what, (unsigned long)value, good ? "" : " is wrong");
    return good;
}

static void look(ULONG input)
{
    int good;

    (void)input;
    tx_thread_sleep(RUN_TICKS);
    printf("after %lu ticks:\n", (unsigned long)tx_time_get());
    good = is_about("errors", errors, 0, 0);
    good &= is_about("time", tx_time_get(), RUN_TICKS, 10);
    good &= is_about("events raised", rounds[0], 10, 1);
    good &= is_about("events seen", rounds[5], 10, 1);
    good &= is_about("messages lost", sent - received, 0, 2 + QUEUE_SIZE);
    good &= sent > 400;
    good &= is_about("semaphore, one", rounds[3], 25, 2);
    good &= is_about("semaphore, other", rounds[4], 25, 2);
    good &= is_about("mutex, one", rounds[6], 25, 2);
    good &= is_about("mutex, other", rounds[7], 25, 2);
    good &= is_about("timer", timer_calls, 10, 1);
    printf("%s\n", good ? "passed" : "failed");
    exit(good ? 0 : 1);
}

static void create(UINT number, VOID (*entry)(ULONG), UINT priority, ULONG slice)
{
    VOID *stack;

    check(tx_byte_allocate(&byte_pool, &stack, STACK_SIZE, TX_NO_WAIT));
    check(tx_thread_create(&threads[number], (CHAR *)"thread", entry, number, stack, STACK_SIZE,
                           priority, priority, slice, TX_AUTO_START));
}

void tx_application_define(void *first_unused_memory)
{
    VOID *memory;

    (void)first_unused_memory;
    check(tx_byte_pool_create(&byte_pool, (CHAR *)"byte pool", pool_memory, BYTE_POOL_SIZE));
    create(0, raise_event, 1, TX_NO_TIME_SLICE);
    create(1, send, 16, 4);
    create(2, receive, 16, 4);
    create(3, share_semaphore, 8, TX_NO_TIME_SLICE);
    create(4, share_semaphore, 8, TX_NO_TIME_SLICE);
    create(5, await_event, 4, TX_NO_TIME_SLICE);
    create(6, share_mutex, 8, TX_NO_TIME_SLICE);
    create(7, share_mutex, 8, TX_NO_TIME_SLICE);
    check(tx_thread_create(&judge, (CHAR *)"judge", look, 0, judge_stack, sizeof judge_stack, 2, 2,
                           TX_NO_TIME_SLICE, TX_AUTO_START));

    check(tx_byte_allocate(&byte_pool, &memory, QUEUE_SIZE * sizeof(ULONG), TX_NO_WAIT));
    check(tx_queue_create(&queue, (CHAR *)"queue", TX_1_ULONG, memory, QUEUE_SIZE * sizeof(ULONG)));
    check(tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 1));
    check(tx_event_flags_create(&events, (CHAR *)"events"));
    check(tx_mutex_create(&mutex, (CHAR *)"mutex", TX_NO_INHERIT));
    check(tx_timer_create(&timer, (CHAR *)"timer", every_tenth_tick, 1, 10, 10, TX_AUTO_ACTIVATE));

    check(tx_byte_allocate(&byte_pool, &memory, BLOCK_POOL_SIZE, TX_NO_WAIT));
    check(tx_block_pool_create(&block_pool, (CHAR *)"block pool", sizeof(ULONG), memory,
                               BLOCK_POOL_SIZE));
    check(tx_block_allocate(&block_pool, &memory, TX_NO_WAIT));
    check(tx_block_release(memory));
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
