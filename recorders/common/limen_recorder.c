/* SPDX-License-Identifier: Apache-2.0 */
/* The ring of records and the table of objects; see limen_recorder.h. */
#include "limen_kernel.h" /* in the folder of the kernel, and before the numbers: their sizes */

#include "limen_recorder.h"

#include <string.h>

enum { EVENT_SWITCH = 2, EVENT_READY = 3, EVENT_SUSPEND = 4, EVENT_PRIORITY = 8 };
enum { EVENT_THREAD_CREATE = 16, EVENT_THREAD_DELETE = 22, EVENT_THREAD_PRIORITY = 24 };
enum { LEFT_BLOCKED = 1, LEFT_BY_CALL = 2, LEFT_BY_INTERRUPT = 3, LEFT_ENDED = 6, LEFT_IDLE = 7 };

struct limen_record {
    uint32_t time;
    uint8_t event, depth;
    uint16_t thread, object, a;
    uint32_t b;
};

static struct {
    uint32_t magic;
    uint16_t version, header_bytes, object_bytes, record_bytes;
    uint32_t clock_hz, object_capacity, object_count, record_capacity, next_offset, wraps;
    uint32_t time_high;
    uint16_t levels, flags;
    uint32_t time_low;
    uint8_t recorder[16];
    struct {
        uint16_t id, kind, priority, threshold;
        uint32_t size;
        char name[20];
    } object[LIMEN_OBJECTS];
    struct limen_record record[LIMEN_RECORDS];
} image;

enum { RING = 64 + 32 * LIMEN_OBJECTS }; /* where the records begin */

static struct {
    const void *handle;
    uint8_t is_waiting, is_idle;
} known[LIMEN_OBJECTS];

static uint16_t running; /* number of the thread, 0 idle */
static uint8_t depth, left, was_asked_by_interrupt;
static uint32_t newest;

void *const limen_recorder_image = &image;

uint32_t limen_recorder_size(void)
{
    return sizeof image;
}

static uint16_t urgency(int priority)
{
    return (uint16_t)LIMEN_URGENCY(priority);
}

static uint16_t threshold(int priority)
{
    return (uint16_t)LIMEN_THRESHOLD(priority);
}

/* The place of a handle in the table, from 1; 0: none. Newer objects come first: an address may
 * have been used before. */
static uint16_t place_of(const void *handle)
{
    const uint32_t count = image.object_count;
    uint32_t at = count < LIMEN_OBJECTS ? count : LIMEN_OBJECTS;

    while (handle != NULL && at > 0 && known[at - 1].handle != handle) {
        at--;
    }
    return handle == NULL ? 0 : (uint16_t)at;
}

static uint16_t number_of(const void *handle)
{
    const uint16_t place = place_of(handle);

    return place > 0 && known[place - 1].is_idle ? 0 : place;
}

static void put(unsigned event, uint16_t object, unsigned a, uint32_t b)
{
    const uint32_t first = RING;
    uint32_t at = (image.next_offset - first) / sizeof(struct limen_record);
    const uint32_t now = LIMEN_CLOCK();

    if ((image.flags & 1) == 0) {
        return;
    }
    if (at == LIMEN_RECORDS) {
        at = 0;
        image.wraps++;
    }
    image.time_high += now < newest ? 1 : 0;
    newest = image.time_low = now;
    image.record[at] =
        (struct limen_record){now, (uint8_t)event, depth, running, object, (uint16_t)a, b};
    image.next_offset = first + (at + 1) * (uint32_t)sizeof(struct limen_record);
}

void limen_add(const void *handle, unsigned kind, int priority, uint32_t size, const char *name)
{
    const unsigned long saved = LIMEN_LOCK();
    const uint32_t at = image.object_count;
    const int is_thread = kind == LIMEN_KIND_THREAD;

    image.object_count += at <= LIMEN_OBJECTS ? 1 : 0; /* one more: some have no entry */
    if (at < LIMEN_OBJECTS) {
        known[at].is_idle = is_thread && LIMEN_IS_IDLE(name, priority);
        image.object[at].id = known[at].is_idle ? 0 : (uint16_t)(at + 1); /* 0: no entry */
        image.object[at].kind = (uint16_t)kind;
        image.object[at].priority = is_thread ? urgency(priority) : 0;
        image.object[at].threshold = is_thread ? threshold(priority) : kind == LIMEN_KIND_MUTEX;
        image.object[at].size = size;
        strncpy(image.object[at].name, name, sizeof image.object[at].name);
        known[at].handle = handle;
        known[at].is_waiting = 1;
    }
    LIMEN_UNLOCK(saved);
}

void limen_create(const void *handle, int priority, const char *name)
{
    const unsigned long saved = LIMEN_LOCK();

    limen_add(handle, LIMEN_KIND_THREAD, priority, 0, name);
    if (number_of(handle) > 0) {
        put(EVENT_THREAD_CREATE, number_of(handle), urgency(priority), threshold(priority));
    }
    LIMEN_UNLOCK(saved);
}

