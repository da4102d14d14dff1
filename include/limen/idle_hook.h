/* SPDX-License-Identifier: Apache-2.0 */
/* Functions around the wait of the processor while no thread is ready, which put parts of the
 * system to sleep, on ports whose idle thread waits: the host, the Cortex-M and RISC-V. Only
 * programs with such functions contain the code that calls them.
 */
#ifndef LIMEN_IDLE_HOOK_H
#define LIMEN_IDLE_HOOK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Call before() when the processor is about to wait for an interrupt, and after() when one has come
 * and before its handler runs, until lm_kernel_init. Both run with interrupts off, on a stack of
 * LM_IDLE_HOOK_STACK bytes, and must not make threads ready. The clock of the kernel has to go on
 * meanwhile.
 * Requires: lm_kernel_init.
 * Context: start-up. Cost: O(1), and the functions at each wait. */
void lm_idle_hook_set(void (*before)(void), void (*after)(void));

enum { LM_IDLE_HOOK_STACK = 1024 };

#ifdef __cplusplus
}
#endif

#endif
