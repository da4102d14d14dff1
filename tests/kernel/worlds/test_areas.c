/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: calls refuse an area that cannot exist: it ends beyond the address space, is larger than
 * any memory, is not aligned, or is NULL. A created object stays in its area, even if the size is
 * not a multiple of the alignment.
 *
 * Method: each call that gets an area is made with bases and sizes around all limits, and with
 * every size from the smallest stack on. A call that is refused, or that succeeds, has changed no
 * byte outside of the area. The test computes the end of an area with 128 bits.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <limen/area.h>
#include <string.h>

enum { GUARD = 64, ROOM = 1024, MARK = 0xA5 };

static _Alignas(64) unsigned char memory[GUARD + ROOM + GUARD];
static unsigned char *const room = memory + GUARD;

static union {
    struct lm_thread thread;
    struct lm_block_pool blocks;
    struct lm_byte_pool bytes;
    struct lm_queue queue;
    struct lm_priority_queue by_priority;
    struct lm_tick tick;
    struct lm_shared_stack stack;
} object;

static void nothing(void *argument)
{
    (void)argument;
}

static enum lm_status create_thread(void *area, size_t bytes)
{
    struct lm_thread_config config = {.entry = nothing, LM_PREEMPTIVE(9), .suspended = true};

    config.stack = area;
    config.stack_bytes = (uint32_t)bytes;
    return lm_thread_create(&object.thread, &config);
}

static enum lm_status create_tick(void *area, size_t bytes)
{
    const struct lm_tick_config config = {
        .length = 10, .style = LM_TICK_DEFERRED, .stack = area, .stack_bytes = (uint32_t)bytes};

    return lm_tick_create(&object.tick, &config);
}

static enum lm_status create_shared_stack(void *area, size_t bytes)
{
    return lm_shared_stack_init(&object.stack, area, (uint32_t)bytes);
}

static enum lm_status create_blocks(void *area, size_t bytes)
{
    return lm_block_pool_create(&object.blocks, "", area, bytes, sizeof(void *), LM_FIFO);
}

static enum lm_status create_bytes(void *area, size_t bytes)
{
    return lm_byte_pool_create(&object.bytes, "", area, bytes, LM_FIFO);
}

static enum lm_status create_queue(void *area, size_t bytes)
{
    return lm_queue_create(&object.queue, "", area, (uint32_t)bytes, 1, LM_FIFO);
}

static enum lm_status create_queue_of_blocks(void *area, size_t bytes)
{
    return lm_queue_create(&object.queue, "", area, 1, (uint32_t)bytes, LM_FIFO);
}

static enum lm_status create_queue_of_urgent_blocks(void *area, size_t bytes)
{
    return lm_priority_queue_create(&object.by_priority, "", area, 1, (uint32_t)bytes, LM_FIFO);
}

static enum lm_status start_trace(void *area, size_t bytes)
{
    enum lm_status status = lm_trace_start(area, (uint32_t)bytes, 1);

    lm_trace_stop();
    return status;
}

static const struct maker {
    enum lm_status (*make)(void *area, size_t bytes);
    size_t align;
    bool is_wide; /* takes a size_t */
} makers[] = {
    {create_thread, LM_PORT_STACK_ALIGN, false},
    {create_tick, LM_PORT_STACK_ALIGN, false},
    {create_shared_stack, LM_PORT_STACK_ALIGN, false},
    {create_blocks, sizeof(void *), true},
    {create_bytes, LM_BYTE_ALIGN, true},
    {create_queue, 1, false},
    {create_queue_of_blocks, 1, false},
    {create_queue_of_urgent_blocks, 4, false},
    {start_trace, 4, false},
};

enum { MAKERS = sizeof makers / sizeof makers[0] };

static void begin(void)
{
    THREADS_BEGIN(5);
    memset(&object, 0, sizeof object);
    memset(memory, MARK, sizeof memory);
}

static unsigned changed(const unsigned char *from, const unsigned char *to)
{
    unsigned changes = 0;

    for (; from != to; from++) {
        changes += *from != MARK;
    }
    return changes;
}

/* By definition. */
static bool is_impossible(uintptr_t base, size_t bytes, size_t align)
{
    __extension__ typedef unsigned __int128 wide;

    return base == 0 || base % align != 0 || bytes > LM_AREA_BYTES_MAX ||
           (wide)base + bytes > UINTPTR_MAX;
}

