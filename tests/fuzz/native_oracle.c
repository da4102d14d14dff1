/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle for byte pools: the kernel's own allocator, on other memory. */
#include "model/model.h"
#include "model/oracle.h"
#include "objects/segregated_fit.h"
#include <string.h>

static struct lm_byte_pool shadow[BYTE_POOLS];
static _Alignas(8) unsigned char shadow_area[BYTE_POOLS][AREA_BYTES];

void oracle_create(int pool)
{
    memset(&shadow[pool], 0, sizeof shadow[pool]);
    (void)lm_fit_init(&shadow[pool], shadow_area[pool], AREA_BYTES);
}

bool oracle_is_possible(int pool, uint32_t bytes)
{
    return lm_fit_is_possible(&shadow[pool], bytes);
}

uint32_t oracle_take(int pool, uint32_t bytes)
{
    const unsigned char *memory = lm_fit_take(&shadow[pool], bytes);

    return memory != NULL ? (uint32_t)(memory - shadow_area[pool]) + 1 : 0;
}

void oracle_give(int pool, uint32_t offset)
{
    lm_fit_give(&shadow[pool], shadow_area[pool] + offset);
}

uint32_t oracle_available(int pool)
{
    return (uint32_t)shadow[pool].available;
}
