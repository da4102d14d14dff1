/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of the layers. Weak: see LM_LAYER_WITHOUT_HEAP. */
#include "limen_layer.h"
#include <limen/byte_pool.h>
#include <string.h>

/* An area of the heap. All but the first one have this at their beginning. */
struct region {
    struct region *next;
    struct lm_byte_pool pool;
};

static struct region first;
static uint32_t run_of_heap;

static void begin(struct region *region, void *area, size_t bytes)
{
    memset(region, 0, sizeof *region);
    (void)lm_byte_pool_create(&region->pool, "heap", area, bytes, LM_FIFO);
}

/* The heap begins with the first allocation of a run, or with the first area that is added. */
void lm_layer_heap_add(void *area, size_t bytes)
{
    const uintptr_t mask = _Alignof(struct region) - 1;
    struct region *region = (struct region *)(((uintptr_t)area + mask) & ~mask);

    if (run_of_heap != lm_layer_run) {
        run_of_heap = lm_layer_run;
        begin(&first, area, bytes);
    } else if (bytes > sizeof *region + mask) {
        begin(region, region + 1, bytes - (size_t)((char *)(region + 1) - (char *)area));
        region->next = first.next;
        first.next = region;
    }
}

__attribute__((weak)) void *lm_layer_allocate(size_t bytes)
{
    struct region *region = &first;
    void *memory = NULL;

    lm_layer_thread_free_ended();
    if (run_of_heap != lm_layer_run) {
        lm_layer_heap_add(lm_layer_heap_area.area, lm_layer_heap_area.bytes);
    }
    do {
        (void)lm_byte_allocate(&region->pool, &memory, bytes, LM_NO_WAIT);
        region = region->next;
    } while (memory == NULL && region != NULL);
    return memory;
}

static bool contains(const struct region *region, const void *memory)
{
    return (uintptr_t)memory > (uintptr_t)region->pool.lists &&
           (uintptr_t)memory < (uintptr_t)region->pool.end;
}

__attribute__((weak)) void lm_layer_free(void *memory)
{
    struct region *region = &first;

    while (region->next != NULL && !contains(region, memory)) {
        region = region->next;
    }
    (void)lm_byte_release(&region->pool, memory);
}

size_t lm_layer_heap_left(void)
{
    if (run_of_heap != lm_layer_run) {
        return lm_layer_heap_area.bytes;
    }
    size_t left = lm_byte_pool_available(&first.pool);

    for (const struct region *each = first.next; each != NULL; each = each->next) {
        left += lm_byte_pool_available(&each->pool);
    }
    return left;
}
