/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv7-M: an instruction counts leading zeros. */
#ifndef LIMEN_PORT_BITS_H
#define LIMEN_PORT_BITS_H

#include <stdint.h>

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    return (unsigned)__builtin_clz(word);
}

#endif
