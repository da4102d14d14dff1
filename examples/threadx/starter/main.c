/* SPDX-License-Identifier: Apache-2.0 */
/* A ThreadX application with the structure of a typical starter project: eight threads in a bakery,
 * and one object of each kind. It does not depend on Limen; trace_file.c does, to save the trace.
 *
 *   thread         priority  what it does
 *   -------------  --------  ---------------------------------------------------------------
 *   foreman             1    sets a flag every 10 ticks, ends the shift
 *   carrier             4    waits for the flags of foreman and bell, packs a box of the pool
 *   inspector           6    needs the scale now and then, at once
 *   oven left, right    8    each takes two of the three trays to bake
 *   weigher            12    keeps the scale (mutex, inheritance) for two ticks, taken twice
 *   shop               14    receives from the counter (queue)
 *   baker           16/14    sends batches; its threshold lets it finish one before shop runs
 */
#include "trace_file.h"
#include "tx_api.h"
#include <stdio.h>

#define SHIFT_TICKS 300
#define STACK_BYTES 2048
#define MEMORY_BYTES (9 * STACK_BYTES)
#define BATCH 8
#define LOAF_WORDS TX_2_ULONG
#define BOXES 4
#define BOX_BYTES 32
#define BOX_POINTERS (BOX_BYTES / sizeof(VOID *) + 1)
#define TRACE_BYTES (120 * 1024)
#define TRACE_OBJECTS 32

#define FLAG_ORDER 0x1U
#define FLAG_BELL 0x2U

static TX_THREAD foreman, carrier, inspector, oven_left, oven_right, weigher, shop, baker;
static TX_BYTE_POOL memory;
static TX_BLOCK_POOL boxes;
static TX_QUEUE counter;
static TX_SEMAPHORE trays;
static TX_EVENT_FLAGS_GROUP calls;
static TX_MUTEX scale;
static TX_TIMER bell;

static UCHAR memory_area[MEMORY_BYTES];
static VOID *box_area[BOXES * BOX_POINTERS];
static UCHAR trace_buffer[TRACE_BYTES];

static ULONG orders, rings, packed, inspected, weighed, baked[2], sent, received, errors;

static VOID check(UINT status)
{
    if (status != TX_SUCCESS) {
        errors++;
    }
}

static VOID ring(ULONG input)
{
    rings++;
    check(tx_event_flags_set(&calls, input, TX_OR));
}

static VOID end_shift(VOID)
{
    check(tx_trace_disable());
    printf("after %lu ticks\n", (unsigned long)tx_time_get());
    printf("orders %lu, bell %lu, packed %lu\n", (unsigned long)orders, (unsigned long)rings,
           (unsigned long)packed);
    printf("inspected %lu, weighed %lu\n", (unsigned long)inspected, (unsigned long)weighed);
    printf("baked %lu left, %lu right\n", (unsigned long)baked[0], (unsigned long)baked[1]);
    printf("sent %lu, received %lu\n", (unsigned long)sent, (unsigned long)received);
    printf("errors %lu\n", (unsigned long)errors);
    save_trace("trace.limen", trace_buffer, sizeof trace_buffer);
    exit(errors == 0 ? 0 : 1);
}

static VOID lead(ULONG input)
{
    while (tx_time_get() < SHIFT_TICKS) {
        check(tx_thread_sleep(10));
        orders++;
        check(tx_event_flags_set(&calls, input, TX_OR));
    }
    end_shift();
}

static VOID carry(ULONG input)
{
    for (;;) {
        ULONG actual;
        VOID *box;

        check(tx_event_flags_get(&calls, input, TX_OR_CLEAR, &actual, TX_WAIT_FOREVER));
        check(tx_block_allocate(&boxes, &box, TX_NO_WAIT));
        check(tx_thread_sleep(1));
        check(tx_block_release(box));
        packed++;
    }
}

/* Put something on the scale while another thread uses it: the mutex is locked twice. */
static VOID use_scale(ULONG ticks)
{
    check(tx_mutex_get(&scale, TX_WAIT_FOREVER));
    check(tx_mutex_get(&scale, TX_WAIT_FOREVER));
    check(tx_thread_sleep(ticks));
    check(tx_mutex_put(&scale));
    check(tx_mutex_put(&scale));
}

static VOID inspect(ULONG input)
{
    for (;;) {
        check(tx_thread_sleep(7));
        use_scale(input);
        inspected++;
    }
}

static VOID weigh(ULONG input)
{
    for (;;) {
        use_scale(input);
        weighed++;
        check(tx_thread_sleep(1));
    }
}

static VOID bake(ULONG input)
{
    for (;;) {
        check(tx_semaphore_get(&trays, TX_WAIT_FOREVER));
        check(tx_semaphore_get(&trays, TX_WAIT_FOREVER));
        check(tx_thread_sleep(3));
        baked[input]++;
        check(tx_semaphore_put(&trays));
        check(tx_semaphore_put(&trays));
    }
}

static VOID send(ULONG input)
{
    for (;;) {
        for (ULONG i = 0; i < input; i++) {
            ULONG loaf[LOAF_WORDS] = {sent, tx_time_get()};

            check(tx_queue_send(&counter, loaf, TX_WAIT_FOREVER));
            sent++;
        }
        check(tx_thread_sleep(5));
    }
}

static VOID receive(ULONG input)
{
    for (;;) {
        ULONG loaf[LOAF_WORDS];

        check(tx_queue_receive(&counter, loaf, TX_WAIT_FOREVER));
        if (loaf[0] != received || tx_time_get() - loaf[1] > input) {
            errors++;
        }
        received++;
    }
}

static VOID *take_memory(ULONG bytes)
{
    VOID *start = TX_NULL;

    check(tx_byte_allocate(&memory, &start, bytes, TX_NO_WAIT));
    return start;
}

static VOID hire(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), ULONG input, UINT priority,
                 UINT threshold)
{
    check(tx_thread_create(thread, name, entry, input, take_memory(STACK_BYTES), STACK_BYTES,
                           priority, threshold, TX_NO_TIME_SLICE, TX_AUTO_START));
}

static VOID furnish(VOID)
{
    ULONG counter_bytes = (BATCH - 2) * LOAF_WORDS * sizeof(ULONG);

    check(tx_byte_pool_create(&memory, "memory", memory_area, sizeof memory_area));
    check(tx_block_pool_create(&boxes, "boxes", BOX_BYTES, box_area, sizeof box_area));
    check(tx_queue_create(&counter, "counter", LOAF_WORDS, take_memory(counter_bytes),
                          counter_bytes));
    check(tx_semaphore_create(&trays, "trays", 3));
    check(tx_event_flags_create(&calls, "calls"));
    check(tx_mutex_create(&scale, "scale", TX_INHERIT));
    check(tx_timer_create(&bell, "bell", ring, FLAG_BELL, 25, 25, TX_AUTO_ACTIVATE));
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    check(tx_trace_enable(trace_buffer, sizeof trace_buffer, TRACE_OBJECTS));
    furnish();
    hire(&foreman, "foreman", lead, FLAG_ORDER, 1, 1);
    hire(&carrier, "carrier", carry, FLAG_ORDER | FLAG_BELL, 4, 4);
    hire(&inspector, "inspector", inspect, 1, 6, 6);
    hire(&oven_left, "oven left", bake, 0, 8, 8);
    hire(&oven_right, "oven right", bake, 1, 8, 8);
    hire(&weigher, "weigher", weigh, 2, 12, 12);
    hire(&shop, "shop", receive, 5, 14, 14);
    hire(&baker, "baker", send, BATCH, 16, 14);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
