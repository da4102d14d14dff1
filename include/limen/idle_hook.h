/* SPDX-License-Identifier: Apache-2.0 */
/* Functions around the wait of the processor while no thread is ready, which put parts of the
 * system to sleep, on ports whose idle thread waits: the host, the Cortex-M and RISC-V. Only
 * programs with such functions contain the code that calls them.
 */
#ifndef LIMEN_IDLE_HOOK_H
#define LIMEN_IDLE_HOOK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Call before() when the processor is about to wait for an interrupt, and after() when one has come
 * and before its handler runs, until lm_kernel_init. Both run with interrupts off, on a stack of
 * LM_IDLE_HOOK_STACK bytes, and must not make threads ready. An interrupt that before() raises ends
 * the wait. If the clock stops during the wait, after() has to call lm_idle_make_up.
 * Requires: lm_kernel_init.
 * Context: start-up. Cost: O(1), and the functions at each wait. */
void lm_idle_hook_set(void (*before)(void), void (*after)(void));

/* The instant at which the wait ends if no device interrupts it, because a timeout or a timer is
 * due; UINT64_MAX if there is none. With it before() can choose how deeply the processor sleeps,
 * and set a timer that runs during the sleep. Context: before(). Cost: O(1). */
uint64_t lm_idle_until(void);

/* Set the clock forward by the ticks of the sleep that it has not counted. Timeouts and timers that
 * were due in the sleep are served after the wait, in the order of their instants. A program with
 * this call does not link on a board whose clock cannot be set (lm_port_clock_advance).
 * Context: after(). Cost: O(1). */
void lm_idle_make_up(uint64_t ticks);

enum { LM_IDLE_HOOK_STACK = 1024 };

#ifdef __cplusplus
}
#endif

#endif
