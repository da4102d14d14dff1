/* SPDX-License-Identifier: Apache-2.0 */
/* The address sanitizer remembers the frames of threads that did not return from them: all that
 * have ended. Who uses their stack for another thread has to tell it. Without the sanitizer
 * nothing is left of this.
 */
#ifndef LIMEN_TESTS_STACK_H
#define LIMEN_TESTS_STACK_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define STACK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STACK_SANITIZED 1
#endif
#endif

#if defined(STACK_SANITIZED)
#include <sanitizer/asan_interface.h>
#endif

static inline void stack_forget(void *stack, size_t bytes)
{
#if defined(STACK_SANITIZED)
    __asan_unpoison_memory_region(stack, bytes);
#else
    (void)stack;
    (void)bytes;
#endif
}

#endif
