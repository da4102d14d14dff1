/* SPDX-License-Identifier: Apache-2.0 */
/* RISC-V with Zbb: instructions count zeros. They are written as numbers, because a processor is
 * named without Zbb where the compiler fails with it (gcc 12).
 * Source: RISC-V Bit-Manipulation ISA-extensions, 1.0.0, 2.6 (clz), 2.7 (clzw), 2.12 (ctz), 2.13
 * (ctzw). */
#ifndef LIMEN_PORT_BITS_H
#define LIMEN_PORT_BITS_H

#include <stdint.h>

#if __riscv_xlen == 64
#define LM_PORT_COUNT "0x1b" /* of the lower 32 bits */
#else
#define LM_PORT_COUNT "0x13"
#endif

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    unsigned zeros;

    __asm__(".insn i " LM_PORT_COUNT ", 1, %0, %1, 0x600" : "=r"(zeros) : "r"(word));
    return zeros;
}

static inline uint32_t lm_port_bit(unsigned number)
{
    return 1U << number;
}

/* 32 in a word that is 0. */
static inline unsigned lm_port_first_bit(uint32_t word)
{
    unsigned zeros;

    __asm__(".insn i " LM_PORT_COUNT ", 1, %0, %1, 0x601" : "=r"(zeros) : "r"(word));
    return zeros;
}

#endif