static void check_refusal(const struct maker *maker, uintptr_t base, size_t bytes)
{
    if (!maker->is_wide) {
        bytes = (uint32_t)bytes;
    }
    if (is_impossible(base, bytes, maker->align)) {
        begin();
        CHECK_STATUS(maker->make((void *)base, bytes), LM_BAD_ARGUMENT);
        CHECK_EQUAL(changed(memory, memory + sizeof memory), 0);
    }
}

static void what_cannot_be_is_refused(void)
{
    const uintptr_t start = (uintptr_t)room;
    const uintptr_t bases[] = {0,
                               8,
                               start,
                               start + 1,
                               start + 2,
                               start + 4,
                               UINTPTR_MAX - 4095,
                               UINTPTR_MAX - 63,
                               UINTPTR_MAX - 7,
                               UINTPTR_MAX};
    const size_t sizes[] = {0,
                            64,
                            4096,
                            LM_AREA_BYTES_MAX,
                            LM_AREA_BYTES_MAX + 1U,
                            LM_AREA_BYTES_MAX + 8U,
                            INT32_MAX - 15U,
                            INT32_MAX,
                            0x80000000U,
                            UINT32_MAX - 15U,
                            UINT32_MAX - 7U,
                            UINT32_MAX,
                            SIZE_MAX - 4095,
                            SIZE_MAX - 15,
                            SIZE_MAX};

    for (unsigned i = 0; i < MAKERS; i++) {
        for (unsigned b = 0; b < sizeof bases / sizeof bases[0]; b++) {
            for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                check_refusal(&makers[i], bases[b], sizes[s]);
            }
        }
    }
}

/* Both limits of lm_area_is_possible, exactly. */
static void an_area_ends_ahead_of_the_end_of_the_address_space(void)
{
    const void *last = (const void *)(UINTPTR_MAX - 15);

    CHECK(lm_area_is_possible(last, 15, 16));
    CHECK(!lm_area_is_possible(last, 16, 16));
    CHECK(!lm_area_is_possible(last, 0, 32));
    CHECK(lm_area_is_possible((const void *)16, LM_AREA_BYTES_MAX, 16));
    CHECK(!lm_area_is_possible((const void *)16, LM_AREA_BYTES_MAX + 1U, 16));
    CHECK(!lm_area_is_possible((const void *)16, 1, 32));
    CHECK(!lm_area_is_possible(NULL, 1, 1));
}

/* Stacks of any size. The port prepares a context at the end of a stack. */
static void what_is_made_stays_in_its_area(void)
{
    unsigned made = 0;

    for (unsigned i = 0; i < MAKERS; i++) {
        for (size_t bytes = 0; bytes <= ROOM; bytes += bytes < 300 ? 1 : 37) {
            begin();
            made += makers[i].make(room, bytes) == LM_OK;
            CHECK_EQUAL(changed(memory, room) + changed(room + bytes, memory + sizeof memory), 0);
        }
    }
    CHECK(made > 8 * 100);
}

static void a_stack_has_a_least_size(void)
{
    for (unsigned i = 0; i < 3; i++) {
        begin();
        CHECK_STATUS(makers[i].make(room, LM_PORT_STACK_MIN - 1), LM_BAD_ARGUMENT);
        begin();
        CHECK_STATUS(makers[i].make(room, LM_PORT_STACK_MIN), LM_OK);
    }
}

/* A request that is rounded up must not become a small one. */
static void no_pool_gives_more_than_it_has(void)
{
    void *taken = NULL;

    begin();
    CHECK_STATUS(create_bytes(room, ROOM), LM_OK);
    size_t available = lm_byte_pool_available(&object.bytes);

    for (size_t less = 0; less < 64; less++) {
        CHECK_STATUS(lm_byte_allocate(&object.bytes, &taken, SIZE_MAX - less, LM_NO_WAIT),
                     LM_BAD_ARGUMENT);
        CHECK_STATUS(lm_byte_allocate(&object.bytes, &taken, UINT32_MAX - less, LM_NO_WAIT),
                     LM_BAD_ARGUMENT);
        CHECK_STATUS(lm_byte_allocate(&object.bytes, &taken, available - less, LM_NO_WAIT),
                     less < LM_BYTE_OVERHEAD ? LM_BAD_ARGUMENT : LM_OK);
        if (taken != NULL) {
            CHECK_STATUS(lm_byte_release(&object.bytes, taken), LM_OK);
            taken = NULL;
        }
    }
}

int main(void)
{
    an_area_ends_ahead_of_the_end_of_the_address_space();
    what_cannot_be_is_refused();
    what_is_made_stays_in_its_area();
    a_stack_has_a_least_size();
    no_pool_gives_more_than_it_has();
    return 0;
}
