/* SPDX-License-Identifier: Apache-2.0 */
/* Precedes the sources of the kernel in the program that Frama-C Eva analyses. */
#ifndef EVA_BEFORE_H
#define EVA_BEFORE_H

/* Extensions of gcc that change no value. An assembly that has no instruction would make the
 * pointer in it unknown. */
#define __asm__(...)
#define __builtin_expect(condition, usual) (condition)
#define __builtin_assume_aligned(pointer, alignment) (pointer)
#define __atomic_signal_fence(order)
#define _Alignof(type) __alignof__(type)

/* The kernel reads some numbers once, before a copy. No other code changes them in this
 * analysis. */
#define volatile

/* An alarm if it can be reached. */
#define __builtin_unreachable() (*(int *)0 = 0)

/* The end of the program. */
#define __builtin_trap() eva_halt()

static inline void eva_halt(void)
{
    for (;;) {
    }
}

/* For several cores only. No other core acts in between, but the holder of a lock may free it at a
 * fence. */
void eva_fence(void);
#define __atomic_fetch_add(object, value, order) ((*(object) += (value)) - (value))
#define __atomic_load_n(object, order) (*(object))
#define __atomic_store_n(object, value, order) (*(object) = (value))
#define __atomic_thread_fence(order) eva_fence()

/* Instead of kernel/core/link.h: this program contains all files. */
#define LIMEN_LINK_H
#define LM_IS_LINKED(function) 1
#define LM_LINK(function)
#define LM_OBSERVABLE(call)
#define LM_PLAIN_CALL(call)

#endif
