/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle for byte pools: the kernel's own allocator, on other memory. */
#include "calls.h"
#include "objects/segregated_fit.h"
#include <string.h>

static struct lm_byte_pool shadow[BYTE_POOLS];
static _Alignas(8) unsigned char shadow_area[BYTE_POOLS][AREA_BYTES];

static void create(int pool)
{
    memset(&shadow[pool], 0, sizeof shadow[pool]);
    (void)lm_fit_init(&shadow[pool], shadow_area[pool], AREA_BYTES);
}

static bool is_possible(int pool, uint32_t bytes)
{
    return lm_fit_is_possible(&shadow[pool], bytes);
}

static uint32_t take(int pool, uint32_t bytes)
{
    const unsigned char *memory = lm_fit_take(&shadow[pool], bytes);

    return memory != NULL ? (uint32_t)(memory - shadow_area[pool]) + 1 : 0;
}

static void give(int pool, uint32_t offset)
{
    lm_fit_give(&shadow[pool], shadow_area[pool] + offset);
}

static uint32_t available(int pool)
{
    return (uint32_t)shadow[pool].available;
}

const struct oracle calls_oracle = {create, is_possible, take, give, available};
