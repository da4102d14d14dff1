/* SPDX-License-Identifier: Apache-2.0 */
/* Functions around every interrupt handler, for programs that measure the time of interrupts or
 * count how they are nested. Only programs with such functions contain the code that calls them.
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
    struct lm_interrupt_hook *next; /* private, and the next one, too */
    struct lm_interrupt_hook *previous;
};

/* Call the functions around each interrupt that calls lm_interrupt_enter and lm_interrupt_exit, as
 * the lines of limen/board.h, the alarm and the drivers do, until lm_kernel_init. The hook must
 * exist until then. Of several hooks, the one that was added first surrounds the others.
 * Requires: the hook has both functions and has not been added since lm_kernel_init, else the call
 *           has no effect in the checked libraries.
 * Context:  any. Cost: O(1), O(hooks) in the checked libraries; and the functions at each
 *           interrupt. */
void lm_interrupt_hook_add(struct lm_interrupt_hook *hook);

#ifdef __cplusplus
}
#endif

#endif
