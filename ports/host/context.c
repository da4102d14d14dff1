/* SPDX-License-Identifier: Apache-2.0 */
/* The context of a thread that does not run, in the layout that switch_*.S save and restore. */
#include "host.h"
#include <string.h>

/* A debugger reads the registers by these names, from low to high addresses. */
#if defined(__x86_64__)
struct lm_host_context {
    uintptr_t working, r15, r14, r13, r12, rbx, rbp, returns_to;
};
#define ENTRY rbx
#define ARGUMENT r12
#elif defined(__i386__)
struct lm_host_context {
    uintptr_t working, edi, esi, ebx, ebp, returns_to;
};
#define ENTRY ebx
#define ARGUMENT esi
#elif defined(__aarch64__)
struct lm_host_context {
    uintptr_t x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, returns_to;
    uint64_t d8_to_d15[8];
    uintptr_t working, unused;
};
#define ENTRY x19
#define ARGUMENT x20
#else
#error "the host port has no context switch for this processor: add ports/host/switch_<cpu>.S"
#endif

void *lm_host_first_context(void *top, void (*entry)(void *), void *argument)
{
    struct lm_host_context *context = (struct lm_host_context *)top - 1;

    memset(context, 0, sizeof *context);
    context->ENTRY = (uintptr_t)entry;
    context->ARGUMENT = (uintptr_t)argument;
    context->returns_to = (uintptr_t)lm_host_thread_start;
    return context;
}

bool lm_host_context_is_working(const void *stack_pointer)
{
    return ((const struct lm_host_context *)stack_pointer)->working != 0;
}
