/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that every switch calls, for software that follows the running thread, such as a
 * profiler. Only programs with such functions contain the code that calls them.
 */
#ifndef LIMEN_SWITCH_HOOK_H
#define LIMEN_SWITCH_HOOK_H

#ifdef __cplusplus
extern "C" {
#endif

struct lm_thread;

/* from and to: NULL for the idle thread. A thread that yields while no other is ready is dispatched
 * again: then they are the same. The function runs within the switch and must not call the
 * kernel. */
struct lm_switch_hook {
    void (*function)(struct lm_thread *from, struct lm_thread *to);
    struct lm_switch_hook *next; /* private */
};

/* Call the function at each switch, until lm_kernel_init. The hook must exist until then.
 * Requires: the hook was not added since lm_kernel_init, else the call has no effect in the checked
 *           libraries.
 * Context:  any. Cost: O(1), O(hooks) in the checked libraries; and the function at each switch. */
void lm_switch_hook_add(struct lm_switch_hook *hook);

#ifdef __cplusplus
}
#endif

#endif
