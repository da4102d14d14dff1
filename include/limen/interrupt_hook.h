/* SPDX-License-Identifier: Apache-2.0 */
/* Functions around every interrupt handler, for what measures the time of interrupts. Only programs
 * with such functions contain the code that calls them.
 */
#ifndef LIMEN_INTERRUPT_HOOK_H
#define LIMEN_INTERRUPT_HOOK_H

#ifdef __cplusplus
extern "C" {
#endif

/* enter: the handler has begun; exit: it is about to end. They run in the interrupt, and may
 * themselves be interrupted by a more urgent one. */
struct lm_interrupt_hook {
    void (*enter)(void);
    void (*exit)(void);
};

/* Call the functions around each interrupt that calls lm_interrupt_enter and lm_interrupt_exit, as
 * the lines of limen/board.h, the alarm and the drivers do, until lm_kernel_init. The hook exists
 * as long, and replaces the one before. NULL: none.
 * Context: any. Cost: O(1), and the functions at each interrupt. */
void lm_interrupt_hook_set(const struct lm_interrupt_hook *hook);

#ifdef __cplusplus
}
#endif

#endif
