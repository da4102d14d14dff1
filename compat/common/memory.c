/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of the layers. Weak: see LM_LAYER_WITHOUT_HEAP. */
#include "limen_on_cores.h"
#include <limen/byte_pool.h>
#include <string.h>

/* An area of the heap. All but the first one have this at their beginning. */
struct region {
    struct region *next;
    struct lm_byte_pool pool;
};

static struct {
    struct region first;
    uint32_t run; /* to which the areas belong */
} heap;

static void begin(struct region *region, void *area, size_t bytes)
{
    memset(region, 0, sizeof *region);
    (void)lm_byte_pool_create(&region->pool, "heap", area, bytes, LM_FIFO);
}

/* With several cores, one of them uses the heap at a time: the others spin for one call. The lock
 * may be taken with preemption disabled, because it ends before the caller could wait. Before the
 * start there is one core. */
#if LM_CORES > 1
static LM_PORT_SHARED struct lm_core_lock lock;

static bool begin_use(void)
{
    bool locks = lm_layer_has_started();

    if (locks) {
        (void)lm_core_enter(&lock);
    }
    return locks;
}

static void end_use(bool locked)
{
    if (locked) {
        (void)lm_core_leave(&lock);
    }
}
#else
#define begin_use() false
#define end_use(locked) (void)(locked)
#endif

/* The heap begins with the first allocation of a run, or with the first area that is added. */
void lm_layer_heap_add(void *area, size_t bytes)
{
    const uintptr_t mask = _Alignof(struct region) - 1;
    struct region *region = (struct region *)(((uintptr_t)area + mask) & ~mask);

    if (heap.run != lm_layer_run) {
        heap.run = lm_layer_run;
        begin(&heap.first, area, bytes);
    } else if (bytes > sizeof *region + mask) {
        begin(region, region + 1, bytes - (size_t)((char *)(region + 1) - (char *)area));
        region->next = heap.first.next;
        heap.first.next = region;
    }
}

void lm_layer_heap_begin(void)
{
    if (heap.run != lm_layer_run) {
        lm_layer_heap_add(lm_layer_heap_area.area, lm_layer_heap_area.bytes);
    }
}

__attribute__((weak)) void *lm_layer_allocate(size_t bytes)
{
    struct region *region = &heap.first;
    void *memory = NULL;

    if (lm_layer_ended != NULL) {
        lm_layer_thread_free_ended();
    }
    bool locked = begin_use();

    lm_layer_heap_begin();
    do {
        if (bytes - 1 < region->pool.available) { /* there may be no area */
            (void)lm_byte_allocate(&region->pool, &memory, bytes, LM_NO_WAIT);
        }
        region = region->next;
    } while (memory == NULL && region != NULL);
    end_use(locked);
    return memory;
}

static bool contains(const struct region *region, const void *memory)
{
    return (uintptr_t)memory > (uintptr_t)region->pool.lists &&
           (uintptr_t)memory < (uintptr_t)region->pool.end;
}

__attribute__((weak)) void lm_layer_free(void *memory)
{
    struct region *region = &heap.first;
    bool locked = begin_use();

    while (region->next != NULL && !contains(region, memory)) {
        region = region->next;
    }
    (void)lm_byte_release(&region->pool, memory);
    end_use(locked);
}

size_t lm_layer_heap_left(void)
{
    size_t left = 0;

    for (const struct region *each = &heap.first; each != NULL; each = each->next) {
        left += each->pool.available;
    }
    return left;
}

struct lm_byte_pool_free_info lm_layer_heap_free(void)
{
    struct lm_byte_pool_free_info counted = {0};

    for (const struct region *each = &heap.first; each != NULL; each = each->next) {
        (void)lm_byte_pool_count_free(&each->pool, &counted);
    }
    return counted;
}