int limen_knows(const void *handle)
{
    return place_of(handle) > 0;
}

void limen_name(const void *handle, const char *name)
{
    const uint16_t place = place_of(handle);

    if (place > 0) {
        strncpy(image.object[place - 1].name, name, sizeof image.object[place - 1].name);
    }
}

void limen_delete(const void *handle)
{
    const uint16_t place = place_of(handle);

    if (place > 0) {
        known[place - 1].handle = NULL;
    }
}

/* FreeRTOS moves a ready thread to another list when its priority changes. It is not woken then. */
void limen_ready(const void *thread, int priority)
{
    const unsigned long saved = LIMEN_LOCK();
    const uint16_t number = number_of(thread);

    if (number > 0 && known[number - 1].is_waiting) {
        known[number - 1].is_waiting = 0;
        was_asked_by_interrupt = depth > 0;
        put(EVENT_READY, number, urgency(priority), 0);
    }
    LIMEN_UNLOCK(saved);
}

void limen_wait(const void *thread, unsigned what, const void *object)
{
    const unsigned long saved = LIMEN_LOCK();
    const uint16_t number = thread == NULL ? running : number_of(thread);

    if (number > 0) {
        known[number - 1].is_waiting = 1;
        put(EVENT_SUSPEND, number_of(object), what, number);
        if (number == running) {
            left = what == LIMEN_FOR_END ? LEFT_ENDED : LEFT_BLOCKED;
        }
    }
    LIMEN_UNLOCK(saved);
}

void limen_run(const void *thread)
{
    running = number_of(thread);
    if (running > 0) {
        known[running - 1].is_waiting = 0;
    }
}

void limen_switch(const void *next, int priority)
{
    const unsigned long saved = LIMEN_LOCK();
    const uint16_t number = number_of(next);

    if (number != running) {
        const unsigned why = left != 0      ? left
                             : running == 0 ? LEFT_IDLE
                             : depth > 0 || was_asked_by_interrupt
                                 ? LEFT_BY_INTERRUPT /* some processors switch after its end */
                                 : LEFT_BY_CALL;

        put(EVENT_SWITCH, number, threshold(priority), why);
        limen_run(next);
    }
    left = 0;
    LIMEN_UNLOCK(saved);
}

void limen_call(unsigned event, const void *object, unsigned count, unsigned outcome,
                const void *other)
{
    const unsigned long saved = LIMEN_LOCK();

    put(event, number_of(object), count, outcome | (uint32_t)number_of(other) << 16);
    LIMEN_UNLOCK(saved);
}

void limen_bits(unsigned event, const void *object, unsigned outcome, uint32_t bits)
{
    const unsigned long saved = LIMEN_LOCK();

    put(event, number_of(object), outcome, bits);
    LIMEN_UNLOCK(saved);
}

void limen_priority(const void *thread, int priority, unsigned reason)
{
    const unsigned long saved = LIMEN_LOCK();
    const uint16_t number = thread == NULL ? running : number_of(thread);

    if (number > 0) {
        if (reason == LIMEN_SET) {
            put(EVENT_THREAD_PRIORITY, number, urgency(priority),
                threshold(priority) | 2U << 16); /* both were set */
        }
        put(EVENT_PRIORITY, number, urgency(priority),
            threshold(priority) | (uint32_t)reason << 16);
        was_asked_by_interrupt = depth > 0;
    }
    LIMEN_UNLOCK(saved);
}

void limen_interrupt(int enters)
{
    const unsigned long saved = LIMEN_LOCK();

    if (enters) {
        depth++;
        put(LIMEN_EVENT_IRQ_ENTER, 0, 0, 0);
    } else if (depth > 0) { /* recording may have begun in it */
        put(LIMEN_EVENT_IRQ_EXIT, 0, 0, 0);
        depth--;
    }
    LIMEN_UNLOCK(saved);
}

void limen_end_interrupts(void)
{
    while (depth > 0) {
        limen_interrupt(0);
    }
}

void limen_recorder_start(void)
{
    memset(&image, 0, sizeof image);
    memset(known, 0, sizeof known);
    running = depth = left = was_asked_by_interrupt = 0;
    image.magic = 0x4E4D494CU;
    image.version = 1;
    image.header_bytes = 64;
    image.object_bytes = 32;
    image.record_bytes = 16;
    image.clock_hz = LIMEN_CLOCK_HZ;
    image.object_capacity = LIMEN_OBJECTS;
    image.record_capacity = LIMEN_RECORDS;
    image.next_offset = RING;
    image.levels = LIMEN_LEVELS;
    image.flags = 1;
    newest = image.time_low = LIMEN_CLOCK();
}

void limen_recorder_stop(void)
{
    image.flags = 0;
}
