/* SPDX-License-Identifier: Apache-2.0 */
/* PMSAv8: Armv8-M Architecture Reference Manual (DDI 0553), B11.1, D1.2 (MPU_RBAR, MPU_RLAR,
 * MPU_MAIR0). Memory that a user thread may only read is read-only for the kernel, too, while the
 * regions of this thread are loaded: see unload_regions. */
#ifndef LIMEN_PORT_PMSA_H
#define LIMEN_PORT_PMSA_H

#include "port_user.h"

#define MPU_RNR (*(volatile uint32_t *)0xE000ED98U)
#define MPU_RLAR ((volatile uint32_t *)0xE000EDA0U) /* every second word, four of them */
#define MPU_MAIR0 (*(volatile uint32_t *)0xE000EDC0U)

enum {
    AREA_STEP = 32,
    RBAR_NO_EXECUTE = 1 << 0,
    RBAR_READ_WRITE = 1 << 1,
    RBAR_READ_ONLY = 3 << 1,
    RLAR_ENABLE = 1 << 0,
    RLAR_DEVICE = 1 << 1, /* attribute 1 of MAIR0 */
    MAIR_NORMAL = 0xAA,   /* attribute 0: write-through */
    MAIR_DEVICE = 0x04 << 8
};

static inline void prepare_regions(void)
{
    MPU_MAIR0 = MAIR_NORMAL | MAIR_DEVICE;
    MPU_RNR = 0;
}

static inline bool are_regions_loaded(void)
{
    uint32_t all = 0;

    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        all |= MPU_RLAR[2 * i];
    }
    return (all & RLAR_ENABLE) != 0;
}

static inline void unload_regions(void)
{
    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        MPU_RLAR[2 * i] = 0;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static inline bool can_protect(const struct lm_user_area *area)
{
    return area->bytes != 0 && ((area->base | area->bytes) & (AREA_STEP - 1)) == 0 &&
           area->base + (area->bytes - 1) >= area->base;
}

static inline uint32_t base_of(const struct lm_user_area *area, unsigned number)
{
    (void)number;
    switch (area->access & ~(uint32_t)LM_USER_DEVICE) {
    case LM_USER_EXECUTE:
        return area->base | RBAR_READ_ONLY;
    case LM_USER_WRITE:
        return area->base | RBAR_READ_WRITE | RBAR_NO_EXECUTE;
    default:
        return area->base | RBAR_READ_ONLY | RBAR_NO_EXECUTE;
    }
}

/* Requires: the area has bytes. */
static inline uint32_t rest_of(const struct lm_user_area *area)
{
    uint32_t memory = (area->access & LM_USER_DEVICE) != 0 ? RLAR_DEVICE : 0;

    return (area->base + area->bytes - AREA_STEP) | memory | RLAR_ENABLE;
}

#endif
