/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of threads for ports and for the rest of the kernel. */
#ifndef LIMEN_THREAD_INTERNAL_H
#define LIMEN_THREAD_INTERNAL_H

#include "state.h"
#include <limen/area.h>

/* The pattern of a new stack, which shows later how far the stack was used. */
enum { LM_STACK_FILL = 0xEF };

/* Can this be a stack? */
static inline bool lm_stack_is_possible(const void *stack, uint32_t bytes)
{
    return lm_area_is_possible(stack, bytes, LM_PORT_STACK_ALIGN) && bytes >= LM_PORT_STACK_MIN;
}

/* For the port: the function with which a new thread begins. argument: the thread. Context:
 * thread. */
void lm_thread_main(void *argument) __attribute__((noreturn));

#endif
