/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the sweep needs for a processor. */
#ifndef ISOLATION_SWEEP_H
#define ISOLATION_SWEEP_H

#include <limen/limen.h>
#include <limen/user.h>

/* The code that an interrupt has interrupted. */
struct look {
    bool is_thread;      /* and no handler */
    bool has_privileges; /* the thread */
    uintptr_t stack_pointer, pc;
};

/* Context: an interrupt that has interrupted no other one than a handler of the port. */
struct look look(void);

/* In a user thread: make this call with all registers that a function preserves set to patterns.
 * Returns: the answer; more than that if one of the registers has changed. */
uint32_t call_with_patterns(uint32_t number, lm_handle handle, void *buffer);

#endif
