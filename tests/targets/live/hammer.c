/* SPDX-License-Identifier: Apache-2.0 */
/* Writes records in an endless loop, in the kernel's order of stores or in one that a compiler
 * might choose, to test readers under the worst conditions. Each record contains its number three
 * times.
 *
 * hammer ORDER CAPACITY BURST PAUSE_NS [SECONDS]: it pauses after each BURST of records; 0: never.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HEADER_WORDS = 16, OBJECT_WORDS = 8, RECORD_WORDS = 4, USER = 64, ON = 1 };
enum { CAPACITY_MAX = 1 << 16, TICKS = 1009, MARK_EVERY = 1 << 15 };
enum order { AS_THE_KERNEL, OFFSET_FIRST, WRAPS_FIRST, ORDERS };
/* Words of the header. */
enum { MAGIC, VERSION, SIZES, HZ, OBJECTS, OBJECT_COUNT, CAPACITY, NEXT, WRAPS, HIGH, LEVELS, LOW };

static volatile uint32_t trace[HEADER_WORDS + OBJECT_WORDS + CAPACITY_MAX * RECORD_WORDS];

static void start(uint32_t capacity)
{
    trace[VERSION] = 1 | 64U << 16;
    trace[SIZES] = 32 | 16U << 16;
    trace[HZ] = 1000000000;
    trace[OBJECTS] = 1;
    trace[CAPACITY] = capacity;
    trace[NEXT] = (HEADER_WORDS + OBJECT_WORDS) * 4;
    trace[LEVELS] = 32 | ON << 16;
    trace[MAGIC] = 0x4E4D494C;
}

static void fill(volatile uint32_t *record, uint64_t number)
{
    record[0] = (uint32_t)(number * TICKS);
    record[1] = USER;
    record[2] = (uint32_t)(number * 40503 & 0xffff) << 16;
    record[3] = (uint32_t)number;
}

static void wrap(enum order order)
{
    if (order == WRAPS_FIRST) {
        trace[WRAPS]++;
        trace[NEXT] = (HEADER_WORDS + OBJECT_WORDS) * 4;
    } else {
        trace[NEXT] = (HEADER_WORDS + OBJECT_WORDS) * 4;
        trace[WRAPS]++;
    }
}

static void put(enum order order, uint64_t number, uint32_t capacity)
{
    volatile uint32_t *record = trace + trace[NEXT] / 4;

    if (order == OFFSET_FIRST) {
        trace[NEXT] += RECORD_WORDS * 4;
        fill(record, number);
    } else {
        fill(record, number);
        trace[NEXT] += RECORD_WORDS * 4;
    }
    if (number % MARK_EVERY == 0) {
        trace[HIGH] = (uint32_t)(number * TICKS >> 32);
        trace[LOW] = (uint32_t)(number * TICKS);
    }
    if (trace[NEXT] == (HEADER_WORDS + OBJECT_WORDS + capacity * RECORD_WORDS) * 4) {
        wrap(order);
    }
}

int main(int count, char **words)
{
    if (count < 5) {
        return 2;
    }
    enum order order = (enum order)atoi(words[1]);
    uint32_t capacity = (uint32_t)atoi(words[2]);
    uint64_t burst = (uint64_t)atoi(words[3]);
    struct timespec pause = {.tv_nsec = atol(words[4])};
    time_t end = time(NULL) + (count > 5 ? atoi(words[5]) : 60);

    if (order >= ORDERS || capacity == 0 || capacity > CAPACITY_MAX) {
        return 2;
    }
    start(capacity);
    for (uint64_t number = 0; number % 4096 != 0 || time(NULL) < end; number++) {
        put(order, number, capacity);
        if (burst != 0 && number % burst == 0) {
            (void)nanosleep(&pause, NULL);
        }
    }
    return 0;
}
