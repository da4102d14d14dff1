/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle for byte pools: the kernel's own allocator, on other memory. */
#include "calls.h"
#include "objects/segregated_fit.h"
#include <string.h>

static void create(int pool)
{
    memset(&calls_areas.shadow[pool], 0, sizeof calls_areas.shadow[pool]);
    (void)lm_fit_init(&calls_areas.shadow[pool], calls_areas.shadow_area[pool], AREA_BYTES);
}

static bool is_possible(int pool, uint32_t bytes)
{
    return lm_fit_is_possible(&calls_areas.shadow[pool], bytes);
}

static uint32_t take(int pool, uint32_t bytes)
{
    const unsigned char *memory = lm_fit_take(&calls_areas.shadow[pool], bytes);

    return memory != NULL ? (uint32_t)(memory - calls_areas.shadow_area[pool]) + 1 : 0;
}

static void give(int pool, uint32_t offset)
{
    lm_fit_give(&calls_areas.shadow[pool], calls_areas.shadow_area[pool] + offset);
}

static uint32_t available(int pool)
{
    return (uint32_t)calls_areas.shadow[pool].available;
}

const struct oracle calls_oracle = {create, is_possible, take, give, available};
