/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic changes of words. */
#ifndef ATOMIC_H
#define ATOMIC_H

#include "FreeRTOS.h"

#define ATOMIC_COMPARE_AND_SWAP_SUCCESS 0x1U
#define ATOMIC_COMPARE_AND_SWAP_FAILURE 0x0U

static inline uint32_t Atomic_CompareAndSwap_u32(uint32_t volatile *word, uint32_t value,
                                                 uint32_t expected)
{
    uint32_t key = lm_interrupts_disable();
    uint32_t swaps = *word == expected;

    if (swaps) {
        *word = value;
    }
    lm_interrupts_enable(key);
    return swaps;
}

static inline uint32_t Atomic_CompareAndSwapPointers_p32(void *volatile *place, void *value,
                                                         void *expected)
{
    uint32_t key = lm_interrupts_disable();
    uint32_t swaps = *place == expected;

    if (swaps) {
        *place = value;
    }
    lm_interrupts_enable(key);
    return swaps;
}

static inline void *Atomic_SwapPointers_p32(void *volatile *place, void *value)
{
    uint32_t key = lm_interrupts_disable();
    void *before = *place;

    *place = value;
    lm_interrupts_enable(key);
    return before;
}

/* Returns: the value before. */
#define LM_FREERTOS_ATOMIC(name, now)                                                              \
    static inline uint32_t name(uint32_t volatile *word, uint32_t value)                           \
    {                                                                                              \
        uint32_t key = lm_interrupts_disable();                                                    \
        uint32_t before = *word;                                                                   \
                                                                                                   \
        *word = (now);                                                                             \
        lm_interrupts_enable(key);                                                                 \
        return before;                                                                             \
    }
LM_FREERTOS_ATOMIC(Atomic_Add_u32, before + value)
LM_FREERTOS_ATOMIC(Atomic_Subtract_u32, before - value)
LM_FREERTOS_ATOMIC(Atomic_OR_u32, before | value)
LM_FREERTOS_ATOMIC(Atomic_AND_u32, before &value)
LM_FREERTOS_ATOMIC(Atomic_NAND_u32, ~(before &value))
LM_FREERTOS_ATOMIC(Atomic_XOR_u32, before ^ value)
#define Atomic_Increment_u32(word) Atomic_Add_u32(word, 1)
#define Atomic_Decrement_u32(word) Atomic_Subtract_u32(word, 1)

#endif
