/* SPDX-License-Identifier: Apache-2.0 */
/* The first context of a thread, in the layout that switch_*.S restore. */
#include "host.h"
#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
enum { WORDS = 8, WORKING = 0, ARGUMENT = 4, ENTRY = 5, RETURN = 7 };
#elif defined(__i386__)
enum { WORDS = 6, WORKING = 0, ARGUMENT = 2, ENTRY = 3, RETURN = 5 };
#elif defined(__aarch64__)
enum { WORDS = 22, ENTRY = 0, ARGUMENT = 1, RETURN = 11, WORKING = 20 };
#else
#error "the host port has no context switch for this processor: add ports/host/switch_<cpu>.S"
#endif

void *lm_host_first_context(void *top, void (*entry)(void *), void *argument)
{
    uintptr_t *words = (uintptr_t *)top - WORDS;

    memset(words, 0, WORDS * sizeof *words);
    words[ENTRY] = (uintptr_t)entry;
    words[ARGUMENT] = (uintptr_t)argument;
    words[RETURN] = (uintptr_t)lm_host_thread_start;
    return words;
}

bool lm_host_context_is_working(const void *stack_pointer)
{
    return ((const uintptr_t *)stack_pointer)[WORKING] != 0;
}
