/* SPDX-License-Identifier: Apache-2.0 */
/* For memory protection whose regions are powers of two of bytes, at multiples of their size. */
#ifndef LIMEN_PORT_POWER_AREA_H
#define LIMEN_PORT_POWER_AREA_H

#include "port_user.h"

static inline bool lm_port_is_power_area(const struct lm_user_area *area)
{
    uintptr_t bytes = area->bytes;

    return bytes >= LM_USER_REGION_MIN && (bytes & (bytes - 1)) == 0 &&
           (area->base & (bytes - 1)) == 0;
}

#endif
