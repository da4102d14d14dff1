/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of the layers. Weak: see LM_LAYER_WITHOUT_HEAP. */
#include "limen_layer.h"
#include <limen/byte_pool.h>
#include <string.h>

static struct lm_byte_pool heap;
static uint32_t run_of_heap;

/* The head of an area that was added to the heap. */
struct region {
    struct region *next;
    const unsigned char *end;
    struct lm_byte_pool pool;
};

static struct region *more;

/* The heap begins with the first allocation of a run, or with the first area that is added. */
static void begin_heap(void *area, size_t bytes)
{
    run_of_heap = lm_layer_run;
    more = NULL;
    memset(&heap, 0, sizeof heap);
    (void)lm_byte_pool_create(&heap, "heap", area, bytes, LM_FIFO);
}

static void add_region(struct region *region, const unsigned char *end)
{
    memset(region, 0, sizeof *region);
    region->end = end;
    region->next = more;
    more = region;
    (void)lm_byte_pool_create(&region->pool, "heap", region + 1,
                              (size_t)(end - (unsigned char *)(region + 1)), LM_FIFO);
}

void lm_layer_heap_add(void *area, size_t bytes)
{
    const uintptr_t mask = _Alignof(struct region) - 1;
    unsigned char *end = (unsigned char *)area + bytes;

    if (run_of_heap != lm_layer_run) {
        begin_heap(area, bytes);
    } else if (bytes > sizeof(struct region) + mask) {
        add_region((struct region *)(((uintptr_t)area + mask) & ~mask), end);
    }
}

static __attribute__((noinline)) void *allocate_more(size_t bytes)
{
    void *memory = NULL;

    for (struct region *each = more; each != NULL && memory == NULL; each = each->next) {
        (void)lm_byte_allocate(&each->pool, &memory, bytes, LM_NO_WAIT);
    }
    return memory;
}

__attribute__((weak)) void *lm_layer_allocate(size_t bytes)
{
    void *memory = NULL;

    lm_layer_thread_free_ended();
    if (run_of_heap != lm_layer_run) {
        begin_heap(lm_layer_heap_area.area, lm_layer_heap_area.bytes);
    }
    (void)lm_byte_allocate(&heap, &memory, bytes, LM_NO_WAIT);
    return memory != NULL || more == NULL ? memory : allocate_more(bytes);
}

static struct lm_byte_pool *pool_of(const void *memory)
{
    for (struct region *each = more; each != NULL; each = each->next) {
        if ((uintptr_t)memory > (uintptr_t)each && (uintptr_t)memory < (uintptr_t)each->end) {
            return &each->pool;
        }
    }
    return &heap;
}

__attribute__((weak)) void lm_layer_free(void *memory)
{
    (void)lm_byte_release(more == NULL ? &heap : pool_of(memory), memory);
}

size_t lm_layer_heap_left(void)
{
    size_t left = lm_layer_heap_area.bytes;

    if (run_of_heap == lm_layer_run) {
        left = lm_byte_pool_available(&heap);
        for (const struct region *each = more; each != NULL; each = each->next) {
            left += lm_byte_pool_available(&each->pool);
        }
    }
    return left;
}
