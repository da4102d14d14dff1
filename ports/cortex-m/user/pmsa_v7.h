/* SPDX-License-Identifier: Apache-2.0 */
/* PMSAv7: Armv7-M Architecture Reference Manual (DDI 0403E), B3.5.8, B3.5.9, table B3-13. */
#ifndef LIMEN_PORT_PMSA_H
#define LIMEN_PORT_PMSA_H

#include "power_area.h"

enum { RBAR_VALID = 1 << 4, RASR_ENABLE = 1, RASR_SIZE = 1 };
static const uint32_t rasr_no_execute = 1U << 28, rasr_read_write = 3U << 24,
                      rasr_read_only = 2U << 24, rasr_normal = 1U << 17,
                      rasr_device = 1U << 18 | 1U << 16;

static inline void prepare_regions(void)
{
}

static inline bool can_protect(const struct lm_user_area *area)
{
    return lm_port_is_power_area(area);
}

static inline uint32_t access_of(const struct lm_user_area *area)
{
    uint32_t memory = (area->access & LM_USER_DEVICE) != 0 ? rasr_device : rasr_normal;

    switch (area->access & ~(uint32_t)LM_USER_DEVICE) {
    case LM_USER_EXECUTE:
        return memory | rasr_read_only;
    case LM_USER_WRITE:
        return memory | rasr_read_write | rasr_no_execute;
    default:
        return memory | rasr_read_only | rasr_no_execute;
    }
}

static inline uint32_t base_of(const struct lm_user_area *area, unsigned number)
{
    return area->base | RBAR_VALID | number;
}

/* Requires: the area has bytes. */
static inline uint32_t rest_of(const struct lm_user_area *area)
{
    uint32_t log2 = 31U - (uint32_t)__builtin_clz(area->bytes);

    return access_of(area) | (log2 - 1) << RASR_SIZE | RASR_ENABLE;
}

#endif
