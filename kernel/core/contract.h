/* SPDX-License-Identifier: Apache-2.0 */
/* Contracts. LM_CHECK is about the caller: the checked libraries answer a status, the unchecked
 * ones do not look. A program chooses by the library that it links. The values come from
 * the build: LM_CHECKED, LM_TRACED, LM_COUNTED.
 */
#ifndef LIMEN_CONTRACT_H
#define LIMEN_CONTRACT_H

#include "core/kernel.h"

/* First in a public function, before the lock. */
#define LM_CHECK(condition, status)                                                                \
    do {                                                                                           \
        if (LM_CHECKED && !(condition)) {                                                          \
            return (status);                                                                       \
        }                                                                                          \
    } while (0)

#define LM_CHECK_OBJECT(pointer, expected)                                                         \
    LM_CHECK((pointer) != NULL && (pointer)->object.kind == (expected), LM_BAD_OBJECT)

/* The caller, which must not wait, is about to: tell the program if it holds a lock. */
void lm_misuse_wait(const void *now);

/* Could the caller wait? Not in an interrupt, at start-up, or while it keeps preemption or
 * interrupts off. */
static inline bool lm_could_wait(void)
{
    const struct lm_kernel *kernel = lm_kernel();

    return !lm_port_in_interrupt() && !lm_port_is_locked() && kernel->started &&
           kernel->running->preempt_disabled == 0;
}

/* May it? That it wants to and may not, with a lock held, is told. */
static inline __attribute__((always_inline)) bool lm_may_wait(void)
{
    bool may = lm_could_wait();

    if (LM_CHECKED && !may && lm_kernel()->misuse_handler != NULL) {
        lm_misuse_wait(__builtin_return_address(0));
    }
    return may;
}

#endif
