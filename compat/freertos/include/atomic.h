/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic changes of words. */
#ifndef ATOMIC_H
#define ATOMIC_H

#include "FreeRTOS.h"

#define ATOMIC_COMPARE_AND_SWAP_SUCCESS 0x1U
#define ATOMIC_COMPARE_AND_SWAP_FAILURE 0x0U

/* A change of *word, which was "before", to "now". */
#define LM_FREERTOS_ATOMIC(answer_type, call, type, parameters, now, answer)                       \
    static inline answer_type call(type volatile *word, LM_FREERTOS_PARAMETERS parameters)         \
    {                                                                                              \
        uint32_t key = lm_interrupts_disable();                                                    \
        type before = *word;                                                                       \
                                                                                                   \
        *word = (now);                                                                             \
        lm_interrupts_enable(key);                                                                 \
        return answer;                                                                             \
    }
#define LM_FREERTOS_PARAMETERS(...) __VA_ARGS__
#define LM_FREERTOS_ATOMIC_WORD(call, now)                                                         \
    LM_FREERTOS_ATOMIC(uint32_t, call, uint32_t, (uint32_t value), now, before)

LM_FREERTOS_ATOMIC_WORD(Atomic_Add_u32, before + value)
LM_FREERTOS_ATOMIC_WORD(Atomic_Subtract_u32, before - value)
LM_FREERTOS_ATOMIC_WORD(Atomic_OR_u32, before | value)
LM_FREERTOS_ATOMIC_WORD(Atomic_AND_u32, before &value)
LM_FREERTOS_ATOMIC_WORD(Atomic_NAND_u32, ~(before &value))
LM_FREERTOS_ATOMIC_WORD(Atomic_XOR_u32, before ^ value)
#define Atomic_Increment_u32(word) Atomic_Add_u32(word, 1)
#define Atomic_Decrement_u32(word) Atomic_Subtract_u32(word, 1)
LM_FREERTOS_ATOMIC(uint32_t, Atomic_CompareAndSwap_u32, uint32_t,
                   (uint32_t value, uint32_t expected), before == expected ? value : before,
                   before == expected)
LM_FREERTOS_ATOMIC(uint32_t, Atomic_CompareAndSwapPointers_p32, void *,
                   (void *value, void *expected), before == expected ? value : before,
                   before == expected)
LM_FREERTOS_ATOMIC(void *, Atomic_SwapPointers_p32, void *, (void *value), value, before)

#endif
