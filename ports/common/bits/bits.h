/* SPDX-License-Identifier: Apache-2.0 */
/* The bits of ports/port.h for processors on which no instruction counts leading zeros: ARMv6-M,
 * and RISC-V without Zbb. */
#ifndef LIMEN_PORT_BITS_H
#define LIMEN_PORT_BITS_H

#include <stdint.h>

/* Halves the range until four bits are left. A constant has the result for each of the sixteen
 * values, in two bits. The code has no loop, because a compiler would not unroll it. */
static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    const uint32_t highest_of_four = 0xFFFFAA50U;
    unsigned zeros = 31;

    if (word >> 16 != 0) {
        word >>= 16;
        zeros -= 16;
    }
    if (word >> 8 != 0) {
        word >>= 8;
        zeros -= 8;
    }
    if (word >> 4 != 0) {
        word >>= 4;
        zeros -= 4;
    }
    return zeros - (highest_of_four >> 2 * word & 3U);
}

static inline uint32_t lm_port_bit(unsigned number)
{
    return 1U << number;
}

extern const uint8_t lm_port_bit_number[32];

/* The lowest bit times a de Bruijn sequence: the upper five bits differ for each. */
static inline unsigned lm_port_first_bit(uint32_t word)
{
    const uint32_t sequence = 0x077CB531U;

    if (word == 0) {
        return 32;
    }
    return lm_port_bit_number[(word & (~word + 1U)) * sequence >> 27];
}

#endif
