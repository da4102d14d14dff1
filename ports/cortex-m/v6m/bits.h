/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv6-M: no instruction counts leading zeros. */
#ifndef LIMEN_PORT_BITS_H
#define LIMEN_PORT_BITS_H

#include <stdint.h>

/* Halves the search until four bits are left, whose zeros come out of a constant: two bits for
 * each of the sixteen words. */
static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    const uint32_t highest_bit = 0xFFFFAA50U;
    unsigned zeros = 31;

    for (unsigned half = 16; half >= 4; half /= 2) {
        if (word >> half != 0) {
            word >>= half;
            zeros -= half;
        }
    }
    return zeros - (highest_bit >> 2 * word & 3U);
}

#endif
