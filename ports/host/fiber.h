/* SPDX-License-Identifier: Apache-2.0 */
/* Inform the address sanitizer of the stack in use. Otherwise it would take a switch for a
 * corrupted stack. Without the sanitizer these functions are empty.
 */
#ifndef LIMEN_HOST_FIBER_H
#define LIMEN_HOST_FIBER_H

#include <limen/thread.h>

#if defined(__SANITIZE_ADDRESS__)
#define LM_HOST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LM_HOST_SANITIZED 1
#endif
#endif

#if defined(LM_HOST_SANITIZED)
enum { LM_HOST_HAS_FIBERS = 1 };

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

/* The stack of the idle thread is the main stack of the program. The sanitizer knows where it
 * is. */
extern _Thread_local const void *lm_host_main_stack;
extern _Thread_local size_t lm_host_main_stack_bytes;

/* No context returns to the frames on this stack. */
static inline void lm_host_fiber_forget(const void *stack, size_t bytes)
{
    __asan_unpoison_memory_region(stack, bytes);
}

static inline void lm_host_fiber_leave(const struct lm_thread *to, void **saved)
{
    const void *stack = to->stack != NULL ? to->stack : lm_host_main_stack;
    size_t bytes = to->stack != NULL ? to->stack_bytes : lm_host_main_stack_bytes;

    __sanitizer_start_switch_fiber(saved, stack, bytes);
}

/* from_main: the stack that was left is the main one. */
static inline void lm_host_fiber_enter(void *saved, bool from_main)
{
    const void *stack;
    size_t bytes;

    __sanitizer_finish_switch_fiber(saved, &stack, &bytes);
    if (from_main) {
        lm_host_main_stack = stack;
        lm_host_main_stack_bytes = bytes;
    }
}

#else

enum { LM_HOST_HAS_FIBERS = 0 };

static inline void lm_host_fiber_forget(const void *stack, size_t bytes)
{
    (void)stack;
    (void)bytes;
}

static inline void lm_host_fiber_leave(const struct lm_thread *to, void **saved)
{
    (void)to;
    *saved = NULL;
}

static inline void lm_host_fiber_enter(void *saved, bool from_main)
{
    (void)saved;
    (void)from_main;
}

#endif

#endif
